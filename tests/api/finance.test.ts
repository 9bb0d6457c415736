import type { FinanceOrderRow, UploadedFile } from '@candor/api';
import type { Command, Kernel } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { checkEarnOrder } from '@candor/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { lookAt, type OperatorsConsole, openConsole } from './support/console.ts';
import { offerFinance, productOf } from './support/finance.ts';
import { type House, openHouse } from './support/house.ts';
import { USDT } from './support/listing.ts';
import { clientOf, newPerson, PASSWORD, type Person, refusal } from './support/person.ts';
import { photo } from './support/photos.ts';
import { expectListedByTime, inQuery } from './support/times.ts';
import { toldOf } from './support/told.ts';
import { upload } from './support/upload.ts';

const DAY_MS = 86_400_000;
/** People who ask at once, and orders of each: for the last ten units. */
const CROWD = 20;
const ORDERS_OF_EACH = 10;
const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;

let house: House;
let nowMs = Date.UTC(2028, 1, 25, 12);
/** 300 ppm a day for 7 days, locked for two, half of the interest kept by an early exit, three orders a user. */
let week: number;

beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs, notices: true });
  week = await offerFinance(house, { assetId: USDT });
});
afterAll(() => house?.stop());

async function system(body: Command): Promise<void> {
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}

/** Moves the clock and has the journal know it. */
async function pass(ms: number): Promise<void> {
  nowMs += ms;
  // each command settles its slice of what is due
  do await system({ type: 'tick' });
  while ((await house.engine.read((view) => (view as Kernel).nextDueMs)) <= nowMs);
}

async function begin(person: Person, offerId: number, amount: string): Promise<FinanceOrderRow> {
  const { termsHash } = await productOf(house, offerId);
  return person.client.call('createFinance', { body: { offerId, amount, termsHash } });
}

/** Orders of one unit that all of these people send at once, each with what was answered: 'done', or the error. */
async function atOnce(people: readonly Person[], offerId: number) {
  const { termsHash } = await productOf(house, offerId);
  return Promise.all(
    people.flatMap((person) =>
      Array.from({ length: ORDERS_OF_EACH }, async () => {
        const asked = person.client.call('createFinance', { body: { offerId, amount: '1', termsHash } });
        const answer = await asked.then(
          () => 'done',
          (error: unknown) => (error as { key?: string }).key,
        );
        return { person, answer };
      }),
    ),
  );
}

/** The person, logged in again: a session ends after a week. */
async function back(person: Person): Promise<Person> {
  const body = { type: 'account', account: person.account, password: PASSWORD } as const;
  const { satoken } = await clientOf(house).call('login', { body });
  return { ...person, token: satoken, client: clientOf(house, satoken) };
}

const available = async (person: Person) => {
  const { list } = await person.client.call('getMyBalance', { query: { type: '1' } });
  return list.find((row) => row.coin === 'USDT')?.available ?? '0';
};
const receiptOf = async ({ client }: Person, id: number) => {
  const receipt = await client.call('getFinanceOrder', { query: { id: String(id) } });
  expect(checkEarnOrder(receipt).steps.filter(({ ok }) => !ok)).toEqual([]);
  return receipt;
};
const total = async ({ client }: Person) => {
  const { list, earning } = await client.call('getWalletAccount');
  return { usdt: list[0]!.totalUsdt, earning };
};

describe('a finance product', () => {
  it('says all its terms, their hash, its exact daily income and its progress', async () => {
    const product = await productOf(house, week);
    expect(product).toMatchObject({
      coin: 'USDT',
      name: 'USDT 7',
      zone: 'ordinary',
      lockDays: 2,
      cycle: 7,
      cycleDays: 7,
      limit: '20000',
      maxParticipations: 3,
      dailyIncome: '0.0003',
      progress: '0.00',
      remaining: '100000',
      state: 'open',
    });
    const small = await offerFinance(house, { assetId: USDT, minAmount: 1_000n as Amount });
    // 300 millionths of 0.00001: less than a unit of the coin
    expect(await productOf(house, small)).toMatchObject({ dailyIncome: '0.000000003' });
    expect((await productOf(house, small)).termsHash).not.toBe(product.termsHash);
  });

  it('refuses other terms than those that were accepted, and a product that nobody made', async () => {
    const person = await newPerson(house);
    const other = { offerId: week, amount: '10', termsHash: 'ab'.repeat(32) };
    expect((await refusal(person.client.call('createFinance', { body: other }))).key).toBe(
      'FINANCE_TERMS_CHANGED',
    );
    const unknown = { ...other, offerId: 999_999 };
    expect((await refusal(person.client.call('createFinance', { body: unknown }))).key).toBe(
      'FINANCE_OFFER_UNKNOWN',
    );
  });

  it('lets each user begin as many orders as it says', async () => {
    const person = await newPerson(house);
    for (let at = 0; at < 3; at++) await begin(person, week, '1');
    expect((await refusal(begin(person, week, '1'))).key).toBe('FINANCE_PARTICIPATIONS');
    const { participations, list } = await person.client.call('getFinanceSummary');
    expect(participations).toEqual([{ offerId: week, orders: 3 }]);
    expect(list).toMatchObject([{ coin: 'USDT', principal: '3', orders: 3, paid: '0' }]);
  });

  it('is never sold beyond its room, and to nobody more often than it says, by a crowd at once', async () => {
    const each = { minAmount: coins(1), maxAmount: coins(1), userCapAmount: coins(10) };
    const terms = { ...each, capAmount: coins(10), maxParticipations: 2 };
    const last = await offerFinance(house, { assetId: USDT, ...terms });
    const people = await Promise.all(Array.from({ length: CROWD }, () => newPerson(house)));
    const answers = await atOnce(people, last);
    const done = answers.filter(({ answer }) => answer === 'done');
    expect(done).toHaveLength(10);
    const others = answers.filter(({ answer }) => answer !== 'done').map(({ answer }) => answer);
    expect(others).toHaveLength(CROWD * ORDERS_OF_EACH - 10);
    expect(['FINANCE_SOLD_OUT', 'FINANCE_PARTICIPATIONS']).toEqual(
      expect.arrayContaining([...new Set(others)]),
    );
    expect(others).toContain('FINANCE_SOLD_OUT');
    for (const person of people) {
      const own = done.filter((each) => each.person === person).length;
      expect(own).toBeLessThanOrEqual(2);
      const { participations } = await person.client.call('getFinanceSummary');
      expect(participations).toEqual(own === 0 ? [] : [{ offerId: last, orders: own }]);
      expect(await available(person)).toBe(String(10_000 - own));
    }
    expect(await productOf(house, last)).toMatchObject({
      remaining: '0',
      progress: '100.00',
      state: 'soldOut',
    });

    const roomy = await offerFinance(house, { assetId: USDT, ...each, maxParticipations: 3 });
    const alone = await newPerson(house);
    const asked = (await atOnce([alone, alone], roomy)).map(({ answer }) => answer);
    expect(asked.filter((answer) => answer === 'done')).toHaveLength(3);
    expect(asked.filter((answer) => answer === 'FINANCE_PARTICIPATIONS')).toHaveLength(
      2 * ORDERS_OF_EACH - 3,
    );
    expect(await available(alone)).toBe('9997');
  });
});

describe('a finance order', () => {
  it('pays its whole interest when it matures, tells its owner, and leaves the total as it was', async () => {
    let person = await newPerson(house);
    const before = await available(person);
    const worth = await total(person);
    const { id, ...order } = await begin(person, week, '1234.56000001');
    expect(order).toMatchObject({ status: 'inProgress', interest: '2.592576', lockDays: 2 });
    expect(await total(person)).toEqual({
      usdt: worth.usdt,
      earning: [{ product: 'finance', valueUsdt: '1234.56000001' }],
    });
    await receiptOf(person, id);
    const { pools } = await clientOf(house).call('getFinancePools');
    expect(Number(pools.find(({ coin }) => coin === 'USDT')?.reserved)).toBeGreaterThan(2.59);
    await pass(7 * DAY_MS);
    person = await back(person);
    expect(await receiptOf(person, id)).toMatchObject({
      status: 'completed',
      paidInterest: '2.592576',
      released: '0',
      endedTime: order.endDate,
    });
    expect(Number(await available(person))).toBeCloseTo(Number(before) + 2.592576, 8);
    expect((await total(person)).earning).toEqual([]);
    expect(await toldOf(house, person, 'finance-matured')).toMatchObject([
      { facts: { orderId: id, coin: 'USDT', amount: '1234.56000001', interest: '2.592576' } },
    ]);
    const { records } = await clientOf(house).call('getFinancePoolEntries', { query: { pageSize: '1' } });
    expect(records).toMatchObject([{ kind: 'paid', coin: 'USDT' }]);
  });

  it('cannot be left in its locked days, and then by its published share', async () => {
    let person = await newPerson(house);
    const stranger = await newPerson(house);
    const { id, redeemableTime, beginDate } = await begin(person, week, '1000');
    expect(redeemableTime).toBe(beginDate + 2 * DAY_MS);
    const redeem = ({ client }: Person) => client.call('redeemFinance', { body: { id } });
    expect((await refusal(redeem(person))).key).toBe('FINANCE_LOCKED');
    expect((await refusal(redeem(stranger))).key).toBe('FINANCE_UNKNOWN');
    await pass(2 * DAY_MS);
    person = await back(person);
    expect(await redeem(person)).toMatchObject({ status: 'redeemed', wholeDays: 2, paidInterest: '0.3' });
    expect(await receiptOf(person, id)).toMatchObject({ released: '1.8' });
    expect((await refusal(redeem(person))).key).toBe('FINANCE_ORDER_ENDED');
  });

  it('can be redeemed by a frozen account, which begins none', async () => {
    const person = await newPerson(house);
    const free = await offerFinance(house, { assetId: USDT, lockDays: 0 });
    const { id } = await begin(person, free, '10');
    await house.pool.query('update identity.user set frozen_at = now() where user_id = $1', [person.userId]);
    house.identity.sessions.sayEnded(person.userId);
    expect((await refusal(begin(person, free, '10'))).key).toBe('ACCOUNT_FROZEN');
    const redeemed = await person.client.call('redeemFinance', { body: { id } });
    expect(redeemed).toMatchObject({ status: 'redeemed', paidInterest: '0' });
  });

  it('is answered once under a key', async () => {
    const person = await newPerson(house);
    const { termsHash } = await productOf(house, week);
    const body = { offerId: week, amount: '5', termsHash };
    const key = 'finance-once';
    const [first, again] = [
      await person.client.call('createFinance', { body }, { idempotencyKey: key }),
      await person.client.call('createFinance', { body }, { idempotencyKey: key }),
    ];
    expect(again).toEqual(first);
    expect((await person.client.call('getFinanceSummary')).list).toMatchObject([{ orders: 1 }]);
  });

  it('is listed by its status and the time of its beginning', async () => {
    const person = await newPerson(house);
    for (let at = 0; at < 3; at++) {
      await begin(person, week, '2');
      await pass(1_000);
    }
    const listed = await person.client.call('getFinanceOrders', { query: { status: 'inProgress' } });
    expect(listed.records).toHaveLength(3);
    expect((await person.client.call('getFinanceOrders', { query: { status: 'redeemed' } })).records).toEqual(
      [],
    );
    await expectListedByTime(async (times) =>
      (await person.client.call('getFinanceOrders', { query: inQuery(times) })).records.map(
        ({ beginDate }) => beginDate,
      ),
    );
  });
});

let desk: OperatorsConsole | null = null;
let staff: ReturnType<typeof openDesk> | null = null;
afterAll(() => desk?.stop());

async function openDesk() {
  desk = await openConsole(house, { reviewKinds: [house.recharges.review] });
  const operator = await desk.signIn();
  const second = await desk.add('second', 'finance', operator);
  return { operator, second, third: await desk.add('third', 'risk', operator) };
}

/** The operators of this house: the first, one of finance and one of risk. */
function operators(): ReturnType<typeof openDesk> {
  staff ??= openDesk();
  return staff;
}

describe('the membership zone', () => {
  /** Sends coins by bank, as far as the operators find them received: above a limit two of them. */
  async function deposit(person: Person, amount: string): Promise<void> {
    const { second, third } = await operators();
    const picture = await photo(0, { width: 300, height: 200 });
    const { id: screenshot } = (await upload(house, person, picture)).data as UploadedFile;
    const body = { method: 'bank', bank: 'practice-bank', coin: 'USDT', amount, screenshot } as const;
    const before = Number(await available(person));
    const { orderNo } = await person.client.call('recharge', { body });
    for (const reviewer of [second, third]) {
      const { records } = await reviewer.call('getReviews', { query: { kind: 'recharge' } });
      const item = records.find(({ subject }) => subject === orderNo);
      if (item === undefined) continue;
      const params = { id: String(item.id) };
      await reviewer.call('claimReview', { params });
      await lookAt(reviewer, params.id);
      const verdict = { version: item.version, verdict: 'approve', reason: 'received' } as const;
      await reviewer.call('decideReview', { params, body: verdict });
    }
    await eventually(async () => expect(Number(await available(person))).toBe(before + Number(amount)));
  }

  it('refuses who is not VIP, and lets in who deposited what makes one, once operators found it received', async () => {
    const members = await offerFinance(house, { assetId: USDT, zone: 'members' });
    const person = await newPerson(house);
    const tiers = async () => (await person.client.call('getAccountTiers')).own!;
    const isVip = async () => (await person.client.call('getInfo')).user.vip;
    const { current } = await person.client.call('getAccountTiers');
    const least = Number(current.tiers.find((tier) => tier.isVip)!.minDeposit);
    expect(await isVip()).toBe(false);
    const { vipVolume: volume } = current;
    // who brought nothing and traded nothing is short of all of it
    expect((await tiers()).missingToVip).toEqual({ deposit: String(least), volume });
    const refused = await refusal(begin(person, members, '10'));
    expect(refused).toMatchObject({ key: 'FINANCE_MEMBERS_ONLY', details: (await tiers()).missingToVip });
    // practice funds are no deposit, and one unit too little is too little
    expect(await tiers()).toMatchObject({ netDeposit: '0', vip: false });
    await deposit(person, String(least - 10));
    expect(await tiers()).toMatchObject({ netDeposit: String(least - 10), vip: false });
    expect((await refusal(begin(person, members, '10'))).key).toBe('FINANCE_MEMBERS_ONLY');
    await deposit(person, '10');
    expect(await tiers()).toMatchObject({ netDeposit: String(least), vip: true });
    expect(await isVip()).toBe(true);
    expect((await tiers()).missingToVip).toBeNull();
    const { id, zone, status } = await begin(person, members, '10');
    expect({ zone, status }).toEqual({ zone: 'members', status: 'inProgress' });
    await receiptOf(person, id);
  });
});

describe('the desk of finance products', () => {
  it('funds, offers and closes by four eyes', async () => {
    const { operator, second } = await operators();
    const reason = 'A product for the spring';
    const approved = async (proposed: Promise<{ readonly proposalId: number }>) => {
      const { proposalId } = await proposed;
      await second.call('approveProposal', { params: { id: String(proposalId) }, body: { reason } });
      return operator.call('getOperatorFinance');
    };
    const params = { assetId: String(USDT) };
    const poolOf = ({ pools }: Awaited<ReturnType<typeof approved>>) =>
      Number(pools.find(({ coin }) => coin === 'USDT')?.free);
    const before = poolOf(await operator.call('getOperatorFinance'));
    const funding = { amount: '25', direction: 'add', source: 'practice', reason } as const;
    const funded = await approved(operator.call('fundFinance', { params, body: funding }));
    expect(poolOf(funded) - before).toBeCloseTo(25, 6);
    const terms = {
      dailyPercent: '0.04',
      cycleDays: 30,
      exitPercent: '50',
      minAmount: '10',
      maxAmount: '1000',
      userLimit: '2000',
      capacity: '5000',
      opensTime: null,
      name: 'Spring 30',
      zone: 'valueAdded',
      lockDays: 10,
      maxParticipations: 2,
      reason,
    } as const;
    const offered = await approved(operator.call('offerFinance', { params, body: terms }));
    const newest = offered.offers.at(-1)!;
    expect(newest).toMatchObject({ name: 'Spring 30', zone: 'valueAdded', lockDays: 10, orders: 0 });
    const { records } = await operator.call('getOperatorLog', { query: { pageSize: '1' } });
    expect(records[0]).toMatchObject({
      action: 'offerFinance',
      details: { name: 'Spring 30', zone: 'valueAdded', lock: '10', times: '2' },
    });
    const tooLong = { params, body: { ...terms, lockDays: 31 } };
    expect(await refusal(operator.call('offerFinance', tooLong))).toMatchObject({ field: 'lockDays' });
    const closing = { params: { offerId: String(newest.offerId) }, body: { closesTime: null, reason } };
    const closed = await approved(operator.call('closeFinanceOffer', closing));
    expect(closed.offers.at(-1)).toMatchObject({ offerId: newest.offerId, state: 'closed' });
    const unknown = { ...closing, params: { offerId: '999999' } };
    expect((await refusal(operator.call('closeFinanceOffer', unknown))).key).toBe('FINANCE_OFFER_UNKNOWN');
  });
});
