import { EmptyState, Loaded, loneLinkClass, SkeletonText, useText } from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { usePledgeOffers } from '../data/index.ts';
import { quoteFirst } from '../markets/quote-first.ts';
import { Ticket } from './ticket.tsx';

const route = getRouteApi('/shell/pledge/add');

/** The ticket of a staking order; the address names the offer. */
export function PledgeAddPage() {
  const text = useText();
  const { offer: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const query = usePledgeOffers();
  // one that closed meanwhile is shown if the address names it
  const offers = query.data?.offers.filter(({ state, offerId }) => state !== 'closed' || offerId === chosen);
  return (
    <div className="mx-auto flex w-full max-w-330 flex-col gap-8 px-4 pt-8 pb-20 sm:px-5 lg:pt-12">
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h1 className="text-28 font-semibold">{text('staking.add.title')}</h1>
        <Link to="/pledge/index" className={`${loneLinkClass} text-14`}>
          {text('staking.toOffers')}
        </Link>
      </header>
      <Loaded
        query={query}
        data={offers}
        failedTitle={text('staking.notLoaded')}
        skeleton={<SkeletonText lines={10} />}
      >
        {(listed) => {
          const rows = quoteFirst(listed);
          const open = rows.find(({ state }) => state === 'open') ?? rows[0];
          const offer = rows.find(({ offerId }) => offerId === chosen) ?? open;
          if (offer === undefined)
            return <EmptyState title={text('staking.none')} text={text('staking.none.text')} />;
          return (
            <Ticket
              offer={offer}
              offers={rows}
              onOfferChange={(next) => void navigate({ search: { offer: next }, replace: true })}
            />
          );
        }}
      </Loaded>
    </div>
  );
}
