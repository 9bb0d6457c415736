import { describe, expect, it } from 'vitest';
import { type BookLevel, buildLadder, groupingChoices, groupOf, ladderAt, spreadOf } from './ladder.ts';

const scale = { priceDecimals: 1, quantityDecimals: 3, groupUnits: 10n };
const asks: BookLevel[] = [
  ['100.1', '1.000', '1.000'],
  ['100.9', '0.500', '0.000'],
  ['101.0', '0.250', '0.250'],
  ['101.1', '2.000', '2.000'],
];

describe('the ladder', () => {
  it('groups asks up and bids down, so that no group looks better than it is', () => {
    expect(groupOf(1001n, 10n, 'ask')).toBe(1010n);
    expect(groupOf(1010n, 10n, 'ask')).toBe(1010n);
    expect(groupOf(1009n, 10n, 'bid')).toBe(1000n);
  });

  it('sums a group and accumulates from the best', () => {
    expect(buildLadder(asks, 'ask', scale, 10)).toEqual([
      { price: '101.0', quantity: '1.750', cumulative: '1.750', share: 0.466, house: false },
      { price: '102.0', quantity: '2.000', cumulative: '3.750', share: 1, house: true },
    ]);
  });

  it('fills the last row it shows before it stops', () => {
    expect(buildLadder(asks, 'ask', scale, 1)).toEqual([
      { price: '101.0', quantity: '1.750', cumulative: '1.750', share: 1, house: false },
    ]);
  });

  it('refuses a level outside the symbol’s decimals instead of rounding it', () => {
    expect(() => buildLadder([['100.12', '1', '0']], 'bid', scale, 5)).toThrow(RangeError);
  });

  it('says the spread, and nothing while a side is empty', () => {
    expect(spreadOf([['99.9', '1', '1']], asks, 1)).toEqual({ spread: '0.2', ppm: 1998 });
    expect(spreadOf([], asks, 1)).toBeNull();
  });

  it('offers groupings from the tick', () => {
    expect(groupingChoices(5n)).toEqual([5n, 50n, 250n, 500n, 5000n]);
  });

  it('holds the prices of its rows while the book moves, and counts what comes before them', () => {
    const before = buildLadder(asks, 'ask', scale, 10).map(({ price }) => price);
    const moved: BookLevel[] = [
      ['99.5', '0.100', '0.000'],
      ['101.1', '2.000', '2.000'],
      ['103.0', '4.000', '0.000'],
    ];
    expect(ladderAt(moved, 'ask', scale, before)).toEqual([
      { price: '101.0', quantity: '0.000', cumulative: '0.100', share: 0.047, house: false },
      { price: '102.0', quantity: '2.000', cumulative: '2.100', share: 1, house: true },
    ]);
    expect(ladderAt([], 'bid', scale, ['99.0'])).toEqual([
      { price: '99.0', quantity: '0.000', cumulative: '0.000', share: 0, house: false },
    ]);
  });

  it('is what it was where nothing moved', () => {
    const rows = buildLadder(asks, 'ask', scale, 2);
    const prices = rows.map(({ price }) => price);
    expect(ladderAt(asks, 'ask', scale, prices)).toEqual(rows);
  });
});
