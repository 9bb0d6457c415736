import { describe, expect, it } from 'vitest';
import { checkSums, isInUse, type StatedSums } from './books.ts';

const sums = (parts: Partial<StatedSums>): StatedSums => ({
  coin: 'USDT',
  sum: '0',
  custody: '0',
  users: '0',
  house: '0',
  fees: '0',
  safetyFund: '0',
  products: '0',
  ...parts,
});

describe('the books', () => {
  it('balance when the parts add up to exactly zero', () => {
    const checked = checkSums(
      sums({
        custody: '-1000000.00000001',
        users: '999000',
        house: '990.00000001',
        fees: '9',
        safetyFund: '1',
      }),
    );
    expect(checked).toMatchObject({ added: '0', balances: true });
  });

  it('do not balance for a single unit, nor for another sum than the exchange states', () => {
    expect(checkSums(sums({ custody: '-1', users: '1.00000001' }))).toMatchObject({
      added: '0.00000001',
      balances: false,
    });
    expect(checkSums(sums({ sum: '1' })).balances).toBe(false);
  });

  it('do not balance where a figure can’t be read', () => {
    expect(checkSums(sums({ users: '1e3' }))).toMatchObject({ added: null, balances: false });
    expect(checkSums(sums({ users: '0.123456789' })).balances).toBe(false);
  });

  it('tell an asset in use from one that is only listed', () => {
    expect(isInUse(sums({}))).toBe(false);
    expect(isInUse(sums({ fees: '0.00000001' }))).toBe(true);
  });
});
