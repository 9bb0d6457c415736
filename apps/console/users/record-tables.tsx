import type { OperatorBillRow, OperatorDepositRow, OperatorWithdrawalRow } from '@candor/api';
import { Badge, type Column, loneLinkClass, networkNameOf, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { RecordTable, type RecordTableProps } from '../shell/record-table.tsx';
import type { TableSearch } from '../shell/table-search.ts';
import { billsTerms, depositsTerms, withdrawalsTerms } from './record-search.ts';
import { entryWords, walletWords, withdrawalReasonWords } from './record-words.ts';

export interface RecordsProps {
  readonly search: TableSearch;
  readonly onShow: (search: TableSearch) => void;
  /** The user whose page the list stands on. */
  readonly fixed?: Readonly<Record<string, string>>;
}

const USERS: string = '/users';

function UserLink({ userId }: { readonly userId: number }) {
  return (
    <Link to={USERS} search={{ user: String(userId) } as never} className={loneLinkClass}>
      {userId}
    </Link>
  );
}

function Code({ children }: { readonly children: string | null }) {
  if (children === null) return '–';
  return <code className="text-12 wrap-anywhere">{children}</code>;
}

const userColumn = <Row extends { readonly userId: number }>(): Column<Row> => ({
  head: 'console.records.user',
  cell: ({ userId }) => <UserLink userId={userId} />,
});

/** The address and the transaction of a movement on a chain. */
const chainColumns = <
  Row extends { readonly address: string | null; readonly transaction: string | null },
>(): readonly Column<Row>[] => [
  {
    head: 'console.records.address',
    card: 'line',
    wraps: true,
    cell: ({ address }) => <Code>{address}</Code>,
  },
  {
    head: 'console.records.transaction',
    card: 'line',
    wraps: true,
    cell: ({ transaction }) => <Code>{transaction}</Code>,
  },
];

interface RecordList<Row extends object>
  extends Pick<RecordTableProps<Row>, 'terms' | 'load' | 'columns' | 'rowKey' | 'csv'> {
  /** Its desk, its key in the cache and the end of its title's id. */
  readonly name: 'bills' | 'deposits' | 'withdrawals';
}

/** A list of records, without the column of the user where the place says whose it is. */
function Records<Row extends object>({
  search,
  onShow,
  fixed,
  name,
  ...list
}: RecordsProps & RecordList<Row>) {
  const text = useText();
  const columns =
    fixed === undefined ? list.columns : list.columns.filter(({ head }) => head !== 'console.records.user');
  return (
    <RecordTable<Row>
      {...list}
      search={search}
      onShow={onShow}
      columns={columns}
      {...(fixed === undefined ? {} : { fixed })}
      desk={`/${name}`}
      queryKey={['records', name]}
      label={text(`console.shell.screen.${name}`)}
      failedTitle={text('console.records.failed')}
      emptyTitle={text('console.records.none')}
    />
  );
}

export function BillsTable(place: RecordsProps) {
  const intl = useIntl();
  const format = useFormatters();
  const { client } = useConsole();
  return (
    <Records<OperatorBillRow>
      {...place}
      name="bills"
      terms={billsTerms}
      load={(query) => client.call('getOperatorBills', { query: query as never })}
      columns={[
        { head: 'console.shell.time', kind: 'time', cell: (row) => format.dateTime(row.time) },
        userColumn(),
        { head: 'console.records.kind', card: 'title', cell: (row) => entryWords(intl, row.kind) },
        { head: 'console.records.wallet', cell: (row) => walletWords(intl, row.wallet) },
        { head: 'console.records.coin', cell: (row) => row.coin },
        { head: 'console.records.amount', kind: 'figure', cell: (row) => format.quantity(row.amount) },
        { head: 'console.records.balance', kind: 'figure', cell: (row) => format.quantity(row.balance) },
        { head: 'console.records.order', kind: 'figure', quiet: true, cell: (row) => row.orderId ?? '–' },
        { head: 'console.records.seq', kind: 'figure', quiet: true, cell: (row) => row.seq },
      ]}
      rowKey={(row) => row.id}
      csv={['id', 'userId', 'time', 'kind', 'wallet', 'coin', 'amount', 'balance', 'orderId', 'seq']}
    />
  );
}

export function DepositsTable(place: RecordsProps) {
  const intl = useIntl();
  const text = useText();
  const format = useFormatters();
  const { client } = useConsole();
  return (
    <Records<OperatorDepositRow>
      {...place}
      name="deposits"
      terms={depositsTerms}
      load={(query) => client.call('getOperatorDeposits', { query })}
      columns={[
        { head: 'console.records.no', kind: 'figure', cell: (row) => row.no },
        { head: 'console.shell.time', kind: 'time', cell: (row) => format.dateTime(row.time) },
        userColumn(),
        { head: 'console.records.coin', card: 'title', cell: (row) => row.coin ?? '–' },
        {
          head: 'console.records.amount',
          kind: 'figure',
          cell: (row) => (row.amount === null ? '–' : format.quantity(row.amount)),
        },
        {
          head: 'console.shell.state',
          card: 'corner',
          cell: (row) => <Badge>{intl.formatMessage({ id: `console.records.state.${row.state}` })}</Badge>,
        },
        { head: 'console.records.chain', cell: (row) => networkNameOf(text, row.chain) },
        ...chainColumns<OperatorDepositRow>(),
      ]}
      rowKey={(row) => row.no}
      csv={[
        'no',
        'userId',
        'time',
        'chain',
        'coin',
        'amount',
        'state',
        'address',
        'sender',
        'transaction',
        'endTime',
      ]}
    />
  );
}

export function WithdrawalsTable(place: RecordsProps) {
  const intl = useIntl();
  const format = useFormatters();
  const { client } = useConsole();
  return (
    <Records<OperatorWithdrawalRow>
      {...place}
      name="withdrawals"
      terms={withdrawalsTerms}
      load={(query) => client.call('getOperatorWithdrawals', { query })}
      columns={[
        { head: 'console.records.no', kind: 'figure', cell: (row) => row.no },
        { head: 'console.shell.time', kind: 'time', cell: (row) => format.dateTime(row.time) },
        userColumn(),
        { head: 'console.records.coin', card: 'title', cell: (row) => row.coin },
        { head: 'console.records.amount', kind: 'figure', cell: (row) => format.quantity(row.amount) },
        { head: 'console.records.fee', kind: 'figure', cell: (row) => format.quantity(row.fee) },
        { head: 'console.records.value', kind: 'figure', cell: (row) => format.quantity(row.value) },
        {
          head: 'console.shell.state',
          card: 'corner',
          cell: (row) => (
            <Badge>
              {intl.formatMessage({ id: `console.records.state.${row.state}` })}
              {row.reason !== null && ` · ${withdrawalReasonWords(intl, row.reason, row.state)}`}
            </Badge>
          ),
        },
        {
          head: 'console.records.deadline',
          kind: 'time',
          cell: (row) => (row.deadline === null ? '–' : format.dateTime(row.deadline)),
        },
        ...chainColumns<OperatorWithdrawalRow>(),
      ]}
      rowKey={(row) => row.no}
      csv={[
        'no',
        'userId',
        'time',
        'chain',
        'coin',
        'amount',
        'fee',
        'value',
        'state',
        'reason',
        'deadline',
        'address',
        'transaction',
        'endTime',
      ]}
    />
  );
}
