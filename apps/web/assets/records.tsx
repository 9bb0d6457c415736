import { type BillKind, type BillRow, type WalletKindName, walletKind } from '@candor/contract';
import { hiddenAmount } from '@candor/i18n';
import {
  Button,
  Cell,
  cx,
  directionClass,
  directionOf,
  EmptyState,
  ErrorState,
  HeadCell,
  Row,
  Select,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  useFormatters,
} from '@candor/ui';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { wordsOf } from '../app/error-words.ts';
import { useAssetBalances, useBills } from '../data/index.ts';
import { billKinds } from './bill-kinds.ts';
import { useAmountsShown } from './use-amounts-shown.ts';
import { walletKindMessage } from './wallet-names.ts';

const COLUMNS = 8;
const ALL = 'all';
const wallets = walletKind.options;

function isKind(value: string): value is BillKind {
  return (billKinds as readonly string[]).includes(value);
}

function isWallet(value: string): value is WalletKindName {
  return (wallets as readonly string[]).includes(value);
}

/** The account that a line belongs to: with its market where it is isolated, and marked where it keeps a debt. */
function AccountName({ bill }: { bill: BillRow }) {
  const intl = useIntl();
  const parts = [intl.formatMessage({ id: walletKindMessage(bill.wallet) })];
  if (bill.symbol !== null) parts.push(bill.symbol);
  if (bill.debt) parts.push(intl.formatMessage({ id: 'bills.debt' }));
  return parts.join(' · ');
}

function BillLine({ bill, amount }: { bill: BillRow; amount: (text: string) => string }) {
  const formatters = useFormatters();
  const signed = amount(formatters.difference(bill.amount));
  return (
    <Row>
      <Cell figure className="text-start! max-sm:h-20!">
        <span className="max-sm:hidden">{formatters.dateTime(bill.time)}</span>
        <span className="sm:hidden">
          <span className="block font-medium">
            <FormattedMessage id={`bills.kind.${bill.kind}`} />
          </span>
          <span className="block text-12 text-ink-3">
            <AccountName bill={bill} />
          </span>
          <span className="block text-12 text-ink-3">{formatters.dateTime(bill.time)}</span>
        </span>
      </Cell>
      <Cell className="max-sm:hidden">
        <FormattedMessage id={`bills.kind.${bill.kind}`} />
      </Cell>
      <Cell tone="quiet" className="max-sm:hidden">
        <AccountName bill={bill} />
      </Cell>
      <Cell className="max-sm:hidden">{bill.coin}</Cell>
      <Cell figure className={cx(directionClass[directionOf(bill.amount)], 'max-sm:pe-0!')}>
        {signed} <span className="text-ink-3 sm:hidden">{bill.coin}</span>
      </Cell>
      <Cell figure tone="quiet" className="max-sm:hidden">
        {amount(formatters.quantity(bill.balance))}
      </Cell>
      <Cell figure tone="quiet" className="max-md:hidden">
        {bill.orderId === null ? '--' : String(bill.orderId)}
      </Cell>
      <Cell figure tone="quiet" className="max-md:hidden">
        {String(bill.seq)}
      </Cell>
    </Row>
  );
}

/** The bill: every posting to the user's account, as the ledger has it. */
export function Records() {
  const intl = useIntl();
  const [coin, setCoin] = useState(ALL);
  const [kind, setKind] = useState(ALL);
  const [wallet, setWallet] = useState(ALL);
  const [shown] = useAmountsShown();
  const { data: balances } = useAssetBalances();
  const bills = useBills({
    ...(coin === ALL ? {} : { coin }),
    ...(isKind(kind) ? { kind } : {}),
    ...(isWallet(wallet) ? { wallet } : {}),
  });
  const rows = bills.data?.pages.flatMap((page) => page.records);
  const amount = (text: string) => (shown ? text : hiddenAmount);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4 pb-4">
        <h1 className="text-20 font-semibold">
          <FormattedMessage id="menu.records" />
        </h1>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <Select
            variant="plain"
            label={intl.formatMessage({ id: 'bills.account' })}
            value={wallet}
            onValueChange={setWallet}
            options={[
              { value: ALL, label: intl.formatMessage({ id: 'bills.allAccounts' }) },
              ...wallets.map((each) => ({
                value: each as string,
                label: intl.formatMessage({ id: walletKindMessage(each) }),
              })),
            ]}
          />
          <Select
            variant="plain"
            label={intl.formatMessage({ id: 'assets.coin' })}
            value={coin}
            onValueChange={setCoin}
            options={[
              { value: ALL, label: intl.formatMessage({ id: 'bills.allCoins' }) },
              ...(balances?.list ?? []).map((row) => ({ value: row.coin, label: row.coin })),
            ]}
          />
          <Select
            variant="plain"
            label={intl.formatMessage({ id: 'bills.kind' })}
            value={kind}
            onValueChange={setKind}
            options={[
              { value: ALL, label: intl.formatMessage({ id: 'bills.allKinds' }) },
              ...billKinds.map((each) => ({
                value: each as string,
                label: intl.formatMessage({ id: `bills.kind.${each}` }),
              })),
            ]}
          />
        </div>
      </div>
      <Table label={intl.formatMessage({ id: 'menu.records' })} density="roomy">
        <TableHead>
          <HeadCell>
            <FormattedMessage id="bills.time" />
          </HeadCell>
          <HeadCell className="max-sm:hidden">
            <FormattedMessage id="bills.kind" />
          </HeadCell>
          <HeadCell className="max-sm:hidden">
            <FormattedMessage id="bills.account" />
          </HeadCell>
          <HeadCell className="max-sm:hidden">
            <FormattedMessage id="assets.coin" />
          </HeadCell>
          <HeadCell figure className="max-sm:pe-0!">
            <FormattedMessage id="bills.amount" />
          </HeadCell>
          <HeadCell figure className="max-sm:hidden">
            <FormattedMessage id="bills.balanceAfter" />
          </HeadCell>
          <HeadCell figure className="max-md:hidden">
            <FormattedMessage id="bills.reference" />
          </HeadCell>
          <HeadCell figure className="max-md:hidden">
            <FormattedMessage id="bills.entry" />
          </HeadCell>
        </TableHead>
        <TableBody busy={bills.isPending}>
          {rows === undefined && bills.error === null && (
            <SkeletonRows rows={8} columns={['text', 'text', 'text', 'text', 'figure', 'figure']} />
          )}
          {rows === undefined && bills.error !== null && (
            <TableMessage columns={COLUMNS}>
              <ErrorState
                title={<FormattedMessage id="bills.notLoaded" />}
                text={wordsOf(intl, bills.error)}
                onRetry={() => void bills.refetch()}
                retrying={bills.isFetching}
              />
            </TableMessage>
          )}
          {rows?.length === 0 && (
            <TableMessage columns={COLUMNS}>
              <EmptyState
                title={<FormattedMessage id="bills.none" />}
                text={<FormattedMessage id="bills.none.text" />}
              />
            </TableMessage>
          )}
          {rows?.map((bill) => (
            <BillLine key={bill.id} bill={bill} amount={amount} />
          ))}
        </TableBody>
      </Table>
      {bills.hasNextPage && (
        <div className="flex justify-center pt-6">
          <Button
            variant="quiet"
            loading={bills.isFetchingNextPage}
            onClick={() => void bills.fetchNextPage()}
          >
            <FormattedMessage id="bills.more" />
          </Button>
        </div>
      )}
    </>
  );
}
