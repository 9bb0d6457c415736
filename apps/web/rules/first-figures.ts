import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { snapDecimal } from '@candor/ui';

const SCALE = 8;
const UNIT = 10n ** BigInt(SCALE);
const PERMILLE = 1_000n;
/** Price of an example whose market has none yet. */
const NO_PRICE = '100';

/** The market's last price on its ticks, which an example begins with. */
export function firstPrice(close: string | null, tick: string): string {
  return snapDecimal(close ?? NO_PRICE, tick);
}

/** A price moved by so many thousandths, on the market's ticks. */
export function movedPrice(price: string, permille: number, tick: string): string {
  const units = parseDecimal(price, SCALE) ?? UNIT;
  const moved = (units * (PERMILLE + BigInt(permille))) / PERMILLE;
  return snapDecimal(formatDecimalTrimmed(moved, SCALE), tick);
}

/** An amount with one leading digit that is worth at most `value`, at least one lot. */
export function firstAmount(value: string, price: string, lot: string): string {
  const at = parseDecimal(price, SCALE) || UNIT;
  const units = ((parseDecimal(value, SCALE) ?? UNIT) * UNIT) / at;
  const step = 10n ** BigInt(Math.max(0, String(units).length - 1));
  const amount = snapDecimal(formatDecimalTrimmed((units / step) * step, SCALE), lot);
  return /[1-9]/.test(amount) ? amount : lot;
}
