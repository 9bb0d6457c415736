import { type Client, type LoanRecordRow, newActKey, type OperatorCalls, type Problem } from '@candor/api';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReviews } from '../../apps/server/gateway/review/index.ts';
import { reviewRefusedAgain } from '../../apps/server/money/loan/house.ts';
import { eventually } from '../support/patience.ts';
import { lookAt, type OperatorsConsole, openConsole } from './support/console.ts';
import { system } from './support/earn.ts';
import { type House, openHouse } from './support/house.ts';
import { USDT } from './support/listing.ts';
import { APPLY_PATH, applicationBody, LOAN_TERMS, newBorrower } from './support/loan.ts';
import { clientOf, PASSWORD, type Person, type RawAnswer, refusal } from './support/person.ts';
import { photo } from './support/photos.ts';
import { needOf, type SentAct, sendAct, sha256, show } from './support/step-up.ts';

const CROWD = 20;
/** Applications of each that arrive at once, each an act of its own that its owner confirmed, and sent so often. */
const EACH = 2;
const SENT = 5;
/** Loans for which the pool suffices. */
const LAST = 10;
const AMOUNT = '100';
const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;

let house: House;
let desk: OperatorsConsole;
let reviewers: readonly Client<OperatorCalls>[];
let picture: Buffer;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house, { reviewKinds: [house.loans.review] });
  const admin = await desk.signIn();
  reviewers = [await desk.add('rita', 'review', admin), await desk.add('ron', 'review', admin)];
  picture = await photo(0, { width: 300, height: 200 });
  const { reason } = LOAN_TERMS;
  const amount = coins(LAST * Number(AMOUNT));
  await system(house, { type: 'fundLoanPool', assetId: USDT, amount, fromUserId: 0, reason });
  await system(house, { type: 'offerLoan', ...LOAN_TERMS });
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

/** The answer: the number of the application, or the key of the error. */
const said = ({ code, data }: RawAnswer) =>
  code === 200 ? (data as LoanRecordRow).id : (data as Problem | null)?.key;

/** Confirms one application as two acts; returns a function that sends each of them several times. */
async function confirmed(person: Person): Promise<() => Promise<RawAnswer>[]> {
  const body = await applicationBody(house, person, picture, AMOUNT);
  const sends: (() => Promise<RawAnswer>)[] = [];
  for (let at = 0; at < EACH; at++) {
    const act: SentAct = { path: APPLY_PATH, body, key: newActKey(house.now()) };
    const { challenge } = needOf(await sendAct(house, person, act));
    await show(person, challenge, 'password', sha256(PASSWORD));
    for (let again = 0; again < SENT; again++) sends.push(() => sendAct(house, person, act, challenge));
  }
  return () => sends.map((send) => send());
}

/** Approves every application that waits, all at once, after each was looked at. */
async function approveAll() {
  const { records } = await reviewers[0]!.call('getReviews', { query: { kind: 'loan', pageSize: '100' } });
  const decisions = await Promise.all(
    records.map(async ({ id, version }) => {
      // an item that was refused stays in the hands of who claimed it
      const reviewer = reviewers[id % reviewers.length]!;
      const params = { id: String(id) };
      await reviewer.call('claimReview', { params });
      await lookAt(reviewer, params.id);
      const body = { version, verdict: 'approve', reason: 'matches' } as const;
      return () => reviewer.call('decideReview', { params, body });
    }),
  );
  return Promise.all(
    decisions.map((decide) =>
      decide().then(
        () => 'done',
        (error: unknown) => (error as { key?: string }).key,
      ),
    ),
  );
}

const poolOf = async () => (await clientOf(house).call('getLoanProducts')).pools[0]!;
const recordsOf = async (person: Person) =>
  (await person.client.call('getLoanRecords', { query: {} })).records;

it('lends to ten of a crowd what suffices for ten, however many apply and are approved at once', async () => {
  const people: Person[] = [];
  const sends: Awaited<ReturnType<typeof confirmed>>[] = [];
  for (let at = 0; at < CROWD; at++) {
    const person = await newBorrower(house);
    people.push(person);
    sends.push(await confirmed(person));
  }
  const answers = await Promise.all(sends.map(async (send) => (await Promise.all(send())).map(said)));
  for (const [at, person] of people.entries()) {
    const own = await recordsOf(person);
    expect(own).toMatchObject([{ status: 'pending', amount: AMOUNT }]);
    // one application is entered, which every success names, and whatever else is refused says that it waits
    expect(new Set(answers[at])).toEqual(new Set([own[0]!.id, 'LOAN_PENDING']));
    expect(await person.client.call('getCreditScore')).toMatchObject({ asked: AMOUNT, available: '900' });
  }

  // an approval reserves nothing: one that the ledger cannot pay is refused at once, or is reviewed again
  const approved = await approveAll();
  expect(['done', 'LOAN_POOL_SHORT']).toEqual(expect.arrayContaining([...new Set(approved)]));
  expect(approved.filter((answer) => answer === 'done').length).toBeGreaterThanOrEqual(LAST);
  await eventually(async () => {
    const { rows } = await house.pool.query(
      "select from outbox.command where key like 'loan:%' and seq is null",
    );
    expect(rows).toEqual([]);
  });
  await reviewRefusedAgain(house, await openReviews(house.pool, house.now));

  const lists = await Promise.all(people.map(recordsOf));
  const paidOut = lists.filter(([record]) => record!.loanId !== null);
  expect(paidOut).toHaveLength(LAST);
  for (const list of lists) {
    expect(list).toHaveLength(1);
    const [record] = list;
    expect(record!.status).toBe(record!.loanId === null ? 'pending' : 'approved');
  }
  expect(await poolOf()).toMatchObject({ free: '0', owed: '1000', lent: '1000', loans: LAST });
  const sum = await house.engine.read((view) =>
    people.reduce((all, { userId }) => all + view.loan.owed(userId), 0n),
  );
  expect(sum).toBe(coins(LAST * Number(AMOUNT)));

  // whoever waits is told why, and so is who comes now
  const again = await approveAll();
  expect(again).toEqual(Array.from({ length: CROWD - LAST }, () => 'LOAN_POOL_SHORT'));
  const late = await newBorrower(house);
  const body = await applicationBody(house, late, picture, AMOUNT);
  expect((await refusal(late.client.call('applyLoan', { body }))).key).toBe('LOAN_POOL_SHORT');
  expect(await poolOf()).toMatchObject({ free: '0', loans: LAST });
});
