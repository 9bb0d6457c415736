import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLongRun } from '../support/long-run.ts';
import { eventually } from '../support/patience.ts';
import { isQuick } from '../support/suite.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person } from './support/person.ts';

/** Users, in conversations of two, and messages of each. */
const USERS = isLongRun ? 2_000 : isQuick ? 12 : 60;
const MESSAGES_EACH = 6;
const TOGETHER = 20;
/** Time from one lot to the next in a long run, which sends 200 messages a second for a minute. */
const LOT_MS = isLongRun ? 100 : 0;

let house: House;
beforeAll(async () => {
  house = await openHouse({ connections: 12, sockets: { maxConnectionsPerIp: 10_000 } });
});
afterAll(() => house?.stop());

/** Numbers from 0 below 1 that are the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A conversation as one of its users knows it. */
interface Place {
  readonly id: number;
  readonly key: string;
  readonly topic: string;
}

/** A page: it hears hints, fetches what is above its number, and loses its line now and then. */
class Reader {
  readonly numbers: number[] = [];
  readonly contents: string[] = [];
  #client: MqttClient | null = null;
  #fetching: Promise<void> = Promise.resolve();

  readonly person: Person;
  readonly chat: Place;

  constructor(person: Person, chat: Place) {
    this.person = person;
    this.chat = chat;
  }

  async connect(): Promise<void> {
    const client = mqtt.connect(`${house.url.replace('http', 'ws')}/mqtt`, {
      reconnectPeriod: 0,
      protocolVersion: 4,
      username: String(this.person.userId),
      password: this.person.token,
    });
    this.#client = client;
    await new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      client.on('connect', () => client.subscribe(this.chat.topic, { qos: 0 }, () => resolve()));
    });
    client.on('message', () => void this.fetch());
    await this.fetch();
  }

  cut(): void {
    this.#client?.end(true);
    this.#client = null;
  }

  get isConnected(): boolean {
    return this.#client !== null;
  }

  /** Fetches what is above the newest number, one fetch after another. */
  fetch(): Promise<void> {
    this.#fetching = this.#fetching.then(async () => {
      const { records } = await this.person.client.call('getChatRecord', {
        params: { chatKey: this.chat.key },
        body: { after: this.numbers.at(-1) ?? 0, size: 100 },
      });
      for (const { number, content } of records) {
        this.numbers.push(number);
        this.contents.push(content);
      }
    });
    return this.#fetching;
  }
}

/** Begins a conversation of two users, as an order will. */
async function pair(): Promise<[Reader, Reader]> {
  const people = [await newPerson(house, false), await newPerson(house, false)] as const;
  const topics = await Promise.all(
    people.map(async ({ client }) => (await client.call('getConversations')).topic),
  );
  const { rows } = await house.pool.query(
    `insert into chat.conversation (chat_key, kind, reference, language, status, created_at, last_at)
     values (md5($1), 'order', $1, 'en', 'open', now(), now()) returning chat_id, chat_key`,
    [`storm ${people[0].userId}`],
  );
  for (const { userId } of people)
    await house.pool.query('insert into chat.party (chat_id, user_id) values ($1, $2)', [
      rows[0].chat_id,
      userId,
    ]);
  const chatOf = (topic: string) => ({ id: Number(rows[0].chat_id), key: rows[0].chat_key as string, topic });
  return [
    new Reader(people[0], chatOf(topics[0] as string)),
    new Reader(people[1], chatOf(topics[1] as string)),
  ];
}

it('loses, doubles and reorders nothing over lines that are cut at random', async () => {
  const next = random(7);
  const pairs: [Reader, Reader][] = [];
  while (2 * pairs.length < USERS)
    pairs.push(...(await Promise.all(Array.from({ length: Math.min(TOGETHER, USERS / 2) }, () => pair()))));
  const readers = pairs.flat();
  for (const reader of readers) await reader.connect();
  const sendings = readers.flatMap((reader) =>
    Array.from({ length: MESSAGES_EACH }, (_, at) => ({ reader, text: `${reader.person.userId} ${at}` })),
  );
  const shuffled = sendings
    .map((sending) => ({ sending, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ sending }) => sending);
  const beganMs = performance.now();
  for (let at = 0; at < shuffled.length; at += TOGETHER) {
    const earlyMs = beganMs + (at / TOGETHER) * LOT_MS - performance.now();
    if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
    for (const reader of readers) {
      if (reader.isConnected && next() < 0.1) reader.cut();
      else if (!reader.isConnected && next() < 0.5) await reader.connect();
    }
    await Promise.all(
      shuffled.slice(at, at + TOGETHER).map(({ reader, text }) =>
        reader.person.client.call('sendChatRecord', {
          body: { content: text, contentType: 1, chatId: reader.chat.id },
        }),
      ),
    );
  }
  const tookSeconds = (performance.now() - beganMs) / 1_000;
  for (const reader of readers) if (!reader.isConnected) await reader.connect();
  const all = Array.from({ length: 2 * MESSAGES_EACH }, (_, at) => at + 1);
  for (const [left, right] of pairs) {
    await eventually(() => expect(left.numbers).toEqual(all));
    await eventually(() => expect(right.numbers).toEqual(all));
    expect(left.contents).toEqual(right.contents);
    expect(new Set(left.contents).size).toBe(all.length);
  }
  for (const reader of readers) reader.cut();
  if (isLongRun)
    console.log(`${shuffled.length} messages to ${USERS} sockets in ${tookSeconds.toFixed(1)} s: none lost`);
});
