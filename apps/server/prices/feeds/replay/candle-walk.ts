import { type Candle, MARKET_SCALE } from '@candor/prices';

/** One step of a walk through a candle. */
export interface WalkStep {
  /** From the candle's opening. */
  readonly offsetMs: number;
  readonly price: bigint;
  readonly quantity: bigint;
}

const STEP_MS = 2_000;
const MAX_STEPS = 240;
const MIN_STEPS = 4;

/**
 * Walks a candle into trades: from its open over the nearer extreme and the other to its close, in straight lines. A
 * candle built from them has the same open, high, low, close and volume; what lies between is made up.
 */
export function walkCandle(candle: Candle, lengthMs: number): WalkStep[] {
  if (candle.volume === 0n) return [];
  const wanted = Math.min(MAX_STEPS, Math.max(MIN_STEPS, Math.floor(lengthMs / STEP_MS)));
  const count = candle.volume < BigInt(wanted) ? MIN_STEPS : wanted;
  const rises = candle.close >= candle.open;
  const corners = rises
    ? [candle.open, candle.low, candle.high, candle.close]
    : [candle.open, candle.high, candle.low, candle.close];
  const step = priceStep(corners);
  const share = candle.volume / BigInt(count);
  return Array.from({ length: count }, (_, at) => ({
    offsetMs: Math.floor((at * lengthMs) / count),
    price: priceAt(corners, at, count - 1, step),
    quantity: at === count - 1 ? candle.volume - share * BigInt(count - 1) : share,
  }));
}

/** The price `at` of `last` steps along the three lines; corners are met exactly, what lies between is rounded down to a step. */
function priceAt(corners: readonly bigint[], at: number, last: number, step: bigint): bigint {
  const cornerAt = corners.map((_, corner) => Math.round((corner * last) / (corners.length - 1)));
  const exact = cornerAt.indexOf(at);
  if (exact >= 0) return corners[exact]!;
  const next = cornerAt.findIndex((place) => place > at);
  const [from, to] = [corners[next - 1]!, corners[next]!];
  const [begin, end] = [cornerAt[next - 1]!, cornerAt[next]!];
  const low = from < to ? from : to;
  const price = from + ((to - from) * BigInt(at - begin)) / BigInt(end - begin);
  return low + ((price - low) / step) * step;
}

/** The largest power of ten that all of these prices are whole in. */
function priceStep(prices: readonly bigint[]): bigint {
  let step = 1n;
  for (let decimals = 0; decimals < MARKET_SCALE; decimals++) {
    const larger = step * 10n;
    if (prices.some((price) => price % larger !== 0n)) break;
    step = larger;
  }
  return step;
}
