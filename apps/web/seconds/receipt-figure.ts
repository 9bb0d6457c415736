import type { Formatters } from '@candor/i18n';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { tickTimeMs } from '@candor/rules';
import { percentUp } from '../common/period-text.ts';

const PPM_SCALE = 4;
const PRICES = /^(openIndex|closeIndex\d|close)$/;
const AMOUNTS = new Set(['stake', 'payout', 'paid']);
const TICKS = new Set(['openTick', 'closeTicks', 'closeTicksRead']);
const PLAIN_NUMBER = /^\d+(\.\d+)?$/;

/** A figure of a receipt's step as its reader's language writes it; what is no number stays as it is. */
export function receiptFigure(
  format: Formatters,
  name: string,
  value: string,
  { coin, priceDecimals }: { readonly coin: string; readonly priceDecimals: number },
): string {
  if (TICKS.has(name)) return tickText(format, value);
  if (!PLAIN_NUMBER.test(value)) return value;
  if (PRICES.test(name)) return format.price(value, priceDecimals);
  if (AMOUNTS.has(name)) return `${format.quantity(value)} ${coin}`;
  if (name === 'breakEven') {
    const percent = formatDecimalTrimmed(parseDecimal(value, 0) ?? 0n, PPM_SCALE);
    return format.percent(percentUp(percent));
  }
  return value;
}

/** The first and the last of some ticks, with the time of the last. */
function tickText(format: Formatters, value: string): string {
  const ticks = value.split(' ').map(Number);
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (
    first === undefined ||
    last === undefined ||
    !ticks.every((tick) => Number.isSafeInteger(tick) && tick > 0)
  ) {
    return value === '' ? '–' : value;
  }
  const range = first === last ? String(first) : `${first} – ${last}`;
  return `${range} · ${format.time(tickTimeMs(last))}`;
}
