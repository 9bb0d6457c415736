import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { ANN, Bench, BOB, COIN, coins, DAY_MS, HOUSE, type Offer, START_MS, USDT } from './bench.ts';

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
    expect(close(bench.nowMs + 3_000)).toBe('ok');
    // a published end comes nearer and never moves away
    expect([3_000, 9_000].map((ms) => close(bench.nowMs + ms))).toEqual([
      'STAKING_OFFER_CLOSED',
      'STAKING_OFFER_CLOSED',
    ]);
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
