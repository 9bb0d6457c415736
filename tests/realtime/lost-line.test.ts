import { once } from 'node:events';
import { subjects } from '@candor/api';
import mqttPacket from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Bus } from '../../apps/server/base/bus/index.ts';
import { BTCUSDT } from '../api/support/listing.ts';
import { bid, CHANNEL, dice, follow, randomCommand, shown } from './book.ts';
import { connect, ofChannel, ofType, type TestClient, until, type Wire } from './client.ts';
import { openStage, type Stage, type StageOptions, tokenOf } from './stage.ts';

let stage: Stage;
const open = async (options: StageOptions = {}): Promise<void> => {
  stage = await openStage({ overLine: true, ...options, settings: { heartbeatMs: 50, ...options.settings } });
};
afterEach(() => stage.stop());

const subscribe = async (): Promise<TestClient> => {
  const client = await connect(`${stage.url}/ws/public`);
  client.send({ op: 'subscribe', channels: [CHANNEL] });
  await client.next(ofType('subscribed'));
  return client;
};
const signIn = async (userId: number): Promise<TestClient> => {
  const client = await connect(`${stage.url}/ws/coin/${userId}`);
  client.send({ op: 'auth', token: tokenOf(userId) });
  await client.next(ofType('status'));
  return client;
};
const staleBeat = ({ type, seq, marketT }: Wire) => type === 'ping' && seq === 0 && marketT === 0;
const freshBeat = ({ type, seq }: Wire) => type === 'ping' && Number(seq) > 0;
/** Returns the messages after the newest ping that marks the data as stale. */
const sinceStale = ({ messages }: TestClient) => messages.slice(messages.findLastIndex(staleBeat) + 1);

describe('a door that lost its line to the core', () => {
  it('says so at once, gives nothing out as live, and begins with what is true when it is back', async () => {
    await open();
    const { seq: before } = await stage.submit(1000, bid(4_900_000));
    const [reader, owner] = [await subscribe(), await signIn(1000)];
    await Promise.all([reader.next(ofChannel(CHANNEL)), owner.next(ofType('snapshot'))]);
    await stage.line!.cut();
    await Promise.all([reader.next(staleBeat), owner.next(staleBeat)]);
    expect(stage.realtime.depthSnapshot('BTCUSDT', 5)).toBeNull();
    const { seq } = await stage.submit(1000, bid(4_800_000));
    const [newReader, newOwner] = [await subscribe(), await signIn(1001)];
    await Promise.all([newReader.next(staleBeat), newOwner.next(staleBeat)]);
    const isLive = ({ ch, type }: Wire) => ch === CHANNEL || type === 'snapshot' || type === 'order';
    for (const client of [newReader, newOwner]) expect(client.messages.some(isLive)).toBe(false);
    await stage.line!.reopen();
    for (const client of [reader, newReader]) {
      const { type, u, b } = await client.next((each) => each.ch === CHANNEL && Number(each.u) > before);
      expect({ type, u }).toEqual({ type: 'snapshot', u: seq });
      expect(b).toEqual(expect.arrayContaining([expect.arrayContaining(['48000.00'])]));
      await client.next(freshBeat);
    }
    const { orders } = await owner.next(({ type, seq: at }) => type === 'snapshot' && Number(at) > before);
    expect(orders).toHaveLength(2);
    expect(await newOwner.next(ofType('snapshot'))).toMatchObject({ orders: [] });
    expect(stage.realtime.depthSnapshot('BTCUSDT', 5)).toMatchObject({ u: seq });
  });

  it('hangs up on MQTT, which has no word for it, and lets nobody in until it is back', async () => {
    await open();
    const join = (): WebSocket => new WebSocket(`${stage.url}/mqtt`, 'mqtt');
    const hello = mqttPacket.generate({ cmd: 'connect', clientId: 'one', keepalive: 60, clean: true });
    const admitted = join();
    await once(admitted, 'open');
    admitted.send(hello);
    await once(admitted, 'message');
    const hungUp = once(admitted, 'close');
    await stage.line!.cut();
    await hungUp;
    const [code] = await once(join(), 'close');
    expect(code).toBe(1013);
    await stage.line!.reopen();
    await until(() => stage.realtime.inStep(), 'in step');
    const again = join();
    await once(again, 'open');
    again.send(hello);
    await once(again, 'message');
    again.terminate();
  });

  it('shows the very book after any number of losses, without a gap and with nothing twice', async () => {
    await open();
    const roll = dice(11);
    const readers = await Promise.all([subscribe(), subscribe(), subscribe()]);
    const books = readers.map(follow);
    const owner = await signIn(1000);
    let goingOn = true;
    const trading = (async () => {
      while (goingOn) {
        const { userId, body } = randomCommand(roll);
        await stage.submit(userId, body);
        if (roll(8) === 0) await new Promise((resolve) => setTimeout(resolve, roll(20)));
      }
    })();
    for (let round = 0; round < 12; round++) {
      await new Promise((resolve) => setTimeout(resolve, roll(60)));
      await stage.line!.cut();
      await new Promise((resolve) => setTimeout(resolve, roll(60)));
      await stage.line!.reopen();
      if (round % 3 === 0) await until(() => stage.realtime.inStep(), 'in step');
    }
    goingOn = false;
    await trading;
    // so that a depth message follows, whatever the random commands were
    await stage.submit(1000, { type: 'cancelAll', symbolId: BTCUSDT });
    await stage.submit(1000, bid(4_700_000));
    const { orders, ...expected } = await stage.engine.read((view) => ({
      ...shown(view.spot.depth(BTCUSDT, Number.MAX_SAFE_INTEGER)),
      orders: view.spot.openOrders(1000, null).map(({ orderId }) => orderId),
    }));
    // `follow` throws at a gap, so each final book is complete
    for (const book of books) {
      await until(() => JSON.stringify(book.sorted()) === JSON.stringify(expected), 'the same book');
    }
    await until(() => JSON.stringify(openOrdersOf(owner)) === JSON.stringify(orders), 'the same orders');
    expect(orders.length).toBeGreaterThan(0);
    const fills = owner.messages
      .filter(ofType('fill'))
      .map(({ fill }) => (fill as { tradeId: number }).tradeId);
    expect(new Set(fills).size).toBe(fills.length);
  });
});

describe('a door that lost the bus', () => {
  const busLine = { behindMs: 0, say: (_state: 'lost' | 'back') => {} };
  const between = (bus: Bus): Bus => ({
    ...bus,
    behindMs: () => busLine.behindMs,
    onState(listener) {
      busLine.say = listener;
      return () => {};
    },
  });
  const lose = () => {
    busLine.behindMs = Number.POSITIVE_INFINITY;
    busLine.say('lost');
  };
  const comeBack = () => {
    busLine.behindMs = 0;
    busLine.say('back');
  };

  it('starts the market again, and shuts out whose session ended meanwhile', async () => {
    const recentTrades: {
      id: string;
      price: string;
      qty: string;
      side: 'buy';
      t: number;
      source: 'venue';
    }[] = [];
    const trade = (id: string) => ({ id, price: '1', qty: '1', side: 'buy', t: 1, source: 'venue' }) as const;
    await open({ bus: between, recentTrades });
    const reader = await connect(`${stage.url}/ws/public`);
    reader.send({ op: 'subscribe', channels: ['trade:BTCUSDT'] });
    const [staying, leaving] = [await signIn(1000), await signIn(1001)];
    await Promise.all([staying, leaving].map((client) => client.next(ofType('snapshot'))));
    stage.bus.publish(subjects.trade('BTCUSDT'), trade('first'));
    await reader.next(ofChannel('trade:BTCUSDT'));
    lose();
    await Promise.all([reader, staying, leaving].map((client) => client.next(staleBeat)));
    stage.tokens.delete(tokenOf(1001));
    await stage.submit(1001, bid(4_700_000));
    recentTrades.push(trade('first'), trade('missed'));
    comeBack();
    const { data } = await reader.next(ofChannel('trade:BTCUSDT'));
    expect((data as { id: string }[]).map(({ id }) => id)).toEqual(['first', 'missed']);
    await staying.next(({ type }) => type === 'snapshot');
    await leaving.closed;
    expect(sinceStale(leaving).some(({ type }) => type === 'snapshot' || type === 'order')).toBe(false);
  });
});

/** Returns the ids of a client's open orders, in order. */
function openOrdersOf({ messages }: TestClient): number[] {
  const ids = new Set<number>();
  for (const message of messages) {
    if (message.type === 'snapshot') {
      ids.clear();
      for (const { orderId } of message.orders as { orderId: number }[]) ids.add(orderId);
    } else if (message.type === 'order') {
      const { orderId, status } = message.order as { orderId: number; status: string };
      if (['open', 'partially-filled', 'waiting'].includes(status)) ids.add(orderId);
      else ids.delete(orderId);
    }
  }
  return [...ids].sort((a, b) => a - b);
}
