import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import type { IntlShape } from 'react-intl';

/** Decimals of a percentage that was a rate in parts per million. */
const PPM_SCALE = 4;
const PPM = 1_000_000n;

/** A period as short as its language writes it: 30s, 30 s, 30秒. */
export function periodText(intl: IntlShape, seconds: number): string {
  return intl.formatMessage({ id: 'ui.seconds' }, { seconds: intl.formatNumber(seconds) });
}

/** A percentage with two decimals, rounded up, so that a rate one must reach is never shown too low. */
export function percentUp(percent: string): string {
  const units = parseDecimal(percent, PPM_SCALE) ?? 0n;
  return formatDecimalTrimmed((units + 99n) / 100n, PPM_SCALE - 2);
}

/** Returns the payback per 100 staked coins at 50% wins: 100 x (1 + rate) / 2. */
export function backOfHundred(payoutPercent: string): string {
  const ppm = parseDecimal(payoutPercent, PPM_SCALE) ?? 0n;
  return formatDecimalTrimmed(((PPM + ppm) * 100n) / 2n, 6);
}
