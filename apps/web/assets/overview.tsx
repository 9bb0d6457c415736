import type { BalanceRow } from '@candor/contract';
import { hiddenAmount } from '@candor/i18n';
import {
  Button,
  Cell,
  Checkbox,
  CoinIcon,
  EmptyState,
  ErrorState,
  HeadCell,
  IconButton,
  linkClass,
  Row,
  Skeleton,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  useFormatters,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { wordsOf } from '../app/error-words.ts';
import { useAssetBalances, useFeeTiers, useSettings } from '../data/index.ts';
import { FeesLink } from '../fees/fees-link.tsx';
import { QUOTE_COIN, quoteFirst } from '../markets/quote-first.ts';
import { Accounts } from './accounts.tsx';
import { PracticeFundsDialog } from './practice-funds-dialog.tsx';
import { useAmountsShown } from './use-amounts-shown.ts';

const COLUMNS = 6;
const VALUE_DECIMALS = 2;

function AssetRow({ balance, amount }: { balance: BalanceRow; amount: (text: string) => string }) {
  const formatters = useFormatters();
  const value =
    balance.valueUsdt === null ? '--' : amount(formatters.quantity(balance.valueUsdt, VALUE_DECIMALS));
  return (
    <Row>
      <Cell className="max-sm:h-16!">
        <span className="flex items-center gap-3">
          <CoinIcon coin={balance.coin} />
          <span className="flex items-baseline gap-2">
            <span className="font-semibold">{balance.coin}</span>
            <span className="text-ink-3 max-md:hidden">{balance.name}</span>
          </span>
        </span>
      </Cell>
      <Cell figure className="font-medium max-sm:pe-0!">
        {amount(formatters.quantity(balance.amount))}
        <span className="block text-12 font-normal text-ink-3 sm:hidden">{value}</span>
      </Cell>
      <Cell figure tone="quiet" className="max-sm:hidden">
        {amount(formatters.quantity(balance.available))}
      </Cell>
      <Cell figure tone="quiet" className="max-sm:hidden">
        {amount(formatters.quantity(balance.frozen))}
      </Cell>
      <Cell figure className="max-sm:hidden">
        {value}
      </Cell>
      <Cell figure className="w-20 max-sm:hidden">
        {balance.coin !== QUOTE_COIN && (
          <Link
            to="/trade/index"
            search={{ type: 'spot', symbol: balance.coin.toLowerCase() }}
            className={linkClass}
          >
            <FormattedMessage id="markets.trade" />
          </Link>
        )}
      </Cell>
    </Row>
  );
}

/** The rates that the user trades at, with the way to all of them. */
function OwnFees() {
  const intl = useIntl();
  const format = useFormatters();
  const { data } = useFeeTiers();
  const tier = data?.tiers[data.own?.tier ?? 0];
  if (tier === undefined) return <Skeleton className="mt-1 h-4 w-64" />;
  return (
    <p className="pt-1 text-13 text-ink-2">
      <FeesLink>
        {intl.formatMessage(
          { id: 'fees.ownLine' },
          {
            number: tier.tier,
            maker: format.percent(tier.makerPercent, 3),
            taker: format.percent(tier.takerPercent, 3),
          },
        )}
      </FeesLink>
    </p>
  );
}

/** What the user owns: the value of all of it, and each coin. */
export function Overview() {
  const intl = useIntl();
  const formatters = useFormatters();
  const { data: settings } = useSettings();
  const { data: balances, error, refetch, isFetching } = useAssetBalances();
  const [shown, toggleShown] = useAmountsShown();
  const [hideZero, setHideZero] = useState(false);
  const [fundsOpen, setFundsOpen] = useState(false);
  const amount = (text: string) => (shown ? text : hiddenAmount);
  const practice = settings?.mode === 'practice';

  const isZero = (row: BalanceRow) => !/[1-9]/.test(row.amount);
  const rows = balances && quoteFirst(balances.list).filter((row) => !hideZero || !isZero(row));
  const Icon = shown ? Eye : EyeOff;
  return (
    <>
      <h1 className="text-20 font-semibold">
        <FormattedMessage id="menu.assets" />
      </h1>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-4 pb-8">
        <div>
          <p className="flex items-center gap-1 text-13 text-ink-2">
            <FormattedMessage id="assets.totalValue" />
            <IconButton
              size="small"
              label={intl.formatMessage({ id: shown ? 'assets.hideAmounts' : 'assets.showAmounts' })}
              aria-pressed={!shown}
              onClick={toggleShown}
            >
              <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
            </IconButton>
          </p>
          {balances === undefined ? (
            <Skeleton className="my-1 h-7 w-48" />
          ) : (
            <p className="figure text-28 font-semibold" data-testid="total-value">
              {amount(formatters.quantity(balances.totalUsdt, VALUE_DECIMALS))}{' '}
              <span className="text-16 font-normal text-ink-3">USDT</span>
            </p>
          )}
          <p className="figure min-h-5 pt-1 text-13 text-ink-3">
            {balances !== undefined && balances.totalBtc !== null && (
              <>≈ {amount(formatters.quantity(balances.totalBtc))} BTC</>
            )}
          </p>
          <OwnFees />
          {balances?.complete === false && (
            <p className="pt-1 text-13 text-warn">
              <FormattedMessage id="assets.incomplete" />
            </p>
          )}
        </div>
        {practice && (
          <Button onClick={() => setFundsOpen(true)}>
            <FormattedMessage id="practice.take" />
          </Button>
        )}
      </div>
      <Accounts shown={shown} />
      <div className="flex items-center justify-between gap-4 pb-1">
        <h2 className="text-16 font-semibold">
          <FormattedMessage id="assets.coins" />
        </h2>
        <Checkbox checked={hideZero} onCheckedChange={setHideZero}>
          <FormattedMessage id="assets.hideZero" />
        </Checkbox>
      </div>
      <Table label={intl.formatMessage({ id: 'assets.coins' })} density="roomy">
        <TableHead>
          <HeadCell>
            <FormattedMessage id="assets.coin" />
          </HeadCell>
          <HeadCell figure className="max-sm:pe-0!">
            <FormattedMessage id="assets.amount" />
          </HeadCell>
          <HeadCell figure className="max-sm:hidden">
            <FormattedMessage id="assets.available" />
          </HeadCell>
          <HeadCell figure className="max-sm:hidden">
            <FormattedMessage id="assets.inOrders" />
          </HeadCell>
          <HeadCell figure className="max-sm:hidden">
            <FormattedMessage id="assets.valueIn" values={{ coin: 'USDT' }} />
          </HeadCell>
          <HeadCell className="max-sm:hidden">
            <span className="sr-only">
              <FormattedMessage id="markets.trade" />
            </span>
          </HeadCell>
        </TableHead>
        <TableBody busy={rows === undefined && error === null}>
          {rows === undefined && error === null && (
            <SkeletonRows rows={6} columns={['text', 'figure', 'figure', 'figure']} />
          )}
          {rows === undefined && error !== null && (
            <TableMessage columns={COLUMNS}>
              <ErrorState
                title={<FormattedMessage id="assets.notLoaded" />}
                text={wordsOf(intl, error)}
                onRetry={() => void refetch()}
                retrying={isFetching}
              />
            </TableMessage>
          )}
          {rows?.length === 0 && (
            <TableMessage columns={COLUMNS}>
              <EmptyState
                title={<FormattedMessage id="assets.none" />}
                text={practice ? <FormattedMessage id="assets.none.practice" /> : undefined}
              />
            </TableMessage>
          )}
          {rows?.map((balance) => (
            <AssetRow key={balance.assetId} balance={balance} amount={amount} />
          ))}
        </TableBody>
      </Table>
      {practice && <PracticeFundsDialog open={fundsOpen} onOpenChange={setFundsOpen} />}
    </>
  );
}
