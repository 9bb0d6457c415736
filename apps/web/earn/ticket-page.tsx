import { EmptyState, Loaded, loneLinkClass, SkeletonText, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { quoteFirst } from '../markets/quote-first.ts';
import type { EarnOffer, EarnProduct } from './product.ts';
import { Ticket } from './ticket.tsx';
import { useOffers } from './use-earn.ts';

interface TicketPageProps<Offer extends EarnOffer> {
  readonly product: EarnProduct<Offer>;
  /** Number of the offer that the address names. */
  readonly chosen: number | undefined;
  readonly onChosenChange: (offerId: number) => void;
  /** Name of the offer as the page's heading; left out where offers have none. */
  readonly titleOf?: (offer: Offer) => string;
  /** Says why the user can't take an offer although it is open. */
  readonly obstacleOf?: (offer: Offer) => string | null;
  /** Terms that the product adds to those of all offers, and parts of its own around the ticket. */
  readonly ownTerms?: (offer: Offer) => ReactNode;
  readonly above?: (offer: Offer) => ReactNode;
  readonly below?: (offer: Offer) => ReactNode;
}

/** The page of one offer with its ticket; the address names the offer. */
export function TicketPage<Offer extends EarnOffer>(props: TicketPageProps<Offer>) {
  const { product, chosen, onChosenChange, titleOf, obstacleOf, ownTerms, above, below } = props;
  const text = useText();
  const query = useOffers(product);
  // one that closed meanwhile is shown if the address names it
  const offers = query.data?.offers.filter(({ state, offerId }) => state !== 'closed' || offerId === chosen);
  const rows = offers === undefined ? undefined : quoteFirst(offers);
  const open = rows?.find(({ state }) => state === 'open') ?? rows?.[0];
  const offer = rows?.find(({ offerId }) => offerId === chosen) ?? open;
  const title = offer === undefined ? undefined : titleOf?.(offer);
  return (
    <div className="mx-auto flex w-full max-w-330 flex-col gap-8 px-4 pt-8 pb-20 sm:px-5 lg:pt-12">
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h1 className="text-28 font-semibold">{title ?? text(`${product.id}.add.title`)}</h1>
        <Link {...product.offersAt} className={`${loneLinkClass} text-14`}>
          {text(`${product.id}.toOffers`)}
        </Link>
      </header>
      <Loaded
        query={query}
        data={rows}
        failedTitle={text(`${product.id}.notLoaded`)}
        skeleton={<SkeletonText lines={10} />}
      >
        {(listed) => {
          if (offer === undefined)
            return <EmptyState title={text('earn.none')} text={text('earn.none.text')} />;
          return (
            <>
              {above?.(offer)}
              <Ticket
                product={product}
                offer={offer}
                offers={listed}
                onOfferChange={onChosenChange}
                obstacle={obstacleOf?.(offer) ?? null}
                ownTerms={ownTerms?.(offer)}
              />
              {below?.(offer)}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
