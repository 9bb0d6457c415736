import { count, type Field, list, record } from '../codec/fields.ts';

interface Run {
  readonly first: number;
  last: number;
}

/**
 * A set of positive safe integers that only grows, kept as runs of neighbours. Numbers that are given out one after the
 * other take one run for each gap, however many they are.
 */
export class NumberSet {
  /** Ascending, with a gap between any two. */
  private runs: Run[] = [];

  has(value: number): boolean {
    const run = this.runs[this.runAt(value)];
    return run !== undefined && run.first <= value;
  }

  /** Adds a number. Returns false if it is there already. */
  add(value: number): boolean {
    const at = this.runAt(value);
    const next = this.runs[at];
    if (next !== undefined && next.first <= value) return false;
    const before = this.runs[at - 1];
    const joinsBefore = before?.last === value - 1;
    const joinsNext = next?.first === value + 1;
    const run = {
      first: joinsBefore ? before.first : value,
      last: joinsNext ? next.last : value,
    };
    this.runs.splice(joinsBefore ? at - 1 : at, Number(joinsBefore) + Number(joinsNext), run);
    return true;
  }

  /** The runs as they stand in snapshots. */
  stored(): readonly Readonly<Run>[] {
    return this.runs;
  }

  /** Fills an empty set with the runs of a snapshot. */
  restore(runs: readonly Readonly<Run>[]): void {
    this.runs = runs.map((run) => ({ ...run }));
  }

  /** Index of the first run that ends at or after the value. */
  private runAt(value: number): number {
    let low = 0;
    let high = this.runs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.runs[middle]!.last < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Runs of a set in a snapshot. */
export const numberRuns: Field<readonly Readonly<Run>[]> = list(record<Run>({ first: count, last: count }));
