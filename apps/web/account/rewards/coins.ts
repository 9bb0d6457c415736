import { useFormatters } from '@candor/ui';
import { useMasked } from '../../common/eye.tsx';

export interface CoinAmount {
  readonly coin: string;
  readonly amount: string;
}

/**
 * Returns a function that writes amounts of several coins, masked as all of the user's amounts are; a dash for none. A line
 * breaks between two of them alone.
 */
export function useCoins(): (amounts: readonly CoinAmount[]) => string {
  const format = useFormatters();
  const masked = useMasked();
  return (amounts) =>
    amounts.length === 0
      ? '—'
      : amounts.map(({ coin, amount }) => `${masked(format.quantity(amount))}\u00a0${coin}`).join(' · ');
}
