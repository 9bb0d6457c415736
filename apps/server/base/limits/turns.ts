/** Lets each key have so many tasks under way at once; further ones wait, first come, first served. */
export interface Turns {
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
}

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/** `most` tasks of one key at once. How many wait is for others to bound. */
export function createTurns(most: number): Turns {
  const lanes = new Map<string, Lane>();

  function done(key: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next === undefined) {
      lane.running -= 1;
      if (lane.running === 0) lanes.delete(key);
    } else next();
  }

  return {
    async run(key, task) {
      let lane = lanes.get(key);
      if (lane === undefined) {
        lane = { running: 0, waiting: [] };
        lanes.set(key, lane);
      }
      const { waiting } = lane;
      if (lane.running < most) lane.running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        done(key, lane);
      }
    },
  };
}
