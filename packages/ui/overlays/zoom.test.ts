import { expect, it } from 'vitest';
import { centredScroll, zoomAfterKey } from './zoom.ts';

it('zooms by keys, and no further than it goes', () => {
  expect([1, 2, 3, 4].map((zoom) => zoomAfterKey(zoom, '+'))).toEqual([2, 3, 4, 4]);
  expect([1, 2, 3, 4].map((zoom) => zoomAfterKey(zoom, '-'))).toEqual([1, 1, 2, 3]);
  expect(zoomAfterKey(2, '=')).toBe(3);
  expect(zoomAfterKey(3, '0')).toBe(1);
  expect(zoomAfterKey(3, 'ArrowDown')).toBeNull();
});

it('keeps what is in the middle', () => {
  // the whole picture is 800 px wide in its frame: twice as wide, its middle is at 800 px
  expect(centredScroll(0, 800, 2)).toBe(400);
  expect(centredScroll(centredScroll(100, 600, 3), 600, 1 / 3)).toBeCloseTo(100);
});
