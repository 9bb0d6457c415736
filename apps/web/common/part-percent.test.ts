import { expect, it } from 'vitest';
import { partPercent } from './part-percent.ts';

it('draws a part of a whole, from nothing to all of it', () => {
  expect([partPercent('1', '4'), partPercent('9', '4'), partPercent('1', 0)]).toEqual([25, 100, 0]);
});
