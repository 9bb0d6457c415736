import type { Gear, StreamedVersion, StreamView } from '@candor/kernel';
import type { MiningPointRecord } from '@candor/projections';
import { gearPpm, indexGrowth, STREAM_DAY, streamSpans } from '@candor/rules';

/** Moments that an index is made of at most: gears that were set, and fundings and ends of the pool. */
export const MAX_INDEX_POINTS = 500;

/** A point of the index. Between two points each line is straight. */
export interface IndexPoint {
  /** The whole second (Unix). */
  readonly second: number;
  /** By gear: Σ ppm × paid seconds since the first point. */
  readonly index: readonly bigint[];
}

export interface IndexLines {
  /** The rates are those of now; 0 while nothing is paid. */
  readonly gears: readonly Gear[];
  /** Oldest first, the present second last; none before the pool was funded. */
  readonly points: readonly IndexPoint[];
}

export interface IndexFacts {
  readonly stream: StreamView;
  /** All of the coin, the first one first. */
  readonly versions: readonly StreamedVersion[];
  /** Oldest first. */
  readonly points: readonly MiningPointRecord[];
}

/**
 * Returns what one unit earned, second by second, at the amount of each gear of today: nobody could lock before the pool
 * was funded, so the lines begin there. A gear's line takes the rates that held for its amount, whichever gear that was
 * then. It follows from the paid seconds that the ledger told, which stand still while a pool has ended.
 *
 * The ledger's counter goes on over a pool of which nothing is free while nobody is in a gear. That pays nobody and
 * admits no lock that lasts, so it is left out.
 */
export function indexLinesOf({ stream, versions, points }: IndexFacts): IndexLines {
  const gears = versions.findLast((version) => version.gears.length > 0)?.gears ?? [];
  const lines = gears.map(({ minAmount }) => ({
    minAmount,
    dailyPpm: isPaying(stream) ? gearPpm(stream.gears, minAmount) : 0,
  }));
  const funded = points.findIndex(({ free }) => free !== null);
  if (funded < 0) return { gears: lines, points: [] };
  const drawn: IndexPoint[] = [];
  let last = points[funded]!;
  let free = last.free;
  let index = gears.map(() => 0n);
  for (const moment of [...points.slice(funded), ...presentOf(stream)]) {
    const [from, to] = [last.seconds, moment.seconds];
    if (free !== 0n || to - from <= lastSeconds(versions, from))
      index = index.map(
        (grown, at) => grown + indexGrowth(streamSpans(versions, gears[at]!.minAmount, from, to)),
      );
    append(drawn, { second: moment.second, index });
    free = moment.free ?? free;
    last = moment;
  }
  return { gears: lines, points: drawn };
}

const isPaying = ({ isEnded, free, endSecond }: StreamView) => !isEnded && (free > 0n || endSecond !== null);

/**
 * Seconds for which a pool of which nothing is free still pays those in the lowest gear, out of the part of a unit that is
 * not earned: after them it ends. Where more were counted, nobody was in a gear.
 */
function lastSeconds(versions: readonly StreamedVersion[], seconds: number): number {
  const lowest = versions.findLast(({ fromSeconds }) => fromSeconds <= seconds)?.gears[0];
  return lowest === undefined ? 0 : Number(STREAM_DAY / (lowest.minAmount * BigInt(lowest.dailyPpm)));
}

/** The present second, and the end of the pool before it where that falls due and is not told yet. */
function presentOf({ second, seconds, endSecond }: StreamView): MiningPointRecord[] {
  const now = { second, seconds, free: null };
  return endSecond !== null && endSecond < second ? [{ ...now, second: endSecond }, now] : [now];
}

/** Adds a point in place of the last one where that is of the same second, or bends no line. */
function append(points: IndexPoint[], next: IndexPoint): void {
  const [before, last] = [points.at(-2), points.at(-1)];
  if (last?.second === next.second) points.pop();
  else if (before !== undefined && last !== undefined && isStraight(before, last, next)) points.pop();
  points.push(next);
}

function isStraight(from: IndexPoint, over: IndexPoint, to: IndexPoint): boolean {
  const [first, then] = [BigInt(over.second - from.second), BigInt(to.second - over.second)];
  return over.index.every(
    (index, at) => (index - from.index[at]!) * then === (to.index[at]! - index) * first,
  );
}
