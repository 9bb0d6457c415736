import { createKernel, type KernelEvent } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { MAX_DUE_ITEMS_BESIDE } from '../../packages/kernel/due/due-slice.ts';
import { ANN, Bench, BOB, COIN, coins, DAY_MS, HOUSE, type Offer, START_MS, USDT } from './bench.ts';

const HOUR_MS = 3_600_000;
const PRINCIPAL = 1_234_567_000_001n as Amount;

/** Interest apart from the code: day by day in exact fractions of a unit, over 10^6. */
function naiveInterest(principal: bigint, dailyPpm: number, days: number): bigint {
  let millionths = 0n;
  for (let day = 0; day < days; day++) millionths += principal * BigInt(dailyPpm);
  return millionths / 1_000_000n;
}

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

describe('an offer', () => {
  it('is never oversold: 1,000 orders for ten units of room begin ten', () => {
    const bench = new Bench({ users: 1_000 });
    const unit = coins(1n);
    const offerId = bench.offer({
      minAmount: unit,
      maxAmount: unit,
      userCapAmount: unit,
      capAmount: coins(10n),
    });
    const codes = Array.from({ length: 1_000 }, (_, i) => bench.subscribeCode(ANN + i, offerId, unit));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(10);
    expect(new Set(codes.slice(10))).toEqual(new Set(['STAKING_SOLD_OUT']));
    expect(bench.kernel.staking.offer(offerId)).toMatchObject({
      principal: coins(10n),
      orders: 10,
      room: 0n,
    });
    // an exit makes room again
    bench.sure(ANN, { type: 'redeemStaking', orderId: bench.kernel.staking.orders(ANN)[0]!.orderId });
    expect(bench.subscribeCode(ANN + 500, offerId, unit)).toBe('ok');
  });

  it('promises nothing that the pool does not have', () => {
    const bench = new Bench({ pool: 0n });
    const offerId = bench.offer({ dailyPpm: 1_000, cycleDays: 100 });
    expect(bench.subscribeCode(ANN, offerId, coins(100n))).toBe('STAKING_POOL_EMPTY');
    bench.fund((coins(10n) - 1n) as Amount);
    expect(bench.subscribeCode(ANN, offerId, coins(100n))).toBe('STAKING_POOL_EMPTY');
    bench.fund(1n as Amount);
    expect(bench.subscribeCode(ANN, offerId, coins(100n))).toBe('ok');
    expect(bench.pool.free).toBe(0n);
    expect(bench.subscribeCode(BOB, offerId, coins(1n))).toBe('STAKING_POOL_EMPTY');
  });

  it('bounds one order and one user', () => {
    const bench = new Bench();
    const bounds = { minAmount: coins(10n), maxAmount: coins(50n), userCapAmount: coins(80n) };
    const offerId = bench.offer(bounds);
    expect(bench.subscribeCode(ANN, offerId, (coins(10n) - 1n) as Amount)).toBe('STAKING_AMOUNT');
    expect(bench.subscribeCode(ANN, offerId, (coins(50n) + 1n) as Amount)).toBe('STAKING_AMOUNT');
    expect(bench.subscribeCode(ANN, offerId, 0n as Amount)).toBe('QUANTITY_INVALID');
    bench.subscribe(ANN, offerId, coins(50n));
    expect(bench.subscribeCode(ANN, offerId, coins(31n))).toBe('STAKING_USER_LIMIT');
    bench.subscribe(ANN, offerId, coins(30n));
    expect(bench.subscribeCode(ANN, offerId, coins(10n))).toBe('STAKING_USER_LIMIT');
    expect(bench.subscribeCode(BOB, offerId, coins(50n))).toBe('ok');
  });

  it('takes no more than the wallet has, from users alone', () => {
    const bench = new Bench();
    const offerId = bench.offer({ minAmount: 100_000n as Amount });
    bench.subscribe(ANN, offerId, coins(50_000n));
    expect(bench.subscribeCode(ANN, bench.offer(), (coins(50_000n) + 1n) as Amount)).toBe('STAKING_AMOUNT');
    bench.subscribe(ANN, bench.offer(), coins(49_999n));
    expect(bench.subscribeCode(ANN, offerId, (coins(1n) + 1n) as Amount)).toBe('INSUFFICIENT_BALANCE');
    expect(bench.subscribeCode(HOUSE, offerId, coins(1n))).toBe('NOT_PERMITTED');
    expect(bench.subscribeCode(4_000, offerId, coins(1n))).toBe('UNKNOWN_ACCOUNT');
    expect(bench.subscribeCode(ANN, 77, coins(1n))).toBe('STAKING_OFFER_CLOSED');
  });

  it('opens and closes at its named times', () => {
    const bench = new Bench();
    const offerId = bench.offer({ opensMs: START_MS + 1_000 });
    expect(bench.subscribeCode(ANN, offerId, coins(1n))).toBe('STAKING_OFFER_CLOSED');
    bench.nowMs += 1_000;
    const orderId = bench.subscribe(ANN, offerId, coins(1n));
    const close = (closesMs: number) =>
      bench.code(0, { type: 'closeStakingOffer', offerId, closesMs, reason: 'A test of ends' });
    expect(close(bench.nowMs + 2_000)).toBe('ok');
    bench.nowMs += 1_999;
    bench.subscribe(ANN, offerId, coins(1n));
    bench.nowMs += 1;
    expect(bench.subscribeCode(ANN, offerId, coins(1n))).toBe('STAKING_OFFER_CLOSED');
    expect(close(bench.nowMs + 5_000)).toBe('STAKING_OFFER_CLOSED');
    // an order keeps the terms under which it began
    expect(bench.kernel.staking.order(orderId)).toMatchObject({ dailyPpm: 350, cycleDays: 45 });
    bench.pass(45 * DAY_MS);
    expect(bench.ended()).toHaveLength(2);
  });

  const wrong: readonly (readonly [string, Partial<Offer>])[] = [
    ['UNKNOWN_ASSET', { assetId: 5 }],
    ['INVALID_COMMAND', { dailyPpm: 0 }],
    ['INVALID_COMMAND', { dailyPpm: 10_001 }],
    ['INVALID_COMMAND', { dailyPpm: 0.5 }],
    ['INVALID_COMMAND', { cycleDays: 0 }],
    ['INVALID_COMMAND', { cycleDays: 1_096 }],
    ['INVALID_COMMAND', { exitPpm: -1 }],
    ['INVALID_COMMAND', { exitPpm: 1_000_001 }],
    ['INVALID_COMMAND', { opensMs: -1 }],
    ['INVALID_COMMAND', { opensMs: START_MS + 400 * DAY_MS }],
    ['QUANTITY_INVALID', { minAmount: 0n as Amount }],
    ['QUANTITY_INVALID', { maxAmount: (COIN - 1n) as Amount }],
    ['QUANTITY_INVALID', { userCapAmount: coins(49_999n) }],
    ['QUANTITY_INVALID', { capAmount: coins(59_999n) }],
    // the smallest order would earn nothing
    ['QUANTITY_INVALID', { minAmount: 10n as Amount, dailyPpm: 1, cycleDays: 1 }],
    ['AMOUNT_TOO_LARGE', { capAmount: (2n ** 62n) as Amount }],
  ];
  it.each(wrong)('is refused with %s for %o', (code, change) => {
    const bench = new Bench();
    expect(() => bench.offer(change)).toThrow(code);
    expect(bench.kernel.staking.offers()).toEqual([]);
  });

  it('needs a reason, as does each change of an operator', () => {
    const bench = new Bench();
    const reason = ' no ';
    const offerId = bench.offer();
    expect(bench.code(0, { type: 'closeStakingOffer', offerId, closesMs: 0, reason })).toBe(
      'INVALID_COMMAND',
    );
    const funding = { assetId: USDT, amount: coins(1n), fromUserId: 0 };
    expect(bench.code(0, { type: 'fundStaking', ...funding, reason })).toBe('INVALID_COMMAND');
  });
});

describe('the pool', () => {
  it('gives back only what is free, and to the house alone', () => {
    const bench = new Bench({ pool: 0n });
    bench.give(HOUSE, 20n);
    expect(bench.fund(coins(21n), HOUSE).outcome).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(bench.fund(coins(20n), HOUSE).outcome.ok).toBe(true);
    expect(bench.fund(coins(20n), ANN).outcome).toMatchObject({ code: 'NOT_PERMITTED' });
    bench.subscribe(ANN, bench.offer({ dailyPpm: 1_000, cycleDays: 50 }), coins(100n));
    expect(bench.pool).toMatchObject({ free: coins(15n), reserved: coins(5n) });
    expect(bench.fund(coins(-16n), HOUSE).outcome).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(bench.fund(coins(-15n), HOUSE).outcome.ok).toBe(true);
    expect(bench.fund(coins(-1n)).outcome).toMatchObject({ code: 'QUANTITY_INVALID' });
    const funded = bench.events.filter(({ type }) => type === 'stakingFunded');
    expect(funded).toMatchObject([
      { before: 0n, after: coins(20n), fromUserId: HOUSE },
      { before: coins(15n), after: 0n, fromUserId: HOUSE },
    ]);
    bench.pass(50 * DAY_MS);
    expect(bench.spot(ANN)).toBe(coins(100_005n));
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
