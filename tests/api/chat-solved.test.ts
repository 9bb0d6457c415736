import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkOf } from '../../apps/server/gateway/messages/index.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { CODES_KEY, type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, refusal } from './support/person.ts';
import { reached } from './support/told.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

let house: House;
let desk: OperatorsConsole;
let sam: Client<OperatorCalls>;
beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house, { followsHouse: true });
  sam = await desk.add('sam', 'support', await desk.signIn());
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

/** A person whose question waits since `waitMs`; the answer ends the wait. */
async function answered(waitMs: number) {
  const person = await newPerson(house, false);
  const { client } = person;
  const chat = await client.call('openSupport', { body: { matter: 'deposit' } });
  const params = { id: String(chat.id) };
  await client.call('sendChatRecord', { body: { content: 'Where is it?', contentType: 1, chatId: chat.id } });
  await client.call('sendChatRecord', { body: { content: 'Hello?', contentType: 1, chatId: chat.id } });
  await house.pool.query(
    `update chat.message set sent_at = sent_at - $2 * interval '1 ms' where chat_id = $1 and number < 4`,
    [chat.id, waitMs],
  );
  await sam.call('takeSupport', { params });
  await sam.call('answerSupport', { params, body: { content: 'It is there.', seen: 9 } });
  await sam.call('answerSupport', { params, body: { content: 'Look again.', seen: 9 } });
  return { person, chat, params };
}

const resolve = (params: { readonly id: string }) =>
  sam.call('resolveSupport', { params, body: { seen: 900 } });

/** A conversation without an account that staff has answered, with the link of its mail. */
async function guest(email: string) {
  const visitor = clientOf(house);
  const body = { email, language: 'en', matter: 'account', content: 'I can’t log in.' } as const;
  const { id } = await visitor.call('askSupport', { body });
  const params = { id: String(id) };
  await sam.call('takeSupport', { params });
  await sam.call('answerSupport', { params, body: { content: 'Like this.', seen: 9 } });
  const { rows } = await house.pool.query('select link_nonce from chat.conversation where chat_id = $1', [
    id,
  ]);
  return { visitor, id, params, link: linkOf(CODES_KEY, rows[0].link_nonce, 'chat') };
}

describe('the question if it was solved', () => {
  it('is answered by one tap once it is resolved, and by words after that', async () => {
    const { person, chat, params } = await answered(0);
    const rate = (satisfied: boolean, text = '') =>
      person.client.call('rateSupport', { body: { chatId: chat.id, satisfied, text } });
    expect(await refusal(rate(true))).toMatchObject({ key: 'CHAT_NOT_RESOLVED' });
    await resolve(params);
    expect((await person.client.call('getConversations')).list[0]).toMatchObject({ rating: null });
    await rate(false);
    await rate(false, '  Too slow ');
    const rating = { satisfied: false, text: 'Too slow' };
    expect((await person.client.call('getConversations')).list[0]).toMatchObject({ rating });
    expect(await sam.call('getSupportConversation', { params, query: {} })).toMatchObject({ rating });
    const stranger = (await newPerson(house, false)).client;
    const foreign = stranger.call('rateSupport', { body: { chatId: chat.id, satisfied: true } });
    expect(await refusal(foreign)).toMatchObject({ key: 'CHAT_UNKNOWN' });
    expect(await refusal(rate(true, 'x'.repeat(401)))).toMatchObject({ key: 'CHAT_TEXT_TOO_LONG' });
  });

  it('is answered by no scanner that opens the link, nor by a mail that comes back', async () => {
    const { visitor, id, params, link } = await guest('scanned@example.org');
    await resolve(params);
    const state = async () => {
      const { rows } = await house.pool.query(
        `select c.status, c.last_number, c.waiting_since, r.is_satisfied from chat.conversation c
         left join chat.rating r using (chat_id) where c.chat_id = $1`,
        [id],
      );
      return rows[0];
    };
    const before = await state();
    for (let at = 0; at < 2; at += 1) {
      await fetch(`${house.url}/user/chat`, { headers: { 'user-agent': 'LinkScanner/1.0' } });
      await visitor.call('getLinkedChat', { body: { link } });
      for (const name of ['rate', 'answer'])
        await fetch(`${house.url}/api/v1/coin/chat/linked/${name}?link=${link}&satisfied=true&content=Out`);
    }
    // no call takes a mail: a forged sender and an out-of-office reply have nowhere to go
    for (const path of ['/api/v1/coin/chat/mail', '/api/v1/mail', '/inbound'])
      await fetch(house.url + path, {
        method: 'POST',
        headers: { 'content-type': 'message/rfc822' },
        body: `From: scanned@example.org\r\nSubject: Re: ${id}\r\n\r\nI am out of office.`,
      });
    expect(await state()).toEqual(before);
    expect(before).toMatchObject({ status: 'resolved', is_satisfied: null });
    await visitor.call('rateLinkedChat', { body: { link, satisfied: true } });
    expect(await state()).toMatchObject({ is_satisfied: true });
    expect(await visitor.call('getLinkedChat', { body: { link } })).toMatchObject({
      isOpen: false,
      rating: { satisfied: true, text: '' },
    });
  });
});

describe('the figures of support', () => {
  it('are counted from messages and answers', async () => {
    const before = await sam.call('getSupportFigures', { query: { days: '7' } });
    for (const waitMs of [10 * 60_000, 2 * HOUR_MS, 30 * HOUR_MS]) {
      const { person, chat, params } = await answered(waitMs);
      await resolve(params);
      const body = { chatId: chat.id, satisfied: waitMs < DAY_MS };
      await person.client.call('rateSupport', { body });
    }
    const waiting = await newPerson(house, false);
    const { id } = await waiting.client.call('openSupport', { body: { matter: 'fees' } });
    await waiting.client.call('sendChatRecord', { body: { content: 'Hello', contentType: 1, chatId: id } });
    const after = await sam.call('getSupportFigures', { query: { days: '7' } });
    const grown = (name: 'begun' | 'answered' | 'waiting' | 'rated' | 'satisfied') =>
      after[name] - before[name];
    expect(
      ['begun', 'answered', 'waiting', 'rated', 'satisfied'].map((name) => grown(name as 'begun')),
    ).toEqual([4, 3, 1, 3, 2]);
    const counts = after.within.map(({ count }, at) => count - (before.within[at]?.count ?? 0));
    expect(counts).toEqual([1, 2, 2]);
    expect(after.medianMs).toBeGreaterThanOrEqual(0);
  });

  it('have no median where nothing was answered', async () => {
    await house.pool.query(`update chat.message set sent_at = sent_at - interval '60 days'`);
    expect(await sam.call('getSupportFigures', { query: { days: '30' } })).toMatchObject({
      days: 30,
      answered: 0,
      medianMs: null,
    });
  });
});

describe('office hours', () => {
  it('are set by support, logged, and read by everybody', async () => {
    const spans = [
      { day: 3, fromMinute: 600, toMinute: 1_440 },
      { day: 1, fromMinute: 540, toMinute: 720 },
    ];
    const { version } = await sam.call('getSupportHours');
    const save = (change: object) =>
      sam.call('saveSupportHours', {
        body: { spans, holidays: ['2027-12-25', '2027-01-01'], version, ...change },
      });
    for (const wrong of [
      [{ day: 1, fromMinute: 600, toMinute: 540 }],
      [spans[0], { day: 3, fromMinute: 900, toMinute: 960 }],
      [spans[1], { day: 1, fromMinute: 720, toMinute: 800 }],
    ])
      expect(await refusal(save({ spans: wrong }))).toMatchObject({ key: 'INVALID_INPUT' });
    expect(await refusal(save({ holidays: ['2027-02-30'] }))).toMatchObject({ key: 'INVALID_INPUT' });
    expect(await save({})).toEqual({
      spans: spans.toReversed(),
      holidays: ['2027-01-01', '2027-12-25'],
      version: version + 1,
    });
    expect(await refusal(save({}))).toMatchObject({ key: 'SUPPORT_OFFICE_CHANGED' });
    const { rows } = await house.pool.query(
      `select details from operator.log where action = 'saveSupportHours'`,
    );
    expect(rows.map(({ details }) => JSON.parse(details))).toEqual([
      { hours: '1 09:00–12:00, 3 10:00–24:00', holidays: '2027-01-01 2027-12-25' },
    ]);
  });
});

describe('a conversation without an account', () => {
  it('is deleted as long after its last message as is published, with its notes and answers', async () => {
    const { visitor, id, params, link } = await guest('old@example.org');
    await sam.call('noteSupport', { params, body: { text: 'A note' } });
    await resolve(params);
    await visitor.call('rateLinkedChat', { body: { link, satisfied: true } });
    const age = (days: number) =>
      house.pool.query('update chat.conversation set last_at = $2 where chat_id = $1', [
        id,
        new Date(house.now() - days * DAY_MS),
      ]);
    const left = async () => {
      const { rows } = await house.pool.query(
        `select (select count(*)::integer from chat.conversation where chat_id = $1) as chats,
           (select count(*)::integer from chat.message where chat_id = $1) as messages,
           (select count(*)::integer from chat.note where chat_id = $1) as notes,
           (select count(*)::integer from chat.rating where chat_id = $1) as ratings`,
        [id],
      );
      return rows[0];
    };
    await age(179);
    await house.runTask('forgetGuestChats', 'old');
    expect(await left()).toMatchObject({ chats: 1, notes: 1, ratings: 1 });
    await age(181);
    await house.runTask('forgetGuestChats', 'old');
    expect(await left()).toEqual({ chats: 0, messages: 0, notes: 0, ratings: 0 });
    const { rows } = await house.pool.query(`select key from jobs.jobs where key = 'forgetGuestChats'`);
    expect(rows).toHaveLength(1);
  });

  it('is deleted at once by who has its link while it lasts and nobody has it in hand, and by no other', async () => {
    const { visitor, id, params, link } = await guest('gone@example.org');
    const other = await guest('stays@example.org');
    await sam.call('noteSupport', { params, body: { text: 'A note' } });
    const count = async (chat: number) => {
      const { rows } = await house.pool.query(
        'select count(*)::integer as count from chat.message where chat_id = $1',
        [chat],
      );
      return rows[0].count;
    };
    await visitor.call('deleteLinkedChat', { body: { link: 'a'.repeat(43) } });
    expect(await count(id)).toBeGreaterThan(0);
    const remove = () => visitor.call('deleteLinkedChat', { body: { link } });
    // it was answered just now, by an operator who is there
    expect(await refusal(remove())).toMatchObject({ key: 'CHAT_IN_HAND' });
    await sam.call('giveBackSupport', { params });
    const answeredAt = (days: number) =>
      house.pool.query('update chat.message set sent_at = $2 where chat_id = $1', [
        id,
        new Date(house.now() - days * DAY_MS),
      ]);
    await answeredAt(40);
    expect(await refusal(remove())).toMatchObject({ key: 'CHAT_LINK_WRONG' });
    expect(await count(id)).toBeGreaterThan(0);
    await answeredAt(0);
    for (let at = 0; at < 2; at += 1) await remove();
    expect(await count(id)).toBe(0);
    expect(await refusal(visitor.call('getLinkedChat', { body: { link } }))).toMatchObject({
      key: 'CHAT_LINK_WRONG',
    });
    expect(await count(other.id)).toBeGreaterThan(0);
    const look = sam.call('getSupportConversation', { params, query: {} });
    expect(await refusal(look)).toMatchObject({ key: 'NOT_FOUND' });
  });

  it('belongs to the account of its mail address: to its export and to its end', async () => {
    const person = await reached(house, await newPerson(house, false));
    const { id } = await guest(`${person.account}@example.com`.toUpperCase().toLowerCase());
    const other = await guest('somebody.else@example.com');
    const tables = house.ownData.flatMap(({ tables: all = [] }) => all);
    for (const name of ['chat.message', 'chat.conversation', 'chat.rating']) {
      const { where } = tables.find(({ table }) => table === name) ?? {};
      const { rows } = await house.pool.query(`select distinct chat_id from ${name} where ${where}`, [
        person.userId,
      ]);
      const ids = rows.map(({ chat_id }) => Number(chat_id));
      expect(ids, name).not.toContain(other.id);
      if (name !== 'chat.rating') expect(ids, name).toEqual([id]);
    }
  });
});
