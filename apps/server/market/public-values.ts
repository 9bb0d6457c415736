import type { Kline, PublicTrade } from '@candor/contract';
import { formatDecimal, parseDecimal } from '@candor/money';
import { type Candle, MARKET_SCALE } from '@candor/prices';

/** Writes 1e-8 units with `decimals`, or with more where that many do not hold them. */
export function marketDecimal(units: bigint, decimals: number): string {
  const text = formatDecimal(units, MARKET_SCALE);
  let end = text.length;
  const least = text.length - MARKET_SCALE + decimals;
  while (end > least && text.charAt(end - 1) === '0') end -= 1;
  return text.slice(0, text.charAt(end - 1) === '.' ? end - 1 : end);
}

/** Reads a decimal string into 1e-8 units. Throws RangeError for anything else. */
export function marketUnits(text: string): bigint {
  const units = parseDecimal(text, MARKET_SCALE);
  if (units === null)
    throw new RangeError(`"${text}" is no price or quantity with at most ${MARKET_SCALE} decimals`);
  return units;
}

/** How prices and quantities of a symbol are written. */
export interface Decimals {
  readonly price: number;
  readonly quantity: number;
}

/** A candle as the public sees it. */
export function toKline(candle: Candle, closed: boolean, decimals: Decimals): Kline {
  return {
    t: candle.openMs,
    o: marketDecimal(candle.open, decimals.price),
    h: marketDecimal(candle.high, decimals.price),
    l: marketDecimal(candle.low, decimals.price),
    c: marketDecimal(candle.close, decimals.price),
    v: marketDecimal(candle.volume, decimals.quantity),
    closed,
  };
}

interface AnyTrade {
  readonly id: string;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly takerSide: 'buy' | 'sell';
  readonly timeMs: number;
}

/** A trade as the public sees it. */
export function toPublicTrade(
  trade: AnyTrade,
  source: PublicTrade['source'],
  decimals: Decimals,
): PublicTrade {
  return {
    id: trade.id,
    price: marketDecimal(trade.price, decimals.price),
    qty: marketDecimal(trade.quantity, decimals.quantity),
    side: trade.takerSide,
    t: trade.timeMs,
    source,
  };
}
