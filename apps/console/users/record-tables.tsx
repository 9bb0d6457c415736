import type { OperatorBillRow, OperatorDepositRow, OperatorWithdrawalRow } from '@candor/api';
import { Badge, type Column, linkClass, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { RecordTable } from '../shell/record-table.tsx';
import type { TableSearch } from '../shell/table-search.ts';
import { billsTerms, depositsTerms, withdrawalsTerms } from './record-search.ts';

export interface RecordsProps {
  readonly search: TableSearch;
  readonly onShow: (search: TableSearch) => void;
  /** The user whose page the list stands on. */
  readonly fixed?: Readonly<Record<string, string>>;
}

const USERS: string = '/users';

function UserLink({ userId }: { readonly userId: number }) {
  return (
    <Link to={USERS} search={{ user: String(userId) } as never} className={linkClass}>
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

/** The columns of a list, without its user where the place says whose it is. */
function shownColumns<Row>(columns: readonly Column<Row>[], fixed: RecordsProps['fixed']) {
  return fixed === undefined ? columns : columns.filter(({ head }) => head !== 'console.records.user');
}

export function BillsTable({ search, onShow, fixed }: RecordsProps) {
  const format = useFormatters();
  const text = useText();
  const { client } = useConsole();
  return (
    <RecordTable<OperatorBillRow>
      desk="/bills"
      terms={billsTerms}
      {...{ search, onShow }}
      {...(fixed === undefined ? {} : { fixed })}
      queryKey={['records', 'bills']}
      load={(query) => client.call('getOperatorBills', { query: query as never })}
      columns={shownColumns<OperatorBillRow>(
        [
          { head: 'console.shell.time', kind: 'time', cell: (row) => format.dateTime(row.time) },
          userColumn(),
          { head: 'console.records.kind', card: 'title', cell: (row) => <Code>{row.kind}</Code> },
          { head: 'console.records.wallet', cell: (row) => <Code>{row.wallet}</Code> },
          { head: 'console.records.coin', cell: (row) => row.coin },
          { head: 'console.records.amount', kind: 'figure', cell: (row) => format.quantity(row.amount) },
          { head: 'console.records.balance', kind: 'figure', cell: (row) => format.quantity(row.balance) },
          { head: 'console.records.order', kind: 'figure', quiet: true, cell: (row) => row.orderId ?? '–' },
          { head: 'console.records.seq', kind: 'figure', quiet: true, cell: (row) => row.seq },
        ],
        fixed,
      )}
      rowKey={(row) => row.id}
      csv={['id', 'userId', 'time', 'kind', 'wallet', 'coin', 'amount', 'balance', 'orderId', 'seq']}
      label={text('console.shell.screen.bills')}
      failedTitle={text('console.records.failed')}
      emptyTitle={text('console.records.none')}
    />
  );
}

export function DepositsTable({ search, onShow, fixed }: RecordsProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const { client } = useConsole();
  return (
    <RecordTable<OperatorDepositRow>
      desk="/deposits"
      terms={depositsTerms}
      {...{ search, onShow }}
      {...(fixed === undefined ? {} : { fixed })}
      queryKey={['records', 'deposits']}
      load={(query) => client.call('getOperatorDeposits', { query })}
      columns={shownColumns<OperatorDepositRow>(
        [
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
          { head: 'console.records.chain', cell: (row) => <Code>{row.chain}</Code> },
          {
            head: 'console.records.address',
            card: 'line',
            wraps: true,
            cell: (row) => <Code>{row.address}</Code>,
          },
          {
            head: 'console.records.transaction',
            card: 'line',
            wraps: true,
            cell: (row) => <Code>{row.transaction}</Code>,
          },
        ],
        fixed,
      )}
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
      label={text('console.shell.screen.deposits')}
      failedTitle={text('console.records.failed')}
      emptyTitle={text('console.records.none')}
    />
  );
}

export function WithdrawalsTable({ search, onShow, fixed }: RecordsProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const { client } = useConsole();
  return (
    <RecordTable<OperatorWithdrawalRow>
      desk="/withdrawals"
      terms={withdrawalsTerms}
      {...{ search, onShow }}
      {...(fixed === undefined ? {} : { fixed })}
      queryKey={['records', 'withdrawals']}
      load={(query) => client.call('getOperatorWithdrawals', { query })}
      columns={shownColumns<OperatorWithdrawalRow>(
        [
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
                {row.reason === null ? '' : ` · ${row.reason}`}
              </Badge>
            ),
          },
          {
            head: 'console.records.deadline',
            kind: 'time',
            cell: (row) => (row.deadline === null ? '–' : format.dateTime(row.deadline)),
          },
          {
            head: 'console.records.address',
            card: 'line',
            wraps: true,
            cell: (row) => <Code>{row.address}</Code>,
          },
          {
            head: 'console.records.transaction',
            card: 'line',
            wraps: true,
            cell: (row) => <Code>{row.transaction}</Code>,
          },
        ],
        fixed,
      )}
      rowKey={(row) => row.no}
      csv={[
        ...(['no', 'userId', 'time', 'chain', 'coin', 'amount', 'fee', 'value', 'state', 'reason'] as const),
        ...(['deadline', 'address', 'transaction', 'endTime'] as const),
      ]}
      label={text('console.shell.screen.withdrawals')}
      failedTitle={text('console.records.failed')}
      emptyTitle={text('console.records.none')}
    />
  );
}
