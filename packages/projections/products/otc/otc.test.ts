import { type Command, idOf } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { firstOtcTerms } from '@candor/rules';
import { expect, test } from 'vitest';
import { USDT } from '../../../../tests/api/support/listing.ts';
import { ReadModelBench } from '../../../../tests/support/read-model-bench.ts';

const MIA = 1000;
const ANN = 1001;
const BOB = 1002;
const EVE = 1003;
const NED = 1004;
const ZOE = 1005;
const COIN = 100_000_000n;
const MINUTE_MS = 60_000;
const REASON = 'Terms of this test';
/** Text of a user that looks like a number. */
const HASH = '1'.repeat(64);
const amount = (units: bigint) => units as Amount;
const bench = new ReadModelBench(Date.UTC(2027, 0, 31, 12));

const perform = async (userId: number, body: Command): Promise<number> =>
  idOf(await bench.perform(userId, body));

const join = async (accountUserId: number): Promise<void> => {
  await perform(0, { type: 'openAccount', accountUserId, kind: 'user' });
  const person = accountUserId.toString(16).padStart(64, '0');
  await perform(0, { type: 'setOtcTrader', accountUserId, isAdmitted: true, person, reason: REASON });
};

/** Admits a user as a merchant, with one offer. */
async function publish(userId: number): Promise<number> {
  const coins = { assetId: USDT, amount: amount(5_000n * COIN) };
  await perform(0, { type: 'practiceFunds', accountUserId: userId, ...coins });
  const symbols = { fromSymbolId: 0, toSymbolId: 0 };
  await perform(userId, { type: 'transfer', from: 'spot', to: 'otc', ...symbols, ...coins });
  await perform(0, { type: 'admitOtcMerchant', accountUserId: userId, reason: REASON });
  return perform(userId, {
    type: 'publishOtcOffer',
    side: 'sell',
    assetId: USDT,
    currency: 'EUR',
    pricing: { kind: 'fixed', price: 910_000n },
    amount: amount(1_000n * COIN),
    minAmount: amount(COIN),
    maxAmount: amount(1_000n * COIN),
    windowMs: 15 * MINUTE_MS,
    methods: ['instant'],
    termsHash: HASH,
    minReleased: 0,
  });
}

const UNITS = amount(100n * COIN);
const SEEN = { version: 1, seenPrice: 910_000n, method: 'instant' } as const;
const take = (userId: number, offerId: number) =>
  perform(userId, { type: 'takeOtcOffer', offerId, ...SEEN, amount: UNITS });
const pay = (userId: number, orderId: number) =>
  perform(userId, { type: 'payOtcOrder', orderId, seen: 'created' });
const release = (userId: number, orderId: number) => {
  const yes = { arrived: true, whole: true, sameName: true };
  return perform(userId, { type: 'releaseOtcOrder', orderId, seen: 'paid', amount: UNITS, ...yes });
};

async function open(): Promise<number> {
  const terms = { ...firstOtcTerms(USDT, 8), newOrders: 0 };
  await perform(0, { type: 'setOtcTerms', terms, effectiveMs: 0, reason: REASON });
  await perform(0, { type: 'setOtcCurrency', currency: 'EUR', scale: 2, rate: 900_000n, reason: REASON });
  const method = { method: 'instant', appealAfterMs: 15 * MINUTE_MS, isOpen: true, reason: REASON };
  await perform(0, { type: 'setOtcMethod', ...method });
  for (const userId of [MIA, ANN, BOB]) await join(userId);
  return publish(MIA);
}

test('orders, everything that happened to them and figures of their users are kept, and the same after a rebuild', async () => {
  const offerId = await open();
  const released: number[] = [];
  for (let n = 0; n < 2; n++) {
    const orderId = await take(ANN, offerId);
    await pay(ANN, orderId);
    bench.nowMs += 2_000 + 2_000 * n;
    await release(MIA, orderId);
    released.push(orderId);
  }
  const cancelled = await take(BOB, offerId);
  await perform(BOB, { type: 'cancelOtcOrder', orderId: cancelled, seen: 'created' });
  const left = await take(BOB, offerId);

  const { otc } = bench.projections;
  const all = await otc.orders(MIA, {}, null, 3);
  expect(all.rows.map(({ created, state }) => [created.orderId, state])).toEqual([
    [left, 'created'],
    [cancelled, 'cancelled'],
    [released[1], 'released'],
  ]);
  expect((await otc.orders(MIA, {}, all.next, 3)).rows.map(({ created }) => created.orderId)).toEqual([
    released[0],
  ]);
  expect((await otc.orders(BOB, { isOpen: true }, null, 9)).rows).toHaveLength(1);
  expect((await otc.orders(BOB, { isOpen: false }, null, 9)).rows).toHaveLength(1);
  expect((await otc.orders(ANN, { toMs: 1 }, null, 9)).rows).toEqual([]);
  const first = await otc.order(released[0]!);
  expect(first?.created).toMatchObject({ price: 910_000n, total: 9_100n, termsHash: HASH, amount: UNITS });
  expect(first?.endedMs).toBe(first!.paidMs! + 2_000);
  const events = (await otc.entries(released[0]!)).map(({ event }) => event.type);
  expect(events).toEqual(['otcOrderCreated', 'otcOrderMoved', 'otcOrderEnded']);
  // ten orders of a pair in a day count once
  expect(await otc.standing(MIA, 0)).toEqual({ released: 1, faults: 0, medianReleaseMs: 2_000 });
  expect(await otc.standing(BOB, 0)).toEqual({ released: 0, faults: 1, medianReleaseMs: null });
  expect(await otc.standing(BOB, bench.nowMs + 1)).toEqual({ released: 0, faults: 0, medianReleaseMs: null });

  const tables = await bench.rebuild(['otc_orders', 'otc_order_entries']);
  expect(tables.map(({ identical }) => identical)).toEqual([true, true]);
});

test('a payer’s deeds are the released orders and their sellers: an appeal and a cancellation are none', async () => {
  for (const userId of [EVE, NED, ZOE]) await join(userId);
  const offers = [await publish(NED), await publish(ZOE)] as const;
  const { otc } = bench.projections;
  expect(await otc.payer(EVE)).toEqual({ released: 0, sellers: 0, firstMs: null });
  const ended: number[] = [];
  for (const [seller, offerId] of [
    [NED, offers[0]],
    [NED, offers[0]],
    [ZOE, offers[1]],
  ] as const) {
    const orderId = await take(EVE, offerId);
    await pay(EVE, orderId);
    bench.nowMs += MINUTE_MS;
    await release(seller, orderId);
    ended.push(bench.nowMs);
  }
  const appealed = await take(EVE, offers[1]);
  await pay(EVE, appealed);
  const appeal = { type: 'appealOtcOrder', seen: 'paid', reason: 'other-name', evidence: HASH } as const;
  await perform(ZOE, { ...appeal, orderId: appealed });
  const cancelled = await take(EVE, offers[0]);
  await perform(EVE, { type: 'cancelOtcOrder', orderId: cancelled, seen: 'created' });
  expect(await otc.payer(EVE)).toEqual({ released: 3, sellers: 2, firstMs: ended[0] });
});
