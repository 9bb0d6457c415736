import { decimalsOf } from '@candor/i18n';
import { formatDecimalTrimmed } from '@candor/money';
import { useFormatters } from '@candor/ui';

const PERCENT_SCALE = 4;
const LEAST_DECIMALS = 2;

/** A rate or share in parts per million as a percentage: 500 is "0.05". */
export function percentOfPpm(ppm: number): string {
  return formatDecimalTrimmed(BigInt(ppm), PERCENT_SCALE);
}

/** Returns the words that all pages use of rates and of amounts with their coin. */
export function useRateWords() {
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
    coins: (amount: string, coin: string) => `${format.quantity(amount)} ${coin}`,
  };
}
