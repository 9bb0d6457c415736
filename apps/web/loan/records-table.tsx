import type { LoanRecordRow, LoanRecordStatus } from '@candor/api';
import { buttonClass, DataTable, rowLinkClass, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useMasked } from '../common/eye.tsx';
import { LoanName, useLoanWords } from '../common/loan-words.tsx';
import { useEmptyWords } from '../records/record-filter.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useLoanRecords } from './use-loans.ts';

interface RecordsTableProps {
  readonly status: LoanRecordStatus | undefined;
  /** Within a frame of its own. */
  readonly inset?: boolean;
}

/** The user's applications and loans of a status; each row leads to all that happened to it. */
export function RecordsTable({ status, inset = false }: RecordsTableProps) {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  const { coins, rate } = useLoanWords();
  const { query, rows } = useLoanRecords(status);
  const empty = useEmptyWords(text('loan.records.none'), text('loan.records.none.text'));
  return (
    <DataTable<LoanRecordRow>
      label={text('loan.records')}
      density="roomy"
      inset={inset}
      pressable
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      failedTitle={text('loan.records.notLoaded')}
      {...empty}
      emptyAction={
        <Link to="/loan/index" className={buttonClass('quiet')}>
          {text('loan.toProducts')}
        </Link>
      }
      columns={[
        {
          head: 'loan.method',
          card: 'title',
          cell: (record) => (
            <Link
              to="/loan/order"
              search={(before: object) => ({ ...before, id: record.id })}
              className={rowLinkClass}
            >
              <LoanName loan={record} />
              <span className="sr-only">{text('loan.number', { number: String(record.id) })}</span>
            </Link>
          ),
        },
        {
          head: 'loan.amount',
          kind: 'figure',
          cell: ({ amount, coin }) => <span className="font-medium">{masked(coins(amount, coin))}</span>,
        },
        { head: 'loan.daily', kind: 'figure', quiet: true, cell: ({ dailyPpm }) => rate(dailyPpm) },
        {
          head: 'loan.interest',
          kind: 'figure',
          cell: ({ interest, coin }) => (interest === null ? '–' : masked(coins(interest, coin))),
        },
        {
          head: 'loan.lender',
          quiet: true,
          wraps: true,
          cell: ({ coin }) => text('loan.lender.pool', { coin }),
        },
        {
          head: 'loan.repayTime',
          kind: 'end',
          cell: ({ repayTime }) => <span className="figure">{format.date(repayTime)}</span>,
        },
        { head: 'loan.status', card: 'corner', cell: ({ status: state }) => <StatusBadge status={state} /> },
      ]}
    />
  );
}
