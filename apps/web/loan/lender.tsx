import type { LoanPoolEntryRow } from '@candor/api';
import { DataTable, useFormatters, useText } from '@candor/ui';
import { useLoanWords } from '../common/loan-words.tsx';
import { PoolCourses } from '../common/pool-course.tsx';
import { PoolFigures } from './pool-figures.tsx';
import { useLoanPoolEntries } from './use-loans.ts';

/** The lender: a pool that everybody sees, what borrowers paid into it, and each movement of it. */
export function Lender() {
  const text = useText();
  return (
    <section id="lender" className="flex min-w-0 scroll-mt-20 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('loan.who')}</h2>
      <p className="max-w-180 text-14 text-ink-2">{text('loan.who.text')}</p>
      <h3 className="pt-3 text-16 font-semibold">{text('loan.pool')}</h3>
      <PoolFigures />
      <h3 className="pt-6 text-16 font-semibold">{text('loan.entries')}</h3>
      <Entries />
    </section>
  );
}

/** The movements of the pools, newest first. */
function Entries() {
  const text = useText();
  const format = useFormatters();
  const { coins } = useLoanWords();
  const { query, rows } = useLoanPoolEntries();
  return (
    <>
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
            cell: (entry) => <EntryKind entry={entry} />,
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
    </>
  );
}

/** The kind of a movement; a repayment names what of it came back and what was paid for it. */
function EntryKind({ entry }: { readonly entry: LoanPoolEntryRow }) {
  const text = useText();
  const { coins } = useLoanWords();
  const { kind, coin } = entry;
  if (kind !== 'repaid') return text(`loan.entry.${kind}`);
  const principal = coins(entry.principal, coin);
  const interest = coins(entry.interest, coin);
  return (
    <span className="flex flex-col">
      {text('loan.entry.repaid')}
      <span className="figure text-13 font-normal text-ink-2">
        {entry.overdueInterest === '0'
          ? text('loan.entry.dueParts', { principal, interest })
          : text('loan.owed.parts', {
              principal,
              interest,
              overdue: coins(entry.overdueInterest, coin),
            })}
      </span>
    </span>
  );
}
