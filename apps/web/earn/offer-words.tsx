import { CoinIcon, useFormatters, useText } from '@candor/ui';
import { useRateWords } from '../common/rate-words.ts';
import { usedPercent } from './offer-figures.ts';
import { OfferRoom } from './offer-room.tsx';
import type { EarnOffer } from './product.ts';

type NamedOffer = Pick<EarnOffer, 'coin' | 'cycleDays' | 'name'>;

/** Returns the words that all pages use of an offer. */
export function useOfferWords() {
  const text = useText();
  return {
    ...useRateWords(),
    /** The name of an offer where it has one, else its coin and term. */
    name: ({ coin, cycleDays, name }: NamedOffer) => name ?? text('earn.name', { coin, days: cycleDays }),
    days: (count: number) => text('earn.days', { count }),
  };
}

/** Returns a function that says why an offer takes no order now; null for one that does. */
export function useOfferObstacle() {
  const text = useText();
  const format = useFormatters();
  return ({ state, opensTime }: Pick<EarnOffer, 'state' | 'opensTime'>): string | null => {
    switch (state) {
      case 'open':
        return null;
      case 'upcoming':
        return text('earn.state.upcoming', { time: format.dateTime(opensTime) });
      case 'closed':
        return text('earn.gone');
      default:
        return text(`earn.gone.${state}`);
    }
  };
}

interface OfferNameProps {
  readonly offer: NamedOffer;
  /** Further facts behind coin and term. */
  readonly detail?: string;
}

/** Coin and term of an offer, below its name where it has one. */
export function OfferName({ offer: { coin, cycleDays, name }, detail }: OfferNameProps) {
  const { days } = useOfferWords();
  if (name === undefined)
    return (
      <span className="flex items-center gap-3">
        <CoinIcon coin={coin} />
        <span className="flex min-w-0 flex-col">
          <span className="flex flex-wrap items-baseline gap-x-2 lg:flex-nowrap lg:whitespace-nowrap">
            <span className="font-semibold">{coin}</span>
            <span className="font-normal text-ink-2">{days(cycleDays)}</span>
          </span>
          {detail !== undefined && <span className="figure text-12 font-normal text-ink-3">{detail}</span>}
        </span>
      </span>
    );
  return (
    <span className="flex items-center gap-3">
      <CoinIcon coin={coin} />
      <span className="flex min-w-0 flex-col py-2">
        <span className="font-semibold">{name}</span>
        <span className="text-13 font-normal text-ink-2">{`${coin} · ${days(cycleDays)}`}</span>
        {detail !== undefined && <span className="figure text-12 font-normal text-ink-3">{detail}</span>}
      </span>
    </span>
  );
}

/** The free part of an offer in figures, over the bar of what is taken. */
export function OfferRoomFigure({
  offer,
}: {
  readonly offer: NamedOffer & Pick<EarnOffer, 'remaining' | 'capacity'>;
}) {
  const text = useText();
  const format = useFormatters();
  const { name } = useOfferWords();
  const { remaining, capacity, coin } = offer;
  return (
    <span className="flex min-w-40 flex-col gap-1.5">
      <span className="figure text-13 text-ink-2">
        {text('earn.room.of', { left: format.quantity(remaining), all: format.quantity(capacity), coin })}
      </span>
      <OfferRoom
        label={text('earn.room.label', { offer: name(offer) })}
        usedPercent={usedPercent(remaining, capacity)}
      />
    </span>
  );
}
