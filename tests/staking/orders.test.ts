import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { MAX_DUE_ITEMS_BESIDE } from '../../packages/kernel/due/due-slice.ts';
import { ANN, Bench, BOB, COIN, coins, DAY_MS, HOUSE, naiveInterest, START_MS, USDT } from './bench.ts';

const HOUR_MS = 3_600_000;
const PRINCIPAL = 1_234_567_000_001n as Amount;

describe('an order', () => {
  it('sets its whole interest aside and pays it when it matures, to the second', () => {
    const bench = new Bench();
    const offerId = bench.offer();
    const orderId = bench.subscribe(ANN, offerId, PRINCIPAL);
    expect(bench.kernel.staking.order(orderId)).toEqual({
      orderId,
      userId: ANN,
      offerId,
      assetId: USDT,
      amount: PRINCIPAL,
      dailyPpm: 350,
      cycleDays: 45,
      exitPpm: 500_000,
      interest: 19_444_430_250n,
      beganMs: START_MS,
      maturesMs: START_MS + 45 * DAY_MS,
      autoRenew: false,
      renewalOf: 0,
    });
    expect(bench.spot(ANN)).toBe(coins(100_000n) - PRINCIPAL);
    expect(bench.pool).toEqual({
      assetId: USDT,
      free: coins(10_000n) - 19_444_430_250n,
      reserved: 19_444_430_250n,
      principal: PRINCIPAL,
      orders: 1,
    });
    expect(bench.named).toEqual({ free: bench.pool.free, escrow: PRINCIPAL + 19_444_430_250n });
    expect(bench.kernel.nextDueMs).toBe(START_MS + 45 * DAY_MS);
    bench.pass(45 * DAY_MS - 1);
    expect(bench.ended()).toEqual([]);
    bench.pass(1);
    expect(bench.ended()).toMatchObject([
      {
        orderId,
        userId: ANN,
        how: 'matured',
        wholeDays: 45,
        paidInterest: 19_444_430_250n,
        released: 0n,
        endedMs: START_MS + 45 * DAY_MS,
        renewedAs: 0,
      },
    ]);
    expect(bench.spot(ANN)).toBe(coins(100_000n) + 19_444_430_250n);
    expect(bench.named).toEqual({ free: coins(10_000n) - 19_444_430_250n, escrow: 0n });
    expect(bench.kernel.staking.order(orderId)).toBeNull();
    expect(bench.code(ANN, { type: 'redeemStaking', orderId })).toBe('STAKING_ORDER_ENDED');
  });

  it.each([
    ['17 days and 5 hours', 17 * DAY_MS + 5 * HOUR_MS, 17, 3_672_836_825n, 15_771_593_425n],
    ['a second before it matures', 45 * DAY_MS - 1_000, 44, 9_506_165_900n, 9_938_264_350n],
    ['the day on which it began', DAY_MS - 1, 0, 0n, 19_444_430_250n],
  ])('that is redeemed after %s keeps the published share of whole days', (_, ms, days, paid, released) => {
    const bench = new Bench();
    const orderId = bench.subscribe(ANN, bench.offer(), PRINCIPAL);
    bench.pass(ms);
    bench.sure(ANN, { type: 'redeemStaking', orderId });
    expect(bench.ended()).toMatchObject([
      { how: 'redeemed', wholeDays: days, paidInterest: paid, released, endedMs: START_MS + ms },
    ]);
    expect(bench.spot(ANN)).toBe(coins(100_000n) + paid);
    expect(bench.named).toEqual({ free: coins(10_000n) - paid, escrow: 0n });
    expect(bench.kernel.nextDueMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('of 100 that is left on day 0 brings 100 back, at once', () => {
    const bench = new Bench();
    const orderId = bench.subscribe(ANN, bench.offer(), coins(100n));
    bench.sure(ANN, { type: 'redeemStaking', orderId });
    expect(bench.spot(ANN)).toBe(coins(100_000n));
  });

  it('is out of everybody else’s reach', () => {
    const bench = new Bench();
    const orderId = bench.subscribe(ANN, bench.offer(), coins(100n));
    for (const userId of [BOB, HOUSE]) {
      expect(bench.code(userId, { type: 'redeemStaking', orderId })).toBe('STAKING_ORDER_ENDED');
      expect(bench.code(userId, { type: 'setStakingRenewal', orderId, autoRenew: true, closedMs: 0 })).toBe(
        'STAKING_ORDER_ENDED',
      );
    }
    expect(bench.kernel.staking.orders(ANN)).toHaveLength(1);
    expect(bench.kernel.staking.orders(BOB)).toEqual([]);
  });

  it('is what was previewed, for 50 random terms', () => {
    let state = 13;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
    const bench = new Bench({ pool: 40_000_000n });
    for (let i = 0; i < 50; i++) {
      const dailyPpm = 1 + random(10_000);
      const cycleDays = 1 + random(1_095);
      const amount = (COIN + BigInt(random(2_000_000_000))) as Amount;
      const exitPpm = random(1_000_001);
      bench.nowMs += random(100_000_000);
      const offerId = bench.offer({ dailyPpm, cycleDays, exitPpm });
      const orderId = bench.subscribe(ANN, offerId, amount);
      const interest = naiveInterest(amount, dailyPpm, cycleDays);
      expect(bench.kernel.staking.order(orderId)).toMatchObject({
        amount,
        interest,
        beganMs: bench.nowMs,
        maturesMs: bench.nowMs + cycleDays * DAY_MS,
      });
      const [began] = bench.subscribed().slice(-1);
      expect(began).toMatchObject({ orderId, offerId, dailyPpm, cycleDays, exitPpm, interest });
      const days = random(cycleDays);
      bench.pass(days * DAY_MS + random(DAY_MS - 1));
      bench.sure(ANN, { type: 'redeemStaking', orderId });
      const kept = (naiveInterest(amount, dailyPpm, days) * BigInt(exitPpm)) / 1_000_000n;
      const paid = bench.ended().at(-1)!.paidInterest;
      // rounded once, not twice
      expect(paid - kept === 0n || paid - kept === 1n).toBe(true);
    }
    expect(bench.named.escrow).toBe(0n);
  });

  it('is the same by its id as long as it is open, also for its key', () => {
    const bench = new Bench();
    const offerId = bench.offer();
    const body = { type: 'subscribeStaking', offerId, amount: coins(5n), autoRenew: false } as const;
    const keyed = { timeMs: START_MS, userId: ANN, key: 'subscribe:1', bodyHash: 'ab'.repeat(32), body };
    const first = bench.kernel.apply({ ...keyed, seq: bench.kernel.seq + 1 }).outcome;
    const again = bench.kernel.apply({ ...keyed, seq: bench.kernel.seq + 1, timeMs: START_MS + 20 * DAY_MS });
    expect(again.outcome).toEqual(first);
    expect(bench.kernel.staking.orders(ANN)).toHaveLength(1);
  });
});

describe('what falls due during a downtime', () => {
  it('is paid at its own time, in the order of the due times', () => {
    const bench = new Bench({ users: 3 });
    const long = bench.offer({ cycleDays: 3 });
    const short = bench.offer({ cycleDays: 1 });
    const first = bench.subscribe(ANN, long, coins(10n));
    const second = bench.subscribe(BOB, short, coins(10n));
    bench.nowMs += 5_000;
    const third = bench.subscribe(ANN + 2, short, coins(10n));
    bench.pass(30 * DAY_MS);
    expect(bench.ended().map(({ orderId, endedMs }) => [orderId, endedMs])).toEqual([
      [second, START_MS + DAY_MS],
      [third, START_MS + 5_000 + DAY_MS],
      [first, START_MS + 3 * DAY_MS],
    ]);
  });

  it('is settled in slices, the sender’s own first', () => {
    const bench = new Bench({ users: 1_201 });
    const offerId = bench.offer({ cycleDays: 1 });
    for (let i = 0; i < 1_201; i++) bench.subscribe(ANN + i, offerId, coins(1n));
    bench.nowMs += DAY_MS;
    const last = ANN + 1_200;
    bench.send(last, { type: 'cancelAll', symbolId: null });
    expect(bench.ended()[0]!.userId).toBe(last);
    expect(bench.ended()).toHaveLength(MAX_DUE_ITEMS_BESIDE + 1);
    bench.restart();
    bench.pass(0);
    expect(bench.ended()).toHaveLength(1_201);
    expect(new Set(bench.ended().map(({ orderId }) => orderId)).size).toBe(1_201);
    expect(bench.named.escrow).toBe(0n);
  });
});
