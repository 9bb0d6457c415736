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
    kyc: 'advanced',
    memberDays: 365,
  });
}

test('loans, everything that happened to them, the pool and credit records are kept, and the same after a rebuild', async () => {
  await payOut();
  const { loanId } = (await lent()).paidOut;
  expect(await lent()).toMatchObject({ state: 'running', repaid: 0n, settledMs: null });
  expect((await lent()).paidOut).toMatchObject({ amount: 1_000n * COIN, terms: { method: 'equal' } });
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
  // a jump of the clock is downtime, which bears no overdue interest
  expect(entries.map(({ event }) => event.type)).toEqual([
    'loanPaidOut',
    'loanDue',
    ...entries.slice(2).map(() => 'loanRepaid'),
  ]);
  const paid = entries.flatMap(({ event }) => (event.type === 'loanRepaid' ? [event.amount] : []));
  expect(settled.repaid).toBe(paid.reduce((sum, each) => sum + each, 0n));
  const pool = (await bench.projections.loan.poolEntries(null, 10)).rows;
  expect(pool.at(-1)).toMatchObject({ kind: 'funding', amount: 5_000n * COIN, reason: 'Terms of this test' });
  expect(pool.at(-2)).toMatchObject({ kind: 'paidOut', amount: -1_000n * COIN, balance: 4_000n * COIN });
  expect(pool[0]).toMatchObject({ kind: 'repaid', balance: 4_000n * COIN + settled.repaid });
  const credit = (await bench.projections.loan.credit(ALICE, null, 10)).rows;
  expect(credit.map(({ cause }) => cause)).toContain('overdue');
  expect(credit.at(-1)).toMatchObject({ cause: 'overdue', number: 1, isOverdue: true });

  const tables = await bench.rebuild([
    'power_loans',
    'power_loan_entries',
    'power_loan_pool',
    'credit_changes',
  ]);
  expect(tables.map(({ table, identical }) => [table, identical])).toEqual([
    ['power_loans', true],
    ['power_loan_entries', true],
    ['power_loan_pool', true],
    ['credit_changes', true],
  ]);
});
