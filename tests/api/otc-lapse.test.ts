import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { system } from './support/earn.ts';
import { type House, openHouse } from './support/house.ts';
import { indexTick } from './support/listing.ts';
import { newMerchant, newTrader, OFFER, openOtc, payOtc } from './support/otc.ts';
import { coinOf, type Person } from './support/person.ts';
import { keyOf } from './support/step-up.ts';
import { toldOf } from './support/told.ts';

/** Below the jump that counts as downtime, which would extend each clock. */
const STEP_MS = 4_000;
const WINDOW_MS = 8_000;
const LAPSE_MS = 20_000;

let house: House;
let merchant: Person;
let offerId: number;
let nowMs = Date.UTC(2028, 2, 1, 12);
let ticks = 1;

/** Moves the clock by that many steps, each with a tick. */
async function pass(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    nowMs += STEP_MS;
    await system(house, indexTick(++ticks, nowMs));
  }
}

beforeAll(async () => {
  house = await openHouse({ notices: true, clock: () => nowMs });
  await openOtc(house, { minWindowMs: WINDOW_MS, lapseMs: LAPSE_MS });
  merchant = await newMerchant(house, 'Mia Merchant', 'Silver Fox');
  const body = { ...OFFER, windowMs: WINDOW_MS };
  ({ offerId } = await merchant.client.call('publishOtcOffer', { body }));
});
afterAll(async () => {
  await house?.stop();
});

const order = (person: Person, orderId: number) =>
  person.client.call('getOtcOrder', { query: { orderId: String(orderId) } });
const otcOf = async () => {
  const { balances } = await merchant.client.call('getMerchantIndex');
  return balances.find(({ coin }) => coin === 'USDT')?.available;
};

/** An order whose window has ended while nobody called it paid. */
async function lapsed(name: string) {
  const buyer = await newTrader(house, name);
  const body = { offerId, version: 1, seenPrice: '7.2', amount: '20', method: 'alipay' } as const;
  const { orderId } = await buyer.client.call('takeOtcOffer', { body });
  await pass(1);
  expect((await order(buyer, orderId)).state).toBe('created');
  await pass(2);
  expect((await order(buyer, orderId)).state).toBe('lapsed');
  return { buyer, orderId };
}

/** Facts of a person's notices of a kind about an order, newest first. */
const toldAbout = async (person: Person, kind: 'otc-moved' | 'otc-ended' | 'otc-appeal', orderId: number) =>
  (await toldOf(house, person, kind)).map(({ facts }) => facts).filter((facts) => facts.orderId === orderId);

it('a buyer who paid too late appeals after the lapse, and the coins stay past its end', async () => {
  const before = await otcOf();
  const { buyer, orderId } = await lapsed('Ann Buyer');
  const { dueTime } = await order(buyer, orderId);
  for (const side of [buyer, merchant])
    expect(await toldAbout(side, 'otc-moved', orderId)).toMatchObject([{ news: 'lapsed', dueTime }]);
  expect(await keyOf(payOtc(buyer, orderId))).toBe('OTC_STATE_CHANGED');
  const seen = 'lapsed' as const;
  // a seller has nothing to appeal: the coins come back
  const statement = { reason: 'not-released', statement: 'My bank took an hour' } as const;
  expect(await keyOf(merchant.client.call('appealOtcOrder', { body: { orderId, seen, ...statement } }))).toBe(
    'OTC_WRONG_SIDE',
  );
  await buyer.client.call('appealOtcOrder', { body: { orderId, seen, ...statement } });
  await pass(LAPSE_MS / STEP_MS + 1);
  expect(nowMs).toBeGreaterThan(dueTime ?? nowMs);
  const { state, statements } = await order(merchant, orderId);
  expect([state, statements.map(({ by, text }) => [by, text])]).toEqual([
    'appealed',
    [['buyer', 'My bank took an hour']],
  ]);
  expect(await toldAbout(merchant, 'otc-appeal', orderId)).toMatchObject([
    { news: 'appealed', role: 'seller' },
  ]);
  expect(await otcOf()).not.toBe(before);
  await buyer.client.call('cancelOtcOrder', { body: { orderId, seen: 'appealed' } });
  expect(await otcOf()).toBe(before);
});

it('without an appeal the order expires: the coins are back, and both sides are told', async () => {
  const before = await otcOf();
  const { buyer, orderId } = await lapsed('Bob Buyer');
  expect(await otcOf()).not.toBe(before);
  await pass(LAPSE_MS / STEP_MS + 1);
  expect((await order(buyer, orderId)).state).toBe('expired');
  expect(await otcOf()).toBe(before);
  expect((await coinOf(buyer, 'USDT')).available).toBe('10000');
  const body = { orderId, seen: 'lapsed', reason: 'not-released', statement: 'I paid' } as const;
  expect(await keyOf(buyer.client.call('appealOtcOrder', { body }))).toBe('OTC_ORDER_ENDED');
  for (const [side, result] of [
    [buyer, 'none'],
    [merchant, 'returned'],
  ] as const)
    expect(await toldAbout(side, 'otc-ended', orderId)).toMatchObject([{ end: 'expired', result }]);
  expect(await buyer.client.call('getOtcStanding')).toMatchObject({ faults: 1, openOrders: 0 });
});

it('the export of either side has the order’s figures, state and times, and nothing of the other', async () => {
  const { buyer, orderId } = await lapsed('Cid Buyer');
  await pass(LAPSE_MS / STEP_MS + 1);
  const records = house.ownData.flatMap((room) => room.records ?? []);
  const { pages } = records.find(({ file }) => file === 'otc-orders')!;
  for (const [side, role] of [
    [buyer, 'buyer'],
    [merchant, 'seller'],
  ] as const)
    await eventually(async () => {
      const rows = [];
      for await (const page of pages(side.userId, { seq: 0, balances: [] })) rows.push(...page);
      const row = rows.find((each) => each.orderId === orderId);
      expect(row).toMatchObject({
        role,
        coin: 'USDT',
        amount: '20',
        currency: 'CNY',
        price: '7.2',
        total: '144',
        method: 'alipay',
        state: 'expired',
        paidTime: null,
      });
      expect(row?.createdTime).toBeLessThan(Number(row?.endedTime));
      expect(JSON.stringify(row)).not.toMatch(/Silver Fox|Mia|Cid|@pay/);
    });
});
