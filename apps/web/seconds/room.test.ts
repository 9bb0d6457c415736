import { payoutOf, stakeOf } from '@candor/rules';
import { describe, expect, it } from 'vitest';
import { isFull, largestStake, roomNow } from './room.ts';
import type { Pool } from './second-rows.ts';

const pool = (change: Partial<Pool> = {}): Pool => ({
  coin: 'USDT',
  available: '900',
  reserved: '100',
  stakes: '120',
  userCap: null,
  seq: 1,
  exposures: [
    { symbol: null, cap: '500', reserved: '100' },
    { symbol: 'BTCUSDT', cap: '300', reserved: '100' },
  ],
  ...change,
});
const coins = (whole: bigint) => whole * 100_000_000n;

describe('the room of the pool', () => {
  it('is what the tightest bound leaves', () => {
    expect(roomNow(pool(), 'BTCUSDT', null)).toEqual({ payout: coins(200n), bound: 'market' });
    expect(roomNow(pool({ available: '50' }), 'BTCUSDT', null)).toEqual({
      payout: coins(50n),
      bound: 'pool',
    });
    const all = pool({ exposures: [{ symbol: null, cap: '110', reserved: '100' }, pool().exposures[1]!] });
    expect(roomNow(all, 'BTCUSDT', null)).toEqual({ payout: coins(10n), bound: 'all' });
    expect(roomNow(pool({ userCap: '30' }), 'BTCUSDT', '12')).toEqual({ payout: coins(18n), bound: 'user' });
  });

  it('is none beyond a cap that was lowered, and without a cap', () => {
    expect(roomNow(pool({ userCap: '10' }), 'BTCUSDT', '12').payout).toBe(0n);
    expect(roomNow(pool(), 'ETHUSDT', null).payout).toBe(0n);
  });

  it('is full when not even the smallest stake fits', () => {
    const period = (payoutPercent: string) => ({ periodSeconds: 30, payoutPercent, breakEvenPercent: '0' });
    const offer = { minQuantity: 2, periods: [period('75'), period('90')] };
    const room = (payout: bigint) => ({ payout, bound: 'pool' }) as const;
    expect(isFull(room(coins(3n) / 2n), offer)).toBe(false);
    expect(isFull(room(coins(3n) / 2n - 1n), offer)).toBe(true);
    expect(isFull(room(0n), offer)).toBe(true);
  });

  it('takes the largest stake whose payout fits, to the unit', () => {
    for (const ppm of [1, 333_333, 750_000, 999_999, 1_000_000]) {
      for (const payout of [0n, 1n, coins(1n) - 1n, coins(1n), coins(199n), coins(200n) + 7n]) {
        const most = largestStake({ payout, bound: 'pool' }, ppm);
        const paid = (whole: number) => payoutOf(stakeOf(whole, 8), ppm);
        expect(paid(most) <= payout).toBe(true);
        expect(paid(most + 1) > payout).toBe(true);
      }
    }
  });
});
