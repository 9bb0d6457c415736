import { describe, expect, it } from 'vitest';
import { allFulfilled, inBatches } from './batches.ts';

/** Doubles numbers, in batches that end when `release` is called. */
function doubling({ most = 10, atOnce = 1 } = {}) {
  const batches: (readonly number[])[] = [];
  const releases: (() => void)[] = [];
  const ask = inBatches<number, number>({
    most,
    atOnce,
    async run(numbers) {
      batches.push(numbers);
      await new Promise<void>((resolve) => releases.push(resolve));
      return numbers.map((each) =>
        each < 0
          ? { status: 'rejected', reason: new RangeError(`${each}`) }
          : { status: 'fulfilled', value: 2 * each },
      );
    },
  });
  const began = async (count: number) => {
    while (batches.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, batches, releases, began };
}

describe('batches', () => {
  it('run what is asked in one turn together, in its order, and answer each by itself', async () => {
    const { ask, batches, releases, began } = doubling();
    const answers = Promise.allSettled([ask(3), ask(-1), ask(2)]);
    await began(1);
    releases[0]!();
    expect(await answers).toEqual([
      { status: 'fulfilled', value: 6 },
      { status: 'rejected', reason: new RangeError('-1') },
      { status: 'fulfilled', value: 4 },
    ]);
    expect(batches).toEqual([[3, -1, 2]]);
  });

  it('gather what comes while one is under way, up to the most', async () => {
    const { ask, batches, releases, began } = doubling({ most: 2 });
    const first = ask(1);
    await began(1);
    const others = Promise.all([ask(2), ask(3), ask(4)]);
    releases[0]!();
    expect(await first).toBe(2);
    await began(2);
    releases[1]!();
    await began(3);
    releases[2]!();
    expect(await others).toEqual([4, 6, 8]);
    expect(batches).toEqual([[1], [2, 3], [4]]);
  });

  it('run side by side as many as they may', async () => {
    const { ask, batches, releases, began } = doubling({ atOnce: 2 });
    const slow = ask(1);
    await began(1);
    const quick = ask(2);
    await began(2);
    releases[1]!();
    expect(await quick).toBe(4);
    releases[0]!();
    expect(await slow).toBe(2);
    expect(batches).toEqual([[1], [2]]);
  });

  it('reject all of a batch that fails as a whole, and take the next', async () => {
    let isDown = true;
    const ask = inBatches<number, number>({
      most: 10,
      atOnce: 1,
      async run(numbers) {
        if (isDown) throw new Error('down');
        return allFulfilled(numbers);
      },
    });
    const failed = await Promise.allSettled([ask(1), ask(2)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isDown = false;
    expect(await ask(3)).toBe(3);
  });
});
