import { expect, test } from 'vitest';
import { barIndexAt } from './bar-index.ts';

test('a moment stands at its bar, and beyond the last by the step', () => {
  const times = [1_000, 1_250, 1_500, 2_500];
  expect(barIndexAt(times, 250, 1_250)).toBe(1);
  expect(barIndexAt(times, 250, 2_000)).toBe(3);
  expect(barIndexAt(times, 250, 0)).toBe(0);
  expect(barIndexAt(times, 250, 3_000)).toBe(5);
  expect(barIndexAt([], 250, 3_000)).toBe(0);
});
