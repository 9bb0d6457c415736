import { describe, expect, it } from 'vitest';
import { incomeOf } from './mining-income.ts';

const gears = [
  { gear: 1, minAmount: '0.1', dailyPpm: 500 },
  { gear: 2, minAmount: '1', dailyPpm: 800 },
  { gear: 3, minAmount: '5', dailyPpm: 1_200 },
];
const SCALE = 8;

describe('income', () => {
  const DAY_MS = 86_400_000;
  /** 500 of others in the highest gear: 500 × 0.0012 = 0.6 a day. */
  const held = gears.map((gear) => ({ ...gear, held: gear.gear === 3 ? '500' : '0' }));
  const pool = (free: string, isEmpty = false) => ({
    gears: held,
    scale: SCALE,
    time: DAY_MS,
    pool: { free, isEmpty },
  });

  it('is shown by the day and simple by the year where the pool lasts one, rounded down', () => {
    const lasting = { perDay: '0.002', perYear: '0.73', untilEnd: null };
    expect(incomeOf('2.5', '0', pool('1000'))).toEqual(lasting);
    expect(incomeOf('0.00000001', '0', pool('1000'))).toMatchObject({ perDay: '0', perYear: '0' });
    expect(incomeOf('0.05', '0', pool('0.001'))).toEqual({ perDay: '0', perYear: '0', untilEnd: null });
    expect(incomeOf('x', '0', pool('1000'))).toBeNull();
  });

  it('ends with the pool, which the amount itself empties sooner', () => {
    // 0.6 a day of the others and 0.6 of this amount: 2.4 are two days, and half of them are this amount's
    const two = { amount: '1.2', endsTime: 3 * DAY_MS };
    expect(incomeOf('500', '0', pool('2.4'))).toEqual({ perDay: '0.6', perYear: null, untilEnd: two });
    const half = incomeOf('500', '0', pool('0.6'));
    expect(half).toEqual({
      perDay: null,
      perYear: null,
      untilEnd: { amount: '0.3', endsTime: 1.5 * DAY_MS },
    });
  });

  it('of coins that are held already counts them once', () => {
    // the 500 of the gear are the owner's own: nothing else empties the pool
    const own = incomeOf('500', '500', pool('2.4'));
    expect(own).toEqual({ perDay: '0.6', perYear: null, untilEnd: { amount: '2.4', endsTime: 5 * DAY_MS } });
    // half of them leave: the pool lasts twice as long
    expect(incomeOf('250', '500', pool('2.4'))?.untilEnd).toEqual({ amount: '2.4', endsTime: 9 * DAY_MS });
  });

  it('never exceeds what the pool has', () => {
    for (const [amount, free] of [
      ['7', '0.00000001'],
      ['123.45678901', '0.7'],
      ['99999', '3'],
    ] as const) {
      const { untilEnd, perDay } = incomeOf(amount, '0', pool(free))!;
      for (const paid of [untilEnd?.amount ?? '0', perDay ?? '0'])
        expect(Number(paid)).toBeLessThanOrEqual(Number(free));
    }
  });

  it('is none while the pool is empty', () => {
    expect(incomeOf('500', '0', pool('0', true))).toEqual({ perDay: '0', perYear: '0', untilEnd: null });
  });
});
