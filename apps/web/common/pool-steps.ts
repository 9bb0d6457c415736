/** A movement of a pool, with what the pool had available after it. */
export interface PoolMovement {
  readonly time: number;
  readonly coin: string;
  readonly balance: string;
}

/** The available amount of one pool over its movements, for drawing alone: as shares of the time and of its range. */
export interface PoolSteps {
  readonly coin: string;
  readonly fromTime: number;
  readonly toTime: number;
  /** The lowest and the highest balance among the movements. */
  readonly least: string;
  readonly most: string;
  readonly steps: readonly { readonly at: number; readonly share: number }[];
}

/** The course of each pool that was at two balances at two times at least, from its newest movements first. */
export function poolSteps(newestFirst: readonly PoolMovement[]): readonly PoolSteps[] {
  const coins = [...new Set(newestFirst.map(({ coin }) => coin))];
  return coins.flatMap((coin) => {
    const own = newestFirst.filter((movement) => movement.coin === coin).toReversed();
    const [fromTime, toTime] = [own[0]!.time, own.at(-1)!.time];
    const ranked = own.map(({ balance }) => balance).toSorted((a, b) => Number(a) - Number(b));
    const [least, most] = [ranked[0]!, ranked.at(-1)!];
    const range = Number(most) - Number(least);
    if (fromTime === toTime || range === 0) return [];
    const steps = own.map(({ time, balance }) => ({
      at: (time - fromTime) / (toTime - fromTime),
      share: (Number(balance) - Number(least)) / range,
    }));
    return [{ coin, fromTime, toTime, least, most, steps }];
  });
}
