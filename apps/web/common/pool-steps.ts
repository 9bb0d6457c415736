/** A movement of a pool, with what the pool had available after it. */
export interface PoolMovement {
  readonly time: number;
  readonly coin: string;
  readonly balance: string;
}

/** The available amount of one pool over its movements, for drawing alone: as shares of the time and of the most that it had. */
export interface PoolSteps {
  readonly coin: string;
  readonly fromTime: number;
  /** The present, or the last movement while that is not known. */
  readonly toTime: number;
  /** The highest balance among the movements. */
  readonly most: string;
  readonly steps: readonly { readonly at: number; readonly share: number }[];
}

/** The course of each pool that was at two balances at two times at least, from its newest movements first until now. */
export function poolSteps(newestFirst: readonly PoolMovement[], now: number | null): readonly PoolSteps[] {
  const coins = [...new Set(newestFirst.map(({ coin }) => coin))];
  return coins.flatMap((coin) => {
    const own = newestFirst.filter((movement) => movement.coin === coin).toReversed();
    const [fromTime, lastTime] = [own[0]!.time, own.at(-1)!.time];
    const ranked = own.map(({ balance }) => balance).toSorted((a, b) => Number(a) - Number(b));
    const [least, most] = [ranked[0]!, ranked.at(-1)!];
    if (fromTime === lastTime || Number(least) === Number(most)) return [];
    const toTime = Math.max(lastTime, now ?? lastTime);
    // the last balance stays until now
    const shown = toTime === lastTime ? own : [...own, { time: toTime, balance: own.at(-1)!.balance }];
    const steps = shown.map(({ time, balance }) => ({
      at: (time - fromTime) / (toTime - fromTime),
      share: Number(balance) / Number(most),
    }));
    return [{ coin, fromTime, toTime, most, steps }];
  });
}
