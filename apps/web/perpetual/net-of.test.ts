import type { ClosedPositionRow } from '@candor/api';
import { expect, test } from 'vitest';
import { netOf } from './net-of.ts';

test.each([
  ['10', '1.5', '-0.25', '8.25'],
  ['-193.00000001', '0.5', '0', '-193.50000001'],
  ['0', '0', '0.00000001', '0.00000001'],
])('the net of %s with fees of %s and funding of %s is %s', (realisedPnl, fees, funding, net) => {
  expect(netOf({ realisedPnl, fees, funding } as ClosedPositionRow)).toBe(net);
});
