import type { PledgeOfferRow } from '@candor/api';
import { simpleYearlyPpm } from '@candor/rules';
import { buttonClass, DataTable, loneLinkClass, Skeleton, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { OfferName, OfferRoomFigure, useOfferWords } from '../common/offer-words.tsx';
import { usePledgeOffers, usePledgePools } from '../data/index.ts';
import { quoteFirst } from '../markets/quote-first.ts';

const SHOWN = 3;

/** Interest that the pools paid in the last seven days, coin by coin. */
function Paid() {
  const text = useText();
  const { coins } = useOfferWords();
  const { data } = usePledgePools();
  const [first, ...others] = quoteFirst(data?.pools ?? []);
  return (
    <div className="flex flex-col gap-1 pt-4">
      <h3 className="text-13 text-ink-2">{text('staking.figure.paid7')}</h3>
      {data === undefined ? (
        <Skeleton className="h-9 w-48" />
      ) : (
        <p className="figure text-28 font-semibold">{first ? coins(first.paid7Days, first.coin) : '–'}</p>
      )}
      {others.map(({ coin, paid7Days }) => (
        <p key={coin} className="figure text-14 text-ink-2">
          {coins(paid7Days, coin)}
        </p>
      ))}
    </div>
  );
}

/** Staking on the home page: what was paid lately, and the first offers. */
export function HomeStaking() {
  const text = useText();
  const format = useFormatters();
  const { rate, name } = useOfferWords();
  const query = usePledgeOffers();
  const open = query.data?.offers.filter(({ state }) => state === 'open');
  return (
    <section
      aria-labelledby="home-staking-title"
      className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]"
    >
      <div className="flex min-w-0 flex-col items-start gap-2">
        <h2 id="home-staking-title" className="text-20 font-semibold sm:text-28">
          {text('staking.title')}
        </h2>
        <p className="text-14 text-ink-2">{text('staking.home.text')}</p>
        <Paid />
        <Link to="/pledge/index" hash="source" className={`${loneLinkClass} pt-2 text-14`}>
          {text('staking.source')}
        </Link>
      </div>
      <DataTable<PledgeOfferRow>
        label={text('staking.offers')}
        density="roomy"
        rows={open === undefined ? null : quoteFirst(open).slice(0, SHOWN)}
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
            from: 'xl',
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
            className: 'sm:ps-8!',
            cell: (offer) => <OfferRoomFigure offer={offer} />,
          },
          {
            head: 'staking.subscribe',
            kind: 'actions',
            cell: (offer) => (
              <Link
                to="/pledge/add"
                search={{ offer: offer.offerId }}
                aria-label={text('staking.subscribeTo', { offer: name(offer) })}
                className={buttonClass('quiet')}
              >
                {text('staking.subscribe')}
              </Link>
            ),
          },
        ]}
      />
    </section>
  );
}
