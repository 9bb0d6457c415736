import { YEAR_DAYS } from '@candor/rules';
import { Loaded, loneLinkClass, SkeletonText, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useSignedIn } from '../data/index.ts';
import { BeforeYouSubscribe } from '../earn/before.tsx';
import { Calculator } from '../earn/calculator.tsx';
import { EarnChanges } from '../earn/earn-changes.tsx';
import { PoolFigures } from '../earn/figures.tsx';
import { OffersTable, useOfferColumns } from '../earn/offer-columns.tsx';
import { staking } from '../earn/product.ts';
import { Source } from '../earn/source.tsx';
import { useOffers } from '../earn/use-earn.ts';
import { quoteFirst } from '../markets/quote-first.ts';

const POINTS = [
  'earn.how.fixed',
  'staking.how.exit',
  'earn.how.pool',
  'staking.how.renew',
  'earn.how.price',
  'earn.how.receipt',
] as const;

/** Staking for everybody: the offers, a calculator, and the pools that pay. */
export function StakingPage() {
  const text = useText();
  const format = useFormatters();
  const signedIn = useSignedIn();
  const query = useOffers(staking);
  const { offer, daily, yearly, size, room, act } = useOfferColumns(staking);
  const listed = query.data?.offers.filter(({ state }) => state !== 'closed');
  const offers = listed === undefined ? undefined : quoteFirst(listed);
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
      <PoolFigures product={staking} />
      <section className="flex min-w-0 flex-col gap-3">
        <h2 className="text-20 font-semibold">{text('earn.offers')}</h2>
        <OffersTable
          product={staking}
          rows={offers ?? null}
          columns={[offer, daily, yearly, size, room, act]}
        />
        <p className="text-13 text-ink-3">{text('earn.simple', { days: format.count(YEAR_DAYS) })}</p>
      </section>
      <Loaded
        query={query}
        data={offers}
        skeleton={<SkeletonText lines={8} />}
        failedTitle={text('staking.notLoaded')}
      >
        {(rows) => <Calculator product={staking} offers={rows} />}
      </Loaded>
      <BeforeYouSubscribe points={POINTS} />
      <EarnChanges product={staking} />
      <Source product={staking} />
    </div>
  );
}
