import type { PledgeOfferRow } from '@candor/api';
import { decimalsOf } from '@candor/i18n';
import { CoinIcon, useFormatters, useText } from '@candor/ui';
import { percentOfPpm, usedPercent } from './offer-figures.ts';
import { OfferRoom } from './offer-room.tsx';

const LEAST_DECIMALS = 2;

type NamedOffer = Pick<PledgeOfferRow, 'coin' | 'cycleDays'>;

/** Returns the words that all pages use of an offer. */
export function useOfferWords() {
  const text = useText();
  const format = useFormatters();
  return {
    /** A rate in parts per million: two decimals, or as many as it has. */
    rate: (ppm: number) => {
      const percent = percentOfPpm(ppm);
      return format.percent(percent, Math.max(LEAST_DECIMALS, decimalsOf(percent)));
    },
    /** A share in parts per million, without zeros at its end. */
    share: (ppm: number) => {
      const percent = percentOfPpm(ppm);
      return format.percent(percent, decimalsOf(percent));
    },
    name: ({ coin, cycleDays }: NamedOffer) => text('staking.name', { coin, days: cycleDays }),
    days: (count: number) => text('staking.days', { count }),
    coins: (amount: string, coin: string) => `${format.quantity(amount)} ${coin}`,
  };
}

/** Coin and term of an offer. */
export function OfferName({ offer: { coin, cycleDays } }: { readonly offer: NamedOffer }) {
  const { days } = useOfferWords();
  return (
    <span className="flex items-center gap-3">
      <CoinIcon coin={coin} />
      <span className="flex items-baseline gap-2">
        <span className="font-semibold">{coin}</span>
        <span className="font-normal text-ink-2">{days(cycleDays)}</span>
      </span>
    </span>
  );
}

/** The free part of an offer in figures, over the bar of what is taken. */
export function OfferRoomFigure({ offer }: { readonly offer: PledgeOfferRow }) {
  const text = useText();
  const format = useFormatters();
  const { name } = useOfferWords();
  const { remaining, capacity, coin } = offer;
  return (
    <span className="flex min-w-40 flex-col gap-1.5">
      <span className="figure text-13 text-ink-2">
        {text('staking.room.of', { left: format.quantity(remaining), all: format.quantity(capacity), coin })}
      </span>
      <OfferRoom
        label={text('staking.room.label', { offer: name(offer) })}
        usedPercent={usedPercent(remaining, capacity)}
      />
    </span>
  );
}
