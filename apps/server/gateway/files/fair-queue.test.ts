import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const tooMany = () => new Error('too many');

/** A queue whose tasks end when they are let go, one after the other. */
function stage(mostOfOne = 5) {
  const queue = createFairQueue(mostOfOne, tooMany);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let running = 0;
  let mostRunning = 0;
  const add = (key: number, name: string) =>
    queue.run(key, async () => {
      begun.push(name);
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await new Promise<void>((end) => ends.push(end));
      running -= 1;
      return name;
    });
  const finish = async () => {
    ends.shift()?.();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { add, begun, finish, mostRunning: () => mostRunning };
}

it('lets whoever was served longest ago go first, one at a time', async () => {
  const { add, begun, finish, mostRunning } = stage();
  const all = [add(1, 'a1'), add(1, 'a2'), add(1, 'a3'), add(2, 'b1'), add(2, 'b2'), add(3, 'c1')];
  for (let ended = 0; ended < 3; ended++) await finish();
  all.push(add(4, 'd1'));
  for (let ended = 0; ended < 4; ended++) await finish();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'd1']);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'd1', 'b2', 'a3']);
  expect(mostRunning()).toBe(1);
});

it('takes no more of one key than it may have, and takes more once one is over', async () => {
  const { add, finish } = stage(2);
  const first = [add(1, 'a1'), add(1, 'a2')];
  await expect(add(1, 'a3')).rejects.toThrow('too many');
  const other = add(2, 'b1');
  await finish();
  const next = add(1, 'a3');
  for (let ended = 0; ended < 3; ended++) await finish();
  expect(await Promise.all([...first, other, next])).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('goes on behind a task that fails', async () => {
  const queue = createFairQueue(5, tooMany);
  const failed = queue.run(1, () => Promise.reject(new Error('broken')));
  const next = queue.run(1, async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
