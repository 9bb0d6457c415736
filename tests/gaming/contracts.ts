import {
  closingPrice,
  closingTicks,
  type Direction,
  openingTick,
  type SecondsResult,
  secondsResult,
} from '@candor/rules';
import { GRID_MS, type PricePath } from './prices.ts';

/** The price that the exchange shows: the venue's, so many milliseconds late. */
export class ShownIndex {
  readonly path: PricePath;
  private readonly lagSteps: number;

  constructor(path: PricePath, lagMs: number) {
    this.path = path;
    this.lagSteps = lagMs / GRID_MS;
  }

  /** The venue's own price at a step of the grid; undefined where the path has none. */
  venue(tickNo: number): number | undefined {
    return this.path.ticks[tickNo - this.path.firstTickNo];
  }

  at(tickNo: number): number | undefined {
    return this.venue(tickNo - this.lagSteps);
  }
}

export interface Played {
  readonly direction: Direction;
  readonly openTicks: number;
  readonly closing: readonly number[];
  readonly result: SecondsResult;
}

/** Plays a contract by the rule; `openTickNo` only to see what another rule would do. Null past the path's end. */
export function play(
  index: ShownIndex,
  acceptedMs: number,
  periodS: number,
  direction: Direction,
  openTickNo = openingTick(acceptedMs),
): Played | null {
  const openTicks = index.at(openTickNo);
  const closing = closingTicks(openTickNo, periodS).map((tickNo) => index.at(tickNo));
  if (openTicks === undefined || closing.some((ticks) => ticks === undefined)) return null;
  const prices = closing as number[];
  return {
    direction,
    openTicks,
    closing: prices,
    result: secondsResult(direction, openTicks, closingPrice(prices)),
  };
}

export interface Tally {
  readonly played: number;
  readonly won: number;
  readonly lost: number;
  /** Share of the won contracts in those that were won or lost. */
  readonly winRate: number;
  /** The average gain of a staked coin, stakes given back counted. */
  readonly gain: number;
}

export function tally(results: readonly SecondsResult[], payoutPpm: number): Tally {
  const won = results.filter((result) => result === 'won').length;
  const lost = results.filter((result) => result === 'lost').length;
  return {
    played: results.length,
    won,
    lost,
    winRate: won / (won + lost),
    gain: (won * (payoutPpm / 1_000_000) - lost) / results.length,
  };
}
