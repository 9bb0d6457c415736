import type { Kline, PublicTrade } from '@candor/api';
import { parseDecimal } from '@candor/money';
import { MARKET_SCALE } from '@candor/prices';
import { type Decimals, marketDecimal, trimmedDecimal } from '../../engine/values/index.ts';

/** Reads a decimal string into 1e-8 units. Throws RangeError for anything else. */
export function marketUnits(text: string): bigint {
  const units = parseDecimal(text, MARKET_SCALE);
  if (units === null)
    throw new RangeError(`"${text}" is no price or quantity with at most ${MARKET_SCALE} decimals`);
  return units;
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
