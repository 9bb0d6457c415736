import { simpleYearlyPpm } from '@candor/rules';
import { Badge, buttonClass, type Column, DataTable, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { OfferName, OfferRoomFigure, useOfferWords } from './offer-words.tsx';
import type { EarnOffer, EarnProduct } from './product.ts';
import { useOffers } from './use-earn.ts';

interface OfferActProps {
  readonly product: EarnProduct;
  readonly offer: EarnOffer;
}

/** Says why nothing can be subscribed now, or leads to the ticket. */
function OfferAct({ product, offer }: OfferActProps) {
  const text = useText();
  const format = useFormatters();
  const { name } = useOfferWords();
  const { state, opensTime, offerId } = offer;
  if (state === 'open')
    return (
      <Link
        {...product.ticketAt}
        search={{ offer: offerId }}
        aria-label={text('earn.subscribeTo', { offer: name(offer) })}
        className={buttonClass('quiet')}
      >
        {text('earn.subscribe')}
      </Link>
    );
  return (
    <Badge>
      {state === 'upcoming'
        ? text('earn.state.upcoming', { time: format.dateTime(opensTime) })
        : text(`earn.state.${state}`)}
    </Badge>
  );
}

/** Returns the columns of tables of offers, by name: each table takes those that it shows. */
export function useOfferColumns<Offer extends EarnOffer>(product: EarnProduct<Offer>) {
  const text = useText();
  const format = useFormatters();
  const { rate } = useOfferWords();
  return {
    offer: { head: product.offerHead, card: 'title', cell: (offer) => <OfferName offer={offer} /> },
    daily: {
      head: 'earn.daily',
      kind: 'figure',
      cell: ({ dailyPpm }) => <span className="font-semibold">{rate(dailyPpm)}</span>,
    },
    yearly: {
      head: 'earn.yearly',
      kind: 'figure',
      quiet: true,
      cell: ({ dailyPpm }) => rate(simpleYearlyPpm(dailyPpm)),
    },
    size: {
      head: 'earn.size',
      kind: 'figure',
      quiet: true,
      cell: ({ minAmount, maxAmount, coin }) =>
        text('earn.range', { least: format.quantity(minAmount), most: format.quantity(maxAmount), coin }),
    },
    room: {
      head: 'earn.room',
      card: 'line',
      className: 'sm:ps-10!',
      cell: (offer) => <OfferRoomFigure offer={offer} />,
    },
    act: {
      head: 'earn.subscribe',
      kind: 'actions',
      cell: (offer) => <OfferAct product={product} offer={offer} />,
    },
  } as const satisfies Readonly<Record<string, Column<EarnOffer>>>;
}

interface OffersTableProps<Offer extends EarnOffer> {
  readonly product: EarnProduct<Offer>;
  /** Null while they are not known. */
  readonly rows: readonly Offer[] | null;
  readonly columns: readonly Column<Offer>[];
}

/** Offers with their fixed terms, and what is left of each. */
export function OffersTable<Offer extends EarnOffer>({ product, rows, columns }: OffersTableProps<Offer>) {
  const text = useText();
  return (
    <DataTable<Offer>
      label={text('earn.offers')}
      density="roomy"
      rows={rows}
      rowKey={({ offerId }) => offerId}
      query={useOffers(product)}
      failedTitle={text(`${product.id}.notLoaded`)}
      emptyTitle={text('earn.none')}
      emptyText={text('earn.none.text')}
      columns={columns}
    />
  );
}
