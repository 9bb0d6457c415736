import { decimalsOf } from '@candor/i18n';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { useFormatters } from '@candor/ui';

const RATE_SCALE = 8;

const trimmed = (value: string, times: bigint): string =>
  formatDecimalTrimmed((parseDecimal(value, RATE_SCALE) ?? 0n) * times, RATE_SCALE);

/** A part of one as percent: 0.0005 is 0.05. */
export const percentOf = (rate: string): string => trimmed(rate, 100n);

/** Returns a function that writes percent with the decimals that count: 50.0000 is 50%, 0.0300 is 0.03%. */
export function usePercent(): (percent: string) => string {
  const format = useFormatters();
  return (percent) => {
    const value = trimmed(percent, 1n);
    return format.percent(value, decimalsOf(value));
  };
}
