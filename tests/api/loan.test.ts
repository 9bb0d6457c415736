import { EVERYWHERE } from '@candor/api';
import type { Command } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { USDT } from './support/listing.ts';
import { loggedInAgain } from './support/loan.ts';
import { clientOf, newPerson, type Person, refusal } from './support/person.ts';

const DAY_MS = 86_400_000;
const BEGAN_MS = Date.UTC(2026, 0, 31);
const REASON = 'Terms of this test';
const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;
const offer: Omit<Extract<Command, { type: 'offerLoan' }>, 'opensMs'> = {
  type: 'offerLoan',
  assetId: USDT,
  method: 'equal',
  cycle: 'month',
  cycleCount: 1,
  instalments: 3,
  dailyPpm: 300,
  overduePpm: 450,
  overdueCapPpm: 100_000,
  minAmount: coins(10),
  maxAmount: coins(2_000),
  reason: REASON,
};

let house: House;
let nowMs = BEGAN_MS;

beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs });
  await system({ ...offer, opensMs: nowMs });
  await system({ ...offer, opensMs: nowMs + DAY_MS });
  await system({ type: 'fundLoanPool', assetId: USDT, amount: coins(5_000), fromUserId: 0, reason: REASON });
});
afterAll(() => house.stop());

async function system(body: Command): Promise<void> {
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
}

/** A person with a loan of 1,000 USDT, as it is paid out once an application was approved. */
async function borrower(): Promise<Person> {
  const person = await newPerson(house);
  const credit = { kyc: 'advanced', memberDays: 365 } as const;
  const accepted = { applicationId: 1, totalAtMost: coins(2_000) };
  const loan = { accountUserId: person.userId, offerId: 1, amount: coins(1_000), ...accepted };
  await system({ type: 'payOutLoan', ...loan, ...credit });
  return person;
}

const repay = (person: Person, id: number, amount: string | null, idempotencyKey?: string) =>
  person.client.call(
    'repayLoan',
    { body: { id, amount } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
const loanOf = async (person: Person) => (await person.client.call('getLoans')).loans[0]!;

describe('power loans', () => {
  it('are listed with their fixed terms, and with the pool that pays them out', async () => {
    const { products, pools } = await clientOf(house).call('getLoanProducts');
    expect(products.map(({ offerId, state }) => [offerId, state])).toEqual([
      [1, 'open'],
      [2, 'upcoming'],
    ]);
    expect(products[0]).toMatchObject({
      coin: 'USDT',
      repayType: 'equal',
      cycle: 'month',
      dailyRate: '0.0003',
      overdueCap: '0.1',
      minAmount: '10',
      maxAmount: '2000',
    });
    expect(pools).toEqual([
      {
        coin: 'USDT',
        free: '5000',
        owed: '0',
        lent: '0',
        overdue: '0',
        loans: 0,
        funded: '5000',
        interest30Days: '0',
        interestTotal: '0',
        overdueInterest30Days: '0',
        overdueInterestTotal: '0',
      },
    ]);
    const types = await clientOf(house).call('getRepayTypes');
    expect(types.map(({ type }) => type)).toEqual(['maturity', 'interestFirst', 'equal']);
  });

  it('name every due date and the price of repaying now, which a payment then costs', async () => {
    const person = await borrower();
    const loan = await loanOf(person);
    expect(loan).toMatchObject({
      amount: '1000',
      status: 'approved',
      lendingInstitution: 'pool',
      repayAll: '1000',
    });
    expect(loan.schedule.map(({ dueTime }) => new Date(dueTime).toISOString().slice(0, 10))).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
    expect(loan.schedule[0]).toMatchObject({ interest: '8.4', principal: '330.81637455' });
    nowMs += 10 * DAY_MS;
    await system({ type: 'tick' });
    const back = await loggedInAgain(house, person);
    expect((await loanOf(back)).repayAll).toBe('1003');
    expect(await repay(back, loan.id, '103', 'first')).toEqual({ id: loan.id, owed: '900' });
    expect(await repay(back, loan.id, '103', 'first')).toEqual({ id: loan.id, owed: '900' });
    expect((await loanOf(back)).notDue).toBe('900');
  });

  it('are collected at the due time, and repaid by a frozen account as well', async () => {
    const person = await borrower();
    const other = await newPerson(house);
    const { id, schedule } = await loanOf(person);
    expect((await refusal(repay(other, id, null))).key).toBe('LOAN_ENDED');
    nowMs = schedule[0]!.dueTime;
    await system({ type: 'tick' });
    const back = await loggedInAgain(house, person);
    const later = await loanOf(back);
    expect(later.schedule).toHaveLength(2);
    expect(later.due).toEqual([]);
    await house.pool.query('update identity.user set frozen_at = now() where user_id = $1', [person.userId]);
    house.identity.sessions.sayEnded(person.userId);
    await system({ type: 'practiceFunds', accountUserId: person.userId, assetId: USDT, amount: coins(20) });
    expect(await repay(back, id, null)).toEqual({ id, owed: '0' });
    expect((await back.client.call('getLoans')).loans).toEqual([]);
  });
});

describe('what is due of a loan', () => {
  const due = ({ due: parts }: Awaited<ReturnType<typeof loanOf>>) =>
    parts.reduce((sum, each) => sum + Number(each.interest) + Number(each.principal), 0);
  const payDue = (person: Person, id: number, idempotencyKey: string) =>
    person.client.call('repayLoan', { body: { id, amount: '400', onlyDue: true } }, { idempotencyKey });
  const pass = async (timeMs: number) => {
    nowMs = timeMs;
    await system({ type: 'tick' });
  };

  it('is paid once, also where it is collected while its owner pays', async () => {
    const person = await borrower();
    const funds = (amount: Amount) =>
      system({ type: 'practiceFunds', accountUserId: person.userId, assetId: USDT, amount });
    const spent = { fromSymbolId: 0, toSymbolId: 0, assetId: USDT, amount: coins(11_000) };
    const body: Command = { type: 'transfer', from: 'spot', to: 'second', ...spent };
    await house.engine.submit({ userId: person.userId, key: null, bodyHash: null, body });
    const { id, schedule } = await loanOf(person);
    await pass(schedule[0]!.dueTime);
    const back = await loggedInAgain(house, person);
    const { notDue, ...before } = await loanOf(back);
    expect(due(before as never)).toBeGreaterThan(330);
    await funds(coins(100));
    await pass(nowMs + DAY_MS);
    const collected = await loanOf(back);
    expect(due(collected)).toBeCloseTo(due(before as never) - 100, 6);
    await funds(coins(2_000));
    const paid = await payDue(back, id, 'due-1');
    expect(await loanOf(back)).toMatchObject({ due: [], notDue, status: 'approved' });
    expect((await refusal(payDue(back, id, 'due-2'))).key).toBe('LOAN_NOTHING_DUE');
    expect((await loanOf(back)).notDue).toBe(notDue);
    expect(await payDue(back, id, 'due-1')).toEqual(paid);
  });
});

it('repaying works where lending is closed to all', async () => {
  const person = await borrower();
  const { id } = await loanOf(person);
  const rule = async (isOpen: boolean) => {
    await house.pool.query(
      `insert into features.rule (feature, country, is_open, reason, at) values ('loan', $1, $2, $3, $4)`,
      [EVERYWHERE, isOpen, REASON, new Date(nowMs)],
    );
    // a rule reaches each door within five seconds
    nowMs += 6_000;
  };
  await rule(false);
  const { features } = await person.client.call('getFeatures');
  expect(features.find(({ feature }) => feature === 'loan')).toMatchObject({ open: false });
  expect(await repay(person, id, '300')).toMatchObject({ id, owed: expect.stringMatching(/^700/) });
  await rule(true);
});

describe('a credit score', () => {
  it('says all that it follows from, and no deposit moves it', async () => {
    const person = await newPerson(house);
    const before = await person.client.call('getCreditScore');
    expect(before).toMatchObject({
      score: 300,
      points: { kyc: 0, membership: 0, record: 300, overdue: 0 },
      inputs: { kyc: 'none', onTime: 0, late: 0, later: 0, isOverdue: false },
      coin: 'USDT',
      limit: '0',
    });
    await system({
      type: 'practiceFunds',
      accountUserId: person.userId,
      assetId: USDT,
      amount: coins(1_000_000),
    });
    expect(await person.client.call('getCreditScore')).toEqual(before);
    expect((await person.client.call('getInfo')).user.creditScore).toBe(300);
  });
});

describe('a change of a credit score', () => {
  const changes = async (person: Person, query: Record<string, string> = {}) =>
    person.client.call('getCreditChanges', { query });

  it('is an entry with its cause, its points before and after, and its loan, for its owner alone', async () => {
    const person = await borrower();
    expect(await changes(person)).toEqual({ records: [], nextCursor: null });
    const { id, schedule } = await loanOf(person);
    const spent = { fromSymbolId: 0, toSymbolId: 0, assetId: USDT, amount: coins(11_000) };
    const body: Command = { type: 'transfer', from: 'spot', to: 'second', ...spent };
    await house.engine.submit({ userId: person.userId, key: null, bodyHash: null, body });
    nowMs = schedule[0]!.dueTime;
    await system({ type: 'tick' });
    await system({ type: 'practiceFunds', accountUserId: person.userId, assetId: USDT, amount: coins(400) });
    const back = await loggedInAgain(house, person);
    await back.client.call('repayLoan', { body: { id, amount: '400', onlyDue: true } });
    const { records, nextCursor } = await changes(back);
    expect(nextCursor).toBeNull();
    // by the published formula: 600 × (a + 1) ÷ (a + 4b + 12c + 2), less 200 while overdue; no downtime is late
    expect(records.map(({ cause, before, after }) => [cause, before.points, after.points])).toEqual([
      ['overdueEnded', 200, 400],
      ['onTime', 100, 200],
      ['overdue', 300, 100],
    ]);
    for (const each of records) expect(each).toMatchObject({ loanId: id, applicationId: 1, number: 1 });
    const { points } = await back.client.call('getCreditScore');
    expect(points.record + points.overdue).toBe(records[0]!.after.points);
    const paged = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await changes(back, { pageSize: '2', ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...page.records);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(records);
    expect((await changes(back, { toTime: String(records[2]!.time) })).records).toEqual([]);
    expect((await changes(await newPerson(house))).records).toEqual([]);
  });
});

describe('the pool', () => {
  /** Base units of an amount, which may be below 0. */
  const units = (text: string): bigint =>
    text.startsWith('-') ? -parseDecimal(text.slice(1), 8)! : parseDecimal(text, 8)!;

  async function everyEntry() {
    const found = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { pageSize: '5', ...(cursor === undefined ? {} : { cursor }) };
      const page = await clientOf(house).call('getLoanPoolEntries', { query });
      found.push(...page.records);
      cursor = page.nextCursor;
    }
    return found;
  }

  it('shows what is lent, overdue and received, each the sum of its entries', async () => {
    const entries = await everyEntry();
    const sum = (kind: string, of: 'amount' | 'principal' | 'interest' | 'overdueInterest') =>
      entries.filter((entry) => entry.kind === kind).reduce((all, entry) => all + units(entry[of]), 0n);
    for (const entry of entries.filter(({ kind }) => kind === 'repaid'))
      expect(units(entry.principal) + units(entry.interest) + units(entry.overdueInterest)).toBe(
        units(entry.amount),
      );
    const [pool] = (await clientOf(house).call('getLoanProducts')).pools;
    const received = sum('repaid', 'interest') + sum('repaid', 'overdueInterest');
    expect(received).toBeGreaterThan(0n);
    expect(units(pool!.funded)).toBe(sum('funding', 'amount'));
    expect(units(pool!.lent)).toBe(-sum('paidOut', 'amount') - sum('repaid', 'principal'));
    expect(units(pool!.interestTotal) + units(pool!.overdueInterestTotal)).toBe(received);
    expect(units(pool!.free) + units(pool!.lent)).toBe(units(pool!.funded) + received);
    expect(units(pool!.owed)).toBeGreaterThanOrEqual(units(pool!.lent));
    const open = await house.engine.read((view) => view.loan.pools());
    expect(open).toMatchObject([{ free: units(pool!.free), receivable: units(pool!.owed) }]);
  });
});
