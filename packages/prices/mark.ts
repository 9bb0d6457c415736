const PPM = 1_000_000;
const PPB = 1_000_000_000n;

/** A basis is kept in this fraction of a half tick, so that its average does not stand still on small distances. */
export const BASIS_SCALE = 65_536;
/** 150 s on the 250 ms grid. */
export const BASIS_TICKS = 600;
const SMOOTHING_NUMERATOR = 2;
const SMOOTHING_DENOMINATOR = BASIS_TICKS + 1;

/** Inputs of a mark price: prices in ticks, house quotes and fills left out; null where there is none. */
export interface MarkTerms {
  readonly indexTicks: number;
  readonly bidTicks: number | null;
  readonly askTicks: number | null;
  readonly lastTicks: number | null;
  /** EMA150s(mid - index), in BASIS_SCALE-ths of a half tick. */
  readonly basisAverage: number;
  readonly fundingPpb: number;
  readonly fundingLeftMs: number;
  readonly fundingIntervalMs: number;
  /** Maximum distance of a mark from the index: half of the first tier's maintenance rate. */
  readonly clampPpm: number;
}

/** One more tick of the moving average of mid - index; a book without both sides counts as standing at the index. */
export function nextBasis(
  average: number,
  indexTicks: number,
  bidTicks: number | null,
  askTicks: number | null,
): number {
  const halfTicks = bidTicks === null || askTicks === null ? 0 : bidTicks + askTicks - 2 * indexTicks;
  const distance = halfTicks * BASIS_SCALE - average;
  return average + Math.trunc((distance * SMOOTHING_NUMERATOR) / SMOOTHING_DENOMINATOR);
}

/**
 * The mark: the median of index + average basis, of the median of bid, ask and last (their mid before the first fill),
 * and of the index with what is left of the last funding on it; no further than the clamp from the index. Each part
 * rounds down to a tick, the clamp inwards. Without a bid and an ask of others than the house it is the index.
 */
export function markPrice(terms: MarkTerms): number {
  const { indexTicks, bidTicks, askTicks, lastTicks } = terms;
  if (bidTicks === null || askTicks === null) return indexTicks;
  const byBasis = indexTicks + Math.floor(terms.basisAverage / (2 * BASIS_SCALE));
  const mid = Math.floor((bidTicks + askTicks) / 2);
  const byBook = median(bidTicks, askTicks, lastTicks ?? mid);
  const byFunding = indexTicks + fundingOn(terms);
  const reach = Math.floor((indexTicks * terms.clampPpm) / PPM);
  const mark = median(byBasis, byBook, byFunding);
  return Math.max(1, indexTicks - reach, Math.min(indexTicks + reach, mark));
}

/** index x lastFunding x timeLeft / period, rounded down. */
function fundingOn(terms: MarkTerms): number {
  const product = BigInt(terms.indexTicks) * BigInt(terms.fundingPpb) * BigInt(terms.fundingLeftMs);
  const divisor = BigInt(terms.fundingIntervalMs) * PPB;
  const quotient = product / divisor;
  return Number(product < 0n && product % divisor !== 0n ? quotient - 1n : quotient);
}

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
