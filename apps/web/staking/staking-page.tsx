import { YEAR_DAYS } from '@candor/rules';
import { Loaded, loneLinkClass, SkeletonText, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { usePledgeOffers, useSignedIn } from '../data/index.ts';
import { quoteFirst } from '../markets/quote-first.ts';
import { Calculator } from './calculator.tsx';
import { StakingFigures } from './figures.tsx';
import { OffersTable } from './offers-table.tsx';
import { Source } from './source.tsx';

const POINTS = ['fixed', 'exit', 'pool', 'renew', 'price', 'receipt'] as const;

/** Facts to know before anything is pressed. */
function BeforeYouSubscribe() {
  const text = useText();
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('staking.how')}</h2>
      <ul className="grid gap-x-16 border-t text-14 text-ink-2 lg:grid-cols-2 [&>li]:border-b [&>li]:py-3">
        {POINTS.map((point) => (
          <li key={point}>{text(`staking.how.${point}`)}</li>
        ))}
      </ul>
    </section>
  );
}

/** Staking for everybody: the offers, a calculator, and the pools that pay. */
export function StakingPage() {
  const text = useText();
  const format = useFormatters();
  const signedIn = useSignedIn();
  const query = usePledgeOffers();
  const offers = query.data?.offers.filter(({ state }) => state !== 'closed');
  return (
    <div className="mx-auto flex w-full max-w-330 flex-col gap-12 px-4 pt-8 pb-20 sm:px-5 lg:pt-12">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h1 className="text-28 font-semibold">{text('staking.title')}</h1>
          <p className="max-w-180 pt-2 text-16 text-ink-2">{text('staking.line')}</p>
        </div>
        {signedIn && (
          <Link to="/pledge/order" className={`${loneLinkClass} text-14`}>
            {text('staking.orders')}
          </Link>
        )}
      </header>
      <StakingFigures />
      <section className="flex min-w-0 flex-col gap-3">
        <h2 className="text-20 font-semibold">{text('staking.offers')}</h2>
        <OffersTable />
        <p className="text-13 text-ink-3">{text('staking.simple', { days: format.count(YEAR_DAYS) })}</p>
      </section>
      <Loaded
        query={query}
        data={offers}
        skeleton={<SkeletonText lines={8} />}
        failedTitle={text('staking.notLoaded')}
      >
        {(rows) => <Calculator offers={quoteFirst(rows)} />}
      </Loaded>
      <BeforeYouSubscribe />
      <Source />
    </div>
  );
}
