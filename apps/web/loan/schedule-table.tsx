import { DataTable, useFormatters, useText } from '@candor/ui';
import type { Plan, PlanRow } from '../common/loan-figures.ts';
import { useLoanWords } from '../common/loan-words.tsx';

/** A payment as a bar: its interest before its principal, beside the largest of all. For a glance; the figures stand beside it. */
function Bar({ row }: { readonly row: PlanRow }) {
  return (
    <span aria-hidden="true" className="flex h-2 w-full min-w-24 overflow-hidden rounded-small bg-wash">
      <span className="h-full bg-warn" style={{ width: `${row.interestPercent}%` }} />
      <span className="h-full bg-accent" style={{ width: `${row.principalPercent}%` }} />
    </span>
  );
}

/** The colours of the bars in words. */
function Legend() {
  const text = useText();
  return (
    <span aria-hidden="true" className="flex gap-4 text-12 text-ink-3">
      {(['interest', 'principal'] as const).map((part) => (
        <span key={part} className="flex items-center gap-1.5">
          <span className={`size-2 rounded-small ${part === 'interest' ? 'bg-warn' : 'bg-accent'}`} />
          {text(`loan.${part}`)}
        </span>
      ))}
    </span>
  );
}

/** Every date and every amount of a loan before it is taken. */
export function ScheduleTable({ plan, coin }: { readonly plan: Plan | null; readonly coin: string }) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useLoanWords();
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-20 font-semibold">{text('loan.schedule')}</h2>
        <Legend />
      </header>
      <DataTable<PlanRow>
        label={text('loan.schedule')}
        stacks={false}
        rows={plan?.rows ?? []}
        rowKey={({ number }) => number}
        emptyTitle={text('ui.required.amount')}
        columns={[
          {
            head: 'loan.due',
            wraps: true,
            cell: ({ dueMs }) => <span className="figure">{format.date(dueMs)}</span>,
          },
          { head: 'loan.bar', from: 'md', className: 'w-1/4', cell: (row) => <Bar row={row} /> },
          {
            head: 'loan.interest',
            kind: 'figure',
            wraps: true,
            cell: ({ interest }) => format.quantity(interest),
          },
          {
            head: 'loan.principal',
            kind: 'figure',
            quiet: true,
            from: 'sm',
            wraps: true,
            cell: ({ principal }) => format.quantity(principal),
          },
          {
            head: 'loan.payment',
            kind: 'figure',
            wraps: true,
            cell: ({ payment }) => <span className="font-medium">{coins(payment, coin)}</span>,
          },
        ]}
      />
      <p className="text-13 text-ink-3">{text('loan.schedule.text')}</p>
    </section>
  );
}
