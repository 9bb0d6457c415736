import type { SecondRow } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { liveSecond } from './live-second.ts';

const contract = {
  status: 'countdown',
  side: 'up',
  openPrice: '100.5',
  stake: '20',
  payout: '15',
  currentPrice: '99',
  profitLoss: '-20',
} as SecondRow;
const shown = (row: SecondRow, index: string | null | undefined) => {
  const { currentPrice, profitLoss } = liveSecond(row, index);
  return [currentPrice, profitLoss];
};

describe('a second contract that runs', () => {
  it('stands at the index that the page shows', () => {
    expect(shown(contract, '100.51')).toEqual(['100.51', '15']);
    expect(shown(contract, '100.49')).toEqual(['100.49', '-20']);
    expect(shown(contract, '100.50')).toEqual(['100.50', '0']);
    expect(shown({ ...contract, side: 'down' }, '100.49')).toEqual(['100.49', '15']);
    expect(shown({ ...contract, side: 'down' }, '100.51')).toEqual(['100.51', '-20']);
  });

  it('has no price while the index is stale', () => {
    expect(shown(contract, null)).toEqual([null, null]);
  });

  it('is as the server said before it opens, while it is priced, and before an index came', () => {
    expect(shown({ ...contract, openPrice: null }, '101')).toEqual(['99', '-20']);
    expect(shown({ ...contract, status: 'pricing' }, '101')).toEqual(['99', '-20']);
    expect(shown(contract, undefined)).toEqual(['99', '-20']);
  });
});
