import { LOAN_REVIEW_HOURS, LOAN_TWO_REVIEWERS_ABOVE } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';

const POINTS = ['fee', 'review', 'date', 'order', 'late', 'early', 'score', 'receipt'] as const;

/** Facts to know before anything is signed. */
export function BeforeYouBorrow({ coin }: { readonly coin: string }) {
  const text = useText();
  const format = useFormatters();
  const values = {
    hours: LOAN_REVIEW_HOURS,
    amount: format.quantity(String(LOAN_TWO_REVIEWERS_ABOVE)),
    coin,
  };
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('loan.how')}</h2>
      <ul className="grid gap-x-16 border-t text-14 text-ink-2 lg:grid-cols-2 [&>li]:border-b [&>li]:py-3">
        {POINTS.map((point) => (
          <li key={point}>{text(`loan.how.${point}`, values)}</li>
        ))}
      </ul>
    </section>
  );
}
