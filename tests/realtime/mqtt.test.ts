import { once } from 'node:events';
import { subjects, topics } from '@candor/api';
import type { PlaceOrder } from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import mqttPacket from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { BTCUSDT } from '../api/support/listing.ts';
import { until } from './client.ts';
import { openStage, type Stage, type StageOptions, tokenOf } from './stage.ts';
import { tickerOf } from './ticker.ts';

const order: PlaceOrder = {
  type: 'placeOrder',
  symbolId: BTCUSDT,
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  quoteAmount: null,
  clientOrderId: null,
  priceTicks: 4_900_000 as PriceTicks,
  lots: 100 as Lots,
};
const REFUSED = 128;

describe('MQTT over WebSocket', () => {
  let stage: Stage;
  let clients: MqttClient[] = [];
  const open = async (options: StageOptions = {}): Promise<void> => {
    stage = await openStage({ ...options, settings: { tickersMs: 20, ...options.settings } });
  };
  afterEach(async () => {
    for (const client of clients) client.end(true);
    clients = [];
    await stage.stop();
  });

  const join = (options: IClientOptions = {}): Promise<MqttClient> => {
    const client = mqtt.connect(`${stage.url}/mqtt`, { reconnectPeriod: 0, keepalive: 60, ...options });
    clients.push(client);
    return new Promise((resolve, reject) => {
      client.on('connect', () => resolve(client));
      client.on('error', reject);
      client.on('close', () => reject(new Error('closed')));
    });
  };
  const signIn = (userId: number): Promise<MqttClient> =>
    join({ username: String(userId), password: tokenOf(userId) });
  const heard = (client: MqttClient) => {
    const messages: {
      readonly topic: string;
      readonly body: Record<string, unknown>;
      readonly retain: boolean;
    }[] = [];
    client.on('message', (topic, payload, { retain }) =>
      messages.push({ topic, body: JSON.parse(payload.toString()), retain }),
    );
    return messages;
  };
  /** The QoS that is granted for each topic asked for at QoS 1; 128 is a refusal. */
  const ask = (client: MqttClient, ...names: string[]): Promise<number[]> =>
    new Promise((resolve) => {
      client.subscribe(names, { qos: 1 }, (_error, _grants, packet) =>
        resolve((packet as { granted?: number[] } | undefined)?.granted ?? []),
      );
    });

  it('lets everybody read all_symbol_detail, the state at once and then what changes', async () => {
    await open({ tickers: [tickerOf('1'), tickerOf('7', 'ETHUSDT')] });
    // A client that comes before the state was published first gets it as a change.
    const early = await join();
    const first = heard(early);
    await ask(early, topics.allSymbolDetail);
    await until(() => first.length === 1, 'the first state');
    const client = await join();
    const messages = heard(client);
    expect(await ask(client, topics.allSymbolDetail)).toEqual([1]);
    await until(() => messages.length === 1, 'the state');
    expect(messages[0]).toMatchObject({ retain: true, body: [{ last: '1' }, { last: '7' }] });
    stage.bus.publish(subjects.ticker('BTCUSDT'), tickerOf('2'));
    await until(() => messages.length === 2, 'the change');
    expect(messages[1]!.body).toMatchObject([{ last: '2' }, { last: '7' }]);
  });

  it('refuses a visitor every other topic', async () => {
    await open();
    const client = await join();
    const others = [
      'refresh_1000',
      'user/1000/order',
      'user/null/order',
      '#',
      '+',
      '+/+/+',
      '$SYS/#',
      'all_symbol_detail/#',
    ];
    expect(await ask(client, ...others)).toEqual(others.map(() => REFUSED));
    const refusal = { address: '127.0.0.1', who: null, why: 'SIGNED_OUT' };
    const ours = ['MQTT refresh_1000', 'MQTT user/1000/order'];
    const names = [...ours, ...Array<string>(6).fill('MQTT topic that does not exist')];
    expect(stage.refusals).toEqual(names.map((call) => ({ ...refusal, call })));
  });

  it('gives a user the own topics, and nothing of others', async () => {
    await open();
    const [mine, other] = [await signIn(1000), await signIn(1001)];
    const [messages, others] = [heard(mine), heard(other)];
    expect(await ask(mine, 'user/1000/#', 'refresh_1000', topics.allSymbolDetail)).toEqual([1, 1, 1]);
    expect(await ask(other, 'user/1001/+', 'refresh_1001', 'user/1001/order')).toEqual([1, 1, 1]);
    const foreign = [
      'user/1000/order',
      'user/1000/#',
      'refresh_1000',
      'user/+/order',
      'user/#',
      '#',
      '+/1000/order',
    ];
    expect(await ask(other, ...foreign)).toEqual(foreign.map(() => REFUSED));
    expect(stage.refusals).toHaveLength(foreign.length);
    expect(stage.refusals[0]).toEqual({
      address: '127.0.0.1',
      who: 'user 1001',
      call: 'MQTT user/1000/order',
      why: 'NOT_PERMITTED',
    });

    const { seq } = await stage.submit(1000, order);
    const refresh = {
      type: 'otc',
      isNew: 1,
      content: 'new',
      orderCode: 'o1',
      changeUser: 1001,
      serviceType: 'buy',
      link_merchant: null,
    };
    stage.bus.publish(subjects.refresh(1000), refresh);
    await until(() => messages.length === 3, 'three messages');
    expect(messages).toEqual(
      expect.arrayContaining([
        { topic: 'user/1000/order', retain: false, body: expect.objectContaining({ type: 'order', seq }) },
        {
          topic: 'user/1000/balance',
          retain: false,
          body: expect.objectContaining({ type: 'balance', seq }),
        },
        { topic: 'refresh_1000', retain: false, body: refresh },
      ]),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(others).toEqual([]);
  });

  it('gives a merchant the topic of the own number as well, and nobody else', async () => {
    const merchantId = 5_000_000_001;
    await open({ merchants: new Map([[merchantId, 1000]]) });
    const [mine, other] = [await signIn(1000), await signIn(1001)];
    const messages = heard(mine);
    const topic = `refresh_${merchantId}`;
    expect(await ask(mine, 'refresh_1000', topic)).toEqual([1, 1]);
    // one of no merchant is nobody's
    expect(await ask(mine, `refresh_${merchantId + 1}`)).toEqual([REFUSED]);
    expect(await ask(other, topic, 'refresh_1000')).toEqual([REFUSED, REFUSED]);
    const body = {
      type: 'otc',
      isNew: 1,
      content: 'OTC order 7: created',
      orderCode: '7',
      changeUser: 1001,
      serviceType: 'created',
      link_merchant: merchantId,
    };
    stage.bus.publish(subjects.refresh(merchantId), body);
    await until(() => messages.length === 1, 'the message');
    expect(messages).toEqual([{ topic, retain: false, body }]);
  });

  it('sends a user with two clients each message once, and follows nobody who is gone', async () => {
    await open();
    const [first, second] = [await signIn(1000), await signIn(1000)];
    const messages = heard(second);
    await ask(first, 'user/1000/order');
    await ask(second, 'user/1000/order');
    await stage.submit(1000, order);
    await until(() => messages.length > 0, 'a message');
    first.end(true);
    await until(() => stage.realtime.stats().mqttClients === 1, 'one client');
    await stage.submit(1000, order);
    await until(() => messages.length > 1, 'another');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(messages).toHaveLength(2);
    second.end(true);
    await until(() => stage.realtime.stats().followedAccounts === 0, 'nobody followed');
  });

  it.each([
    ['a wrong token', { username: '1000', password: 'nonsense' }, 'null SIGNED_OUT'],
    ["another user's token", { username: '1000', password: tokenOf(1001) }, 'user 1001 NOT_PERMITTED'],
    ['a name without a token', { username: '1000' }, 'null SIGNED_OUT'],
    [
      'a name that only looks the same',
      { username: ' 1000', password: tokenOf(1000) },
      'user 1000 NOT_PERMITTED',
    ],
    ['a persistent session', { clean: false, clientId: 'mine' }, null],
    ['no keepalive', { keepalive: 0 }, null],
  ])('shuts out %s', async (_, options, refusal) => {
    await open();
    await expect(join(options)).rejects.toThrow();
    expect(stage.realtime.stats().mqttClients).toBe(0);
    const said = stage.refusals.map(({ who, call, why }) => `${call}: ${who} ${why}`);
    expect(said).toEqual(refusal === null ? [] : [`MQTT: ${refusal}`]);
  });

  it.each([topics.allSymbolDetail, 'user/1000/order', 'refresh_1001', 'elsewhere'])(
    'hangs up on who publishes on %s, and nobody hears it',
    async (topic) => {
      await open();
      const reader = await signIn(1000);
      const messages = heard(reader);
      await ask(reader, topics.allSymbolDetail, 'user/1000/#', 'refresh_1000');
      const writer = await signIn(1000);
      const closed = new Promise<void>((resolve) => writer.on('close', () => resolve()));
      writer.on('error', () => {});
      writer.publish(topic, '[]', { retain: true });
      await closed;
      const willing = await join({ will: { topic, payload: Buffer.from('[]'), qos: 0, retain: true } });
      willing.stream.destroy();
      await until(() => stage.realtime.stats().mqttClients === 1, 'one client');
      const refusal = { call: 'MQTT publish', why: 'NOT_PERMITTED' };
      expect(stage.refusals).toMatchObject([refusal, refusal]);
      const late = await join();
      const lateMessages = heard(late);
      await ask(late, topics.allSymbolDetail);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect([...messages, ...lateMessages]).toEqual([]);
    },
  );

  it('does not let one client push out another by taking its id', async () => {
    await open();
    const victim = await join({ clientId: 'same' });
    await join({ clientId: 'same' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(victim.connected).toBe(true);
    expect(stage.realtime.stats().mqttClients).toBe(2);
  });

  it('hangs up when the session ends', async () => {
    await open();
    const client = await signIn(1000);
    const closed = new Promise<void>((resolve) => client.on('close', () => resolve()));
    stage.tokens.delete(tokenOf(1000));
    stage.bus.publish(subjects.sessionEnded(1000), null);
    await closed;
    await until(() => stage.realtime.stats().followedAccounts === 0, 'nobody followed');
  });

  it('hangs up on a client that lets its keepalive pass', async () => {
    await open();
    const ws = new WebSocket(`${stage.url}/mqtt`, 'mqtt');
    ws.on('open', () =>
      ws.send(
        mqttPacket.generate({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clientId: 'c',
          clean: true,
          keepalive: 1,
        }),
      ),
    );
    const received: Buffer[] = [];
    ws.on('message', (data: Buffer) => received.push(data));
    await once(ws, 'close');
    const taken = mqttPacket.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false });
    expect(Buffer.concat(received)).toEqual(taken);
    await until(() => stage.realtime.stats().mqttClients === 0, 'no client');
  });

  it('hangs up on a client that never says CONNECT', async () => {
    await open({ settings: { authTimeoutMs: 100 } });
    const ws = new WebSocket(`${stage.url}/mqtt`, 'mqtt');
    await new Promise((resolve) => ws.on('close', resolve));
    await until(() => stage.realtime.stats().connections === 0, 'no connection');
  });

  const connectPacket = mqttPacket.generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clientId: 'c',
    clean: true,
    keepalive: 60,
  });
  it.each([
    ['text', ['hello']],
    ['garbage', [Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff])]],
    ['a packet before CONNECT', [mqttPacket.generate({ cmd: 'pingreq' })]],
    ['a second CONNECT', [connectPacket, connectPacket]],
    ['the header of a giant', [connectPacket, Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])]],
    ['a frame that is too long', [connectPacket, Buffer.alloc(9_000, 0xc0)]],
    ['a reserved packet type', [connectPacket, Buffer.from([0xf0, 0x00])]],
    ['a truncated SUBSCRIBE', [connectPacket, Buffer.from([0x82, 0x03, 0, 1, 0])]],
  ])('hangs up on %s', async (_, chunks) => {
    await open();
    const ws = new WebSocket(`${stage.url}/mqtt`, 'mqtt');
    const closed = new Promise((resolve) => ws.on('close', resolve));
    await new Promise((resolve) => ws.on('open', resolve));
    for (const chunk of chunks) ws.send(chunk);
    await closed;
    await join();
    expect(stage.errors).toEqual([]);
  });

  const pings = (count: number) =>
    Buffer.concat(Array<Buffer>(count).fill(mqttPacket.generate({ cmd: 'pingreq' })));
  const topicList = Array.from({ length: 1_200 }, (_, n) => `t${n % 10}`);
  const subscriptions = topicList.map((topic) => ({ topic, qos: 0 as const }));
  const tickers = Buffer.concat(
    Array<Buffer>(200).fill(
      mqttPacket.generate({
        cmd: 'subscribe',
        messageId: 1,
        subscriptions: [{ topic: topics.allSymbolDetail, qos: 0 }],
      }),
    ),
  );
  it.each([
    ['4,000 pings in one message', pings(4_000)],
    ['1,200 topics', mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions })],
    ['many lists of all tickers', tickers],
    [
      'unsubscribing from 1,200',
      mqttPacket.generate({ cmd: 'unsubscribe', messageId: 1, unsubscriptions: topicList }),
    ],
  ])('hangs up on %s before the broker answers any, and serves the others', async (_, flood) => {
    await open();
    const other = await join();
    const ws = new WebSocket(`${stage.url}/mqtt`, 'mqtt');
    const received: Buffer[] = [];
    ws.on('message', (data: Buffer) => received.push(data));
    await new Promise((resolve) => ws.on('open', resolve));
    ws.send(connectPacket);
    await until(() => received.length > 0, 'the answer to CONNECT');
    received.length = 0;
    ws.send(flood);
    await new Promise((resolve) => ws.on('close', resolve));
    expect(received).toEqual([]);
    expect(stage.realtime.stats()).toMatchObject({ droppedRate: 1, malformed: 0 });
    await ask(other, topics.allSymbolDetail);
  });

  it('keeps little for a slow reader, which holds up nobody and is dropped in the end', async () => {
    await open({ settings: { tickersMs: 2, stallMs: 1_500 } });
    const symbols = Array.from({ length: 60 }, (_, n) => `SYMBOL${n}USDT`);
    const publish = (n: number): void => {
      for (const symbol of symbols) stage.bus.publish(subjects.ticker(symbol), tickerOf(String(n), symbol));
    };
    const quickClient = await join();
    await ask(quickClient, topics.allSymbolDetail);
    const quick = heard(quickClient);
    const slow = new WebSocket(`${stage.url}/mqtt`, 'mqtt');
    await new Promise((resolve) => slow.on('open', resolve));
    slow.send(connectPacket);
    const subscription = { topic: topics.allSymbolDetail, qos: 0 } as const;
    slow.send(mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions: [subscription] }));
    await new Promise((resolve) => slow.once('message', resolve));
    slow.pause();
    let sent = 0;
    const slowIsThere = () => stage.realtime.stats().mqttClients === 2;
    while (stage.realtime.stats().conflated < 50 && slowIsThere()) {
      if (sent > 3_000) throw new Error('the system buffers everything');
      publish(++sent);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    expect(stage.realtime.stats().conflated).toBeGreaterThan(0);
    const before = quick.length;
    publish(++sent);
    await until(() => quick.length > before, 'the other still hears');
    await until(() => stage.realtime.stats().mqttClients === 1, 'the slow one is gone');
    slow.terminate();
  });
});
