import { LOAN_REVIEW_HOURS } from '@candor/api';
import { Skeleton, useText } from '@candor/ui';
import type { ReactNode } from 'react';
import { useMasked } from '../common/eye.tsx';
import { useLoanWords } from '../common/loan-words.tsx';
import { useCreditScore, useLoanProducts, useSignedIn } from '../data/index.ts';
import { quoteFirst } from '../markets/quote-first.ts';

function Figure({ head, children }: { readonly head: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 justify-between gap-x-4 gap-y-1 sm:flex-col">
      <dt className="text-13 text-ink-2">{head}</dt>
      <dd className="figure flex flex-col text-16 font-semibold max-sm:items-end sm:text-20">{children}</dd>
    </div>
  );
}

/** The pool that lends in figures; for a user the limit, for a visitor the time of a decision. */
export function LoanFigures() {
  const text = useText();
  const masked = useMasked();
  const signedIn = useSignedIn();
  const { coins } = useLoanWords();
  const { data, error } = useLoanProducts();
  const { data: credit } = useCreditScore();
  if (data === undefined && error !== null) return null;
  const pools = quoteFirst(data?.pools ?? []);
  const ofPools = (of: 'free' | 'owed') => {
    if (data === undefined) return <Skeleton className="my-1 h-5 w-32" />;
    if (pools.length === 0) return '–';
    return pools.map((pool) => <span key={pool.coin}>{coins(pool[of], pool.coin)}</span>);
  };
  const available =
    credit === undefined || credit.coin === null ? null : masked(coins(credit.available, credit.coin));
  return (
    <section aria-label={text('loan.figures')}>
      <dl className="grid gap-x-6 gap-y-4 border-y py-5 sm:grid-cols-2 sm:gap-y-6 sm:py-6 lg:grid-cols-4">
        <Figure head={text('loan.figure.free')}>{ofPools('free')}</Figure>
        <Figure head={text('loan.figure.owed')}>{ofPools('owed')}</Figure>
        <Figure head={text('loan.figure.fee')}>{text('loan.figure.fee.none')}</Figure>
        {signedIn ? (
          <Figure head={text('loan.figure.limit')}>{available ?? '–'}</Figure>
        ) : (
          <Figure head={text('loan.figure.decided')}>
            {text('loan.hours', { hours: LOAN_REVIEW_HOURS })}
          </Figure>
        )}
      </dl>
    </section>
  );
}
