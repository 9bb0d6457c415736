/** Measures how close the recorder's ticks were to their grid, from the journal. */
import { type AppliedCommand, readCommitted } from '@candor/journal';
import { INDEX_GRID_MS } from '@candor/prices';

/** Ticks stamped more than this behind their place on the grid are off it. */
export const OFF_GRID_MS = 50;
/** The number of ticks allowed off the grid in the number of places below: ten minutes of them. */
export const MOST_OFF = 2;
const PLACES = 2_400;

export interface GridReport {
  /** Places of the grid in the measured time. */
  readonly places: number;
  /** Places that have no tick. */
  readonly missing: number;
  readonly late: number;
  readonly worstMs: number;
  /** The number of ticks that may be off the grid in that time. */
  readonly allowed: number;
}

/** Checks every place of the grid in a period, and passes each command of it to the callback. */
export async function ticksOnGrid(
  connectionString: string,
  fromMs: number,
  untilMs: number,
  onCommand: (command: AppliedCommand) => void = () => {},
): Promise<GridReport> {
  const chained = new Map<number, number>();
  for await (const { commands } of readCommitted({ connectionString, afterSeq: 0 }))
    for (const command of commands) {
      const { body, timeMs } = command.envelope;
      if (body.type === 'indexTick') chained.set(body.tickNo, body.chainedMs ?? timeMs);
      if (timeMs >= fromMs) onCommand(command);
    }
  const first = Math.ceil(fromMs / INDEX_GRID_MS);
  const end = Math.floor(untilMs / INDEX_GRID_MS);
  let [missing, late, worstMs] = [0, 0, 0];
  for (let place = first; place < end; place += 1) {
    const chainedMs = chained.get(place);
    if (chainedMs === undefined) {
      missing += 1;
      continue;
    }
    const behindMs = chainedMs - place * INDEX_GRID_MS;
    worstMs = Math.max(worstMs, behindMs);
    if (behindMs > OFF_GRID_MS) late += 1;
  }
  const places = end - first;
  return { places, missing, late, worstMs, allowed: Math.ceil((MOST_OFF * places) / PLACES) };
}

/**
 * The ratio of such a row: the allowed number off the grid over the measured one, with one added to each to avoid
 * division by zero.
 */
export const ratioOf = ({ missing, late, allowed }: GridReport): number =>
  Number(((allowed + 1) / (missing + late + 1)).toFixed(2));

export const wordsOf = ({ places, missing, late, worstMs }: GridReport): string =>
  `of ${places} places of the grid ${missing} without a tick and ${late} stamped more than ${OFF_GRID_MS} ms late, ` +
  `the latest ${worstMs} ms`;
