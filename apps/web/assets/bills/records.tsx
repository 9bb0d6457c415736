import { type BillRow, userBillKinds, WALLET_KINDS } from '@candor/api';
import { AGENT_PLACE } from '@candor/products';
import {
  type Column,
  type CsvColumn,
  DataTable,
  DownloadCsv,
  directionClass,
  directionOf,
  Select,
  useFormatters,
  useText,
  useTimeZone,
} from '@candor/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Eye, useMasked } from '../../common/eye.tsx';
import { CSV_PAGE_SIZE, useAssetBalances, useBills, useLoadBills } from '../../data/index.ts';
import { DayFields } from '../../records/day-fields.tsx';
import { timesOf } from '../../records/record-times.ts';
import { walletKindMessage } from '../../transfer/wallet-names.ts';
import { BillReference } from './bill-reference.tsx';
import { type BillSearch, billSearch } from './bill-search.ts';
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

/** The account that a line belongs to: with its market where it is isolated, and marked where it keeps a debt. */
function useAccountName() {
  const text = useText();
  return ({ wallet, symbol, debt }: BillRow): string =>
    [text(walletKindMessage(wallet)), symbol, debt ? text('assets.bills.debt') : null]
      .filter((part) => part !== null)
      .join(' · ');
}

interface BillFiltersProps {
  readonly wallet: string;
  readonly coin: string;
  readonly kind: string;
  readonly onAsk: (key: 'wallet' | 'coin' | 'kind', value: string) => void;
}

/** Chooses the account, the coin and the kind of the lines. */
function BillFilters({ wallet, coin, kind, onAsk }: BillFiltersProps) {
  const text = useText();
  const { data: balances } = useAssetBalances();
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      <Select
        variant="plain"
        label={text('assets.bills.account')}
        value={wallet}
        onValueChange={(next) => onAsk('wallet', next)}
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
        onValueChange={(next) => onAsk('coin', next)}
        options={[
          { value: ALL, label: text('assets.bills.allCoins') },
          ...(balances?.list ?? []).map((row) => ({ value: row.coin, label: row.coin })),
        ]}
      />
      <Select
        variant="plain"
        label={text('assets.bills.kind')}
        value={kind}
        onValueChange={(next) => onAsk('kind', next)}
        options={[
          { value: ALL, label: text('assets.bills.allKinds') },
          ...userBillKinds.map((each) => ({
            value: each as string,
            label: text(`assets.bills.kind.${each}`),
          })),
        ]}
      />
    </div>
  );
}

/** The kind of a line, whose rebate or share it is, and the reason that was given. */
function BillKind({ bill: { kind, reason, orderId } }: { readonly bill: BillRow }) {
  const text = useText();
  return (
    <>
      {text(`assets.bills.kind.${kind}`)}
      {kind === 'referral-rebate' && (
        <span className="block text-13 text-ink-2">
          {orderId === AGENT_PLACE
            ? text('assets.bills.agent')
            : text('assets.bills.generation', { generation: orderId ?? 1 })}
        </span>
      )}
      {reason !== null && <span className="block text-13 text-ink-2">{reason}</span>}
    </>
  );
}

function useBillColumns(): readonly Column<BillRow>[] {
  const masked = useMasked();
  const format = useFormatters();
  const accountName = useAccountName();
  return [
    { head: 'assets.bills.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
    { head: 'assets.bills.kind', card: 'title', wraps: true, cell: (bill) => <BillKind bill={bill} /> },
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
  ];
}

/** The bill: every posting to the user's account, as the ledger has it. */
export function Records() {
  const asked = billSearch(useSearch({ strict: false }));
  const { from = '', to = '', ...named } = asked;
  const { coin = ALL, kind = ALL, wallet = ALL }: Readonly<Record<string, string>> = named;
  const navigate = useNavigate();
  const ask = (key: keyof BillSearch, value: string) => {
    const search = (before: object) => ({
      ...before,
      [key]: value === '' || value === ALL ? undefined : value,
    });
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
  };
  const text = useText();
  const columns = useBillColumns();
  const filter = { ...named, ...timesOf({ from, to }, useTimeZone()) };
  const isFiltered = Object.keys(filter).length > 0;
  const { query, rows } = useBills(filter);
  const load = useLoadBills(filter, CSV_PAGE_SIZE);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4 pb-4">
        <span className="flex items-center gap-2">
          <h1 className="text-20 font-semibold">{text('menu.records')}</h1>
          <Eye />
        </span>
        <BillFilters wallet={wallet} coin={coin} kind={kind} onAsk={ask} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3 pb-2">
        <div className="grid grow grid-cols-2 gap-3 sm:flex sm:grow-0">
          <DayFields days={{ from, to }} onDayChange={ask} />
        </div>
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
        emptyTitle={text(isFiltered ? 'ui.days.none' : 'assets.bills.none')}
        emptyText={text(isFiltered ? 'ui.days.noneText' : 'assets.bills.none.text')}
        columns={columns}
      />
      <Statements />
    </>
  );
}
