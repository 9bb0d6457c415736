import { type Client, newActKey, type OperatorCalls } from '@candor/api';
import { describe, expect, it } from 'vitest';
import type { House } from './support/house.ts';
import { type Person, refusal } from './support/person.ts';
import { askingAt, openSupportDesk, rowOf, say } from './support/support-desk.ts';

const AWAY_MS = 5 * 60_000 + 1;
const NOTE = 'Seems to be in a hurry; see ticket of last week';

let house: House;
let sam: Client<OperatorCalls>;
let sue: Client<OperatorCalls>;
openSupportDesk((desk) => {
  ({ house, sam, sue } = desk);
});

const asking = (content?: string) => askingAt(house, content);

const readByStaff = async ({ client }: Person) => (await client.call('getConversations')).list[0]?.othersRead;

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
