import { describe, expect, it } from 'vitest';
import { accruedAt, gearOfAmount, heldAfter, nextGear } from './mining-figures.ts';

const gears = [
  { gear: 1, minAmount: '0.1', dailyPpm: 500 },
  { gear: 2, minAmount: '1', dailyPpm: 800 },
  { gear: 3, minAmount: '5', dailyPpm: 1_200 },
];
const SCALE = 8;

describe('accrued income', () => {
  const accrual = {
    held: '1250000000',
    dailyPpm: 500,
    earned: '62487543200000001',
    time: 1_000_000_000_000,
    endsTime: 1_000_000_000_000 + 30_000,
    isEnded: false,
  };

  it('is counted by whole seconds, as the ledger counts it', () => {
    expect(accruedAt(accrual, 1_000_000_020_000)).toBe(723_380n);
    expect(accruedAt(accrual, 1_000_000_020_999)).toBe(723_380n);
    expect(accruedAt(accrual, 1_000_000_021_000)).toBe(723_387n);
  });

  it('stops with the pool, and never runs backwards', () => {
    expect(accruedAt(accrual, 1_000_000_500_000)).toBe(accruedAt(accrual, 1_000_000_030_000));
    expect(accruedAt({ ...accrual, isEnded: true }, 1_000_000_020_000)).toBe(
      accruedAt(accrual, accrual.time),
    );
    expect(accruedAt({ ...accrual, endsTime: null }, 1_000_000_500_000)).toBeGreaterThan(726_000n);
    expect(accruedAt(accrual, 0)).toBe(accruedAt(accrual, 1_000_000_000_000));
  });
});

describe('gears', () => {
  it('are reached by their amount, to the unit', () => {
    const reached = ['0.09999999', '0.1', '0.99999999', '1', '5', '80', '', '0.123456789'];
    expect(reached.map((amount) => gearOfAmount(gears, amount, SCALE)?.gear ?? 0)).toEqual([
      0, 1, 1, 2, 3, 3, 0, 0,
    ]);
  });

  it('say what is missing of the next one', () => {
    expect(nextGear(gears, '0', SCALE)).toMatchObject({ gear: { gear: 1 }, missing: '0.1', percent: 0 });
    expect(nextGear(gears, '2', SCALE)).toMatchObject({ gear: { gear: 3 }, missing: '3', percent: 25 });
    expect(nextGear(gears, '5', SCALE)).toBeNull();
    expect(nextGear([], '5', SCALE)).toBeNull();
  });
});

describe('amounts', () => {
  it('add up, and never go below 0', () => {
    expect(heldAfter('1.5', '0.25', SCALE, 1)).toBe('1.75');
    expect(heldAfter('1.5', '1.5', SCALE, -1)).toBe('0');
    expect(heldAfter('1.5', '1.6', SCALE, -1)).toBeNull();
    expect(heldAfter('1.5', '', SCALE, 1)).toBeNull();
  });
});
