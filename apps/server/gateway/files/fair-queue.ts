/** Runs one task at a time, in turns by key: a key with many tasks waits behind one that was served longer ago. */
export interface FairQueue {
  /** @throws what `tooMany` gives when the key has as many tasks waiting or running as it may have */
  run<Result>(key: number, task: () => Promise<Result>): Promise<Result>;
}

/** Keys whose last turn is remembered; one that is forgotten counts as never served. */
const REMEMBERED = 1_000;

/** A queue of which one key holds at most `mostOfOne` places. */
export function createFairQueue(mostOfOne: number, tooMany: () => Error): FairQueue {
  const waiting = new Map<number, (() => void)[]>();
  const held = new Map<number, number>();
  /** Numbers of turns by key, the oldest first. */
  const served = new Map<number, number>();
  let turns = 0;
  let isBusy = false;

  function next(): void {
    let first: number | null = null;
    for (const key of waiting.keys()) {
      if (first === null || (served.get(key) ?? 0) < (served.get(first) ?? 0)) first = key;
    }
    if (first === null) {
      isBusy = false;
      return;
    }
    const begins = waiting.get(first)!;
    const begin = begins.shift()!;
    if (begins.length === 0) waiting.delete(first);
    begin();
  }

  function note(key: number): void {
    served.delete(key);
    served.set(key, ++turns);
    if (served.size > REMEMBERED) served.delete(served.keys().next().value!);
  }

  function release(key: number): void {
    const left = held.get(key)! - 1;
    if (left === 0) held.delete(key);
    else held.set(key, left);
    next();
  }

  return {
    async run(key, task) {
      const places = held.get(key) ?? 0;
      if (places >= mostOfOne) throw tooMany();
      held.set(key, places + 1);
      if (isBusy) {
        const begins = waiting.get(key) ?? [];
        waiting.set(key, begins);
        await new Promise<void>((begin) => begins.push(begin));
      }
      isBusy = true;
      note(key);
      try {
        return await task();
      } finally {
        release(key);
      }
    },
  };
}
