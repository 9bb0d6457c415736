import { createKernel, type KernelEvent } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { ANN, Bench, BOB, coins, DAY_MS, naiveInterest, START_MS } from './bench.ts';

describe('a renewal', () => {
  it('is off unless asked for, and begins again where the order ended', () => {
    const bench = new Bench();
    const offerId = bench.offer({ cycleDays: 10, dailyPpm: 1_000 });
    const orderId = bench.subscribe(ANN, offerId, coins(100n));
    bench.sure(ANN, { type: 'setStakingRenewal', orderId, autoRenew: true, closedMs: 0 });
    bench.pass(10 * DAY_MS + 7);
    const [ended] = bench.ended();
    expect(ended).toMatchObject({ orderId, how: 'matured', paidInterest: coins(1n) });
    const [renewal] = bench.kernel.staking.orders(ANN);
    expect(renewal).toMatchObject({
      orderId: ended!.renewedAs,
      renewalOf: orderId,
      amount: coins(100n),
      beganMs: START_MS + 10 * DAY_MS,
      maturesMs: START_MS + 20 * DAY_MS,
      autoRenew: true,
    });
    // interest is paid out, never staked again
    expect(bench.spot(ANN)).toBe(coins(100_001n) - coins(100n));
    bench.sure(ANN, { type: 'setStakingRenewal', orderId: renewal!.orderId, autoRenew: false, closedMs: 0 });
    bench.pass(10 * DAY_MS);
    expect(bench.kernel.staking.orders(ANN)).toEqual([]);
    expect(bench.spot(ANN)).toBe(coins(100_002n));
  });

  it('goes on through a downtime of several cycles, in order', () => {
    const bench = new Bench();
    const offerId = bench.offer({ cycleDays: 10, dailyPpm: 1_000 });
    bench.subscribe(ANN, offerId, coins(100n), true);
    bench.pass(35 * DAY_MS);
    expect(bench.ended().map(({ endedMs }) => (endedMs - START_MS) / DAY_MS)).toEqual([10, 20, 30]);
    expect(bench.kernel.staking.orders(ANN)).toMatchObject([{ beganMs: START_MS + 30 * DAY_MS }]);
  });

  it('ends with the closing of staking, also where the order was renewed meanwhile', () => {
    const bench = new Bench();
    const offerId = bench.offer({ cycleDays: 10, dailyPpm: 1_000 });
    const [late, early] = [
      bench.subscribe(ANN, offerId, coins(100n), true),
      bench.subscribe(ANN, offerId, coins(200n), true),
    ];
    bench.pass(5 * DAY_MS);
    const open = bench.subscribe(ANN, offerId, coins(300n), true);
    bench.pass(5 * DAY_MS + 4_000);
    const end = (orderId: number, closedMs: number) =>
      bench.code(ANN, { type: 'setStakingRenewal', orderId, autoRenew: false, closedMs });
    const due = START_MS + 10 * DAY_MS;
    // closed a second before it matured, or at that very moment: nothing new begins
    expect(end(late, due - 1_000)).toBe('ok');
    expect(end(early, due)).toBe('ok');
    expect(end(open, due - 1_000)).toBe('ok');
    expect(bench.kernel.staking.orders(ANN)).toMatchObject([{ orderId: open, autoRenew: false }]);
    expect(bench.ended()).toMatchObject([
      { orderId: late, how: 'matured', paidInterest: coins(1n) },
      { orderId: early, how: 'matured', paidInterest: coins(2n) },
      { renewalOf: late, how: 'redeemed', wholeDays: 0, paidInterest: 0n },
      { renewalOf: early, how: 'redeemed', wholeDays: 0, paidInterest: 0n },
    ]);
    expect(bench.spot(ANN)).toBe(coins(100_003n) - coins(300n));
    expect(end(late, due)).toBe('STAKING_ORDER_ENDED');
  });

  it('that began before the closing runs to its end', () => {
    const bench = new Bench();
    const offerId = bench.offer({ cycleDays: 10, dailyPpm: 1_000 });
    const orderId = bench.subscribe(ANN, offerId, coins(100n), true);
    bench.pass(10 * DAY_MS + 4_000);
    const closedMs = START_MS + 10 * DAY_MS + 1;
    bench.sure(ANN, { type: 'setStakingRenewal', orderId, autoRenew: false, closedMs });
    expect(bench.kernel.staking.orders(ANN)).toMatchObject([{ renewalOf: orderId, autoRenew: false }]);
    bench.pass(10 * DAY_MS);
    expect(bench.spot(ANN)).toBe(coins(100_002n));
  });

  it('needs an offer that is open at the due time', () => {
    const bench = new Bench();
    const offerId = bench.offer({ cycleDays: 10 });
    bench.subscribe(ANN, offerId, coins(100n), true);
    const closesMs = START_MS + 10 * DAY_MS;
    bench.sure(0, { type: 'closeStakingOffer', offerId, closesMs, reason: 'A test of ends' });
    bench.pass(12 * DAY_MS);
    expect(bench.ended()).toMatchObject([{ how: 'matured', renewedAs: 0 }]);
    expect(bench.kernel.staking.orders(ANN)).toEqual([]);
  });

  it('needs its interest in the pool, and else just ends', () => {
    const bench = new Bench({ pool: 1n });
    const offerId = bench.offer({ cycleDays: 10, dailyPpm: 1_000 });
    bench.subscribe(ANN, offerId, coins(100n), true);
    bench.pass(10 * DAY_MS);
    expect(bench.ended()).toMatchObject([{ how: 'matured', renewedAs: 0, paidInterest: coins(1n) }]);
    expect(bench.spot(ANN)).toBe(coins(100_001n));
  });
});

describe('a kernel', () => {
  it('that restarts from a snapshot goes on the same', () => {
    const bench = new Bench({ users: 5 });
    const offers = [bench.offer({ cycleDays: 1 }), bench.offer({ cycleDays: 2 }), bench.offer()];
    for (let i = 0; i < 15; i++)
      bench.subscribe(ANN + (i % 5), offers[i % 3]!, coins(BigInt(1 + i)), i % 2 === 0);
    bench.pass(DAY_MS + 5);
    const before = bench.kernel.stateHash();
    const live = bench.kernel;
    bench.restart();
    expect(bench.kernel.stateHash()).toBe(before);
    for (let user = ANN; user < ANN + 5; user++)
      expect(bench.kernel.staking.orders(user)).toEqual(live.staking.orders(user));
    expect(bench.kernel.staking.pools()).toEqual(live.staking.pools());
    expect(bench.kernel.staking.offers()).toEqual(live.staking.offers());
    const from = bench.sent.length;
    bench.pass(3 * DAY_MS);
    for (const envelope of bench.sent.slice(from)) live.apply(envelope);
    expect(live.stateHash()).toBe(bench.kernel.stateHash());
  });

  it('that replays the commands emits the same', () => {
    const bench = new Bench();
    const offerId = bench.offer({ cycleDays: 2 });
    const orderId = bench.subscribe(ANN, offerId, coins(7n), true);
    bench.subscribe(BOB, offerId, coins(9n));
    bench.pass(DAY_MS);
    bench.sure(ANN, { type: 'redeemStaking', orderId });
    bench.pass(2 * DAY_MS);
    const replayed = createKernel();
    const events: KernelEvent[] = [];
    for (const envelope of bench.sent) events.push(...replayed.apply(envelope).events);
    expect(events).toEqual(bench.events);
    expect(replayed.stateHash()).toBe(bench.kernel.stateHash());
  });

  it('pays a year of orders that mature each day, and the pool knows where its money went', () => {
    const bench = new Bench({ users: 40 });
    const offerId = bench.offer({ cycleDays: 1, dailyPpm: 77, minAmount: coins(1n) });
    let owed = 0n;
    for (let i = 0; i < 40; i++) {
      const amount = (coins(3n) + BigInt(i * 7_919)) as Amount;
      bench.subscribe(ANN + i, offerId, amount, true);
      owed += 365n * naiveInterest(amount, 77, 1);
    }
    for (let day = 0; day < 365; day++) bench.pass(DAY_MS);
    expect(bench.ended()).toHaveLength(40 * 365);
    const paid = bench.ended().reduce((sum, { paidInterest }) => sum + paidInterest, 0n);
    expect(paid).toBe(owed);
    expect(bench.named.free + bench.pool.reserved).toBe(coins(10_000n) - owed);
    expect(bench.kernel.ledgerSums().every(({ sum }) => sum === 0n)).toBe(true);
  });
});
