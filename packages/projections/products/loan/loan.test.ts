import { type Engine, openEngine, readCommitted } from '@candor/journal';
import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootstrap, USDT } from '../../../../tests/api/support/listing.ts';
import { PATIENCE_MS } from '../../../../tests/support/patience.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { type Projections, rebuild, startProjections } from '../../index.ts';

const ALICE = 1000;
const APPLICATION = 7;
const COIN = 100_000_000n;
const DAY_MS = 86_400_000;
const amount = (units: bigint) => units as Amount;
let database: FreshDatabase;
let engine: Engine;
let projections: Projections;
let nowMs = Date.UTC(2027, 0, 31);

beforeAll(async () => {
  database = await freshDatabase();
  engine = await openEngine({
    connectionString: database.connectionString,
    genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null },
    bootstrap,
    tuning: patientTuning,
    now: () => nowMs,
  });
  projections = await startProjections({ connectionString: database.connectionString, engine });
});

afterAll(async () => {
  await projections?.stop();
  await engine?.stop();
  await database?.drop();
});

async function perform(userId: number, body: Command): Promise<void> {
  const { seq, outcome } = await engine.submit({ userId, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
  expect(await projections.caughtUp(seq, PATIENCE_MS)).toBe(true);
}

const lent = async () => (await projections.loan.byApplications(ALICE, [APPLICATION]))[0]!;

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
  nowMs = Date.UTC(2027, 1, 28);
  await perform(0, { type: 'tick' });
  expect((await lent()).state).toBe('overdue');
  expect(await projections.loan.applications(ALICE, ['overdue', 'settled'])).toEqual([APPLICATION]);
  expect(await projections.loan.applications(ALICE, ['running'])).toEqual([]);
  nowMs += DAY_MS;
  await perform(0, {
    type: 'practiceFunds',
    accountUserId: ALICE,
    assetId: USDT,
    amount: amount(2_000n * COIN),
  });
  await perform(ALICE, { type: 'repayLoan', loanId, amount: null });
  const settled = await lent();
  expect(settled).toMatchObject({ state: 'settled', settledMs: nowMs });
  const entries = await projections.loan.entries(ALICE, loanId);
  // a jump of the clock is downtime, which bears no overdue interest
  expect(entries.map(({ event }) => event.type)).toEqual([
    'loanPaidOut',
    'loanDue',
    ...entries.slice(2).map(() => 'loanRepaid'),
  ]);
  const paid = entries.flatMap(({ event }) => (event.type === 'loanRepaid' ? [event.amount] : []));
  expect(settled.repaid).toBe(paid.reduce((sum, each) => sum + each, 0n));
  const pool = (await projections.loan.poolEntries(null, 10)).rows;
  expect(pool.at(-1)).toMatchObject({ kind: 'funding', amount: 5_000n * COIN, reason: 'Terms of this test' });
  expect(pool.at(-2)).toMatchObject({ kind: 'paidOut', amount: -1_000n * COIN, balance: 4_000n * COIN });
  expect(pool[0]).toMatchObject({ kind: 'repaid', balance: 4_000n * COIN + settled.repaid });
  const credit = (await projections.loan.credit(ALICE, null, 10)).rows;
  expect(credit.map(({ cause }) => cause)).toContain('overdue');
  expect(credit.at(-1)).toMatchObject({ cause: 'overdue', number: 1, isOverdue: true });

  const { connectionString } = database;
  const { tables } = await rebuild({
    connectionString,
    replay: (afterSeq: number) => readCommitted({ connectionString, afterSeq }),
    tables: ['power_loans', 'power_loan_entries', 'power_loan_pool', 'credit_changes'],
  });
  expect(tables.map(({ table, identical }) => [table, identical])).toEqual([
    ['power_loans', true],
    ['power_loan_entries', true],
    ['power_loan_pool', true],
    ['credit_changes', true],
  ]);
});
