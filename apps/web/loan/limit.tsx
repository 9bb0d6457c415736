import type { CreditScoreRow } from '@candor/api';
import { CREDIT_LIMITS, CREDIT_POINTS, MAX_CREDIT_SCORE } from '@candor/rules';
import { cx, Loaded, linkClass, loneLinkClass, Skeleton, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { CreditPoints } from '../common/credit-points.tsx';
import { useLoanWords } from '../common/loan-words.tsx';
import { useCreditScore, useSignedIn } from '../data/index.ts';

const STEPS = [{ score: 0, coins: 0 }, ...CREDIT_LIMITS.toReversed()];

/** The steps of the limit by the score that reaches them; the user's own is marked. */
function Ladder({ score, coin }: { readonly score: number | null; readonly coin: string }) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useLoanWords();
  const own = score === null ? -1 : STEPS.findLastIndex((step) => score >= step.score);
  return (
    <ol className="grid gap-x-1 sm:grid-cols-5">
      {STEPS.map((step, at) => (
        <li
          key={step.score}
          aria-current={at === own ? 'step' : undefined}
          className={cx(
            'flex items-baseline justify-between gap-x-3 border-line py-2 max-sm:border-b sm:flex-col sm:border-t-4 sm:pt-3',
            at === own && 'border-accent! max-sm:border-s-4 max-sm:ps-2',
            at < own && 'sm:border-accent-tint!',
          )}
        >
          <span className="text-13 text-ink-2">
            {text('loan.limit.from', { score: format.count(step.score) })}
          </span>
          <span
            className={cx('figure text-14 sm:text-16', at === own ? 'font-semibold text-ink' : 'text-ink-2')}
          >
            {step.coins === 0 ? text('loan.limit.none') : coins(String(step.coins), coin)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The next step to a higher limit: verification first, then time and punctual instalments. */
function Advice({ credit }: { readonly credit: CreditScoreRow }) {
  const text = useText();
  const format = useFormatters();
  const { kyc } = credit.inputs;
  if (kyc === 'advanced') return <p className="text-14 text-ink-2">{text('loan.limit.later')}</p>;
  const points = CREDIT_POINTS.advanced - credit.points.kyc;
  return (
    <p className="text-14 text-ink-2">
      {text('loan.limit.verify', { points: format.count(points) })}{' '}
      <Link to="/account/center/kyc" className={linkClass}>
        {text('menu.verification')}
      </Link>
    </p>
  );
}

/** Limit of what one may borrow: the published steps, and for a user the score with all that it follows from. */
export function Limit({ coin }: { readonly coin: string }) {
  const text = useText();
  const format = useFormatters();
  const signedIn = useSignedIn();
  const query = useCreditScore();
  const score = query.data?.score ?? null;
  return (
    <section id="limit" className="flex min-w-0 scroll-mt-20 flex-col gap-4">
      <h2 className="text-20 font-semibold">{text('loan.limit')}</h2>
      <p className="max-w-180 text-14 text-ink-2">{text('loan.limit.text')}</p>
      <Ladder score={score} coin={coin} />
      {signedIn && (
        <Loaded
          query={query}
          data={query.data}
          failedTitle={text('account.credit.failed')}
          skeleton={<Skeleton className="h-40" />}
        >
          {(credit) => (
            <div className="grid gap-x-16 gap-y-6 pt-4 lg:grid-cols-2">
              <div className="flex flex-col gap-2">
                <h3 className="text-13 text-ink-2">{text('account.credit.title')}</h3>
                <p className="figure text-44 font-semibold">
                  {format.count(credit.score)}
                  <span className="text-16 font-normal text-ink-3"> / {format.count(MAX_CREDIT_SCORE)}</span>
                </p>
                <Advice credit={credit} />
              </div>
              <div className="flex flex-col gap-2">
                <CreditPoints credit={credit} />
                <Link
                  to="/account/center/info"
                  hash="credit-changes"
                  className={`${loneLinkClass} self-start text-14`}
                >
                  {text('account.credit.changes.see')}
                </Link>
              </div>
            </div>
          )}
        </Loaded>
      )}
    </section>
  );
}
