import { expect, it } from 'vitest';
import { Health } from './health.ts';

it('leaves a node alone that failed, and not for longer where the clock is set back', () => {
  let nowMs = 10_000_000;
  const health = new Health(
    3,
    () => nowMs,
    () => {},
  );
  health.note(0, 'fails');
  expect(health.awake()).toEqual([1, 2]);
  nowMs -= 3_600_000;
  expect(health.awake()).toEqual([0, 1, 2]);
  nowMs += 3_600_000;
  expect(health.awake()).toEqual([1, 2]);
  nowMs += 2_000;
  expect(health.awake()).toEqual([0, 1, 2]);
});
