import { FINANCE_ESCROW, FINANCE_POOL } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { expect, it } from 'vitest';
import { Random } from '../../tools/workload/random.ts';
import { ANN, COIN, coins, DAY_MS, USDT } from '../staking/bench.ts';
import { FinanceBench } from './bench.ts';
import { FinanceSheet, type SheetTerms } from './sheet.ts';

const USERS = [ANN, ANN + 1];

/** The two named accounts, as entries left them. */
function named(bench: FinanceBench) {
  const last = new Map<number, bigint>();
  for (const event of bench.of('entry'))
    for (const { account, balance } of event.postings) last.set(account, balance);
  return { pool: last.get(FINANCE_POOL) ?? 0n, escrow: last.get(FINANCE_ESCROW) ?? 0n };
}

it('the sheet has the published figures', () => {
  const terms = { dailyPpm: 350, cycleDays: 45, lockDays: 0, exitPpm: 500_000 };
  const left = (ms: number) => {
    const sheet = new FinanceSheet(coins(10_000n));
    expect(sheet.begin(1, ANN, terms, 1_234_567_000_001n, 0)).toBe(true);
    expect(sheet.escrow).toBe(1_234_567_000_001n + 19_444_430_250n);
    return sheet.leave(1, ms);
  };
  expect(left(17 * DAY_MS + 5 * 3_600_000)).toEqual({
    paid: 3_672_836_825n,
    released: 15_771_593_425n,
    days: 17,
  });
  expect(left(45 * DAY_MS - 1_000)).toMatchObject({ paid: 9_506_165_900n, days: 44 });
  expect(left(DAY_MS - 1)).toEqual({ paid: 0n, released: 19_444_430_250n, days: 0 });
});

it.each([1, 2, 3, 4])('products pay what the sheet pays, over random lives: %i', (seed) => {
  const random = new Random(seed);
  const bench = new FinanceBench();
  const sheet = new FinanceSheet(coins(10_000n));
  const terms = new Map<number, SheetTerms>();
  const offer = () => {
    const cycleDays = random.int(1, random.pick([3, 30, 400]));
    const lockDays = random.chance(0.5) ? 0 : random.int(0, cycleDays);
    const exitPpm = random.pick([0, 1, 333_333, 500_000, 1_000_000]);
    const made = { dailyPpm: random.int(1, 10_000), cycleDays, lockDays, exitPpm };
    terms.set(bench.make({ ...made, maxParticipations: 1_000, userCapAmount: coins(100_000n) }), made);
  };
  for (let i = 0; i < 4; i++) offer();
  for (let step = 0; step < 120; step++) {
    bench.pass(random.pick([0, 1, 3_600_000, DAY_MS - 1, DAY_MS, 5 * DAY_MS + random.int(0, DAY_MS)]));
    const matured = sheet.pass(bench.nowMs);
    expect(
      bench.finished.slice(bench.finished.length - matured.length).map(({ orderId }) => orderId),
    ).toEqual(matured);
    if (random.chance(0.05)) offer();
    const open = [...sheet.orders];
    if (open.length > 0 && random.chance(0.4)) {
      const [orderId, { userId }] = random.pick(open);
      const left = sheet.leave(orderId, bench.nowMs);
      const code = bench.code(userId, { type: 'redeemFinance', orderId });
      expect(code).toBe(left === null ? 'FINANCE_LOCKED' : 'ok');
      if (left !== null)
        expect(bench.finished.at(-1)).toMatchObject({
          orderId,
          how: 'redeemed',
          wholeDays: left.days,
          paidInterest: left.paid,
          released: left.released,
        });
    } else {
      const userId = random.pick(USERS);
      const [offerId, own] = random.pick([...terms]);
      const amount = COIN + BigInt(random.int(0, 2 ** 36));
      const before = new Set(bench.kernel.finance.orders(userId).map(({ orderId }) => orderId));
      const code = bench.begin(userId, offerId, amount as Amount);
      const began = bench.kernel.finance.orders(userId).find(({ orderId }) => !before.has(orderId));
      const has = sheet.begin(began?.orderId ?? 0, userId, own, amount, bench.nowMs);
      expect(code).toBe(has ? 'ok' : 'FINANCE_POOL_EMPTY');
      if (has) expect(began?.interest).toBe(sheet.orders.get(began!.orderId)?.reserved);
    }
    expect(named(bench)).toEqual({ pool: sheet.pool, escrow: sheet.escrow });
    for (const userId of USERS)
      expect(bench.spot(userId)).toBe(coins(100_000n) + (sheet.spot.get(userId) ?? 0n));
  }
  bench.pass(400 * DAY_MS);
  sheet.pass(bench.nowMs);
  expect(named(bench)).toEqual({ pool: sheet.pool, escrow: 0n });
  expect(bench.kernel.finance.pools().find(({ assetId }) => assetId === USDT)).toMatchObject({
    reserved: 0n,
  });
  expect(bench.finished.some(({ how }) => how === 'redeemed')).toBe(true);
  expect(bench.finished.some(({ how }) => how === 'matured')).toBe(true);
});
