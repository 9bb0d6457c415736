import type { CallData, Calls } from '@candor/api';
import { formatDecimalTrimmed } from '@candor/money';
import { streamedUnits } from '@candor/rules';

const SECOND_MS = 1_000;

export type MiningIndex = CallData<Calls['getMiningIndex']>;

/** One line at a moment. */
export interface LineMoment {
  /** Decimal of the coin, rounded down: what one coin earned that was locked since the first moment. */
  readonly earned: string;
  /** Rate from this moment on; 0 while nothing is paid. */
  readonly dailyPpm: number;
  /** Part of the highest that any line reaches, for drawing. */
  readonly share: number;
}

/** A moment at which lines bend, the first one, or the present. */
export interface IndexMoment {
  readonly time: number;
  /** Part of the whole time, for drawing. */
  readonly at: number;
  /** By gear, as the answer has them. */
  readonly lines: readonly LineMoment[];
}

/** The lines of the index: straight between two moments. */
export interface IndexLines {
  /** Oldest first. */
  readonly moments: readonly IndexMoment[];
  /** The highest that any line reaches. */
  readonly most: string;
}

interface Point {
  readonly time: number;
  readonly index: readonly bigint[];
}

/** Returns the lines up to now, as the ledger counts them; null while there is nothing to draw. */
export function indexLines(answer: MiningIndex, now: number | null): IndexLines | null {
  const { gears, scale, endsTime } = answer;
  const points = pointsUntil(answer, now);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const highest = last.index.reduce((most, index) => (index > most ? index : most), 0n);
  if (highest === 0n) return null;
  const earned = (index: bigint) => formatDecimalTrimmed(streamedUnits(10n ** BigInt(scale) * index), scale);
  const isOver = endsTime !== null && last.time >= endsTime;
  const moments = points.map(({ time, index }, i) => ({
    time,
    at: (time - first.time) / (last.time - first.time),
    lines: index.map((grown, gear) => {
      const next = points[i + 1];
      const rest = isOver ? 0 : gears[gear]!.dailyPpm;
      const dailyPpm =
        next === undefined ? rest : Number((next.index[gear]! - grown) / secondsOf(next.time - time));
      return { earned: earned(grown), dailyPpm, share: Number(grown) / Number(highest) };
    }),
  }));
  return { moments, most: earned(highest) };
}

const secondsOf = (ms: number) => BigInt(Math.floor(ms / SECOND_MS));

/** The answer's points, and at the present rates on to now, the pool's end between them where that comes first. */
function pointsUntil({ gears, points, endsTime }: MiningIndex, now: number | null): readonly Point[] {
  const known = points.map(({ time, index }) => ({ time, index: index.map(BigInt) }));
  const last = known.at(-1);
  if (last === undefined || now === null || now <= last.time) return known;
  const grownSince = ({ time, index }: Point, until: number) =>
    index.map((grown, gear) => grown + BigInt(gears[gear]!.dailyPpm) * secondsOf(until - time));
  const before = known.at(-2);
  // the moment of the answer is none of the index unless a line bends there
  const bends =
    before === undefined || grownSince(before, last.time).some((index, i) => index !== last.index[i]);
  const kept = bends ? known : known.slice(0, -1);
  const paidUntil = Math.max(last.time, Math.min(now, endsTime ?? now));
  const end = { time: paidUntil, index: grownSince(last, paidUntil) };
  const upToEnd = paidUntil === last.time ? known : [...kept, end];
  return paidUntil === now ? upToEnd : [...upToEnd, { time: now, index: end.index }];
}
