/** Last quote of one venue for a symbol, in that symbol's ticks. */
export interface VenueInput {
  readonly bidTicks: number;
  readonly askTicks: number;
  /** Time at which the venue said it, never later than it was received. */
  readonly timeMs: number;
  readonly weightPpm: number;
}

export interface IndexRules {
  /** Quotes older than this are left out. */
  readonly staleMs: number;
  /** Fewer venues than this make no index. */
  readonly quorum: number;
}

export interface IndexPrice {
  /** Null when fewer venues than the quorum are fit. */
  readonly priceTicks: number | null;
  readonly venuesUsed: number;
}

/** The grid of the index, in ms since 1970: a tick's number is its place on it. */
export const INDEX_GRID_MS = 250;
/** A tick that is journaled more than this after it was chained is late: it settles second contracts and nothing else. */
export const LATE_TICK_MS = 1_000;
/** Staleness where no second contract is at stake. */
export const INDEX_STALE_MS = 10_000;
/** Staleness for second contracts. */
export const SECONDS_INDEX_STALE_MS = 2_000;
export const REAL_QUORUM = 3;
export const PRACTICE_QUORUM = 1;

/** Venues further than one part in this many from the median are left out. */
const DEVIATION_DIVISOR = 100;

interface Mid {
  /** Bid plus ask: the mid price in half ticks, so that nothing is rounded before the end. */
  readonly halfTicks: number;
  weight: number;
}

/**
 * The index: the weighted median of the venues' mid prices, of two medians the lower, rounded down to a whole tick.
 * Left out are venues that are stale, crossed or empty, and those more than 1 percent from the plain median. With
 * three venues or more none weighs half or more: its weight is cut to just under that of the others together.
 */
export function indexPrice(venues: readonly VenueInput[], nowMs: number, rules: IndexRules): IndexPrice {
  const fresh: Mid[] = [];
  for (const venue of venues) {
    if (venue.bidTicks <= 0 || venue.askTicks < venue.bidTicks || venue.weightPpm <= 0) continue;
    if (nowMs - venue.timeMs > rules.staleMs) continue;
    fresh.push({ halfTicks: venue.bidTicks + venue.askTicks, weight: venue.weightPpm });
  }
  if (fresh.length === 0) return { priceTicks: null, venuesUsed: 0 };
  fresh.sort((a, b) => a.halfTicks - b.halfTicks);
  const median = fresh[(fresh.length - 1) >> 1]!.halfTicks;
  const fit = fresh.filter((mid) => distance(mid.halfTicks, median) * DEVIATION_DIVISOR <= median);
  if (fit.length < rules.quorum) return { priceTicks: null, venuesUsed: fit.length };
  if (fit.length >= 3) capWeights(fit);
  return { priceTicks: Math.floor(weightedMedian(fit) / 2), venuesUsed: fit.length };
}

function capWeights(mids: Mid[]): void {
  let total = 0;
  for (const mid of mids) total += mid.weight;
  for (const mid of mids) {
    const others = total - mid.weight;
    if (mid.weight >= others) {
      mid.weight = others - 1;
      return;
    }
  }
}

/** The lowest mid at which half of the weight or more is reached. */
function weightedMedian(sorted: readonly Mid[]): number {
  let total = 0;
  for (const mid of sorted) total += mid.weight;
  let reached = 0;
  for (const mid of sorted) {
    reached += mid.weight;
    if (2 * reached >= total) return mid.halfTicks;
  }
  throw new RangeError('A median needs weights');
}

function distance(a: number, b: number): number {
  return a > b ? a - b : b - a;
}
