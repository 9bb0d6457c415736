import { type Client, newActKey, type OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkOf } from '../../apps/server/gateway/messages/index.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { CODES_KEY, type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, type Person, refusal } from './support/person.ts';
import { photo } from './support/photos.ts';

const AWAY_MS = 5 * 60_000 + 1;
const NOTE = 'Seems to be in a hurry; see ticket of last week';

let house: House;
let desk: OperatorsConsole;
let sam: Client<OperatorCalls>;
let sue: Client<OperatorCalls>;
beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house, { followsHouse: true });
  const admin = await desk.signIn();
  sam = await desk.add('sam', 'support', admin);
  sue = await desk.add('sue', 'support', admin);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

/** A person whose message waits for support, and the params of the conversation. */
async function asking(content = 'Where is my deposit?') {
  const person = await newPerson(house, false);
  const chat = await person.client.call('openSupport', { body: { matter: 'deposit' } });
  await say(person, chat.id, content);
  return { person, chat, params: { id: String(chat.id) } };
}

const say = (person: Person, chatId: number, content: string) =>
  person.client.call('sendChatRecord', { body: { content, contentType: 1, chatId } });

const readByStaff = async ({ client }: Person) => (await client.call('getConversations')).list[0]?.othersRead;

const rowOf = async (by: Client<OperatorCalls>, id: number) => {
  const { records } = await by.call('getSupportQueue', { query: { pageSize: '100' } });
  const row = records.find((each) => each.id === id);
  if (row === undefined) throw new Error(`no conversation ${id} in the queue`);
  return row;
};

describe('the desk of support', () => {
  it('shows who waits, answers, and the user hears of it and reads it as staff’s', async () => {
    const { person, chat, params } = await asking();
    const heard: unknown[] = [];
    const end = house.bus.subscribe(`user.${person.userId}.chat`, (hint) => void heard.push(hint));
    expect(await rowOf(sam, chat.id)).toMatchObject({ status: 'open', canTake: true, operator: null });
    await sam.call('takeSupport', { params });
    const detail = await sam.call('getSupportConversation', { params, query: {} });
    expect(detail.records.at(-1)).toMatchObject({ number: 3, system: 'taken' });
    expect(detail.user).toMatchObject({ userId: person.userId, kyc: 'none' });
    const body = { content: 'It is credited now.', seen: 3 };
    const answered = await sam.call('answerSupport', { params, body });
    expect(answered).toMatchObject({ status: 'pending', waitingSince: null, isOwn: true });
    end();
    expect(heard.at(-1)).toMatchObject({
      topic: (await person.client.call('getConversations')).topic,
      message: { event: 'message', chatId: chat.id, number: 4, own: false },
    });
    expect(JSON.stringify(heard)).not.toContain('credited');
    const { records } = await person.client.call('getChatRecord', {
      params: { chatKey: chat.chatKey },
      body: { after: 3 },
    });
    expect(records).toMatchObject([
      { content: 'It is credited now.', isStaff: true, mine: false, blade_user_id: -2 },
    ]);
    expect(JSON.stringify(records)).not.toContain('sam');
  });

  it('gives a conversation to one of two who take it at once', async () => {
    const { params } = await asking();
    const taken = await Promise.allSettled([
      sam.call('takeSupport', { params }),
      sue.call('takeSupport', { params }),
    ]);
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [loser] = taken.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(loser.problem).toMatchObject({ key: 'SUPPORT_TAKEN' });
  });

  it('puts one back whose operator is away for five minutes, and keeps its clock', async () => {
    const { chat, params } = await asking();
    const { waitingSince } = await sam.call('takeSupport', { params });
    const body = { content: 'A moment, please.', seen: 3 };
    expect(await refusal(sue.call('answerSupport', { params, body }))).toMatchObject({
      key: 'SUPPORT_NOT_IN_HAND',
    });
    house.advance(AWAY_MS);
    expect(await rowOf(sue, chat.id)).toMatchObject({ canTake: true, operator: null, waitingSince });
    expect(await refusal(sam.call('answerSupport', { params, body }))).toMatchObject({
      key: 'SUPPORT_NOT_IN_HAND',
    });
    expect(await sue.call('takeSupport', { params })).toMatchObject({ operator: 'sue', waitingSince });
  });

  it('stays in hand by looks of somebody, and not by polls of a page that nobody sits before', async () => {
    const { person, chat, params } = await asking();
    await sam.call('takeSupport', { params });
    const most = 200_000;
    house.advance(most);
    await sam.call('getSupportConversation', { params, query: { present: 'yes' } });
    house.advance(most);
    const query = { present: 'no' } as const;
    const before = await readByStaff(person);
    await say(person, chat.id, 'Are you there?');
    expect((await sam.call('getSupportConversation', { params, query })).row.isOwn).toBe(true);
    expect(await readByStaff(person)).toBe(before);
    await sam.call('getSupportQueue', { query });
    house.advance(most);
    expect((await sam.call('getSupportConversation', { params, query })).row.isOwn).toBe(false);
    expect(await rowOf(sue, chat.id)).toMatchObject({ canTake: true, operator: null });
  });

  it('goes back when its operator gives it back, and by nobody else', async () => {
    const { chat, params } = await asking();
    const { waitingSince } = await sam.call('takeSupport', { params });
    expect(await refusal(sue.call('giveBackSupport', { params }))).toMatchObject({
      key: 'SUPPORT_NOT_IN_HAND',
    });
    await sam.call('giveBackSupport', { params });
    expect(await rowOf(sue, chat.id)).toMatchObject({ canTake: true, operator: null, waitingSince });
  });

  it('keeps one in hand as long as its operator looks', async () => {
    const { chat, params } = await asking();
    await sam.call('takeSupport', { params });
    for (let minute = 0; minute < 8; minute += 2) {
      house.advance(2 * 60_000);
      await sam.call('getSupportQueue', { query: {} });
    }
    expect(await rowOf(sue, chat.id)).toMatchObject({ canTake: false, operator: 'sam' });
  });

  it('sends nothing over messages that the operator has not read', async () => {
    const { person, chat, params } = await asking();
    await sam.call('takeSupport', { params });
    await say(person, chat.id, 'One more thing');
    const answer = (seen: number) =>
      sam.call('answerSupport', { params, body: { content: 'It is there.', seen } });
    expect(await refusal(answer(3))).toMatchObject({ key: 'SUPPORT_UNSEEN' });
    const resolve = sam.call('resolveSupport', { params, body: { seen: 3 } });
    expect(await refusal(resolve)).toMatchObject({ key: 'SUPPORT_UNSEEN' });
    expect(await answer(4)).toMatchObject({ status: 'pending' });
  });

  it('hands over with clock and notes, to support alone', async () => {
    const { params } = await asking();
    const { waitingSince } = await sam.call('takeSupport', { params });
    await sam.call('noteSupport', { params, body: { text: NOTE } });
    const nobody = sam.call('handOverSupport', { params, body: { to: 'nobody' } });
    expect(await refusal(nobody)).toMatchObject({ key: 'SUPPORT_OPERATOR_UNKNOWN' });
    const row = await sam.call('handOverSupport', { params, body: { to: 'sue' } });
    expect(row).toMatchObject({ operator: 'sue', isOwn: false, waitingSince });
    const { notes } = await sue.call('getSupportConversation', { params, query: {} });
    expect(notes).toMatchObject([{ operator: 'sam', text: NOTE }]);
  });

  it('lets a conversation rest until a time or the user’s next message', async () => {
    const { person, chat, params } = await asking();
    await sam.call('takeSupport', { params });
    const until = house.now() + 60_000;
    expect(await sam.call('snoozeSupport', { params, body: { until } })).toMatchObject({
      status: 'snoozed',
      snoozedUntil: until,
    });
    await say(person, chat.id, 'Any news?');
    expect(await rowOf(sam, chat.id)).toMatchObject({ status: 'open', snoozedUntil: null });
    await sam.call('snoozeSupport', { params, body: { until } });
    house.advance(61_000);
    expect(await rowOf(sam, chat.id)).toMatchObject({ status: 'open' });
  });

  it('opens a resolved one again at the user’s message, unless there is another', async () => {
    const { person, chat, params } = await asking();
    await sam.call('takeSupport', { params });
    await sam.call('resolveSupport', { params, body: { seen: 3 } });
    const { records: queue } = await sam.call('getSupportQueue', { query: { pageSize: '100' } });
    expect(queue.map(({ id }) => id)).not.toContain(chat.id);
    for (const query of [{ status: 'resolved' }, { userId: String(person.userId) }] as const) {
      const { records } = await sam.call('getSupportQueue', { query });
      expect(records.find(({ id }) => id === chat.id)).toMatchObject({ status: 'resolved', operator: null });
    }
    await say(person, chat.id, 'It happened again');
    expect(await rowOf(sam, chat.id)).toMatchObject({ status: 'open', canTake: true });
    await sam.call('takeSupport', { params });
    await sam.call('resolveSupport', { params, body: { seen: 6 } });
    const next = await person.client.call('openSupport', { body: { matter: 'fees' } });
    expect(next.id).not.toBe(chat.id);
    expect(await refusal(say(person, chat.id, 'Or here?'))).toMatchObject({ key: 'CHAT_ENDED' });
  });

  it('sends no kept answer in which a field is empty, and shows them in all languages', async () => {
    const { params } = await asking();
    await sam.call('takeSupport', { params });
    const texts = { en: 'Your order {order} is done.', de: 'Ihre Order {order} ist fertig.', fr: ' ' };
    const saved = await sam.call('saveCannedAnswer', { body: { code: 'orderDone', texts, version: 0 } });
    expect(saved).toMatchObject([
      { code: 'orderDone', operator: 'sam', version: 1, texts: { en: texts.en } },
    ]);
    expect(saved[0]?.texts).not.toHaveProperty('fr');
    const send = (content: string) => sam.call('answerSupport', { params, body: { content, seen: 3 } });
    for (const text of [texts.en, 'Order {1} is done', 'Order {order id} is done'])
      expect(await refusal(send(text)), text).toMatchObject({ key: 'SUPPORT_FIELD_EMPTY' });
    expect(await send('Your order 12 is done.')).toMatchObject({ status: 'pending' });
    expect(await sam.call('removeCannedAnswer', { params: { code: 'orderDone' } })).toEqual([]);
  });

  it('lets no save of a kept answer undo another one', async () => {
    const save = (by: typeof sam, version: number, en: string) =>
      by.call('saveCannedAnswer', { body: { code: 'greeting', texts: { en }, version } });
    await save(sam, 0, 'Hello');
    await save(sue, 1, 'Good day');
    for (const version of [0, 1])
      expect(await refusal(save(sam, version, 'Hi'))).toMatchObject({ key: 'SUPPORT_ANSWER_CHANGED' });
    const answers = await sam.call('getCannedAnswers');
    expect(answers.find(({ code }) => code === 'greeting')).toMatchObject({
      version: 2,
      operator: 'sue',
      texts: { en: 'Good day' },
    });
    await save(sam, 2, 'Hi');
    await sam.call('removeCannedAnswer', { params: { code: 'greeting' } });
    expect(await refusal(save(sue, 3, 'Hello again'))).toMatchObject({ key: 'SUPPORT_ANSWER_CHANGED' });
  });

  it('finds an answer that was sent before, also once the conversation is given back', async () => {
    const { person, params, chat } = await asking();
    await sam.call('takeSupport', { params });
    const input = { params, body: { content: 'It is there.', seen: 3 } };
    const key = { idempotencyKey: newActKey(house.now()) };
    await sam.call('answerSupport', input, key);
    await sam.call('giveBackSupport', { params });
    await say(person, chat.id, 'Thank you');
    expect(await sam.call('answerSupport', input, key)).toMatchObject({ isOwn: false, lastNumber: 5 });
    const other = { params, body: { content: 'It is elsewhere.', seen: 5 } };
    expect(await refusal(sam.call('answerSupport', other, key))).toMatchObject({
      key: 'KEY_REUSED_WITH_OTHER_BODY',
    });
  });

  it('adds a note once, however often it is sent', async () => {
    const { params } = await asking();
    const key = { idempotencyKey: newActKey(house.now()) };
    const note = (text: string) => sam.call('noteSupport', { params, body: { text } }, key);
    for (let at = 0; at < 3; at += 1) await note(NOTE);
    expect(await refusal(note('Another one'))).toMatchObject({ key: 'KEY_REUSED_WITH_OTHER_BODY' });
    const { notes } = await sam.call('getSupportConversation', { params, query: {} });
    expect(notes).toMatchObject([{ text: NOTE }]);
  });

  it('never leaves a user two conversations that are not resolved', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { person, chat, params } = await asking();
      await sam.call('takeSupport', { params });
      await sam.call('resolveSupport', { params, body: { seen: 3 } });
      await Promise.allSettled([
        say(person, chat.id, 'It happened again'),
        person.client.call('openSupport', { body: { matter: 'fees' } }),
      ]);
      const { list } = await person.client.call('getConversations');
      expect(list.filter(({ status }) => status !== 'resolved')).toHaveLength(1);
    }
  });

  it('enters a look into the log before it is shown, and those close to it not again', async () => {
    const { person, params } = await asking();
    const looks = async () => {
      const { rows } = await house.pool.query(
        `select operator, details from operator.log where action = 'viewSupport' and details::jsonb ->> 'chat' = $1 order by no`,
        [params.id],
      );
      return rows;
    };
    const look = (by: typeof sam, present: 'yes' | 'no' = 'yes') =>
      by.call('getSupportConversation', { params, query: { present } });
    await look(sam);
    house.advance(200_000);
    await look(sam, 'no');
    house.advance(200_000);
    await look(sam);
    expect(await looks()).toEqual([
      { operator: 'sam', details: JSON.stringify({ chat: params.id, user: String(person.userId) }) },
    ]);
    await look(sue);
    house.advance(AWAY_MS);
    await look(sam);
    expect((await looks()).map(({ operator }) => operator)).toEqual(['sam', 'sue', 'sam']);
  });

  it('answers once, however often the answer is sent', async () => {
    const { params } = await asking();
    await sam.call('takeSupport', { params });
    const key = newActKey(house.now());
    const input = { params, body: { content: 'Once.', seen: 3 } };
    for (let at = 0; at < 3; at += 1) await sam.call('answerSupport', input, { idempotencyKey: key });
    const { records } = await sam.call('getSupportConversation', { params, query: {} });
    expect(records.filter(({ author }) => author === 'staff')).toHaveLength(1);
  });

  it('refuses numbers that no message has', async () => {
    const { params } = await asking();
    for (const number of ['0', '2147483648', String(Number.MAX_SAFE_INTEGER)]) {
      const look = sam.call('getSupportConversation', { params, query: { before: number } });
      expect((await refusal(look)).key, number).toBe('INVALID_INPUT');
      const picture = sam.call('getSupportPicture', { params: { id: params.id, number } });
      expect((await refusal(picture)).key, number).toBe('INVALID_INPUT');
    }
    const { records } = await sam.call('getSupportConversation', { params, query: { before: '999999999' } });
    expect(records).toHaveLength(2);
  });

  it('writes every act into the operators’ log, and no text of a conversation', async () => {
    const { rows } = await house.pool.query(
      `select action, details from operator.log where action like '%upport%'`,
    );
    const acts = new Set(rows.map(({ action }) => action));
    for (const act of ['take', 'giveBack', 'answer', 'note', 'handOver', 'snooze', 'resolve'])
      expect(acts).toContain(`${act}Support`);
    expect(JSON.stringify(rows)).not.toContain('credited');
    expect(JSON.stringify(rows)).not.toContain(NOTE);
  });
});

describe('an image of staff', () => {
  const fileOf = (bytes: Uint8Array, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type });
  const sendPicture = (
    by: Client<OperatorCalls>,
    params: { readonly id: string },
    { file, seen = '3', key = newActKey(house.now()) }: { file: Blob; seen?: string; key?: string },
  ) => by.call('sendSupportPicture', { params, query: { seen }, file }, { idempotencyKey: key });
  const kept = async () => {
    const { rows } = await house.pool.query<{ file_id: string; user_id: string | null; is_kept: boolean }>(
      'select file_id, user_id, kept_at is not null as is_kept from files.file where user_id is null',
    );
    return rows;
  };

  it('is re-encoded, belongs to nobody, and is opened by the user and at the desk', async () => {
    const { person, chat, params } = await asking();
    await sam.call('takeSupport', { params });
    const sent = await sendPicture(sam, params, { file: fileOf(await photo()) });
    expect(sent).toMatchObject({ status: 'pending', waitingSince: null, lastNumber: 4 });
    const look = { params: { chatKey: chat.chatKey }, body: { after: 3 } };
    const [record] = (await person.client.call('getChatRecord', look)).records;
    expect(record).toMatchObject({ content_type: 2, isStaff: true, mine: false, blade_user_id: -2 });
    expect(record?.image).toEqual({ width: 1200, height: 800 });
    const shown = await fetch(house.url + record?.content);
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(bytes.includes('a-name-in-the-metadata')).toBe(false);
    const desk = await sam.call('getSupportPicture', { params: { id: params.id, number: '4' } });
    expect(Buffer.from(desk.base64, 'base64').equals(bytes)).toBe(true);
    expect(await kept()).toMatchObject([{ user_id: null, is_kept: true }]);
    const { rows } = await house.pool.query(
      `select details from operator.log where action = 'answerSupport' order by no desc limit 1`,
    );
    expect(JSON.parse(rows[0].details)).toEqual({
      chat: params.id,
      user: String(person.userId),
      message: '4',
    });
  });

  it('is sent by who has the conversation in hand alone, over no newer message, once, and is no other file', async () => {
    const { person, chat, params } = await asking();
    const file = fileOf(await photo());
    expect(await refusal(sendPicture(sam, params, { file }))).toMatchObject({ key: 'SUPPORT_NOT_IN_HAND' });
    await sam.call('takeSupport', { params });
    expect(await refusal(sendPicture(sue, params, { file }))).toMatchObject({ key: 'SUPPORT_NOT_IN_HAND' });
    await say(person, chat.id, 'One thing more');
    expect(await refusal(sendPicture(sam, params, { file }))).toMatchObject({ key: 'SUPPORT_UNSEEN' });
    const before = await kept();
    for (const wrong of [
      fileOf(Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml'),
      fileOf(Buffer.alloc(64)),
    ])
      expect(await refusal(sendPicture(sam, params, { file: wrong, seen: '4' }))).toMatchObject({
        key: 'FILE_NOT_IMAGE',
      });
    expect(await kept()).toEqual(before);
    const key = newActKey(house.now());
    for (let at = 0; at < 3; at += 1)
      expect(await sendPicture(sam, params, { file, seen: '4', key })).toMatchObject({ lastNumber: 5 });
    expect(await kept()).toHaveLength(before.length + 1);
    const other = fileOf(await photo(0, { width: 300, height: 200 }));
    expect(await refusal(sendPicture(sam, params, { file: other, seen: '4', key }))).toMatchObject({
      key: 'KEY_REUSED_WITH_OTHER_BODY',
    });
  });

  it('leaves nothing on the disk where it is refused, or sent twice at once', async () => {
    const { person, chat, params } = await asking();
    await sam.call('takeSupport', { params });
    const file = fileOf(await photo());
    const stored = async () => (await house.storedFiles()).length;
    await say(person, chat.id, 'One thing more');
    const before = await stored();
    expect(await refusal(sendPicture(sam, params, { file }))).toMatchObject({ key: 'SUPPORT_UNSEEN' });
    expect(await stored()).toBe(before);
    const twice = { file, seen: '4', key: newActKey(house.now()) };
    await Promise.all([sendPicture(sam, params, twice), sendPicture(sam, params, twice)]);
    expect(await stored()).toBe(before + 1);
  });

  it('is let go of once its conversation is gone', async () => {
    const { chat, params } = await asking();
    await sam.call('takeSupport', { params });
    const before = await kept();
    await sendPicture(sam, params, { file: fileOf(await photo()) });
    await house.runTask('forgetGuestChats', 'old');
    const all = await kept();
    expect(all.filter(({ is_kept }) => is_kept)).toHaveLength(before.length + 1);
    await house.pool.query('delete from chat.conversation where chat_id = $1', [chat.id]);
    await house.runTask('forgetGuestChats', 'old');
    const left = (await kept()).filter(({ is_kept }) => is_kept);
    expect(left.map(({ file_id }) => file_id).toSorted()).toEqual(
      before.map(({ file_id }) => file_id).toSorted(),
    );
  });
});

describe('a note of staff', () => {
  it('is in nothing that a user gets', async () => {
    const { person, chat, params } = await asking();
    await sam.call('takeSupport', { params });
    await sam.call('noteSupport', { params, body: { text: NOTE } });
    const seen = await Promise.all([
      person.client.call('getConversations'),
      person.client.call('getChatRecord', { params: { chatKey: chat.chatKey }, body: { size: 100 } }),
      person.client.call('getNotices', { query: {} }),
      person.client.call('getAccountTouches', { query: {} }),
    ]);
    expect(JSON.stringify(seen)).not.toContain(NOTE);
    const shown = house.ownData.flatMap(({ tables = [] }) => tables.map(({ table }) => table));
    expect(shown).toContain('chat.message');
    expect(shown).not.toContain('chat.note');
  });
});

describe('a question without an account', () => {
  it('is answered by a mail with a link that reads and writes, and that changes nothing by being opened', async () => {
    const visitor = clientOf(house);
    const body = {
      email: 'guest@example.org',
      language: 'de',
      matter: 'account',
      content: 'Ich komme nicht hinein.',
    } as const;
    const { id } = await visitor.call('askSupport', { body });
    const params = { id: String(id) };
    expect(await rowOf(sam, id)).toMatchObject({ userId: null, language: 'de', status: 'open' });
    await sam.call('takeSupport', { params });
    const detail = await sam.call('getSupportConversation', { params, query: {} });
    expect(detail).toMatchObject({ user: null });
    expect(detail.guest).not.toContain('guest@example.org');
    await sam.call('answerSupport', { params, body: { content: 'Das geht so.', seen: 3 } });
    const { rows } = await house.pool.query(
      `select link_nonce, language, kind from messages.message where recipient = 'guest@example.org'`,
    );
    expect(rows).toMatchObject([{ kind: 'supportAnswered', language: 'de' }]);
    const link = linkOf(CODES_KEY, rows[0].link_nonce, 'chat');
    const before = await rowOf(sam, id);
    for (let at = 0; at < 3; at += 1) await visitor.call('getLinkedChat', { body: { link } });
    expect(await rowOf(sam, id)).toEqual(before);
    const shown = await visitor.call('getLinkedChat', { body: { link } });
    expect(shown.records.at(-1)).toMatchObject({ content: 'Das geht so.', isStaff: true });
    const sent = await visitor.call('answerLinkedChat', { body: { link, content: 'Danke!' } });
    expect(sent).toMatchObject({ mine: true, isStaff: false, blade_user_id: -3 });
    const later = await visitor.call('getLinkedChat', { body: { link, after: sent.number - 1 } });
    expect(later.records).toEqual([sent]);
    const paper = await visitor.call('answerLinkedChat', {
      body: { link, content: '恢复码是wxyz-2345-abcd-0000, 123456' },
    });
    expect(paper).toMatchObject({ content: '恢复码是••••-••••-••••-••••, 123456', masked: true });
    expect(await rowOf(sam, id)).toMatchObject({ status: 'open' });
    await house.pool.query(
      `insert into chat.message (chat_id, number, author, content_type, content, is_masked, sent_at)
       select $1, 100 + n, 'guest', 1, 'More', false, now() from generate_series(1, 120) n`,
      [id],
    );
    const linked = async (place: { after?: number; before?: number }) => {
      const { records, hasEarlier } = await visitor.call('getLinkedChat', { body: { link, ...place } });
      return { numbers: records.map(({ number }) => number), hasEarlier };
    };
    const from = (first: number) => Array.from({ length: 100 }, (_, at) => first + at);
    expect(await linked({})).toEqual({ numbers: from(121), hasEarlier: true });
    expect(await linked({ after: 100 })).toEqual({ numbers: from(101), hasEarlier: true });
    expect((await linked({ before: 121 })).numbers.at(-1)).toBe(120);
    expect(await linked({ before: 3 })).toEqual({ numbers: [1, 2], hasEarlier: false });
    const guesses = Array.from({ length: 70 }, () =>
      refusal(visitor.call('getLinkedChat', { body: { link: 'a'.repeat(43) } })),
    );
    expect(new Set((await Promise.all(guesses)).map(({ key }) => key))).toEqual(
      new Set(['CHAT_LINK_WRONG', 'CHAT_FORMS_LIMITED']),
    );
    // whoever has the link reads on
    expect(await linked({ before: 3 })).toEqual({ numbers: [1, 2], hasEarlier: false });
    await house.pool.query(
      `update chat.message set sent_at = $2 where chat_id = $1 and author = 'operator'`,
      [id, new Date(house.now() - 30 * 86_400_000)],
    );
    expect(await refusal(visitor.call('getLinkedChat', { body: { link } }))).toMatchObject({
      key: 'CHAT_FORMS_LIMITED',
    });
  });

  it('is refused while three hundred of an hour wait for an answer', async () => {
    const body = { email: 'late@example.org', language: 'en', matter: 'account', content: 'Hello' } as const;
    await house.pool.query(
      `insert into chat.conversation
         (chat_key, kind, reference, language, status, created_at, last_at, waiting_since, guest_email, link_hash)
       select 'flood ' || n, 'support', '', 'en', 'open', $1, $1, $1, 'flood@example.org', int4send(n)
       from generate_series(1, 300) n`,
      [new Date(house.now())],
    );
    expect(await refusal(clientOf(house).call('askSupport', { body }))).toMatchObject({
      key: 'CHAT_FORMS_LIMITED',
    });
    await house.pool.query(`delete from chat.conversation where guest_email = 'flood@example.org'`);
    expect((await clientOf(house).call('askSupport', { body })).id).toBeGreaterThan(0);
  });

  it('counts its address by a digest', async () => {
    const { rows } = await house.pool.query<{ key: string }>('select key from chat.form_limit');
    expect(rows.map(({ key }) => key).join()).toMatch(/form ip [\w-]{43}/);
    for (const { key } of rows) expect(key).not.toMatch(/127\.0\.0\.1|::/);
  });

  it('is taken so often from one address alone, and a link is guessed at no more', async () => {
    const visitor = clientOf(house);
    const ask = (email: string) =>
      visitor.call('askSupport', {
        body: { email, language: 'en', matter: 'account', content: 'Hello' },
      });
    let refused: unknown = null;
    for (let at = 0; at < 12 && refused === null; at += 1)
      await ask(`many${at}@example.org`).catch((error) => {
        refused = error.problem.key;
      });
    expect(refused).toBe('CHAT_FORMS_LIMITED');
  });
});
