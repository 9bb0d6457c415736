import type { Amount } from '@candor/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breakEvenPpm,
  changeLossLimit,
  closingPrice,
  closingTicks,
  type Direction,
  lossLimitAt,
  NO_LOSS_LIMIT,
  openingTick,
  payoutOf,
  secondsIndex,
  secondsPayment,
  secondsResult,
  stakeOf,
  tickTimeMs,
  withinLossLimit,
  wouldHaveEnded,
} from './index.ts';

const price = fc.integer({ min: 1, max: 1_000_000 });
const reading = fc.option(price, { nil: null });
const five = fc.array(reading, { minLength: 5, maxLength: 5 });
const direction = fc.constantFrom<Direction>('up', 'down');

describe('the ticks of a contract', () => {
  it('opens at the first tick that lies 3 s after acceptance or later', () => {
    expect(openingTick(1_000_000)).toBe(4_012);
    expect(openingTick(1_000_001)).toBe(4_013);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 42 }), (acceptedMs) => {
        const opens = tickTimeMs(openingTick(acceptedMs));
        expect(opens).toBeGreaterThanOrEqual(acceptedMs + 3_000);
        expect(opens - 250).toBeLessThan(acceptedMs + 3_000);
      }),
    );
  });

  it('closes at five ticks in a row, the last of them one period after the opening', () => {
    expect(closingTicks(4_012, 30)).toEqual([4_128, 4_129, 4_130, 4_131, 4_132]);
    expect(tickTimeMs(closingTicks(4_012, 30).at(-1)!) - tickTimeMs(4_012)).toBe(30_000);
  });
});

describe('the closing price', () => {
  it('is the lower median of the valid ticks, of which there must be three', () => {
    expect(closingPrice([5, 1, 4, 2, 3])).toBe(3);
    expect(closingPrice([5, null, 4, 2, 3])).toBe(3);
    expect(closingPrice([10, null, 40, 20, null])).toBe(20);
    expect(closingPrice([10, null, null, 20, null])).toBeNull();
    expect(closingPrice([null, null, null, null, null])).toBeNull();
  });

  it('lies at the place that counting finds: at most half of the valid ones are below it', () => {
    fc.assert(
      fc.property(five, (prices) => {
        const valid = prices.filter((value) => value !== null);
        const close = closingPrice(prices);
        if (valid.length < 3) {
          expect(close).toBeNull();
          return;
        }
        const below = valid.filter((value) => value < close!).length;
        const notAbove = valid.filter((value) => value <= close!).length;
        expect(2 * below).toBeLessThan(valid.length);
        expect(2 * notAbove).toBeGreaterThanOrEqual(valid.length);
      }),
    );
  });

  it('moves by no more than its neighbours when one tick is picked at will', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 5, maxLength: 5 }), fc.nat(4), price, (ticks, at, picked) => {
        const sorted = [...ticks].sort((a, b) => a - b);
        const close = closingPrice(ticks.map((value, i) => (i === at ? picked : value)))!;
        expect(close).toBeGreaterThanOrEqual(sorted[1]!);
        expect(close).toBeLessThanOrEqual(sorted[3]!);
      }),
    );
  });
});

describe('the result', () => {
  it('is up, down, even or void by the two prices alone', () => {
    expect(secondsResult('up', 100, 101)).toBe('won');
    expect(secondsResult('up', 100, 99)).toBe('lost');
    expect(secondsResult('down', 100, 99)).toBe('won');
    expect(secondsResult('down', 100, 101)).toBe('lost');
    expect(secondsResult('up', 100, 100)).toBe('even');
    expect(secondsResult('down', 100, 100)).toBe('even');
    expect(secondsResult('up', null, 101)).toBe('void');
    expect(secondsResult('up', 100, null)).toBe('void');
  });

  it('is for one direction what it is against the other', () => {
    fc.assert(
      fc.property(direction, price, price, (towards, open, close) => {
        const other = towards === 'up' ? 'down' : 'up';
        const pair = new Set([secondsResult(towards, open, close), secondsResult(other, open, close)]);
        expect(pair).toEqual(open === close ? new Set(['even']) : new Set(['won', 'lost']));
      }),
    );
  });

  it('pays out of escrow what is in it, and gives the stake back when even or void', () => {
    expect(secondsPayment('won', 100n, 92n)).toEqual({ toUser: 192n, toPool: 0n });
    expect(secondsPayment('lost', 100n, 92n)).toEqual({ toUser: 0n, toPool: 192n });
    expect(secondsPayment('even', 100n, 92n)).toEqual({ toUser: 100n, toPool: 92n });
    expect(secondsPayment('void', 100n, 92n)).toEqual({ toUser: 100n, toPool: 92n });
  });

  it('of a void contract is told by whatever valid prices there were', () => {
    expect(wouldHaveEnded('up', 100, [null, 101, null, null, 99])).toBe('lost');
    expect(wouldHaveEnded('up', 100, [null, 101, null, null, null])).toBe('won');
    expect(wouldHaveEnded('up', 100, [null, null, null, null, null])).toBe('unknown');
    expect(wouldHaveEnded('up', null, [])).toBe('unknown');
  });
});

describe('the money of a contract', () => {
  it('counts whole coins, and rounds the payout for the pool', () => {
    expect(stakeOf(25, 8)).toBe(2_500_000_000n);
    expect(payoutOf(2_500_000_000n as Amount, 920_000)).toBe(2_300_000_000n);
    expect(payoutOf(3n as Amount, 920_000)).toBe(2n);
  });

  it('names the win rate at which nothing is lost, never too low', () => {
    expect(breakEvenPpm(1_000_000)).toBe(500_000);
    expect(breakEvenPpm(920_000)).toBe(520_834);
    expect(breakEvenPpm(600_000)).toBe(625_000);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (payoutPpm) => {
        const shown = breakEvenPpm(payoutPpm);
        expect(shown * (1_000_000 + payoutPpm)).toBeGreaterThanOrEqual(1e12);
        expect((shown - 1) * (1_000_000 + payoutPpm)).toBeLessThan(1e12);
      }),
    );
  });
});

describe('the index at a tick', () => {
  const quote = (venueId: number, mid: number, timeMs: number) => ({
    venueId,
    bidTicks: mid - 1,
    askTicks: mid + 1,
    timeMs,
  });
  const weights = [1, 2, 3].map((venueId) => ({ venueId, weightPpm: 333_333 }));
  const atMs = tickTimeMs(40_000);

  it('leaves out venues that said nothing for more than 2 s, and those unnamed at acceptance', () => {
    const quotes = [quote(1, 1_000, atMs), quote(2, 1_004, atMs - 2_000), quote(3, 1_001, atMs - 2_001)];
    expect(secondsIndex(quotes, weights, 40_000, 2)).toEqual({ priceTicks: 1_000, venuesUsed: 2 });
    expect(secondsIndex(quotes, weights, 40_001, 2).priceTicks).toBeNull();
    const stranger = [...quotes, quote(9, 1_003, atMs)];
    expect(secondsIndex(stranger, weights, 40_000, 3).priceTicks).toBeNull();
  });
});

describe('the daily loss limit', () => {
  const hours = (count: number) => count * 3_600_000;

  it('is lowered at once and raised after 24 hours', () => {
    const first = changeLossLimit(NO_LOSS_LIMIT, 100n, 0);
    expect(lossLimitAt(first, 0)).toBe(100n);
    const raised = changeLossLimit(first, 500n, hours(1));
    expect(lossLimitAt(raised, hours(25) - 1)).toBe(100n);
    expect(lossLimitAt(raised, hours(25))).toBe(500n);
    const none = changeLossLimit(first, null, hours(1));
    expect(lossLimitAt(none, hours(24))).toBe(100n);
    expect(lossLimitAt(none, hours(25))).toBeNull();
  });

  it('forgets a raise that waits when it is lowered', () => {
    const waiting = changeLossLimit(changeLossLimit(NO_LOSS_LIMIT, 100n, 0), 500n, 0);
    const lowered = changeLossLimit(waiting, 50n, hours(2));
    expect(lossLimitAt(lowered, hours(2))).toBe(50n);
    expect(lossLimitAt(lowered, hours(1_000))).toBe(50n);
    const kept = changeLossLimit(waiting, 100n, hours(2));
    expect(lossLimitAt(kept, hours(1_000))).toBe(100n);
  });

  it('counts what is lost today, what is open, and the stake itself', () => {
    expect(withinLossLimit(100n, 40n, 40n, 20n)).toBe(true);
    expect(withinLossLimit(100n, 40n, 40n, 21n)).toBe(false);
    expect(withinLossLimit(100n, -50n, 100n, 50n)).toBe(true);
    expect(withinLossLimit(null, 10n ** 18n, 0n, 1n)).toBe(true);
  });

  it('never lets more be lost on a day than was allowed when it began, however it is changed', () => {
    const change = fc.record({
      afterMs: fc.integer({ min: 0, max: hours(2) }),
      wanted: fc.option(fc.bigInt({ min: 0n, max: 1_000n }), { nil: null }),
    });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 1_000n }),
        fc.array(change, { maxLength: 8 }),
        (first, changes) => {
          let limit = changeLossLimit(NO_LOSS_LIMIT, first, 0);
          let nowMs = 0;
          for (const { afterMs, wanted } of changes) {
            nowMs += afterMs;
            if (nowMs >= hours(24)) break;
            limit = changeLossLimit(limit, wanted, nowMs);
            expect(lossLimitAt(limit, nowMs)).not.toBeNull();
            expect(lossLimitAt(limit, nowMs)!).toBeLessThanOrEqual(first);
          }
        },
      ),
    );
  });
});
