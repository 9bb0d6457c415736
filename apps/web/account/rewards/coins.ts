import { useFormatters } from '@candor/ui';

export interface CoinAmount {
  readonly coin: string;
  readonly amount: string;
}

/** Returns a function that writes amounts of several coins in one line; a dash for none. */
export function useCoins(): (amounts: readonly CoinAmount[]) => string {
  const format = useFormatters();
  return (amounts) =>
    amounts.length === 0
      ? '—'
      : amounts.map(({ coin, amount }) => `${format.quantity(amount)} ${coin}`).join(' · ');
}
