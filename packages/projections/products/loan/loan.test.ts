import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { expect, test } from 'vitest';
import { USDT } from '../../../../tests/api/support/listing.ts';
import { ReadModelBench } from '../../../../tests/support/read-model-bench.ts';

const ALICE = 1000;
const APPLICATION = 7;
const COIN = 100_000_000n;
const DAY_MS = 86_400_000;
const amount = (units: bigint) => units as Amount;
const bench = new ReadModelBench(Date.UTC(2027, 0, 31));

const perform = (userId: number, body: Command) => bench.perform(userId, body);

const lent = async () => (await bench.projections.loan.byApplications(ALICE, [APPLICATION]))[0]!;
const sums = async () => (await bench.projections.loan.poolSums(bench.nowMs))[0]!;

const stepsFrom = (cursor: string | null) =>
  bench.projections.loan.creditSteps({ userId: ALICE, cursor, limit: 1 });

async function payOut(): Promise<void> {
  const reason = 'Terms of this test';
  await perform(0, { type: 'openAccount', accountUserId: ALICE, kind: 'user' });
  await perform(0, {
    type: 'fundLoanPool',
    assetId: USDT,
    amount: amount(5_000n * COIN),
    fromUserId: 0,
    reason,
  });
  await perform(0, {
    type: 'offerLoan',
    assetId: USDT,
    method: 'equal',
    cycle: 'month',
    cycleCount: 1,
    instalments: 3,
    dailyPpm: 300,
    overduePpm: 450,
    overdueCapPpm: 100_000,
    minAmount: amount(10n * COIN),
    maxAmount: amount(2_000n * COIN),
    opensMs: 0,
    reason,
  });
  await perform(0, {
    type: 'payOutLoan',
    accountUserId: ALICE,
    offerId: 1,
    amount: amount(1_000n * COIN),
    applicationId: APPLICATION,
    totalAtMost: amount(2_000n * COIN),
    kyc: 'advanced',
    memberDays: 365,
  });
}

test('loans, everything that happened to them, the pool and credit records are kept, and the same after a rebuild', async () => {
  await payOut();
  const { loanId } = (await lent()).paidOut;
  expect(await lent()).toMatchObject({ state: 'running', repaid: 0n, settledMs: null });
  expect((await lent()).paidOut).toMatchObject({ amount: 1_000n * COIN, terms: { method: 'equal' } });
  expect(await sums()).toMatchObject({ funded: 5_000n * COIN, lent: 1_000n * COIN, loans: 1, overdue: 0n });
  // nothing is free at the due second, so it is overdue until its owner repays
  await perform(ALICE, {
    type: 'transfer',
    from: 'spot',
    to: 'contract',
    fromSymbolId: 0,
    toSymbolId: 0,
    assetId: USDT,
    amount: amount(1_000n * COIN),
  });
  bench.nowMs = Date.UTC(2027, 1, 28);
  await perform(0, { type: 'tick' });
  expect((await lent()).state).toBe('overdue');
  expect(await bench.projections.loan.applications(ALICE, ['overdue', 'settled'])).toEqual([APPLICATION]);
  expect(await bench.projections.loan.applications(ALICE, ['running'])).toEqual([]);
  expect(await sums()).toMatchObject({ lent: 1_000n * COIN, overdue: 33_921_637_455n, interest: 0n });
  for (let step = 0; step < 10; step++) {
    bench.nowMs += 4_000;
    await perform(0, { type: 'tick' });
  }
  // a jump of the clock is downtime, which bears no overdue interest
  bench.nowMs += DAY_MS;
  await perform(0, {
    type: 'practiceFunds',
    accountUserId: ALICE,
    assetId: USDT,
    amount: amount(2_000n * COIN),
  });
  await perform(ALICE, { type: 'repayLoan', loanId, amount: null });
  const settled = await lent();
  expect(settled).toMatchObject({ state: 'settled', settledMs: bench.nowMs });
  const entries = await bench.projections.loan.entries(ALICE, loanId);
  expect(entries.map(({ event }) => event.type)).toEqual([
    'loanPaidOut',
    'loanDue',
    'loanOverdueCharged',
    'loanRepaid',
  ]);
  const paid = entries.flatMap(({ event }) => (event.type === 'loanRepaid' ? [event.amount] : []));
  const [charged] = entries.flatMap(({ event }) =>
    event.type === 'loanOverdueCharged' ? [event.amount] : [],
  );
  expect(charged).toBeGreaterThan(0n);
  const interest = settled.repaid - 1_000n * COIN - charged!;
  expect(settled.repaid).toBe(paid.reduce((sum, each) => sum + each, 0n));
  const pool = (await bench.projections.loan.poolEntries(null, 10)).rows;
  expect(pool.at(-1)).toMatchObject({ kind: 'funding', amount: 5_000n * COIN, reason: 'Terms of this test' });
  expect(pool.at(-2)).toMatchObject({ kind: 'paidOut', amount: -1_000n * COIN, balance: 4_000n * COIN });
  const received = { interest, overdueInterest: charged };
  expect(pool[0]).toMatchObject({ kind: 'repaid', balance: 4_000n * COIN + settled.repaid, ...received });
  expect(pool[1]).toMatchObject({ interest: 0n, overdueInterest: 0n });
  const ended = { funded: 5_000n * COIN, lent: 0n, overdue: 0n, loans: 0, ...received };
  expect(await sums()).toMatchObject({ ...ended, interest30Days: interest, overdueInterest30Days: charged });
  const [later] = await bench.projections.loan.poolSums(bench.nowMs + 30 * DAY_MS);
  expect(later).toMatchObject({ ...ended, interest30Days: 0n, overdueInterest30Days: 0n });
  const credit = (await bench.projections.loan.credit(ALICE, null, 10)).rows;
  expect(credit.map(({ cause }) => cause)).toContain('overdue');
  expect(credit.at(-1)).toMatchObject({ cause: 'overdue', number: 1, isOverdue: true });
  const nothing = { onTime: 0, late: 0, later: 0, isOverdue: false };
  const steps = [];
  for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
    const page: Awaited<ReturnType<typeof stepsFrom>> = await stepsFrom(cursor);
    steps.push(...page.rows);
    cursor = page.next;
  }
  expect(
    steps.map(({ cause, before, onTime, late, isOverdue }) => [cause, before, onTime, late, isOverdue]),
  ).toEqual([
    ['overdueEnded', { ...nothing, late: 1 }, 0, 1, false],
    ['late', { ...nothing, isOverdue: true }, 0, 1, false],
    ['overdue', nothing, 0, 0, true],
  ]);
  expect(new Set(steps.map(({ applicationId }) => applicationId))).toEqual(new Set([APPLICATION]));
  const [first] = steps.slice(-1);
  const upTo = { userId: ALICE, cursor: null, limit: 10, toMs: first!.timeMs + 1 };
  expect((await bench.projections.loan.creditSteps(upTo)).rows).toEqual([first]);

  const tables = await bench.rebuild([
    'power_loans',
    'power_loan_entries',
    'power_loan_pool',
    'power_loan_sums',
    'power_loan_hours',
    'credit_changes',
  ]);
  expect(tables.map(({ table, identical }) => [table, identical])).toEqual([
    ['power_loans', true],
    ['power_loan_entries', true],
    ['power_loan_pool', true],
    ['power_loan_sums', true],
    ['power_loan_hours', true],
    ['credit_changes', true],
  ]);
});
