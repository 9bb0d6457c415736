import { expect, test } from 'vitest';
import { wholeTicks } from './whole-ticks.ts';

test('a label that would be cut at either end of the axis is left out, one that just fits is not', () => {
  const tick = (coord: number) => ({ coord, value: coord, text: '12:00' });
  const ticks = [tick(19), tick(20), tick(150), tick(280), tick(281)];
  expect(wholeTicks(ticks, 300, (text) => text.length * 8).map(({ coord }) => coord)).toEqual([20, 150, 280]);
});
