import type { PerpetualInfo } from '@candor/kernel';
import { expect, test } from 'vitest';
import { budgetOf } from './perpetual-maker.ts';

const symbol = { quotePerTickLot: 1_000n } as PerpetualInfo;
/** Ten contracts on 20,000,000 USDT: 2,000,000 each. */
const state = { equity: 20_000_000n * 10n ** 8n, quoted: new Array(10).fill(null) };
/** At 50,000 a lot of 0.001 is 50 USDT: three shares are 120,000 lots. */
const budget = (lots: number, equity = state.equity) =>
  budgetOf({ symbol, lots, leverage: 5, markTicks: 5_000_000 }, { ...state, equity });

test('each side may stand for half of its share of the equity, at the house’s leverage', () => {
  const { bidTickLots, askLots } = budget(0);
  // 2,000,000 x 30 percent x 5 / 2 = 1,500,000 USDT.
  expect(bidTickLots * 1_000n).toBe(1_500_000n * 10n ** 8n);
  expect(askLots).toBe(30_000);
});

test('the side that adds to the position shrinks and ends at three shares, the other stays', () => {
  const scales = (lots: number) => {
    const { bidScalePpm, askScalePpm } = budget(lots);
    return [bidScalePpm, askScalePpm];
  };
  expect(scales(0)).toEqual([1_000_000, 1_000_000]);
  expect(scales(36_000)).toEqual([1_000_000, 1_000_000]);
  expect(scales(78_000)).toEqual([500_000, 1_000_000]);
  expect(scales(120_000)).toEqual([0, 1_000_000]);
  expect(scales(-78_000)).toEqual([1_000_000, 500_000]);
  expect(scales(-500_000)).toEqual([1_000_000, 0]);
});

test('without equity nothing is quoted', () => {
  expect(budget(0, 0n)).toMatchObject({ bidTickLots: 0n, askLots: 0 });
  expect(budget(0, -5n)).toMatchObject({ bidTickLots: 0n, askLots: 0 });
});
