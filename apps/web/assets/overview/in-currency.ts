import { formatDecimal, parseDecimal } from '@candor/money';

const SCALE = 18;
const SHOWN_DECIMALS = 2;

/** A value in USDT in a currency, exactly multiplied and then rounded down to cents; null for what is no number. */
export function inCurrency(usdt: string, rate: string): string | null {
  const value = parseDecimal(usdt, SCALE);
  const per = parseDecimal(rate, SCALE);
  if (value === null || per === null) return null;
  const cents = (value * per) / 10n ** BigInt(2 * SCALE - SHOWN_DECIMALS);
  return formatDecimal(cents, SHOWN_DECIMALS);
}
