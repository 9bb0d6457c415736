import { type Engine, openEngine, readCommitted } from '@candor/journal';
import type { Command, PlaceOrder, PlaceTrigger } from '@candor/kernel';
import { idOf } from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PATIENCE_MS } from '../../../../tests/support/patience.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { firstUserId, listing, practiceGenesis } from '../../../../tools/workload/exchange.ts';
import { type Projections, rebuild, startProjections } from '../../index.ts';

const alice = firstUserId;
const bob = firstUserId + 1;
const carol = firstUserId + 2;
const ticks = (value: number) => value as PriceTicks;
const lots = (value: number) => value as Lots;

let database: FreshDatabase;
let engine: Engine;
let projections: Projections;
let isStopped: boolean;

beforeEach(async () => {
  database = await freshDatabase();
  engine = await openEngine({
    connectionString: database.connectionString,
    genesis: practiceGenesis,
    bootstrap: listing(3, 1),
    tuning: patientTuning,
  });
  projections = await startProjections({ connectionString: database.connectionString, engine });
  isStopped = false;
});

afterEach(async () => {
  if (!isStopped) await projections.stop();
  await engine.stop();
  await database.drop();
});

/** Submits a command and waits until its rows are there, so that each command is a stretch of its own. */
async function act(userId: number, body: Command): Promise<number> {
  const { seq, outcome } = await engine.submit({ userId, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(outcome.code);
  await projections.caughtUp(seq, PATIENCE_MS);
  return idOf(outcome);
}

const limit = (side: 'buy' | 'sell', price: number, quantity: number): PlaceOrder => ({
  type: 'placeOrder',
  symbolId: 1,
  side,
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  priceTicks: ticks(price),
  lots: lots(quantity),
  quoteAmount: null,
  clientOrderId: null,
});

const stop = (change: Partial<PlaceTrigger>): PlaceTrigger => ({
  ...limit('sell', 89_000, 500),
  type: 'placeTrigger',
  kind: 'stop',
  source: 'last',
  triggerTicks: ticks(90_000),
  callbackPpm: null,
  callbackTicks: null,
  activationTicks: null,
  ...change,
});

async function print(price: number): Promise<void> {
  await act(bob, limit('sell', price, 100));
  await act(carol, limit('buy', price, 100));
}

async function orderOf(orderId: number) {
  const order = await projections.spot.order(alice, orderId);
  if (order === null) throw new Error(`no order ${orderId}`);
  return order;
}

/** The same rows come out of the journal in one stretch. */
async function expectRebuilt(): Promise<void> {
  await projections.stop();
  isStopped = true;
  const { connectionString } = database;
  const replay = (afterSeq: number) => readCommitted({ connectionString, afterSeq });
  const rebuilt = await rebuild({ connectionString, replay });
  expect(rebuilt.tables.filter(({ identical }) => identical !== true)).toEqual([]);
}

test('an order that waits is in the history with what it waits for, and goes on under its id', async () => {
  await act(bob, limit('buy', 89_500, 200));
  const id = await act(alice, stop({ clientOrderId: 'mine' }));
  expect(await orderOf(id)).toMatchObject({
    status: 'waiting',
    doneReason: null,
    clientOrderId: 'mine',
    trigger: { kind: 'stop', source: 'last', triggerTicks: 90_000, firedMs: null },
  });
  await act(alice, {
    type: 'amendOrder',
    symbolId: 1,
    orderId: id,
    clientOrderId: null,
    priceTicks: ticks(88_000),
    lots: lots(300),
    quoteAmount: null,
    triggerTicks: ticks(91_000),
  });
  expect(await orderOf(id)).toMatchObject({
    priceTicks: 88_000,
    lots: 300,
    trigger: { triggerTicks: 91_000 },
  });
  await print(91_000);
  expect(await orderOf(id)).toMatchObject({
    status: 'partially-filled',
    filledLots: 200,
    trigger: { thresholdTicks: 91_000, firedTicks: 91_000 },
  });
  await act(alice, { type: 'cancelOrder', orderId: id, clientOrderId: null });
  expect(await orderOf(id)).toMatchObject({ status: 'cancelled', filledLots: 200 });
  await expectRebuilt();
});

test('a pair is two orders that know each other, and a rejected one says why', async () => {
  const pair = await act(alice, {
    type: 'placeOco',
    symbolId: 1,
    side: 'sell',
    priceTicks: ticks(120_000),
    lots: lots(500),
    clientOrderId: null,
    source: 'last',
    triggerTicks: ticks(80_000),
    stopPriceTicks: ticks(79_000),
    stopQuoteAmount: null,
    stopClientOrderId: null,
  });
  expect(await orderOf(pair)).toMatchObject({ status: 'open', trigger: null, twinOrderId: pair + 1 });
  expect(await orderOf(pair + 1)).toMatchObject({ status: 'waiting', twinOrderId: pair });
  await act(bob, limit('buy', 120_000, 100));
  expect(await orderOf(pair)).toMatchObject({ status: 'partially-filled' });
  expect(await orderOf(pair + 1)).toMatchObject({ status: 'cancelled', doneReason: 'twin' });

  await act(bob, limit('buy', 95_000, 100));
  const refused = await act(alice, stop({ postOnly: true, priceTicks: ticks(95_000) }));
  await act(alice, { type: 'cancelOrder', orderId: pair, clientOrderId: null });
  await act(carol, limit('sell', 95_000, 50));
  await act(carol, { type: 'cancelAll', symbolId: null });
  expect(await orderOf(refused)).toMatchObject({ status: 'waiting' });
  const done = (await projections.spot.orders({ userId: alice, limit: 10, done: true })).rows;
  expect(done.map(({ orderId }) => orderId)).toEqual([pair + 1, pair]);
  await expectRebuilt();
});

test('an order in the book shows what it was changed to', async () => {
  const id = await act(alice, limit('buy', 80_000, 900));
  const change = { type: 'amendOrder', symbolId: 1, orderId: id, clientOrderId: null } as const;
  const rest = { quoteAmount: null, triggerTicks: null } as const;
  await act(alice, { ...change, ...rest, priceTicks: null, lots: lots(400) });
  await act(alice, { ...change, ...rest, priceTicks: ticks(81_000), lots: null });
  expect(await orderOf(id)).toMatchObject({ status: 'open', priceTicks: 81_000, lots: 400 });
  await expectRebuilt();
});
