import { channels, type PublicTrade, subjects, type Ticker } from '@candor/api';
import type { Lots, PriceTicks } from '@candor/money';
import { afterEach, describe, expect, it } from 'vitest';
import { BTCUSDT, HOUSE } from '../api/support/listing.ts';
import { connect, ofChannel, ofType, type TestClient, until } from './client.ts';
import { openStage, type Stage, tokenOf } from './stage.ts';
import { tickerOf } from './ticker.ts';

const CHANNELS = [
  channels.trade('BTCUSDT'),
  channels.trade('ETHUSDT'),
  channels.detail('BTCUSDT'),
  channels.depth('BTCUSDT'),
];
/** More than the system's own buffers of one connection take. */
const FLOOD_BYTES = 24_000_000;
const TRADES_A_FLUSH = 24;

const trade = (n: number): PublicTrade => ({
  id: `${'v'.repeat(50)}${n}`,
  price: '50000.00',
  qty: '0.00100',
  side: 'buy',
  t: n,
  source: 'venue',
});

describe('a slow client', () => {
  let stage: Stage;
  let published = 0;
  let maxBufferedBytes = 0;
  afterEach(() => stage.stop());

  const open = async (settings: object): Promise<void> => {
    published = 0;
    maxBufferedBytes = 0;
    stage = await openStage({ settings: { flushMs: 2, stallMs: 60_000, idleMs: 60_000, ...settings } });
  };
  const watch = (): void => {
    maxBufferedBytes = Math.max(maxBufferedBytes, stage.realtime.stats().maxBufferedBytes);
  };
  const publish = (): void => {
    for (let n = 0; n < TRADES_A_FLUSH; n++) {
      published += 1;
      for (const symbol of ['BTCUSDT', 'ETHUSDT'])
        stage.bus.publish(subjects.trade(symbol), trade(published));
    }
    stage.bus.publish(subjects.ticker('BTCUSDT'), tickerOf(String(published), 'BTCUSDT', published));
  };
  const quote = (lots: number) => {
    const levels = [{ side: 'buy' as const, priceTicks: 4_900_000 as PriceTicks, lots: lots as Lots }];
    return stage.submit(HOUSE, { type: 'massQuote', symbolId: BTCUSDT, levels });
  };
  /** Publishes until the stalled socket takes no more, and then as much again or until it is dropped. */
  const flood = async (): Promise<void> => {
    const { bytesSent, connections } = stage.realtime.stats();
    const sent = (): number => stage.realtime.stats().bytesSent - bytesSent;
    while (stage.realtime.stats().conflated < 200 && stage.realtime.stats().connections === connections) {
      if (sent() > FLOOD_BYTES) throw new Error('the system buffers everything');
      publish();
      watch();
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  };
  const subscribe = async (client: TestClient): Promise<void> => {
    client.send({ op: 'subscribe', channels: CHANNELS });
    await client.next(ofType('subscribed'));
    await client.next(ofChannel(channels.depth('BTCUSDT')));
  };
  const lastTrade = (client: TestClient): unknown =>
    (client.messages.findLast(ofChannel(CHANNELS[0]!))?.data as PublicTrade[] | undefined)?.at(-1)?.t;

  it('gets the latest state instead of all that it missed, and little waits for it meanwhile', async () => {
    await open({});
    const client = await connect(`${stage.url}/ws/slow`);
    await subscribe(client);
    client.ws.pause();
    await flood();
    await quote(700);
    await quote(900);
    publish();
    await new Promise((resolve) => setTimeout(resolve, 50));
    watch();
    client.ws.resume();
    await until(() => lastTrade(client) === published, 'the last trade');
    await client.next(({ ch, data }) => ch === CHANNELS[2] && (data as Ticker).last === String(published));
    const depths = client.messages.filter(ofChannel(channels.depth('BTCUSDT')));
    expect(depths.map(({ type }) => type)).toEqual(['snapshot', 'snapshot']);
    expect(depths[1]!.b).toEqual([['49000.00', '0.00900', '0.00900']]);
    await quote(500);
    expect(await client.next(({ type }) => type === 'update')).toMatchObject({
      b: [['49000.00', '0.00500', '0.00500']],
    });

    const received = client.messages.filter(ofChannel(CHANNELS[0]!));
    const trades = received.reduce((sum, { data }) => sum + (data as unknown[]).length, 0);
    expect(trades).toBeLessThan(published);
    expect(stage.realtime.stats()).toMatchObject({ droppedSlow: 0, connections: 1 });
    expect(maxBufferedBytes).toBeGreaterThan(10_000);
    expect(maxBufferedBytes).toBeLessThan(200_000);
    client.ws.terminate();
  });

  it('is dropped when it takes nothing for long, while others get everything', async () => {
    await open({ stallMs: 2_000, sweepMs: 50 });
    const [slow, quick] = [await connect(`${stage.url}/ws/slow`), await connect(`${stage.url}/ws/quick`)];
    await subscribe(slow);
    await subscribe(quick);
    slow.ws.pause();
    await flood();
    await until(() => stage.realtime.stats().connections === 1, 'one connection left');
    expect(stage.realtime.stats()).toMatchObject({ droppedSlow: 1, subscriptions: CHANNELS.length });
    await until(() => lastTrade(quick) === published, 'the last trade');
    const received = quick.messages
      .filter(ofChannel(CHANNELS[0]!))
      .flatMap(({ data }) => data as PublicTrade[]);
    expect(received.map(({ t }) => t)).toEqual(Array.from({ length: published }, (_, n) => n + 1));
    slow.ws.resume();
    expect(await slow.closed).toBe(1006);
    quick.ws.terminate();
  });

  it('cannot make the server keep answers to what it asks and does not read', async () => {
    const unlimited = { burst: 1e9, perSecond: 1e9 };
    await open({
      messageBurst: 1e9,
      messagesPerSecond: 1e9,
      inputBurstBytes: 1e9,
      inputBytesPerSecond: 1e9,
      addressBudget: unlimited,
    });
    const client = await connect(`${stage.url}/ws/asking`);
    await subscribe(client);
    client.ws.pause();
    await flood();
    const payload = 'p'.repeat(125);
    for (let n = 0; n < 20_000; n++) {
      client.ws.ping(payload);
      client.send(n % 2 === 0 ? '{"op":"ping"}' : 'nonsense');
      if (n % 1_000 === 0) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        watch();
      }
    }
    await until(() => client.ws.bufferedAmount === 0, 'all was sent');
    await until(() => stage.realtime.stats().malformed === 10_000, 'all was read');
    watch();
    expect(maxBufferedBytes).toBeLessThan(200_000);
    client.ws.terminate();
  });

  it('of a private socket gets its account whole when it reads again', async () => {
    await open({});
    const client = await connect(`${stage.url}/ws/coin/1000`);
    client.send({ op: 'auth', token: tokenOf(1000) });
    await client.next(ofType('snapshot'));
    client.ws.pause();
    const resting = (n: number) => ({
      ...({
        type: 'placeOrder',
        symbolId: BTCUSDT,
        side: 'buy',
        orderType: 'limit',
        timeInForce: 'GTC',
      } as const),
      postOnly: false,
      quoteAmount: null,
      clientOrderId: `${n}-${'i'.repeat(28)}`,
      priceTicks: (4_500_000 + n) as PriceTicks,
      lots: 100 as Lots,
    });
    const cancelAll = { type: 'cancelAll', symbolId: BTCUSDT } as const;
    for (let n = 0; stage.realtime.stats().conflated < 200; n += 40) {
      if (n > 60_000) throw new Error('the system buffers everything');
      await Promise.all(Array.from({ length: 40 }, (_, k) => stage.submit(1000, resting(n + k))));
      await stage.submit(1000, cancelAll);
      watch();
    }
    await stage.submit(1000, resting(7));
    client.ws.resume();
    await until(() => client.messages.filter(ofType('snapshot')).length === 2, 'a second snapshot');
    expect(client.messages.findLast(ofType('snapshot'))).toMatchObject({ orders: [{ price: '45000.07' }] });
    expect(maxBufferedBytes).toBeLessThan(200_000);
    client.ws.terminate();
  });
});
