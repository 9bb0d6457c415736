import { privateServerMessageSchema, type SecondRow, topics } from '@candor/api';
import type { Command } from '@candor/kernel';
import { idOf } from '@candor/kernel';
import { type Amount, priceTicks } from '@candor/money';
import { INDEX_GRID_MS } from '@candor/prices';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BTCUSDT, USDT } from '../api/support/listing.ts';
import { GridClock } from '../support/grid-clock.ts';
import { connect, ofType, type TestClient, until, type Wire } from './client.ts';
import { openStage, type Stage, tokenOf } from './stage.ts';

const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;
const PLAYER = 1000;
const OTHER = 1001;

let stage: Stage;
let mid = 5_000_000;
const clock = new GridClock(async (tickNo, venueTimeMs) => {
  const prices = { bidTicks: priceTicks(mid - 1), askTicks: priceTicks(mid + 1) };
  const quotes = [{ venueId: 1, symbolId: BTCUSDT, ...prices, venueTimeMs }];
  await system({ type: 'indexTick', tickNo, quotes });
});

async function system(body: Command): Promise<void> {
  const { outcome } = await stage.submit(0, body);
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}

beforeAll(async () => {
  stage = await openStage({ now: clock.now, settings: { countdownMs: 20 } });
  await system({ type: 'fundSecondsPool', assetId: USDT, amount: coins(1_000), fromUserId: 0 });
  for (const symbolId of [0, BTCUSDT]) await system({ type: 'setExposureCap', symbolId, cap: coins(1_000) });
  await system({ type: 'enableSeconds', practice: true, countries: [] });
  await system({
    type: 'setSecondsTerms',
    symbolId: BTCUSDT,
    assetId: USDT,
    minQuantity: 1,
    maxQuantity: 100,
    formula: 1,
    periods: [{ periodS: 5, payoutPpm: 800_000 }],
  });
  for (const userId of [PLAYER, OTHER]) {
    const wallets = { from: 'spot', to: 'second', fromSymbolId: 0, toSymbolId: 0 } as const;
    await stage.submit(userId, { type: 'transfer', ...wallets, assetId: USDT, amount: coins(100) });
  }
  await clock.pass(INDEX_GRID_MS);
});
afterAll(async () => {
  await stage?.stop();
});

async function signIn(userId: number): Promise<TestClient> {
  const client = await connect(`${stage.url}/ws/coin/${userId}`);
  client.send({ op: 'auth', token: tokenOf(userId) });
  await client.next(ofType('snapshot'));
  return client;
}

const open = (userId: number) =>
  stage.submit(userId, {
    type: 'openSecondContract',
    symbolId: BTCUSDT,
    direction: 'up',
    periodS: 5,
    quantity: 10,
    payoutPpm: null,
    clientOrderId: null,
    country: null,
  });
const rowsOf = (message: Wire) => message.contracts as SecondRow[];

describe('second contracts over the private socket', () => {
  it('count down each second, tell their opening and their settlement, to their owner alone', async () => {
    const client = await signIn(PLAYER);
    const stranger = await signIn(OTHER);
    const { outcome } = await open(PLAYER);
    if (!outcome.ok) throw new Error(outcome.code);
    const generating = await client.next(ofType('second'));
    expect(rowsOf(generating)).toMatchObject([{ id: idOf(outcome), status: 'generating', openPrice: null }]);
    const shows = (countdown: string) => (message: Wire) =>
      message.type === 'second' && rowsOf(message)[0]?.countdown === countdown;
    for (const countdown of ['00:00:07', '00:00:06']) {
      await clock.pass(1_000);
      await client.next(shows(countdown));
    }
    await clock.pass(1_000);
    const running = await client.next(
      (message) => message.type === 'second' && rowsOf(message)[0]?.status === 'countdown',
    );
    expect(rowsOf(running)[0]).toMatchObject({
      openPrice: '50000.00',
      currentPrice: '50000.00',
      profitLoss: '0',
    });
    mid = 5_000_100;
    for (const countdown of ['00:00:04', '00:00:03', '00:00:02', '00:00:01']) {
      await clock.pass(1_000);
      await client.next(shows(countdown));
    }
    await clock.pass(1_000);
    const ended = await client.next(ofType('secondEnded'));
    expect(ended).toMatchObject({
      contract: {
        id: idOf(outcome),
        status: 'ended',
        result: 'won',
        profitLoss: '8',
        closePrice: '50001.00',
      },
    });
    await client.next((message) => message.type === 'second' && rowsOf(message).length === 0);
    expect(stranger.messages.filter(({ type }) => type === 'second' || type === 'secondEnded')).toEqual([]);
    for (const message of client.messages) expect(privateServerMessageSchema.parse(message)).toBeDefined();
    client.ws.close();
    stranger.ws.close();
  });

  it('reach a user who comes back while one runs, and MQTT on the owner’s topic', async () => {
    await open(PLAYER);
    const client = await signIn(PLAYER);
    expect(rowsOf(await client.next(ofType('second')))).toHaveLength(1);
    const reader = mqtt.connect(`${stage.url}/mqtt`, {
      reconnectPeriod: 0,
      username: String(PLAYER),
      password: tokenOf(PLAYER),
    });
    const heard: Wire[] = [];
    reader.on('message', (topic, payload) => heard.push({ topic, ...JSON.parse(payload.toString()) }));
    await new Promise((resolve) => reader.on('connect', resolve));
    await reader.subscribeAsync(topics.seconds(PLAYER));
    const denied = mqtt.connect(`${stage.url}/mqtt`, {
      reconnectPeriod: 0,
      username: String(OTHER),
      password: tokenOf(OTHER),
    });
    await new Promise((resolve) => denied.on('connect', resolve));
    await expect(denied.subscribeAsync(topics.seconds(PLAYER))).rejects.toThrow();
    await until(() => heard.filter(({ type }) => type === 'second').length > 1, 'countdowns over MQTT');
    await clock.pass(8_000);
    await client.next(ofType('secondEnded'));
    await expect
      .poll(() => heard.map(({ topic, type }) => `${topic} ${type}`))
      .toContain('user/1000/second secondEnded');
    reader.end(true);
    denied.end(true);
    client.ws.close();
  });
});
