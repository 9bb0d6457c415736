import { expect, it } from 'vitest';
import { awayOf } from './age.ts';
import { lengthOf } from './length.ts';

it.each([
  [-5_000, 'second', 0],
  [0, 'second', 0],
  [59_999, 'second', 59],
  [60_000, 'minute', 1],
  [3_599_999, 'minute', 59],
  [5_400_000, 'hour', 1.5],
  [86_399_999, 'hour', 23.9],
  [86_400_000, 'day', 1],
])('writes %d ms as a length in %s', (ms, unit, count) => {
  expect(lengthOf(ms)).toEqual({ unit, count });
});

it.each([
  [-20_000, 'second', -20],
  [20_000, 'second', 20],
  [-60_000, 'minute', -1],
  [7_300_000, 'hour', 2],
  [-172_800_000, 'day', -2],
  [-400, 'second', 0],
])('writes %d ms away in %s', (ms, unit, count) => {
  const away = awayOf(ms);
  expect(away).toEqual({ unit, count });
  // a minus zero would be written as past
  expect(Object.is(away.count, -0)).toBe(false);
});
