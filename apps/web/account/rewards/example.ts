import type { Promotion } from '@candor/api';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { rebateOf } from '@candor/rules';

/** Decimals of the example's coin. */
const SCALE = 8;
/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;

/** Fee of the worked example. */
export const EXAMPLE_FEE = '1';

/** Returns the rebates of the example's fee by generation, by the rule that the ledger pays by. */
export function exampleRebates(generations: Promotion['generations']): readonly string[] {
  const fee = parseDecimal(EXAMPLE_FEE, SCALE) ?? 0n;
  return generations.map(({ sharePercent }) => {
    const ppm = Number(parseDecimal(sharePercent, PPM_SCALE) ?? 0n);
    return formatDecimalTrimmed(rebateOf(0n, fee, ppm).paid, SCALE);
  });
}
