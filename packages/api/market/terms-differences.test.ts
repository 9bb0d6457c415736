import { expect, test } from 'vitest';
import type { MarketTerms } from './terms.ts';
import { termsDifferences, termsValues } from './terms-differences.ts';

const brackets = (...rows: readonly [string, string, number][]): MarketTerms => ({
  kind: 'brackets',
  symbolId: 101,
  brackets: rows.map(([floor, maintenancePercent, maxLeverage]) => ({
    floor,
    maintenancePercent,
    maxLeverage,
  })),
});

test('only what differs is listed, by tier, with tiers that come and go', () => {
  const before = brackets(['0', '0.5', 100], ['50000', '1', 50], ['250000', '2.5', 20]);
  const after = brackets(['0', '0.5', 75], ['50000', '1', 50]);
  expect(termsDifferences(before, after)).toEqual([
    { field: 'maxLeverage', unit: 'leverage', tier: 1, before: '100', after: '75' },
    { field: 'floor', unit: 'coin', tier: 3, before: '250000', after: null },
    { field: 'maintenancePercent', unit: 'percent', tier: 3, before: '2.5', after: null },
    { field: 'maxLeverage', unit: 'leverage', tier: 3, before: '20', after: null },
  ]);
  expect(termsDifferences(before, before)).toEqual([]);
});

test('what was never there is listed as a whole, and ids are no values', () => {
  const coin: MarketTerms = {
    kind: 'marginCoin',
    assetId: 7,
    borrowable: false,
    hourlyRatePercent: '0.001',
    collateralPercent: '90',
    maxBorrow: '500',
  };
  expect(termsDifferences(null, coin)).toHaveLength(4);
  expect(termsValues(coin).map(({ field }) => field)).toEqual([
    'borrowable',
    'hourlyRatePercent',
    'collateralPercent',
    'maxBorrow',
  ]);
});
