import type { PledgeOfferRow } from '@candor/api';
import { simpleYearlyPpm } from '@candor/rules';
import { Badge, buttonClass, DataTable, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { OfferName, OfferRoomFigure, useOfferWords } from '../common/offer-words.tsx';
import { usePledgeOffers } from '../data/index.ts';
import { quoteFirst } from '../markets/quote-first.ts';

/** Says why nothing can be subscribed now, or leads to the ticket. */
function OfferAct({ offer }: { readonly offer: PledgeOfferRow }) {
  const text = useText();
  const format = useFormatters();
  const { name } = useOfferWords();
  const { state, opensTime, offerId } = offer;
  if (state === 'open')
    return (
      <Link
        to="/pledge/add"
        search={{ offer: offerId }}
        aria-label={text('staking.subscribeTo', { offer: name(offer) })}
        className={buttonClass('quiet')}
      >
        {text('staking.subscribe')}
      </Link>
    );
  return (
    <Badge>
      {state === 'upcoming'
        ? text('staking.state.upcoming', { time: format.dateTime(opensTime) })
        : text(`staking.state.${state}`)}
    </Badge>
  );
}

/** The offers with their fixed terms, and what is left of each. */
export function OffersTable() {
  const text = useText();
  const format = useFormatters();
  const { rate } = useOfferWords();
  const query = usePledgeOffers();
  const offers = query.data?.offers.filter(({ state }) => state !== 'closed');
  return (
    <DataTable<PledgeOfferRow>
      label={text('staking.offers')}
      density="roomy"
      rows={offers === undefined ? null : quoteFirst(offers)}
      rowKey={({ offerId }) => offerId}
      query={query}
      failedTitle={text('staking.notLoaded')}
      emptyTitle={text('staking.none')}
      emptyText={text('staking.none.text')}
      columns={[
        { head: 'staking.offer', card: 'title', cell: (offer) => <OfferName offer={offer} /> },
        {
          head: 'staking.daily',
          kind: 'figure',
          cell: ({ dailyPpm }) => <span className="font-semibold">{rate(dailyPpm)}</span>,
        },
        {
          head: 'staking.yearly',
          kind: 'figure',
          quiet: true,
          cell: ({ dailyPpm }) => rate(simpleYearlyPpm(dailyPpm)),
        },
        {
          head: 'staking.size',
          kind: 'figure',
          quiet: true,
          cell: ({ minAmount, maxAmount, coin }) =>
            text('staking.range', {
              least: format.quantity(minAmount),
              most: format.quantity(maxAmount),
              coin,
            }),
        },
        {
          head: 'staking.room',
          card: 'line',
          className: 'sm:ps-10!',
          cell: (offer) => <OfferRoomFigure offer={offer} />,
        },
        { head: 'staking.subscribe', kind: 'actions', cell: (offer) => <OfferAct offer={offer} /> },
      ]}
    />
  );
}
