import { decimalsOf } from '@candor/i18n';
import { formatDecimalTrimmed } from '@candor/money';
import { useFormatters, useText } from '@candor/ui';

const LEAST_DECIMALS = 2;
const PERCENT_SCALE = 4;

/** Returns the words that all pages of DeFi mining use. */
export function useMiningWords() {
  const text = useText();
  const format = useFormatters();
  return {
    /** A rate in parts per million: two decimals, or as many as it has. */
    rate: (ppm: number) => {
      const percent = formatDecimalTrimmed(BigInt(ppm), PERCENT_SCALE);
      return format.percent(percent, Math.max(LEAST_DECIMALS, decimalsOf(percent)));
    },
    coins: (amount: string, coin: string) => `${format.quantity(amount)} ${coin}`,
    /** The name of a gear; of 0, that there is none. */
    gear: (gear: number) => (gear === 0 ? text('defi.gear.none') : text('defi.gear', { gear: String(gear) })),
  };
}
