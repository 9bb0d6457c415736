import type { OwnOrder } from '@candor/api';
import type { PlaceOrder, PlaceTrigger, Side } from '@candor/kernel';
import { idOf } from '@candor/kernel';
import { type Lots, type PriceTicks, ticksToDecimal } from '@candor/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BTC_STEPS, BTCUSDT, HOUSE, indexTick } from '../api/support/listing.ts';
import { connect, ofType, type TestClient } from './client.ts';
import { openStage, type Stage, tokenOf } from './stage.ts';

const START_MS = 1_700_000_000_000;
const TICK_MS = 250;

let stage: Stage;
let nowMs: number;
let tickNo: number;
beforeEach(async () => {
  nowMs = START_MS;
  tickNo = 1;
  stage = await openStage({ now: () => nowMs });
});
afterEach(() => stage.stop());

const signIn = async (): Promise<TestClient> => {
  const client = await connect(`${stage.url}/ws/coin/1000`);
  client.send({ op: 'auth', token: tokenOf(1000) });
  await client.next(ofType('snapshot'));
  return client;
};
const index = (btc: number) => {
  nowMs += TICK_MS;
  tickNo += 1;
  return stage.submit(0, indexTick(tickNo, nowMs, btc));
};
const order = (side: Side, priceTicks: number): PlaceOrder => ({
  type: 'placeOrder',
  symbolId: BTCUSDT,
  side,
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  priceTicks: priceTicks as PriceTicks,
  lots: 20 as Lots,
  quoteAmount: null,
  clientOrderId: null,
});
const trailing = (side: Side, terms: Partial<PlaceTrigger>): PlaceTrigger => ({
  ...order(side, side === 'buy' ? 5_500_000 : 4_500_000),
  type: 'placeTrigger',
  kind: 'trailing-stop',
  source: 'index',
  triggerTicks: null,
  callbackPpm: null,
  callbackTicks: null,
  activationTicks: null,
  ...terms,
});

/** Returns the user's orders as last sent on the socket. */
function told(client: TestClient): Map<number, OwnOrder> {
  const orders = new Map<number, OwnOrder>();
  for (const message of client.messages) {
    const list =
      message.type === 'snapshot' ? message.orders : message.type === 'order' ? [message.order] : [];
    for (const own of list as OwnOrder[]) orders.set(own.orderId, own);
  }
  return orders;
}

/** Waits for all messages up to a sequence number, and compares the rows of waiting orders with the kernel's. */
async function expectAsInKernel(client: TestClient): Promise<void> {
  // Places a far-away order, whose message comes after all others.
  const { seq } = await stage.submit(1000, order('buy', 4_500_000));
  await client.next(({ type, seq: at }) => type === 'order' && at === seq);
  const waiting = await stage.engine.read((view) => view.spot.waitingOrders(1000, null));
  const text = (ticks: PriceTicks | null) => (ticks === null ? null : ticksToDecimal(ticks, BTC_STEPS));
  const orders = told(client);
  for (const { orderId, extremeTicks, thresholdTicks } of waiting)
    expect(orders.get(orderId)!.trigger).toMatchObject({
      bestPrice: text(extremeTicks),
      thresholdPrice: text(thresholdTicks),
    });
}

test('trailing stops tell their best price and where they fire with each step that they follow', async () => {
  const early = await stage.submit(1000, trailing('sell', { callbackPpm: 10_000 }));
  const client = await signIn();
  const earlyId = early.outcome.ok ? idOf(early.outcome) : 0;
  const trigger = () => told(client).get(earlyId)!.trigger;
  expect(trigger()).toMatchObject({ price: null, bestPrice: '50000.00', thresholdPrice: '49500.00' });
  const { seq } = await index(50_333);
  await client.next((message) => message.type === 'order' && message.seq === seq);
  // 50333 * 0.99 is 49829.67
  expect(trigger()).toMatchObject({ bestPrice: '50333.00', thresholdPrice: '49829.67' });
  await index(49_900);
  await expectAsInKernel(client);
  expect(trigger()).toMatchObject({ bestPrice: '50333.00', thresholdPrice: '49829.67' });
  await index(49_800);
  await expectAsInKernel(client);
  expect(trigger()).toMatchObject({ bestPrice: null, thresholdPrice: '49829.67' });
  expect(stage.errors).toEqual([]);
});

test('what is told of trailing stops is what the kernel holds, however prices go', async () => {
  const client = await signIn();
  await index(50_001);
  const ticks = (price: number) => (price * 100) as PriceTicks;
  await stage.submit(1000, trailing('sell', { callbackPpm: 3_333 }));
  await stage.submit(1000, trailing('buy', { callbackPpm: 3_333 }));
  await stage.submit(1000, trailing('sell', { callbackTicks: ticks(170) }));
  await stage.submit(1000, trailing('buy', { callbackTicks: ticks(170) }));
  await stage.submit(1000, trailing('sell', { callbackPpm: 1_000, activationTicks: ticks(50_150) }));
  await stage.submit(1000, trailing('buy', { callbackPpm: 1_000, activationTicks: ticks(49_900) }));
  await stage.submit(1000, trailing('sell', { callbackPpm: 100_000, activationTicks: ticks(40_000) }));
  let seed = 11;
  let btc = 50_000;
  for (let step = 0; step < 60; step += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    btc += (seed % 81) - 40;
    await index(btc);
    if (step % 6 === 0) await expectAsInKernel(client);
  }
  await expectAsInKernel(client);
  expect(stage.errors).toEqual([]);
});

test('they follow the last trade too, see nothing while the market is halted, and the next tick once it is open', async () => {
  const trade = async (priceTicks: number) => {
    await stage.submit(HOUSE, order('buy', priceTicks));
    return stage.submit(1001, order('sell', priceTicks));
  };
  await trade(5_000_000);
  const client = await signIn();
  await trade(5_000_100);
  await stage.submit(1000, trailing('sell', { source: 'last', callbackTicks: 5_000 as PriceTicks }));
  await stage.submit(1000, trailing('sell', { callbackTicks: 900_000 as PriceTicks }));
  await trade(5_001_000);
  await expectAsInKernel(client);
  expect([...told(client).values()].filter(({ trigger }) => trigger !== null)).toMatchObject([
    { trigger: { bestPrice: '50010.00', thresholdPrice: '49960.00' } },
    { trigger: { bestPrice: '50000.00', thresholdPrice: '41000.00' } },
  ]);
  const state = (to: 'trading' | 'halted') =>
    stage.submit(0, { type: 'setSymbolState', symbolId: BTCUSDT, state: to, reason: 'a test' });
  await state('halted');
  await index(50_500);
  await state('trading');
  await expectAsInKernel(client);
  await index(50_500);
  await expectAsInKernel(client);
  expect([...told(client).values()].filter(({ trigger }) => trigger !== null)[1]).toMatchObject({
    trigger: { bestPrice: '50500.00' },
  });
  expect(stage.errors).toEqual([]);
});
