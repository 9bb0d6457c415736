import { type Command, idOf } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { firstOtcTerms } from '@candor/rules';
import { expect, test } from 'vitest';
import { USDT } from '../../../../tests/api/support/listing.ts';
import { ReadModelBench } from '../../../../tests/support/read-model-bench.ts';

const MIA = 1000;
const ANN = 1001;
const BOB = 1002;
const COIN = 100_000_000n;
const MINUTE_MS = 60_000;
const REASON = 'Terms of this test';
/** Text of a user that looks like a number. */
const HASH = '1'.repeat(64);
const amount = (units: bigint) => units as Amount;
const bench = new ReadModelBench(Date.UTC(2027, 0, 31, 12));

const perform = async (userId: number, body: Command): Promise<number> =>
  idOf(await bench.perform(userId, body));

async function open(): Promise<number> {
  const terms = { ...firstOtcTerms(USDT, 8), newOrders: 0 };
  await perform(0, { type: 'setOtcTerms', terms, effectiveMs: 0, reason: REASON });
  await perform(0, { type: 'setOtcCurrency', currency: 'EUR', scale: 2, rate: 900_000n, reason: REASON });
  const method = { method: 'instant', appealAfterMs: 15 * MINUTE_MS, isOpen: true, reason: REASON };
  await perform(0, { type: 'setOtcMethod', ...method });
  for (const accountUserId of [MIA, ANN, BOB]) {
    await perform(0, { type: 'openAccount', accountUserId, kind: 'user' });
    const person = accountUserId.toString(16).padStart(64, '0');
    await perform(0, { type: 'setOtcTrader', accountUserId, isAdmitted: true, person, reason: REASON });
  }
  const coins = { assetId: USDT, amount: amount(5_000n * COIN) };
  await perform(0, { type: 'practiceFunds', accountUserId: MIA, ...coins });
  const symbols = { fromSymbolId: 0, toSymbolId: 0 };
  await perform(MIA, { type: 'transfer', from: 'spot', to: 'otc', ...symbols, ...coins });
  await perform(0, { type: 'admitOtcMerchant', accountUserId: MIA, reason: REASON });
  return perform(MIA, {
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

test('orders, everything that happened to them and figures of their users are kept, and the same after a rebuild', async () => {
  const offerId = await open();
  const units = amount(100n * COIN);
  const take = (userId: number) => {
    const seen = { version: 1, seenPrice: 910_000n, method: 'instant' };
    return perform(userId, { type: 'takeOtcOffer', offerId, ...seen, amount: units });
  };
  const released: number[] = [];
  for (let n = 0; n < 2; n++) {
    const orderId = await take(ANN);
    await perform(ANN, { type: 'payOtcOrder', orderId, seen: 'created' });
    bench.nowMs += 2_000 + 2_000 * n;
    const yes = { arrived: true, whole: true, sameName: true };
    await perform(MIA, { type: 'releaseOtcOrder', orderId, seen: 'paid', amount: units, ...yes });
    released.push(orderId);
  }
  const cancelled = await take(BOB);
  await perform(BOB, { type: 'cancelOtcOrder', orderId: cancelled, seen: 'created' });
  const left = await take(BOB);

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
  expect(first?.created).toMatchObject({ price: 910_000n, total: 9_100n, termsHash: HASH, amount: units });
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
