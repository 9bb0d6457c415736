import {
  ALL_DETAIL_CHANNEL,
  channels,
  closeCodes,
  INTERVALS,
  type Interval,
  type Kline,
  type PublicTrade,
  publicServerMessageSchema,
  subjects,
} from '@candor/api';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type PublishedCandle, packKlines } from '../../apps/server/engine/values/index.ts';
import { BTCUSDT } from '../api/support/listing.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { connect, ofChannel, ofType, until } from './client.ts';
import { openStage, type Stage, type StageOptions } from './stage.ts';
import { tickerOf } from './ticker.ts';

const trade = (id: string): PublicTrade => ({ id, price: '1', qty: '2', side: 'buy', t: 3, source: 'venue' });
const kline = (t: number, closed: boolean): Kline => ({ t, o: '1', h: '1', l: '1', c: '1', v: '1', closed });
const market = { names: ['BTCUSDT'], decimals: { price: 0, quantity: 0 } };
const ONE = 100_000_000n;
/** The same candle as the market says it. */
const said = (interval: Interval, openMs: number, closed: boolean): PublishedCandle => ({
  market,
  interval,
  closed,
  candle: { openMs, open: ONE, high: ONE, low: ONE, close: ONE, volume: ONE, quoteVolume: ONE },
});

describe('public socket', () => {
  let stage: Stage;
  const open = async (options: StageOptions = {}) => {
    stage = await openStage(options);
    return connect(`${stage.url}/ws/a1`);
  };
  const refused = (path: string, headers: Record<string, string> = {}): Promise<number> =>
    new Promise((resolve, reject) => {
      const ws = new WebSocket(`${stage.url}${path}`, { headers });
      ws.on('error', () => {});
      ws.on('open', () => reject(new Error('it was let in')));
      ws.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    });
  afterEach(() => stage.stop());

  it('tells of a halt and of the reopening as soon as they are journaled', async () => {
    const client = await open();
    client.send({ op: 'subscribe', channels: ['states'] });
    const first = await client.next(ofChannel('states'));
    expect(publicServerMessageSchema.safeParse(first).success).toBe(true);
    expect(first).toMatchObject({ data: { seconds: { haltReason: null, halted: [] } } });
    const ofBitcoin = (state: string, reason: string) => ({
      data: {
        markets: expect.arrayContaining([{ symbol: 'BTCUSDT', state, reason }]),
      },
    });
    expect(first).toMatchObject(ofBitcoin('trading', ''));
    const set = (state: 'halted' | 'post-only' | 'trading', reason: string) =>
      stage.submit(0, { type: 'setSymbolState', symbolId: BTCUSDT, state, reason });
    for (const [state, reason] of [
      ['halted', 'Maintenance until noon'],
      ['post-only', 'Opening the book'],
      ['trading', ''],
    ] as const) {
      await set(state, reason);
      expect(await client.next(ofChannel('states'))).toMatchObject(ofBitcoin(state, reason));
    }
  });

  it('sends the state on subscribing and then what the market says, valid by the contract', async () => {
    const client = await open({ tickers: [tickerOf('1')], recentTrades: [trade('v1'), trade('v2')] });
    const names = [
      channels.detail('BTCUSDT'),
      channels.trade('BTCUSDT'),
      channels.depth('BTCUSDT'),
      channels.kline('BTCUSDT', '5m'),
    ] as const;
    const [detail, tape, depth, candles] = names;
    client.send({ op: 'subscribe', channels: names });
    expect(await client.next(ofType('subscribed'))).toEqual({ type: 'subscribed', channels: names });
    expect(await client.next(ofChannel(detail))).toMatchObject({ data: { last: '1' } });
    expect(await client.next(ofChannel(tape))).toMatchObject({ data: [{ id: 'v1' }, { id: 'v2' }] });
    expect(await client.next(ofChannel(depth))).toMatchObject({ type: 'snapshot', b: [], a: [] });

    stage.bus.publish(subjects.ticker('BTCUSDT'), tickerOf('2'));
    stage.bus.publish(subjects.ticker('ETHUSDT'), tickerOf('9', 'ETHUSDT'));
    stage.bus.publish(subjects.trade('BTCUSDT'), trade('v3'));
    stage.bus.publish(subjects.trade('BTCUSDT'), trade('v4'));
    const candles5m = [said('5m', 0, true), said('5m', 300_000, false)];
    stage.bus.publish(subjects.klines, packKlines([...candles5m, said('1m', 60_000, false)]));
    expect(await client.next(ofChannel(detail))).toMatchObject({ data: { last: '2' } });
    expect(await client.next(ofChannel(tape))).toMatchObject({ data: [{ id: 'v3' }, { id: 'v4' }] });
    expect(await client.next(ofChannel(candles))).toEqual({ ch: candles, data: kline(0, true) });
    expect(await client.next(ofChannel(candles))).toEqual({ ch: candles, data: kline(300_000, false) });

    client.send({ op: 'unsubscribe', channels: [detail, 'detail:ETHUSDT', 'nonsense'] });
    expect(await client.next(ofType('subscribed'))).toMatchObject({ channels: [tape, depth, candles] });
    stage.bus.publish(subjects.ticker('BTCUSDT'), tickerOf('3'));
    stage.bus.publish(subjects.trade('BTCUSDT'), trade('v5'));
    await client.next(ofChannel(tape));
    expect(client.messages.filter(ofChannel(detail))).toHaveLength(2);
    for (const message of client.messages)
      expect(publicServerMessageSchema.safeParse(message).error).toBeUndefined();
  });

  it('sends the statistics of all symbols together, first as they stand', async () => {
    const client = await open({
      tickers: [tickerOf('1'), tickerOf('7', 'ETHUSDT')],
      settings: { tickersMs: 20 },
    });
    client.send({ op: 'subscribe', channels: [ALL_DETAIL_CHANNEL] });
    const first = await client.next(ofChannel(ALL_DETAIL_CHANNEL));
    expect(first).toMatchObject({ data: [{ last: '1' }, { symbol: 'ETHUSDT', last: '7' }] });
    stage.bus.publish(subjects.ticker('BTCUSDT'), tickerOf('2'));
    const next = await client.next(ofChannel(ALL_DETAIL_CHANNEL));
    expect(next).toMatchObject({ data: [{ last: '2' }, { last: '7' }] });
    expect(publicServerMessageSchema.safeParse(next).error).toBeUndefined();
  });

  it('counts bus messages of another shape and passes nothing of them on', async () => {
    const client = await open();
    client.send({ op: 'subscribe', channels: ['detail:BTCUSDT', 'trade:BTCUSDT'] });
    await client.next(ofType('subscribed'));
    stage.bus.publish(subjects.ticker('BTCUSDT'), { ...tickerOf('1'), last: 1 });
    stage.bus.publish(subjects.trade('BTCUSDT'), null);
    stage.bus.publish(subjects.klines, kline(0, true));
    stage.bus.publish(subjects.ticker('BTCUSDT'), tickerOf('4'));
    expect(await client.next(ofChannel('detail:BTCUSDT'))).toMatchObject({ data: { last: '4' } });
    expect(client.messages.filter(ofChannel('trade:BTCUSDT'))).toEqual([]);
    expect(stage.realtime.stats().badBusMessages).toBe(3);
  });

  it('takes every channel there is, and refuses unknown ones and too many by name', async () => {
    const client = await open({ settings: { maxChannels: 22 } });
    const every = ['BTCUSDT', 'ETHUSDT'].flatMap((symbol) => [
      channels.depth(symbol),
      channels.trade(symbol),
      channels.detail(symbol),
      ...INTERVALS.map((interval) => channels.kline(symbol, interval)),
    ]);
    client.send({ op: 'subscribe', channels: ['depth:NOPE', 'kline:BTCUSDT:7m', 'x', 'constructor'] });
    for (const ch of ['depth:NOPE', 'kline:BTCUSDT:7m', 'x', 'constructor']) {
      expect(await client.next(ofType('error'))).toEqual({ type: 'error', code: 'UNKNOWN_CHANNEL', ch });
    }
    client.send({ op: 'subscribe', channels: [...every, every[0]] });
    await client.next(({ channels: names }) => Array.isArray(names) && names.length === every.length);
    expect(stage.realtime.stats().subscriptions).toBe(every.length);
    client.send({ op: 'unsubscribe', channels: every.slice(0, 1) });
    client.send({ op: 'subscribe', channels: every });
    await client.next(({ channels: names }) => Array.isArray(names) && names.length === every.length);
    expect(client.messages.filter(({ code }) => code === 'TOO_MANY_CHANNELS')).toEqual([]);
    client.ws.terminate();
    await until(() => stage.realtime.stats().subscriptions === 0, 'no subscription');

    await stage.stop();
    const few = await open({ settings: { maxChannels: 2 } });
    few.send({ op: 'subscribe', channels: every.slice(0, 3) });
    expect(await few.next(ofType('error'))).toMatchObject({ code: 'TOO_MANY_CHANNELS', ch: every[2] });
    expect(stage.refusals).toMatchObject([{ call: 'public socket', why: 'RATE_LIMITED' }]);
    expect(await few.next(ofType('subscribed'))).toMatchObject({ channels: every.slice(0, 2) });
  });

  it('answers malformed messages and goes on', async () => {
    const client = await open();
    const malformed = [
      '',
      '{',
      'null',
      '[]',
      '"subscribe"',
      '{"op":"nonsense"}',
      '{"op":"subscribe"}',
      '{"op":"subscribe","channels":[]}',
      '{"op":"subscribe","channels":"depth:BTCUSDT"}',
      '{"op":"subscribe","channels":[1]}',
      `{"op":"subscribe","channels":["${'x'.repeat(65)}"]}`,
      JSON.stringify({ op: 'subscribe', channels: Array.from({ length: 65 }, (_, n) => `c${n}`) }),
      '{"op":"subscribe","channels":["depth:BTCUSDT"],"__proto__":{"op":"x"}} trailing',
      Buffer.from([0, 255, 1]),
    ];
    for (const message of malformed) {
      client.send(message);
      expect(await client.next(ofType('error'))).toEqual({ type: 'error', code: 'MALFORMED' });
    }
    expect(stage.realtime.stats().malformed).toBe(malformed.length);
    client.send({ op: 'ping' });
    expect(await client.next(ofType('pong'))).toMatchObject({ t: expect.any(Number) });
    expect(stage.errors).toEqual([]);
  });

  it.each([
    ['too long', 'x'.repeat(10_000), 1009],
    ['fragments that are too long together', ['x'.repeat(6_000), 'x'.repeat(6_000)], 1009],
  ])('closes on a message that is %s', async (_, message, code) => {
    const client = await open();
    if (typeof message === 'string') client.ws.send(message);
    else for (const [n, part] of message.entries()) client.ws.send(part, { fin: n === message.length - 1 });
    expect(await client.closed).toBe(code);
    const another = await connect(`${stage.url}/ws/a2`);
    another.send({ op: 'ping' });
    await another.next(ofType('pong'));
  });

  it('refuses messages beyond the rate once, then drops a flood', async () => {
    const client = await open({ settings: { messageBurst: 5, messagesPerSecond: 1e-6 } });
    for (let n = 0; n < 8; n++) client.send({ op: 'ping' });
    await client.next(ofType('error'));
    expect(client.messages.filter(ofType('pong'))).toHaveLength(5);
    expect(client.messages.filter(ofType('error'))).toEqual([{ type: 'error', code: 'RATE_LIMITED' }]);
    expect(stage.refusals).toMatchObject([{ call: 'public socket', why: 'RATE_LIMITED' }]);
    for (let n = 0; n < 8; n++) client.ws.ping();
    expect(await client.closed).toBe(1006);
    expect(stage.realtime.stats().droppedRate).toBe(1);
  });

  it('charges a subscription by its channels, and drops who keeps on', async () => {
    const client = await open({ settings: { messageBurst: 30, messagesPerSecond: 1e-6 } });
    const names = [channels.depth('BTCUSDT'), channels.depth('ETHUSDT'), channels.trade('BTCUSDT')];
    for (const op of ['subscribe', 'unsubscribe', 'subscribe']) client.send({ op, channels: names });
    // Each costs 1 and 9 for its channels: the third of 10 is the last that 30 affords.
    client.send({ op: 'ping' });
    expect(await client.next(ofType('error'))).toEqual({ type: 'error', code: 'RATE_LIMITED' });
    // Answers to heartbeats use up what is left as well, in time: it must be gone before the ping.
    expect(client.messages.filter(ofType('pong'))).toEqual([]);
    expect(client.messages.filter(ofType('subscribed'))).toHaveLength(3);
    for (let n = 0; n < 8; n++) client.send({ op: 'subscribe', channels: names });
    expect(await client.closed).toBe(1006);
    expect(client.messages.filter(ofType('subscribed'))).toHaveLength(3);
    expect(stage.realtime.stats()).toMatchObject({ droppedRate: 1, subscriptions: 0 });
  });

  it('beats, with what a client needs to tell stale data, and drops who gives no sign of life', async () => {
    const settings = { heartbeatMs: 200, idleMs: 4_000, sweepMs: 20 };
    const client = await open({ settings });
    const first = await client.next(ofType('ping'));
    expect(first).toEqual({ type: 'ping', t: expect.any(Number), seq: expect.any(Number), marketT: 0 });
    expect(first.seq).toBe(stage.engine.status().committedSeq);
    stage.bus.publish(subjects.ticker('BTCUSDT'), tickerOf('1'));
    const beaten = await client.next(({ type, marketT }) => type === 'ping' && marketT !== 0);
    expect(Number(beaten.t) - Number(beaten.marketT)).toBeLessThan(PATIENCE_MS);
    // The earlier one, which beats, is there still when the silent one goes.
    const silent = await connect(`${stage.url}/ws/silent`, { silent: true });
    expect(await silent.closed).toBe(1006);
    expect(client.ws.readyState).toBe(WebSocket.OPEN);
    await until(() => stage.realtime.stats().connections === 1, 'one connection');
    expect(stage.realtime.stats().droppedIdle).toBe(1);
  });

  it('keeps out other paths, other origins and too many of one address', async () => {
    await open({ settings: { maxConnectionsPerIp: 2 } });
    expect(await refused('/ws')).toBe(404);
    expect(await refused('/elsewhere')).toBe(404);
    expect(await refused('/ws/a', { origin: 'https://evil.test' })).toBe(403);
    const second = await connect(`${stage.url}/ws/b`, {
      headers: { origin: stage.url.replace('ws:', 'http:') },
    });
    expect(await refused('/mqtt')).toBe(429);
    second.ws.close();
    await until(() => stage.realtime.stats().connections === 1, 'room again');
    await connect(`${stage.url}/ws/b`);
    expect(stage.realtime.stats().refusedUpgrades).toBe(4);
    const refusal = { address: '127.0.0.1', who: null, call: 'upgrade to a socket' };
    expect(stage.refusals).toEqual([
      { ...refusal, why: 'NOT_PERMITTED' },
      { ...refusal, why: 'RATE_LIMITED' },
    ]);
  });

  it('behind a proxy counts by the address that it saw, not by one that the client names', async () => {
    stage = await openStage({ proxies: ['127.0.0.0/8', '::1'], settings: { maxConnectionsPerIp: 1 } });
    const from = (addresses: string) => ({ headers: { 'x-forwarded-for': addresses } });
    await connect(`${stage.url}/ws/a`, from('203.0.113.9'));
    expect(await refused('/ws/b', from('10.0.0.1, 203.0.113.9').headers)).toBe(429);
    await connect(`${stage.url}/ws/b`, from('203.0.113.10'));
  });

  it('closes politely when the server stops', async () => {
    const client = await open();
    await stage.realtime.stop();
    expect(await client.closed).toBe(1001);
    expect(Object.values(closeCodes)).not.toContain(1001);
  });
});
