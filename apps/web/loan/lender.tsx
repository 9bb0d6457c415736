import type { LoanPoolEntryRow } from '@candor/api';
import { DataTable, useFormatters, useText } from '@candor/ui';
import { useLoanWords } from '../common/loan-words.tsx';
import { PoolCourses } from '../common/pool-course.tsx';
import { useLoanPoolEntries } from './use-loans.ts';

/** The lender: a pool that everybody sees, and each movement of it. */
export function Lender() {
  const text = useText();
  const format = useFormatters();
  const { coins } = useLoanWords();
  const { query, rows } = useLoanPoolEntries();
  return (
    <section id="lender" className="flex min-w-0 scroll-mt-20 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('loan.who')}</h2>
      <p className="max-w-180 text-14 text-ink-2">{text('loan.who.text')}</p>
      <PoolCourses label={text('loan.entry.balance')} movements={rows} />
      <DataTable<LoanPoolEntryRow>
        label={text('loan.entries')}
        rows={rows}
        rowKey={({ seq, kind, coin, amount, balance }) => `${seq} ${kind} ${coin} ${amount} ${balance}`}
        query={query}
        failedTitle={text('loan.entries.notLoaded')}
        emptyTitle={text('loan.entries.none')}
        emptyText={text('loan.entries.none.text')}
        columns={[
          { head: 'loan.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
          {
            head: 'loan.entry',
            card: 'title',
            wraps: true,
            cell: ({ kind }) => text(`loan.entry.${kind}`),
          },
          {
            head: 'loan.amount',
            kind: 'figure',
            card: 'corner',
            cell: ({ amount, coin }) => `${format.difference(amount)} ${coin}`,
          },
          {
            head: 'loan.entry.balance',
            kind: 'figure',
            quiet: true,
            cell: ({ balance, coin }) => coins(balance, coin),
          },
          {
            head: 'loan.entry.reason',
            card: 'line',
            quiet: true,
            wraps: true,
            cell: ({ reason }) => reason,
          },
        ]}
      />
    </section>
  );
}
