import { expect, it } from 'vitest';
import { countdownText } from './countdown.tsx';

it('writes a countdown with hours, also beyond a day', () => {
  expect(countdownText(8 * 3_600)).toBe('08:00:00');
  expect(countdownText(3_600)).toBe('01:00:00');
  expect(countdownText(61)).toBe('00:01:01');
  expect(countdownText(1)).toBe('00:00:01');
  expect(countdownText(0)).toBe('00:00:00');
  expect(countdownText(100 * 3_600)).toBe('100:00:00');
});
