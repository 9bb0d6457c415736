import type { Kline, PublicTrade } from '@candor/api';
import { formatDecimal, parseDecimal } from '@candor/money';
import { type Candle, MARKET_SCALE } from '@candor/prices';

/** Writes 1e-8 units with `decimals`, or with more where that many do not hold them. */
export function marketDecimal(units: bigint, decimals: number): string {
  return trimmedDecimal(formatDecimal(units, MARKET_SCALE), decimals);
}

/** The same of a text that has all of the market's decimals, as the database gives it. */
function trimmedDecimal(text: string, decimals: number): string {
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

/** A closed candle as the database gives it: `openMs` and the figures with all of the market's decimals, as text. */
export type CandleTexts = readonly [
  openMs: string,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
];

/** The same of a candle that came as text and is only shown: reading its figures into numbers costs more than all else. */
export function klineOfTexts([openMs, o, h, l, c, v]: CandleTexts, decimals: Decimals): Kline {
  return {
    t: Number(openMs),
    o: trimmedDecimal(o, decimals.price),
    h: trimmedDecimal(h, decimals.price),
    l: trimmedDecimal(l, decimals.price),
    c: trimmedDecimal(c, decimals.price),
    v: trimmedDecimal(v, decimals.quantity),
    closed: true,
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
