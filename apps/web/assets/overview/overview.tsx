import type { BalanceRow } from '@candor/api';
import { hiddenAmount } from '@candor/i18n';
import {
  Button,
  Checkbox,
  CoinIcon,
  cx,
  DataTable,
  Loaded,
  loneLinkClass,
  type RecordQuery,
  Skeleton,
  useFormatters,
  useText,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Eye } from '../../common/eye.tsx';
import { FeesLink } from '../../common/fees-link.tsx';
import { useAmountsShown } from '../../common/use-amounts-shown.ts';
import {
  deviceStorage,
  useAssetBalances,
  useAssetHistory,
  useFeeTiers,
  useSettings,
  useWalletAccounts,
} from '../../data/index.ts';
import { QUOTE_COIN, quoteFirst } from '../../markets/quote-first.ts';
import { Accounts } from './accounts.tsx';
import { CoinDetails } from './coin-details.tsx';
import { CurrencyValue } from './currency-value.tsx';
import { Distribution, partsOf } from './distribution.tsx';
import { PracticeFundsDialog } from './practice-funds-dialog.tsx';
import { ValueChart } from './value-chart.tsx';

const VALUE_DECIMALS = 2;
/** Type of the row of all accounts. */
const TOTAL = '0';

interface CoinTableProps {
  /** Null while they are not known. */
  readonly rows: readonly BalanceRow[] | null;
  readonly query: RecordQuery;
  readonly practice: boolean;
  readonly amount: (text: string) => string;
  readonly onDetails: (coin: string) => void;
}

/** Each coin with what is there of it, over all accounts. */
function CoinTable({ rows, query, practice, amount, onDetails }: CoinTableProps) {
  const format = useFormatters();
  const text = useText();
  return (
    <DataTable
      label={text('assets.coins')}
      density="roomy"
      skeletons={6}
      rows={rows}
      rowKey={({ assetId }) => assetId}
      query={query}
      failedTitle={text('assets.notLoaded')}
      emptyTitle={text('assets.none')}
      emptyText={practice ? text('assets.none.practice') : undefined}
      columns={[
        {
          head: 'assets.coin',
          card: 'title',
          cell: ({ coin, name }) => (
            <span className="flex items-center gap-3">
              <CoinIcon coin={coin} />
              <span className="flex items-baseline gap-2">
                <span className="font-semibold">{coin}</span>
                <span className="font-normal text-ink-3 max-md:hidden">{name}</span>
              </span>
            </span>
          ),
        },
        {
          head: 'assets.amount',
          kind: 'figure',
          className: 'font-medium',
          cell: (row) => amount(format.quantity(row.amount)),
        },
        {
          head: 'assets.available',
          kind: 'figure',
          quiet: true,
          cell: ({ available }) => amount(format.quantity(available)),
        },
        {
          head: 'assets.inOrders',
          kind: 'figure',
          quiet: true,
          cell: ({ frozen }) => amount(format.quantity(frozen)),
        },
        {
          head: 'assets.valueIn',
          headValues: { coin: 'USDT' },
          kind: 'figure',
          cell: ({ valueUsdt }) =>
            valueUsdt === null ? '--' : amount(format.quantity(valueUsdt, VALUE_DECIMALS)),
        },
        {
          head: 'assets.detail',
          kind: 'actions',
          className: 'w-20',
          cell: ({ coin }) => (
            <Button variant="plain" size="small" onClick={() => onDetails(coin)}>
              {text('assets.detail')} <span className="sr-only">{coin}</span>
            </Button>
          ),
        },
        {
          head: 'markets.trade',
          kind: 'actions',
          card: 'corner',
          className: 'w-20',
          cell: ({ coin }) =>
            coin === QUOTE_COIN ? null : (
              <Link
                to="/trade/index"
                search={{ type: 'spot', symbol: coin.toLowerCase() }}
                aria-label={text('markets.tradeLabel', { symbol: `${coin}/${QUOTE_COIN}` })}
                className={loneLinkClass}
              >
                {text('markets.trade')}
              </Link>
            ),
        },
      ]}
    />
  );
}

/** The rates that the user trades at, with the way to all of them. */
function OwnFees() {
  const intl = useIntl();
  const format = useFormatters();
  const { data, error } = useFeeTiers();
  const tier = data?.tiers[data.own?.tier ?? 0];
  if (tier === undefined) return error === null ? <Skeleton className="mt-1 h-4 w-64" /> : null;
  return (
    <p className="pt-1 text-13 text-ink-2">
      <FeesLink>
        {intl.formatMessage(
          { id: 'assets.ownFees' },
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

/** Value of all coins, day by day. */
function WorthOverTime({ shown, practice }: { readonly shown: boolean; readonly practice: boolean }) {
  const text = useText();
  const query = useAssetHistory(null);
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-16 font-semibold">{text('assets.history')}</h2>
      <Loaded query={query} data={query.data} skeleton={<Skeleton className="h-48" />}>
        {({ list }) => (
          <ValueChart
            days={list}
            shown={shown}
            action={
              practice ? null : (
                <Link to="/assets/index" search={{ key: 'recharge' }} className={loneLinkClass}>
                  {text('menu.deposit')}
                </Link>
              )
            }
          />
        )}
      </Loaded>
    </section>
  );
}

/** The value of everything that the user has, orders that earn included. */
function TotalValue({ shown }: { readonly shown: boolean }) {
  const formatters = useFormatters();
  const query = useWalletAccounts();
  const total = query.data?.list.find(({ type }) => type === TOTAL);
  const amount = (text: string) => (shown ? text : hiddenAmount);
  return (
    <div>
      <p className="flex items-center gap-1 text-13 text-ink-2">
        <FormattedMessage id="assets.totalValue" />
        <Eye />
      </p>
      <Loaded query={query} data={total} skeleton={<Skeleton className="my-1 h-7 w-48" />}>
        {({ totalUsdt }) => (
          <p className="figure text-28 font-semibold" data-testid="total-value">
            {amount(formatters.quantity(totalUsdt, VALUE_DECIMALS))}{' '}
            <span className="text-16 font-normal text-ink-3">USDT</span>
          </p>
        )}
      </Loaded>
      <p className="figure min-h-5 pt-1 text-13 text-ink-3">
        {total !== undefined && total.totalBtc !== null && (
          <>≈ {amount(formatters.quantity(total.totalBtc))} BTC</>
        )}
      </p>
      <CurrencyValue usdt={total?.totalUsdt ?? null} shown={shown} />
      <OwnFees />
      {total?.complete === false && (
        <p className="pt-1 text-13 text-warn">
          <FormattedMessage id="assets.incomplete" />
        </p>
      )}
    </div>
  );
}

/** The user's assets: the value of all of them, and each coin. */
export function Overview() {
  const { data: settings } = useSettings();
  const query = useAssetBalances();
  const { data: balances } = query;
  const [shown] = useAmountsShown();
  const [hideZero, setHideZero] = useState(() => deviceStorage.read('hideZero')?.content === true);
  const keepHideZero = (next: boolean) => {
    setHideZero(next);
    deviceStorage.write('hideZero', next);
  };
  const [fundsOpen, setFundsOpen] = useState(false);
  const [detailed, setDetailed] = useState<string | null>(null);
  const amount = (text: string) => (shown ? text : hiddenAmount);
  const practice = settings?.mode === 'practice';

  const hasValue = balances === undefined || partsOf(balances.list, '').length > 0;
  const isZero = (row: BalanceRow) => !/[1-9]/.test(row.amount);
  const rows = balances && quoteFirst(balances.list).filter((row) => !hideZero || !isZero(row));
  return (
    <>
      <h1 className="text-20 font-semibold">
        <FormattedMessage id="menu.assets" />
      </h1>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-4 pb-8">
        <TotalValue shown={shown} />
        {practice && (
          <Button onClick={() => setFundsOpen(true)}>
            <FormattedMessage id="assets.practice.take" />
          </Button>
        )}
      </div>
      <Accounts shown={shown} />
      <div className={cx('grid grid-cols-1 gap-8 pb-8', hasValue && 'xl:grid-cols-2')}>
        {balances !== undefined && <Distribution rows={balances.list} />}
        {query.isPending && <Skeleton className="h-24" />}
        <WorthOverTime shown={shown} practice={practice} />
      </div>
      <div className="flex items-center justify-between gap-4 pb-1">
        <h2 className="text-16 font-semibold">
          <FormattedMessage id="assets.coins" />
        </h2>
        <Checkbox checked={hideZero} onCheckedChange={keepHideZero}>
          <FormattedMessage id="assets.hideZero" />
        </Checkbox>
      </div>
      <CoinTable
        rows={rows ?? null}
        query={query}
        practice={practice}
        amount={amount}
        onDetails={setDetailed}
      />
      {detailed !== null && <CoinDetails coin={detailed} shown={shown} onClose={() => setDetailed(null)} />}
      {practice && fundsOpen && <PracticeFundsDialog onOpenChange={setFundsOpen} />}
    </>
  );
}
