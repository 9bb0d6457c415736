import { useCurrencyAccounts } from '../data/index.ts';

const SPOT = '1';

/** Returns the user's spot balance of a coin; null for visitors and until it is known. */
export function useAvailable(coin: string): string | null {
  const { data } = useCurrencyAccounts();
  if (data === undefined) return null;
  return data.list.find((row) => row.type === SPOT && row.coin === coin)?.transferable ?? '0';
}
