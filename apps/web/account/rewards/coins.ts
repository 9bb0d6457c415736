import { useFormatters } from '@candor/ui';

export interface CoinAmount {
  readonly coin: string;
  readonly amount: string;
}

/** Returns a function that writes amounts of several coins; a dash for none. A line breaks between two of them alone. */
export function useCoins(): (amounts: readonly CoinAmount[]) => string {
  const format = useFormatters();
  return (amounts) =>
    amounts.length === 0
      ? '—'
      : amounts.map(({ coin, amount }) => `${format.quantity(amount)}\u00a0${coin}`).join(' · ');
}
