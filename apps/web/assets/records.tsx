import { type BillKind, type BillRow, userBillKinds, WALLET_KINDS, type WalletKindName } from '@candor/api';
import {
  type CsvColumn,
  DataTable,
  DownloadCsv,
  directionClass,
  directionOf,
  Select,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { Eye, useMasked } from '../common/eye.tsx';
import { CSV_PAGE_SIZE, useAssetBalances, useBills, useLoadBills } from '../data/index.ts';
import { walletKindMessage } from '../transfer/wallet-names.ts';
import { BillReference } from './bill-reference.tsx';
import { Statements } from './statements.tsx';

const ALL = 'all';

/** A bill as a line of a file: names are the API's, amounts exact. */
const csvColumns: readonly CsvColumn<BillRow>[] = [
  ['time', ({ time }, at) => at(time)],
  ['entry', ({ seq }) => seq],
  ['kind', ({ kind }) => kind],
  ['account', ({ wallet }) => wallet],
  ['market', ({ symbol }) => symbol],
  ['debt', ({ debt }) => debt],
  ['coin', ({ coin }) => coin],
  ['amount', ({ amount }) => amount],
  ['balance', ({ balance }) => balance],
  ['orderId', ({ orderId }) => orderId],
  ['tradeId', ({ tradeId }) => tradeId],
  ['reason', ({ reason }) => reason],
];
const wallets = WALLET_KINDS;

function isKind(value: string): value is BillKind {
  return (userBillKinds as readonly string[]).includes(value);
}

function isWallet(value: string): value is WalletKindName {
  return (wallets as readonly string[]).includes(value);
}

/** The account that a line belongs to: with its market where it is isolated, and marked where it keeps a debt. */
function useAccountName() {
  const text = useText();
  return ({ wallet, symbol, debt }: BillRow): string =>
    [text(walletKindMessage(wallet)), symbol, debt ? text('assets.bills.debt') : null]
      .filter((part) => part !== null)
      .join(' · ');
}

/** The bill: every posting to the user's account, as the ledger has it. */
export function Records() {
  const [coin, setCoin] = useState(ALL);
  const [kind, setKind] = useState(ALL);
  const [wallet, setWallet] = useState(ALL);
  const masked = useMasked();
  const { data: balances } = useAssetBalances();
  const format = useFormatters();
  const text = useText();
  const accountName = useAccountName();
  const filter = {
    ...(coin === ALL ? {} : { coin }),
    ...(isKind(kind) ? { kind } : {}),
    ...(isWallet(wallet) ? { wallet } : {}),
  };
  const { query, rows } = useBills(filter);
  const load = useLoadBills(filter, CSV_PAGE_SIZE);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4 pb-4">
        <span className="flex items-center gap-2">
          <h1 className="text-20 font-semibold">{text('menu.records')}</h1>
          <Eye />
        </span>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <Select
            variant="plain"
            label={text('assets.bills.account')}
            value={wallet}
            onValueChange={setWallet}
            options={[
              { value: ALL, label: text('assets.bills.allAccounts') },
              ...wallets.map((each) => ({
                value: each as string,
                label: text(walletKindMessage(each)),
              })),
            ]}
          />
          <Select
            variant="plain"
            label={text('assets.coin')}
            value={coin}
            onValueChange={setCoin}
            options={[
              { value: ALL, label: text('assets.bills.allCoins') },
              ...(balances?.list ?? []).map((row) => ({ value: row.coin, label: row.coin })),
            ]}
          />
          <Select
            variant="plain"
            label={text('assets.bills.kind')}
            value={kind}
            onValueChange={setKind}
            options={[
              { value: ALL, label: text('assets.bills.allKinds') },
              ...userBillKinds.map((each) => ({
                value: each as string,
                label: text(`assets.bills.kind.${each}`),
              })),
            ]}
          />
        </div>
      </div>
      <div className="flex justify-end pb-2">
        <DownloadCsv name="bills" columns={csvColumns} load={load} />
      </div>
      <DataTable
        label={text('menu.records')}
        density="roomy"
        skeletons={8}
        rows={rows}
        rowKey={({ id }) => id}
        query={query}
        failedTitle={text('assets.bills.notLoaded')}
        emptyTitle={text('assets.bills.none')}
        emptyText={text('assets.bills.none.text')}
        columns={[
          { head: 'assets.bills.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
          {
            head: 'assets.bills.kind',
            card: 'title',
            wraps: true,
            cell: ({ kind, reason }) => (
              <>
                {text(`assets.bills.kind.${kind}`)}
                {reason !== null && <span className="block text-13 text-ink-2">{reason}</span>}
              </>
            ),
          },
          { head: 'assets.bills.account', quiet: true, wraps: true, cell: accountName },
          { head: 'assets.coin', cell: ({ coin }) => coin },
          {
            head: 'assets.bills.amount',
            kind: 'figure',
            card: 'corner',
            cell: (bill) => (
              <span className={directionClass[directionOf(bill.amount)]}>
                {masked(format.difference(bill.amount))}
              </span>
            ),
          },
          {
            head: 'assets.bills.balanceAfter',
            kind: 'figure',
            quiet: true,
            cell: ({ balance }) => masked(format.quantity(balance)),
          },
          {
            head: 'assets.bills.reference',
            kind: 'figure',
            quiet: true,
            cell: (bill) => <BillReference bill={bill} />,
          },
          { head: 'assets.bills.entry', kind: 'figure', quiet: true, cell: ({ seq }) => String(seq) },
        ]}
      />
      <Statements />
    </>
  );
}
