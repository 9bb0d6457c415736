import { type IndexPrice, indexPrice, SECONDS_INDEX_STALE_MS } from '@candor/prices';
import { CLOSING_TICKS_MIN, tickTimeMs } from './terms.ts';

export type Direction = 'up' | 'down';
/** Result of a contract. `even` and `void` give the stake back. */
export type SecondsResult = 'won' | 'lost' | 'even' | 'void';
/** Result that a void contract would have had, by what prices there were. */
export type WouldHave = 'won' | 'lost' | 'even' | 'unknown';

/** A venue's quote as an index tick journaled it. */
export interface TickQuote {
  readonly venueId: number;
  readonly bidTicks: number;
  readonly askTicks: number;
  readonly timeMs: number;
}

/** A venue's weight, fixed for a contract at its acceptance. */
export interface VenueWeight {
  readonly venueId: number;
  readonly weightPpm: number;
}

/** The index of second contracts at a tick of the grid: venues are stale 2 s after their time. Unnamed venues have no weight. */
export function secondsIndex(
  quotes: readonly TickQuote[],
  weights: readonly VenueWeight[],
  tickNo: number,
  quorum: number,
): IndexPrice {
  return secondsIndexAt(quotes, weights, tickTimeMs(tickNo), quorum);
}

/** The same at any time, for what is shown between ticks. */
export function secondsIndexAt(
  quotes: readonly TickQuote[],
  weights: readonly VenueWeight[],
  nowMs: number,
  quorum: number,
): IndexPrice {
  const inputs = quotes.map((quote) => ({
    bidTicks: quote.bidTicks,
    askTicks: quote.askTicks,
    timeMs: quote.timeMs,
    weightPpm: weights.find(({ venueId }) => venueId === quote.venueId)?.weightPpm ?? 0,
  }));
  return indexPrice(inputs, nowMs, { staleMs: SECONDS_INDEX_STALE_MS, quorum });
}

/** The lower median of the valid ones of the closing ticks (null is invalid); null with fewer valid ones than three. */
export function closingPrice(prices: readonly (number | null)[]): number | null {
  const valid = prices.filter((price) => price !== null).sort((a, b) => a - b);
  return valid.length < CLOSING_TICKS_MIN ? null : valid[(valid.length - 1) >> 1]!;
}

/** Returns the result of a contract by its two prices: void where one is missing, even where they are the same. */
export function secondsResult(
  direction: Direction,
  openTicks: number | null,
  closeTicks: number | null,
): SecondsResult {
  if (openTicks === null || closeTicks === null) return 'void';
  if (closeTicks === openTicks) return 'even';
  return closeTicks > openTicks === (direction === 'up') ? 'won' : 'lost';
}

/** Published result of a void contract: how it would have ended by the lower median of the valid ticks there were. */
export function wouldHaveEnded(
  direction: Direction,
  openTicks: number | null,
  prices: readonly (number | null)[],
): WouldHave {
  const valid = prices.filter((price) => price !== null).sort((a, b) => a - b);
  const result = secondsResult(direction, openTicks, valid[(valid.length - 1) >> 1] ?? null);
  return result === 'void' ? 'unknown' : result;
}

export interface SecondsPayment {
  /** Amounts that leave the escrow for the user, and for the pool: together stake and reserved payout. */
  readonly toUser: bigint;
  readonly toPool: bigint;
}

export function secondsPayment(result: SecondsResult, stake: bigint, payout: bigint): SecondsPayment {
  switch (result) {
    case 'won':
      return { toUser: stake + payout, toPool: 0n };
    case 'lost':
      return { toUser: 0n, toPool: stake + payout };
    case 'even':
    case 'void':
      return { toUser: stake, toPool: payout };
  }
}
