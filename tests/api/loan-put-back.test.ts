import type { Client, LoanRecordRow, OperatorCalls } from '@candor/api';
import type { PayOutLoan } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeCommand, encodeCommand } from '../../apps/server/engine/outbox/index.ts';
import { openReviews } from '../../apps/server/gateway/review/index.ts';
import { reviewRefusedAgain } from '../../apps/server/money/loan/house.ts';
import { reviewUnsentAgain } from '../../apps/server/money/loan/unsent.ts';
import { eventually } from '../support/patience.ts';
import { lookAt, type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { applicationBody, applyForLoan, newBorrower, offerLoan } from './support/loan.ts';
import { type Person, refusal } from './support/person.ts';
import { photo } from './support/photos.ts';
import { toldOf } from './support/told.ts';

let house: House;
let desk: OperatorsConsole;
let rita: Client<OperatorCalls>;
let picture: Buffer;

beforeAll(async () => {
  house = await openHouse({ notices: true });
  desk = await openConsole(house, { reviewKinds: [house.loans.review] });
  rita = await desk.add('rita', 'review', await desk.signIn());
  picture = await photo(0, { width: 300, height: 200 });
  await offerLoan(house);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const bodyOf = (person: Person) => applicationBody(house, person, picture, '200');
const keyOf = ({ id }: LoanRecordRow, round: number) => `loan:${id}:${round}`;
const record = (person: Person, { id }: LoanRecordRow) =>
  person.client.call('getLoanRecord', { query: { id: String(id) } });

async function applied(): Promise<{ readonly person: Person; readonly asked: LoanRecordRow }> {
  const person = await newBorrower(house);
  return { person, asked: await applyForLoan(house, person, await bodyOf(person)) };
}

async function itemOf({ id }: LoanRecordRow) {
  const { records } = await rita.call('getReviews', { query: { kind: 'loan' } });
  return records.find(({ subject }) => subject === String(id));
}

async function approve(asked: LoanRecordRow): Promise<void> {
  const item = (await itemOf(asked))!;
  const params = { id: String(item.id) };
  await rita.call('claimReview', { params });
  await lookAt(rita, params.id);
  const body = { version: item.version, verdict: 'approve' as const, reason: 'matches' };
  await rita.call('decideReview', { params, body });
}

/** Approves an application whose payout is promised and not sent: its promise is as old as after an outage. */
async function approveUnsent(asked: LoanRecordRow, age: string): Promise<void> {
  const begin = (sql: string) =>
    house.pool.query(`alter table outbox.command alter column created_at set default ${sql}`);
  await begin(`now() - interval '${age}'`);
  try {
    await approve(asked);
  } finally {
    await begin('now()');
  }
  expect((await house.outbox.outcomes([keyOf(asked, 1)])).get(keyOf(asked, 1))).toBeNull();
}

const factsOf = async (asked: LoanRecordRow) =>
  (await rita.call('getReview', { params: { id: String((await itemOf(asked))!.id) } })).facts;
const delivered = (asked: LoanRecordRow, round: number) =>
  eventually(async () => {
    const outcome = (await house.outbox.outcomes([keyOf(asked, round)])).get(keyOf(asked, round));
    expect(outcome).toMatchObject({ seq: expect.any(Number) });
  });
const reviews = () => openReviews(house.pool, house.now);
const unsentAgain = async () => reviewUnsentAgain({ ...house, promises: house.outbox }, await reviews());
const decisionsOf = async (person: Person) =>
  (await toldOf(house, person, 'loan-decided')).map(({ facts }) => facts.decision).toSorted();

it('a payout that was never sent is reviewed again, and paid once', async () => {
  const { person, asked } = await applied();
  await approveUnsent(asked, '6 days 11 hours');
  // it is not sent by itself any more, and not yet certain never to be
  await unsentAgain();
  expect(await itemOf(asked)).toBeUndefined();
  expect((await refusal(person.client.call('applyLoan', { body: await bodyOf(person) }))).key).toBe(
    'LOAN_PENDING',
  );
  await house.pool.query('update outbox.command set created_at = created_at - $1::interval where key = $2', [
    '2 hours',
    keyOf(asked, 1),
  ]);
  await unsentAgain();
  await unsentAgain();
  expect(await record(person, asked)).toMatchObject({ status: 'pending', loan: null });
  expect((await person.client.call('getCreditScore')).asked).toBe('200');
  expect(await factsOf(asked)).toContainEqual({
    name: 'unsent',
    value: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  await eventually(async () => expect(await decisionsOf(person)).toEqual(['again', 'approved']));
  await approve(asked);
  await delivered(asked, 2);
  // the promise of the first round is never sent, not even where somebody makes it young
  await house.pool.query('update outbox.command set created_at = now() where key = $1', [keyOf(asked, 1)]);
  await expect(house.outbox.deliver(keyOf(asked, 1))).rejects.toThrow();
  await unsentAgain();
  const { loan, loanId } = await record(person, asked);
  expect(loan).not.toBeNull();
  const { loans } = await person.client.call('getLoans');
  expect(loans.map(({ id }) => id)).toEqual([loanId]);
});

it('a payout that was made and lost its note alone is not reviewed again', async () => {
  const { person, asked } = await applied();
  await approve(asked);
  await delivered(asked, 1);
  await house.pool.query(
    `update outbox.command set seq = null, time_ms = null, created_at = now() - interval '7 days' where key = $1`,
    [keyOf(asked, 1)],
  );
  expect((await person.client.call('getCreditScore')).asked).toBe('200');
  await unsentAgain();
  expect(await itemOf(asked)).toBeUndefined();
  expect(await record(person, asked)).toMatchObject({ status: 'approved', loan: { amount: '200' } });
  // it is no open application any longer
  expect((await person.client.call('getCreditScore')).asked).toBe('0');
  expect(await decisionsOf(person)).toEqual(['approved']);
});

it('a payout that comes late and would cost more than was accepted is refused, and reviewed again', async () => {
  const { person, asked } = await applied();
  const key = keyOf(asked, 1);
  await approveUnsent(asked, '6 days 1 hour');
  const { rows } = await house.pool.query<{ body: string }>(
    'select body from outbox.command where key = $1',
    [key],
  );
  const payout = decodeCommand(rows[0]!.body) as PayOutLoan;
  const lower = encodeCommand({ ...payout, totalAtMost: payout.amount as Amount });
  await house.pool.query('update outbox.command set body = $2, created_at = now() where key = $1', [
    key,
    lower,
  ]);
  await delivered(asked, 1);
  expect((await house.outbox.outcomes([key])).get(key)).toMatchObject({ rejection: 'LOAN_TOTAL_ABOVE' });
  await reviewRefusedAgain(house, await reviews());
  expect(await record(person, asked)).toMatchObject({ status: 'pending', loan: null });
  expect(await factsOf(asked)).toContainEqual({ name: 'refused', value: 'LOAN_TOTAL_ABOVE' });
  expect((await person.client.call('getLoans')).loans).toEqual([]);
  await approve(asked);
  await delivered(asked, 2);
  expect((await record(person, asked)).loan).not.toBeNull();
});
