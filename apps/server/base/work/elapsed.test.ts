import { expect, it } from 'vitest';
import { hasPassed } from './elapsed.ts';

it.each([
  ['before its end', 1_000, 1_999, false],
  ['at its end', 1_000, 2_000, true],
  ['long after it', 1_000, 9_000, true],
  ['at its beginning', 1_000, 1_000, false],
  ['where the clock was set back', 1_000, 999, true],
])('a second is over or not %s', (_, sinceMs, nowMs, isOver) => {
  expect(hasPassed(sinceMs, 1_000, nowMs)).toBe(isOver);
});
