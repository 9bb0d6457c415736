import type { PledgeOrderRow } from '@candor/api';
import type { Command, Kernel } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { checkEarnOrder } from '@candor/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { BTC, USDT } from './support/listing.ts';
import { clientOf, newPerson, PASSWORD, type Person, refusal } from './support/person.ts';
import { offerOf, offerStaking } from './support/staking.ts';
import { expectListedByTime, inQuery } from './support/times.ts';
import { toldOf } from './support/told.ts';

const DAY_MS = 86_400_000;
/** Orders of each of forty people at once, for the last ten units. */
const ORDERS_OF_EACH = 25;
const coins = (whole: number) => (BigInt(Math.round(whole * 10_000)) * 10_000n) as Amount;

let house: House;
let nowMs = Date.UTC(2028, 1, 25, 12);
/** 300 ppm a day for 7 days, half of it kept by an early exit. */
let week: number;

beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs, notices: true });
  week = await offerStaking(house, { assetId: USDT });
});
afterAll(() => house?.stop());

async function system(body: Command): Promise<void> {
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}

/** Moves the clock and has the journal know it, until nothing is due any more. */
async function pass(ms: number): Promise<void> {
  nowMs += ms;
  do await system({ type: 'tick' });
  while ((await house.engine.read((view) => (view as Kernel).nextDueMs)) <= nowMs);
}

async function begin(
  person: Person,
  offerId: number,
  amount: string,
  autoRenew = false,
): Promise<PledgeOrderRow> {
  const { termsHash } = await offerOf(house, offerId);
  return person.client.call('createPledge', { body: { offerId, amount, termsHash, autoRenew } });
}

/** The person, logged in again: a session ends after a week. */
async function back(person: Person): Promise<Person> {
  const body = { type: 'account', account: person.account, password: PASSWORD } as const;
  const { satoken } = await clientOf(house).call('login', { body });
  return { ...person, token: satoken, client: clientOf(house, satoken) };
}

const available = async (person: Person, coin = 'USDT') => {
  const { list } = await person.client.call('getMyBalance', { query: { type: '1' } });
  return list.find((row) => row.coin === coin)?.available ?? '0';
};
const receiptOf = async ({ client }: Person, id: number) => {
  const receipt = await client.call('getPledgeOrder', { query: { id: String(id) } });
  expect(checkEarnOrder(receipt).steps.filter(({ ok }) => !ok)).toEqual([]);
  return receipt;
};
const poolOf = async (coin = 'USDT') => {
  const { pools } = await clientOf(house).call('getPledgePools');
  return pools.find((pool) => pool.coin === coin)!;
};

describe('an offer', () => {
  it('says all its terms, their hash, and what is still free', async () => {
    const offer = await offerOf(house, week);
    expect(offer).toMatchObject({
      coin: 'USDT',
      dailyRate: '0.0003',
      yearlyRate: '0.1095',
      cycleDays: 7,
      exitShare: '0.5',
      minAmount: '1',
      maxAmount: '10000',
      userLimit: '20000',
      capacity: '100000',
      closesTime: null,
      state: 'open',
    });
    const other = await offerStaking(house, { assetId: USDT, dailyPpm: 301 }, 0n as Amount);
    expect((await offerOf(house, other)).termsHash).not.toBe(offer.termsHash);
  });

  it('takes orders from its opening until its end, and no others', async () => {
    const person = await newPerson(house);
    const opensMs = nowMs + DAY_MS;
    const later = await offerStaking(house, { assetId: USDT, opensMs });
    expect(await offerOf(house, later)).toMatchObject({ state: 'upcoming', opensTime: opensMs });
    expect((await refusal(begin(person, later, '10'))).key).toBe('STAKING_OFFER_CLOSED');
    await pass(DAY_MS);
    await begin(person, later, '10');
    await system({
      type: 'closeStakingOffer',
      offerId: later,
      closesMs: nowMs + 1_000,
      reason: 'Enough for now',
    });
    await begin(person, later, '10');
    await pass(1_000);
    expect(await offerOf(house, later)).toMatchObject({ state: 'closed', closesTime: nowMs });
    expect((await refusal(begin(person, later, '10'))).key).toBe('STAKING_OFFER_CLOSED');
  });

  it('is never sold beyond its room, by a crowd at once', async () => {
    const amounts = { minAmount: coins(1), maxAmount: coins(1), userCapAmount: coins(10) };
    const last = await offerStaking(house, { assetId: USDT, ...amounts, capAmount: coins(10) });
    const { termsHash } = await offerOf(house, last);
    const people = await Promise.all(Array.from({ length: 40 }, () => newPerson(house)));
    const asked = people.flatMap(({ client }) =>
      Array.from({ length: ORDERS_OF_EACH }, () =>
        client.call('createPledge', { body: { offerId: last, amount: '1', termsHash } }).then(
          () => 'done',
          (error: unknown) => (error as { key?: string }).key,
        ),
      ),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(10);
    expect(answers.filter((answer) => answer === 'STAKING_SOLD_OUT')).toHaveLength(asked.length - 10);
    expect(await offerOf(house, last)).toMatchObject({ remaining: '0', state: 'soldOut' });
  });

  it('promises nothing that its pool does not hold', async () => {
    const person = await newPerson(house);
    // a week of 1 BTC is 0.0021: the pool has that once
    const short = await offerStaking(house, { assetId: BTC, minAmount: coins(0.01) }, 210_000n as Amount);
    await begin(person, short, '1');
    expect((await refusal(begin(person, short, '0.01'))).key).toBe('STAKING_POOL_EMPTY');
    expect((await offerOf(house, short)).state).toBe('poolEmpty');
    expect(await poolOf('BTC')).toMatchObject({ free: '0', reserved: '0.0021', principal: '1', orders: 1 });
    expect(await available(person, 'BTC')).toBe('0');
  });
});

describe('an order', () => {
  it('is paid in full at its due second, with a receipt that recomputes and entries that say so', async () => {
    const person = await newPerson(house);
    const free = Number((await poolOf()).free);
    const begun = await begin(person, week, '1234.56000001');
    // floor(123456000001 × 300 × 7 / 10⁶)
    expect(begun).toMatchObject({
      offerId: week,
      investAmount: '1234.56000001',
      interest: '2.592576',
      beginDate: nowMs,
      endDate: nowMs + 7 * DAY_MS,
      status: 'inProgress',
      autoRenew: false,
      paidInterest: null,
      endedTime: null,
    });
    expect(await available(person)).toBe('8765.43999999');
    expect((await receiptOf(person, begun.id)).journal?.seq).toBe(begun.seq);
    expect(await person.client.call('getPledgeSummary')).toMatchObject({
      list: [{ coin: 'USDT', principal: '1234.56000001', reserved: '2.592576', paid: '0', orders: 1 }],
    });
    await pass(7 * DAY_MS - 1);
    expect(await available(person)).toBe('8765.43999999');
    await pass(1);
    expect(await available(person)).toBe('10002.592576');
    const ended = await receiptOf(person, begun.id);
    expect(ended).toMatchObject({
      status: 'completed',
      wholeDays: 7,
      paidInterest: '2.592576',
      released: '0',
      endedTime: begun.endDate,
      renewedAs: null,
    });
    expect(await person.client.call('getPledgeSummary')).toMatchObject({
      list: [{ coin: 'USDT', principal: '0', reserved: '0', paid: '2.592576', orders: 0 }],
    });
    const bills = await person.client.call('getMyBill', { query: { kind: 'staking-matured' } });
    expect(bills.records.map(({ amount, orderId }) => [amount, orderId])).toEqual([
      ['1237.15257601', begun.id],
    ]);
    const told = await toldOf(house, person, 'staking-matured');
    expect(told).toMatchObject([
      { facts: { orderId: begun.id, amount: '1234.56000001', interest: '2.592576', renewal: 'none' } },
    ]);
    const pool = await poolOf();
    expect(Number(pool.free)).toBeCloseTo(free - 2.592576, 8);
    expect(Number(pool.paid7Days)).toBeGreaterThanOrEqual(2.592576);
    const { records } = await clientOf(house).call('getPledgePoolEntries', {
      query: { coin: 'USDT', pageSize: '1' },
    });
    expect(records).toMatchObject([{ kind: 'paid', amount: '-2.592576', balance: pool.free }]);
  });

  it('gives all back at once when it is redeemed, with the published share of whole days', async () => {
    const person = await newPerson(house);
    const first = await begin(person, week, '100');
    const atOnce = await person.client.call('redeemPledge', { body: { id: first.id } });
    expect(atOnce).toMatchObject({
      status: 'redeemed',
      wholeDays: 0,
      paidInterest: '0',
      released: first.interest,
      endedTime: nowMs,
    });
    expect(await available(person)).toBe('10000');
    const second = await begin(person, week, '100');
    await pass(3 * DAY_MS + 5_000);
    const later = await person.client.call('redeemPledge', { body: { id: second.id } });
    // half of three days of 0.03
    expect(later).toMatchObject({ wholeDays: 3, paidInterest: '0.045', released: '0.165' });
    expect(await available(person)).toBe('10000.045');
    const { journal: _, ...shown } = await receiptOf(person, second.id);
    expect(shown).toEqual(later);
    const again = await refusal(person.client.call('redeemPledge', { body: { id: second.id } }));
    expect(again.key).toBe('STAKING_ORDER_ENDED');
    for (const { sum } of await house.engine.read((view) => view.ledgerSums())) expect(sum).toBe(0n);
  });

  it('is refused by other terms than its user accepted, outside the bounds, and without the money', async () => {
    const person = await newPerson(house);
    const { client } = person;
    const { termsHash } = await offerOf(house, week);
    const ask = async (body: { offerId?: number; amount?: string; termsHash?: string }) =>
      (
        await refusal(
          client.call('createPledge', { body: { offerId: week, amount: '10', termsHash, ...body } }),
        )
      ).key;
    expect(await ask({ termsHash: 'ab'.repeat(32) })).toBe('STAKING_TERMS_CHANGED');
    expect(await ask({ offerId: 999_999 })).toBe('STAKING_OFFER_UNKNOWN');
    expect(await ask({ amount: '0.99' })).toBe('STAKING_AMOUNT');
    expect(await ask({ amount: '10000.01' })).toBe('STAKING_AMOUNT');
    expect(await ask({ amount: '10.000000001' })).toBe('AMOUNT_INVALID');
    await client.call('createPledge', { body: { offerId: week, amount: '9000', termsHash } });
    expect(await ask({ amount: '1000.01' })).toBe('INSUFFICIENT_BALANCE');
    expect(await available(person)).toBe('1000');
  });

  it('is renewed at its end only where its owner wants it, and says why where it cannot be', async () => {
    const person = await newPerson(house);
    const { client } = person;
    const first = await begin(person, week, '500');
    await client.call('setPledgeRenewal', { body: { id: first.id, autoRenew: true } });
    await pass(7 * DAY_MS);
    expect(await available(person)).toBe('9501.05');
    const { renewedAs } = await receiptOf(person, first.id);
    const second = await receiptOf(person, renewedAs!);
    expect(second).toMatchObject({
      renewalOf: first.id,
      beginDate: first.endDate,
      status: 'inProgress',
      autoRenew: true,
    });
    await system({ type: 'closeStakingOffer', offerId: week, closesMs: 0, reason: 'Another one follows' });
    // no renewal is promised that cannot come
    const on = (await back(person)).client.call('setPledgeRenewal', {
      body: { id: second.id, autoRenew: true },
    });
    expect((await refusal(on)).key).toBe('STAKING_RENEWAL_OVER');
    await pass(7 * DAY_MS);
    week = await offerStaking(house, { assetId: USDT });
    const again = await back(person);
    expect(await available(again)).toBe('10002.1');
    expect(await receiptOf(again, second.id)).toMatchObject({ status: 'completed', renewedAs: null });
    const told = await toldOf(house, again, 'staking-matured');
    expect(told.map(({ facts }) => facts)).toMatchObject([{ renewal: 'refused' }, { renewal: 'renewed' }]);
  });

  it('begins with no renewal that its product’s end rules out, and a retry is answered as it began', async () => {
    const { client } = await newPerson(house);
    const ending = await offerStaking(house, { assetId: USDT });
    const { termsHash } = await offerOf(house, ending);
    const create = (autoRenew: boolean, idempotencyKey: string) =>
      client.call(
        'createPledge',
        { body: { offerId: ending, amount: '50', termsHash, autoRenew } },
        { idempotencyKey },
      );
    const first = await create(true, 'before-the-end');
    const close = (closesMs: number) =>
      system({ type: 'closeStakingOffer', offerId: ending, closesMs, reason: 'Another one follows' });
    await close(nowMs + 7 * DAY_MS + 1);
    expect(await create(true, 'one-ms-before-the-end')).toMatchObject({ autoRenew: true });
    await close(nowMs + 7 * DAY_MS);
    expect((await refusal(create(true, 'at-the-end'))).key).toBe('STAKING_RENEWAL_OVER');
    const { records } = await client.call('getPledgeOrders', { query: {} });
    expect(records).toHaveLength(2);
    expect(await create(false, 'without')).toMatchObject({ autoRenew: false, status: 'inProgress' });
    expect(await create(true, 'before-the-end')).toMatchObject({ id: first.id, autoRenew: true });
    const other = await refusal(create(false, 'before-the-end'));
    expect(other.key).toBe('KEY_REUSED_WITH_OTHER_BODY');
  });

  it('is its owner’s alone', async () => {
    const [person, other] = [await newPerson(house), await newPerson(house)];
    const { id } = await begin(person, week, '50');
    const query = { id: String(id) };
    expect((await refusal(other.client.call('getPledgeOrder', { query }))).key).toBe('STAKING_UNKNOWN');
    expect((await refusal(other.client.call('redeemPledge', { body: { id } }))).key).toBe('STAKING_UNKNOWN');
    const renewal = other.client.call('setPledgeRenewal', { body: { id, autoRenew: true } });
    expect((await refusal(renewal)).key).toBe('STAKING_UNKNOWN');
    expect((await other.client.call('getPledgeOrders', { query: {} })).records).toEqual([]);
    expect(await receiptOf(person, id)).toMatchObject({ status: 'inProgress', autoRenew: false });
  });

  it('is redeemed by a frozen account, which begins none', async () => {
    const person = await newPerson(house);
    const { id } = await begin(person, week, '50');
    await house.pool.query('update identity.user set frozen_at = now() where user_id = $1', [person.userId]);
    house.identity.sessions.sayEnded(person.userId);
    expect((await refusal(begin(person, week, '50'))).key).toBe('ACCOUNT_FROZEN');
    await person.client.call('setPledgeRenewal', { body: { id, autoRenew: false } });
    expect(await person.client.call('redeemPledge', { body: { id } })).toMatchObject({ status: 'redeemed' });
    expect(await available(person)).toBe('10000');
  });
});

describe('the list of orders', () => {
  it('is filtered by state and time, newest first, page by page', async () => {
    const person = await newPerson(house);
    const { client } = person;
    const ids: number[] = [];
    for (const amount of ['10', '20', '30']) {
      ids.unshift((await begin(person, week, amount)).id);
      await pass(1_000);
    }
    await client.call('redeemPledge', { body: { id: ids[1]! } });
    const listed = async (query: { status?: PledgeOrderRow['status']; cursor?: string }) =>
      (await client.call('getPledgeOrders', { query })).records.map(({ id }) => id);
    expect(await listed({})).toEqual(ids);
    expect(await listed({ status: 'inProgress' })).toEqual([ids[0], ids[2]]);
    expect(await listed({ status: 'redeemed' })).toEqual([ids[1]]);
    expect(await listed({ status: 'completed' })).toEqual([]);
    const first = await client.call('getPledgeOrders', { query: { pageSize: '2' } });
    expect(first.records.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(await listed({ cursor: first.nextCursor! })).toEqual(ids.slice(2));
    await expectListedByTime(async (times) =>
      (await client.call('getPledgeOrders', { query: inQuery(times) })).records.map(
        ({ beginDate }) => beginDate,
      ),
    );
  });
});

describe('a pool', () => {
  it('shows each movement with its balance, and the sum of its entries is what it holds', async () => {
    const visitor = clientOf(house);
    const entries: { kind: string; amount: string; balance: string }[] = [];
    let cursor: string | null = null;
    do {
      const query = { coin: 'USDT', pageSize: '7', ...(cursor === null ? {} : { cursor }) };
      const page: { records: typeof entries; nextCursor: string | null } = await visitor.call(
        'getPledgePoolEntries',
        { query },
      );
      entries.push(...page.records);
      cursor = page.nextCursor;
    } while (cursor !== null);
    const units = (text: string) => BigInt(Math.round(Number(text) * 1e8));
    let balance = 0n;
    for (const entry of entries.toReversed()) {
      if (entry.kind !== 'paid') balance += units(entry.amount);
      expect(units(entry.balance), entry.kind).toBe(balance);
    }
    expect(entries[0]?.balance).toBe((await poolOf()).free);
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(
      new Set(['funding', 'reserved', 'paid', 'released']),
    );
    expect((await refusal(visitor.call('getPledgePoolEntries', { query: { coin: 'NONE' } }))).key).toBe(
      'UNKNOWN_COIN',
    );
  });

  it('counts what was paid lately, and how long its free part lasts', async () => {
    const pool = await poolOf();
    const { free, dailyInterest, daysLeft } = pool;
    expect(daysLeft).toBe(Math.floor(Number(free) / Number(dailyInterest)));
    await pass(31 * DAY_MS);
    const later = await poolOf();
    // the orders that matured just now are told with their command
    expect(Number(later.paidTotal)).toBeGreaterThan(Number(pool.paidTotal));
    await pass(8 * DAY_MS);
    expect(await poolOf()).toMatchObject({ paid7Days: '0', paidTotal: later.paidTotal, daysLeft: null });
    await pass(31 * DAY_MS);
    expect(await poolOf()).toMatchObject({ paid30Days: '0' });
  });
});
