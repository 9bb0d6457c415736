import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person } from './support/person.ts';

const REFUSED = 128;

let house: House;
let clients: MqttClient[] = [];
beforeAll(async () => {
  house = await openHouse();
});
afterEach(() => {
  for (const client of clients) client.end(true);
  clients = [];
});
afterAll(() => house?.stop());

function join(options: { username?: string; password?: string } = {}): Promise<MqttClient> {
  const url = `${house.url.replace('http', 'ws')}/mqtt`;
  const client = mqtt.connect(url, { reconnectPeriod: 0, keepalive: 5, protocolVersion: 4, ...options });
  clients.push(client);
  return new Promise((resolve, reject) => {
    client.on('connect', () => resolve(client));
    client.on('error', reject);
  });
}

const signIn = ({ userId, token }: Person) => join({ username: String(userId), password: token });

/** The QoS that is granted for a topic; 128 is a refusal. */
const ask = (client: MqttClient, topic: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    client.subscribe(topic, { qos: 0 }, (_error, _grants, packet) =>
      resolve((packet as { granted?: number[] } | undefined)?.granted?.[0]),
    );
  });

function heardBy(client: MqttClient): Record<string, unknown>[] {
  const heard: Record<string, unknown>[] = [];
  client.on('message', (_topic, payload) => heard.push(JSON.parse(payload.toString())));
  return heard;
}

async function begun() {
  const person = await newPerson(house, false);
  const chat = await person.client.call('openSupport', { body: { matter: 'general' } });
  const { topic } = await person.client.call('getConversations');
  const say = (content: string) =>
    person.client.call('sendChatRecord', { body: { content, contentType: 1, chatId: chat.id } });
  return { person, chat, topic, say };
}

describe('hints of conversations', () => {
  it('go to their owner’s clients alone, with a number and no text', async () => {
    const { person, chat, topic, say } = await begun();
    const stranger = await newPerson(house, false);
    const [phone, desktop, other, visitor] = await Promise.all([
      signIn(person),
      signIn(person),
      signIn(stranger),
      join(),
    ]);
    expect(await ask(phone, topic)).toBe(0);
    expect(await ask(desktop, `user/${person.userId}/chat`)).toBe(0);
    const guessed = `chat_${'0'.repeat(32)}`;
    for (const wrong of [topic, guessed, '+', '#', `user/${person.userId}/chat`])
      expect(await ask(other, wrong), wrong).toBe(REFUSED);
    expect(await ask(visitor, topic)).toBe(REFUSED);
    const [onPhone, onDesktop, onOther] = [heardBy(phone), heardBy(desktop), heardBy(other)];
    await say('A text that no hint carries');
    await eventually(() => expect(onPhone).toHaveLength(1));
    await eventually(() => expect(onDesktop).toHaveLength(1));
    const hint = { type: 'chat', event: 'message', chatId: chat.id, number: 2, own: true };
    expect(onPhone[0]).toMatchObject(hint);
    expect(JSON.stringify(onPhone)).not.toContain('A text');
    expect(onOther).toEqual([]);
  });

  it('are published by no client', async () => {
    const { person, topic } = await begun();
    const client = await signIn(person);
    let isClosed = false;
    client.on('close', () => {
      isClosed = true;
    });
    client.publish(topic, JSON.stringify({ type: 'chat', event: 'message', chatId: 1, number: 9 }));
    await eventually(() => expect(isClosed).toBe(true));
  });

  it('may be lost: a client that was away fetches what is above its number', async () => {
    const { person, chat, topic, say } = await begun();
    const first = await signIn(person);
    expect(await ask(first, topic)).toBe(0);
    first.end(true);
    for (let at = 0; at < 20; at += 1) await say(`Missed ${at}`);
    const fetched = await person.client.call('getChatRecord', {
      params: { chatKey: chat.chatKey },
      body: { after: 1, size: 100 },
    });
    const whole = await person.client.call('getChatRecord', {
      params: { chatKey: chat.chatKey },
      body: { size: 100 },
    });
    expect(fetched.records).toEqual(whole.records.slice(0, -1).toReversed());
    expect(fetched.records).toHaveLength(20);
  });

  it('tell of marks on other devices, and of who types to others alone', async () => {
    const { person, chat, topic, say } = await begun();
    await say('Hello');
    const client = await signIn(person);
    expect(await ask(client, topic)).toBe(0);
    const heard = heardBy(client);
    await person.client.call('sendTyping', { body: { chatId: chat.id } });
    expect(house.chat.isTyping(chat.id)).toBe(true);
    house.advance(6_001);
    expect(house.chat.isTyping(chat.id)).toBe(false);
    await person.client.call('markChatRead', { body: { chatId: chat.id, number: 2 } });
    await eventually(() => expect(heard).toMatchObject([{ event: 'read', number: 2, own: true }]));
  });
});
