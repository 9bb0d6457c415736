import { expect, it } from 'vitest';
import { countdownText } from './countdown.ts';

it('counts down in hours, minutes and seconds, and stands at the end', () => {
  expect(countdownText(8 * 3_600_000)).toBe('08:00:00');
  expect(countdownText(3_599_001)).toBe('01:00:00');
  expect(countdownText(61_000)).toBe('00:01:01');
  expect(countdownText(1)).toBe('00:00:01');
  expect(countdownText(0)).toBe('00:00:00');
  expect(countdownText(-5_000)).toBe('00:00:00');
});
