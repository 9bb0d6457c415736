const SIGNIFICANT = 8;

/**
 * Returns how many decimals show a rate with eight digits that count: a coin of 70,000 USDT is worth little the other way
 * round. `rate` is a plain decimal.
 */
export function rateDigits(rate: string): number {
  const [whole = '0', fraction = ''] = rate.split('.');
  if (whole !== '0') return Math.max(0, SIGNIFICANT - whole.length);
  return SIGNIFICANT + (/^0*/.exec(fraction)?.[0].length ?? 0);
}
