import { subjects } from '@candor/api';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectRefused } from '../../apps/server/trading/otc/house.ts';
import { otcHouse } from '../../apps/server/trading/otc/index.ts';
import { eventually } from '../support/patience.ts';
import { withFactors } from '../support/payout-bench.ts';
import { TOLD_ENTRIES } from '../support/told-entries.ts';
import { type House, openHouse } from './support/house.ts';
import { newMerchant, newTrader, OFFER, openOtc, payOtc as pay, releasingOtc } from './support/otc.ts';
import type { Person } from './support/person.ts';
import { keyOf } from './support/step-up.ts';
import { toldOf, toldTo } from './support/told.ts';

let house: House;
let merchant: Person;
let offerId: number;
let nextCode: () => Promise<string>;
let stopHouse: () => void | Promise<void>;
/** Messages to pages, by the number that their topic names. */
const refreshed: { readonly to: string; readonly message: Readonly<Record<string, unknown>> }[] = [];

beforeAll(async () => {
  house = await openHouse({ notices: true });
  await openOtc(house);
  merchant = await newMerchant(house, 'Mia Merchant', 'Silver Fox');
  ({ nextCode } = await withFactors(house, merchant));
  house.bus.subscribe(subjects.refresh('*'), (message, subject) => {
    refreshed.push({ to: subject.split('.')[1]!, message: message as (typeof refreshed)[number]['message'] });
  });
  const log = pino({ level: 'silent' });
  stopHouse = await otcHouse({ ...house, log, ask: async () => null });
  ({ offerId } = await merchant.client.call('publishOtcOffer', { body: OFFER }));
});
afterAll(async () => {
  await stopHouse?.();
  await house?.stop();
});

const take = (person: Person) =>
  person.client.call('takeOtcOffer', {
    body: { offerId, version: 1, seenPrice: '7.2', amount: '20', method: 'alipay' },
  });
const order = (person: Person, orderId: number) =>
  person.client.call('getOtcOrder', { query: { orderId: String(orderId) } });

/** An order that is paid. */
async function paid(name: string) {
  const buyer = await newTrader(house, name);
  const { orderId } = await take(buyer);
  await pay(buyer, orderId);
  return { buyer, orderId };
}

const releasing = (orderId: number, payer: string) =>
  releasingOtc(house, { merchant, nextCode }, { orderId, payer });

/** Codes that the system said in an order's conversation, oldest first. */
async function saidIn(person: Person, orderId: number) {
  const { chatKey } = await order(person, orderId);
  const { records } = await person.client.call('getChatRecord', { params: { chatKey }, body: {} });
  return records.toReversed().flatMap(({ system }) => (system === null ? [] : [system]));
}

/** Each line of a person's bills that a notice tells has one. */
async function billsAreTold(person: Person) {
  const { records } = await person.client.call('getMyBill', { query: { pageSize: '100' } });
  const told = new Set((await toldTo(house, person)).map(({ kind }) => kind));
  for (const { kind } of records) {
    const by = TOLD_ENTRIES[kind];
    if (typeof by !== 'string') expect([kind, by.filter((each) => told.has(each))]).not.toEqual([kind, []]);
  }
}

describe('the news of an order', () => {
  it('reach the other side as notices, in the conversation and on the pages', async () => {
    const { buyer, orderId } = await paid('Ann Buyer');
    expect((await (await releasing(orderId, 'Ann Buyer'))()).data).toMatchObject({ state: 'released' });
    const [made] = await toldOf(house, merchant, 'otc-order');
    expect(made?.facts).toMatchObject({ orderId, isMaker: true, role: 'seller', total: '144' });
    const [moved] = await toldOf(house, merchant, 'otc-moved');
    expect(moved?.facts).toMatchObject({ orderId, news: 'paid' });
    expect((await toldOf(house, buyer, 'otc-ended')).map(({ facts }) => facts)).toMatchObject([
      { orderId, isMaker: false, end: 'released', result: 'bought' },
    ]);
    // its seller has the answer of the act
    expect(await toldOf(house, merchant, 'otc-ended')).toEqual([]);
    await eventually(async () => {
      const said = await saidIn(buyer, orderId);
      expect(said.filter((code) => code !== 'orderCreated')).toEqual(['orderPaid', 'orderReleased']);
    });
    const { merchant: page } = (await merchant.client.call('getInfo')).user;
    // the topic of that number is the merchant's alone
    expect(await house.otc.ownerOf(page!.id)).toBe(merchant.userId);
    expect(await house.otc.ownerOf(buyer.userId)).toBeNull();
    await eventually(async () => {
      const of = refreshed.filter(({ message }) => message.orderCode === String(orderId));
      const to = (state: string) =>
        of.flatMap(({ to: topic, message }) => (message.serviceType === state ? [topic] : [])).sort();
      const merchants = [String(merchant.userId), String(page?.id)];
      expect(to('created')).toEqual(merchants.toSorted());
      expect(to('paid')).toEqual([String(buyer.userId), ...merchants].sort());
      expect(to('released')).toEqual([String(buyer.userId), ...merchants].sort());
    });
  });

  it('tell of coins that came back', async () => {
    const buyer = await newTrader(house, 'Bob Buyer');
    const { orderId } = await take(buyer);
    await buyer.client.call('cancelOtcOrder', { body: { orderId, seen: 'created' } });
    const [ended] = await toldOf(house, merchant, 'otc-ended');
    expect(ended?.facts).toMatchObject({ orderId, end: 'cancelled', result: 'returned' });
    await billsAreTold(buyer);
  });
});

describe('the news of what stands between two', () => {
  it('tell the buyer of a wish and of an appeal, and the seller of the answer', async () => {
    const { buyer, orderId } = await paid('Cid Buyer');
    await merchant.client.call('askOtcCancel', { body: { orderId, seen: 'paid', why: 'other-name' } });
    await merchant.client.call('appealOtcOrder', {
      body: { orderId, seen: 'paid', reason: 'not-paid', statement: 'Nothing has arrived' },
    });
    await buyer.client.call('stateOtcAppeal', {
      body: { orderId, seen: 'appealed', statement: 'I paid today' },
    });
    expect((await toldOf(house, buyer, 'otc-moved')).map(({ facts }) => facts)).toMatchObject([
      { orderId, news: 'asked', role: 'buyer' },
    ]);
    const [appealed, ...others] = await toldOf(house, buyer, 'otc-appeal');
    expect(appealed?.facts).toMatchObject({ orderId, news: 'appealed' });
    expect(appealed!.facts.dueTime).toBeGreaterThan(house.now());
    expect(others).toEqual([]);
    const [answered] = await toldOf(house, merchant, 'otc-appeal');
    expect(answered?.facts).toMatchObject({ orderId, news: 'stated', role: 'seller' });
    await buyer.client.call('cancelOtcOrder', { body: { orderId, seen: 'appealed' } });
  });

  it('tell of a pause after three cancellations', async () => {
    const buyer = await newTrader(house, 'Dot Buyer');
    for (const _ of [1, 2, 3]) {
      const { orderId } = await take(buyer);
      await buyer.client.call('cancelOtcOrder', { body: { orderId, seen: 'created' } });
    }
    const [paused] = await toldOf(house, buyer, 'otc-paused');
    expect(paused?.facts).toMatchObject({ faults: 3 });
    expect(paused!.facts.untilTime).toBeGreaterThan(house.now());
    expect(await keyOf(take(buyer))).toBe('OTC_PAUSED');
  });
});

describe('an application that the ledger refused', () => {
  it('is rejected with its reason, told, and its nickname is free', async () => {
    const person = await newTrader(house, 'Cat Trader');
    const { rows } = await house.pool.query<{ id: string }>(
      `insert into otc.application
         (user_id, nickname, nickname_key, about, state, submitted_at, due_at, decided_at)
       values ($1, 'Red Fox', 'redfox', 'Trades', 'approved', now(), now(), now()) returning application_id as id`,
      [person.userId],
    );
    await house.pool.query(
      `insert into otc.merchant (user_id, nickname, nickname_key, since) values ($1, 'Red Fox', 'redfox', now())`,
      [person.userId],
    );
    const key = `otc-merchant:${rows[0]!.id}`;
    await house.kyc.db.transaction().execute((trx) =>
      house.outbox.promise(trx, {
        key,
        userId: 0,
        body: { type: 'admitOtcMerchant', accountUserId: person.userId, reason: 'Two approved it' },
      }),
    );
    expect((await house.outbox.deliver(key)).rejection).toBe('OTC_DEPOSIT');
    await rejectRefused(house.kyc.db, house.now);
    expect(await person.client.call('getMerchantApplication')).toMatchObject({
      state: 'rejected',
      reason: 'deposit',
    });
    await eventually(async () => {
      const [told] = await toldOf(house, person, 'merchant-decided');
      expect(told?.facts).toEqual({ decision: 'rejected', reason: 'deposit' });
    });
    const { rows: left } = await house.pool.query('select 1 from otc.merchant where user_id = $1', [
      person.userId,
    ]);
    expect(left).toEqual([]);
  });
});
