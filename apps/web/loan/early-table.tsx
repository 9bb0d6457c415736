import { DataTable, useFormatters, useText } from '@candor/ui';
import { type EarlyEnd, earlyDays, earlyEnd, type Plan, type TermsRow } from '../common/loan-figures.ts';
import { useLoanWords } from '../common/loan-words.tsx';

interface EarlyTableProps {
  readonly terms: TermsRow & { readonly coin: string };
  readonly amount: string;
  readonly beganMs: number;
  readonly plan: Plan;
}

/** Prices of ending a loan early, to the last unit. */
export function EarlyTable({ terms, amount, beganMs, plan }: EarlyTableProps) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useLoanWords();
  const rows = earlyDays(beganMs, plan.endMs)
    .map((days) => earlyEnd(amount, terms, beganMs, days))
    .filter((row): row is EarlyEnd => row !== null);
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('loan.early')}</h2>
      <p className="max-w-150 text-14 text-ink-2">{text('loan.early.text')}</p>
      <DataTable<EarlyEnd>
        label={text('loan.early')}
        stacks={false}
        rows={rows}
        rowKey={({ days }) => days}
        emptyTitle={text('ui.required.amount')}
        columns={[
          {
            head: 'loan.early.after',
            wraps: true,
            cell: ({ days }) => (days === 0 ? text('loan.early.now') : text('loan.days', { count: days })),
          },
          {
            head: 'loan.early.interest',
            kind: 'figure',
            wraps: true,
            cell: ({ interest }) => format.quantity(interest),
          },
          {
            head: 'loan.early.saved',
            kind: 'figure',
            quiet: true,
            from: 'sm',
            wraps: true,
            cell: ({ saved }) => format.quantity(saved),
          },
          {
            head: 'loan.early.price',
            kind: 'figure',
            wraps: true,
            cell: ({ price }) => <span className="font-medium">{coins(price, terms.coin)}</span>,
          },
        ]}
      />
    </section>
  );
}
