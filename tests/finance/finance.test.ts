import { FINANCE_ESCROW, FINANCE_POOL } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { ANN, BOB, coins, DAY_MS, HOUSE, START_MS } from '../staking/bench.ts';
import { FinanceBench, type Terms } from './bench.ts';

describe('a finance product', () => {
  it('sets its interest aside in a pool of its own, and pays it when it matures', () => {
    const bench = new FinanceBench();
    const offerId = bench.make();
    expect(bench.kernel.finance.offer(offerId)).toMatchObject({ name: 'Forty-five days', zone: 'ordinary' });
    expect(bench.begin(ANN, offerId, 1_234_567_000_001n as Amount)).toBe('ok');
    expect(bench.events.findLast(({ type }) => type === 'financeSubscribed')).toMatchObject({
      lockDays: 10,
      interest: 19_444_430_250n,
      maturesMs: START_MS + 45 * DAY_MS,
    });
    const accounts = bench.events.flatMap((event) =>
      event.type === 'entry' && event.kind === 'finance-subscribe' ? event.postings : [],
    );
    expect(accounts.map(({ account }) => account)).toEqual([ANN, FINANCE_POOL, FINANCE_ESCROW]);
    bench.pass(45 * DAY_MS);
    expect(bench.finished).toMatchObject([{ how: 'matured', paidInterest: 19_444_430_250n, lockDays: 10 }]);
    expect(bench.spot(ANN)).toBe(coins(100_000n) + 19_444_430_250n);
    expect(bench.kernel.staking.pools()).toEqual([]);
  });

  it('cannot be left in its locked days, and then by its published share', () => {
    const bench = new FinanceBench();
    expect(bench.begin(ANN, bench.make(), 1_234_567_000_001n as Amount)).toBe('ok');
    const orderId = bench.only(ANN);
    bench.pass(10 * DAY_MS - 1);
    expect(bench.code(ANN, { type: 'redeemFinance', orderId })).toBe('FINANCE_LOCKED');
    bench.pass(7 * DAY_MS + 1);
    expect(bench.code(BOB, { type: 'redeemFinance', orderId })).toBe('FINANCE_ORDER_ENDED');
    expect(bench.code(ANN, { type: 'redeemFinance', orderId })).toBe('ok');
    expect(bench.finished).toMatchObject([{ how: 'redeemed', wholeDays: 17, paidInterest: 3_672_836_825n }]);
  });

  it('counts every order that a user began, also ended ones', () => {
    const bench = new FinanceBench();
    const offerId = bench.make({ cycleDays: 10, lockDays: 0 });
    expect(bench.kernel.finance.participations(ANN)).toEqual([]);
    expect(bench.begin(ANN, offerId, coins(10n))).toBe('ok');
    expect(bench.code(ANN, { type: 'redeemFinance', orderId: bench.only(ANN) })).toBe('ok');
    bench.restart();
    expect(bench.begin(ANN, offerId, coins(10n))).toBe('ok');
    expect(bench.begin(ANN, offerId, coins(10n))).toBe('FINANCE_PARTICIPATIONS');
    bench.pass(25 * DAY_MS);
    expect(bench.finished.map(({ how, renewedAs }) => [how, renewedAs])).toEqual([
      ['redeemed', 0],
      ['matured', 0],
    ]);
    expect(bench.begin(ANN, offerId, coins(10n))).toBe('FINANCE_PARTICIPATIONS');
    expect(bench.begin(BOB, offerId, coins(10n))).toBe('ok');
    expect(bench.kernel.finance.participations(ANN)).toEqual([{ offerId, orders: 2 }]);
    expect(bench.kernel.finance.participations(BOB)).toEqual([{ offerId, orders: 1 }]);
  });

  it('of the membership zone is for members alone', () => {
    const bench = new FinanceBench();
    const offerId = bench.make({ zone: 'members' });
    expect(bench.begin(ANN, offerId, coins(10n))).toBe('FINANCE_MEMBERS_ONLY');
    expect(bench.begin(ANN, offerId, coins(10n), { isMember: true })).toBe('ok');
    const open = bench.make({ zone: 'valueAdded' });
    expect(bench.begin(BOB, open, coins(10n))).toBe('ok');
  });

  it('refuses in words of its own', () => {
    const bench = new FinanceBench();
    const offerId = bench.make({ userCapAmount: coins(50_000n), capAmount: coins(60_000n) });
    expect(bench.begin(ANN, 77, coins(10n))).toBe('FINANCE_OFFER_CLOSED');
    expect(bench.begin(ANN, offerId, coins(50_001n))).toBe('FINANCE_AMOUNT');
    expect(bench.begin(ANN, offerId, coins(50_000n))).toBe('ok');
    expect(bench.begin(ANN, offerId, coins(1n))).toBe('FINANCE_USER_LIMIT');
    expect(bench.begin(BOB, offerId, coins(10_001n))).toBe('FINANCE_SOLD_OUT');
    const dear = bench.make({ dailyPpm: 10_000, cycleDays: 1_000 });
    expect(bench.begin(BOB, dear, coins(50_000n))).toBe('FINANCE_POOL_EMPTY');
    expect(bench.begin(HOUSE, offerId, coins(10n))).toBe('NOT_PERMITTED');
  });

  const wrong: readonly Partial<Terms>[] = [
    { name: ' ' },
    { name: 'x'.repeat(41) },
    { name: 'Tr\u00e9sor' },
    { lockDays: -1 },
    { lockDays: 46 },
    { lockDays: 0.5 },
    { maxParticipations: 0 },
    { maxParticipations: 1_001 },
    { dailyPpm: 0 },
  ];
  it.each(wrong)('is refused with %o', (change) => {
    const bench = new FinanceBench();
    expect(() => bench.make(change)).toThrow('INVALID_COMMAND');
  });

  it('goes on the same after a restart', () => {
    const bench = new FinanceBench();
    const offerId = bench.make({ cycleDays: 3, lockDays: 3, maxParticipations: 5 });
    bench.begin(ANN, offerId, coins(10n));
    bench.begin(BOB, offerId, coins(20n));
    const live = bench.kernel;
    bench.restart();
    expect(bench.kernel.stateHash()).toBe(live.stateHash());
    const from = bench.sent.length;
    bench.pass(7 * DAY_MS);
    for (const envelope of bench.sent.slice(from)) live.apply(envelope);
    expect(live.stateHash()).toBe(bench.kernel.stateHash());
    expect(bench.kernel.finance.orders(ANN)).toEqual([]);
    expect(bench.finished).toHaveLength(2);
  });
});
