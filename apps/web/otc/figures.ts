import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { OTC_PRICE_SCALE, otcFee, otcTotal } from '@candor/rules';

/** Decimals of a coin and of a currency. */
export interface OtcDigits {
  readonly coin: number;
  readonly currency: number;
}

const priceOf = (price: string): bigint => parseDecimal(price, OTC_PRICE_SCALE) ?? 0n;

/** Returns the sum that coins cost at a price, as the ledger counts it; '' for what is no amount. */
export function totalOf(amount: string, price: string, digits: OtcDigits): string {
  const units = parseDecimal(amount, digits.coin);
  if (units === null || units <= 0n || priceOf(price) === 0n) return '';
  return formatDecimalTrimmed(
    otcTotal(units, priceOf(price), digits.coin, digits.currency) as Amount,
    digits.currency,
  );
}

/** Returns the coins that a sum buys at a price: as many as cost no more than the sum; '' for what is no sum. */
export function amountOf(total: string, price: string, digits: OtcDigits): string {
  const minor = parseDecimal(total, digits.currency);
  const over = priceOf(price);
  if (minor === null || minor <= 0n || over === 0n) return '';
  const units = (minor * 10n ** BigInt(digits.coin + OTC_PRICE_SCALE - digits.currency)) / over;
  return formatDecimalTrimmed(units as Amount, digits.coin);
}

/** Returns the bound that an amount breaks; null where it breaks none. */
export function brokenOtcBound(
  amount: string,
  { minAmount, maxAmount }: { readonly minAmount: string; readonly maxAmount: string },
  scale: number,
): 'least' | 'most' | null {
  const units = parseDecimal(amount, scale) ?? 0n;
  if (units < (parseDecimal(minAmount, scale) ?? 0n)) return 'least';
  return units > (parseDecimal(maxAmount, scale) ?? 0n) ? 'most' : null;
}

/** Returns the fee of an offer's maker in coins, as the ledger charges it. */
export function feeOf(amount: string, feePpm: number, scale: number): string {
  const units = parseDecimal(amount, scale) ?? 0n;
  return formatDecimalTrimmed(otcFee(units, feePpm) as Amount, scale);
}

/** Returns the lesser of two amounts. */
export function lesserOf(left: string, right: string, scale: number): string {
  const [a, b] = [parseDecimal(left, scale) ?? 0n, parseDecimal(right, scale) ?? 0n];
  return a < b ? left : right;
}
