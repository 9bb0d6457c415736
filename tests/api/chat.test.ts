import { errors, newActKey } from '@candor/api';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt } from './support/console.ts';
import { hostileFiles } from './support/hostile-files.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person, refusal, send } from './support/person.ts';
import { upload } from './support/upload.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const SEND = '/api/v1/coin/buy/sendChatRecord';

/** A person with an open conversation with support. */
async function begun() {
  const person = await newPerson(house, false);
  const chat = await person.client.call('openSupport', { body: { matter: 'deposit', reference: 'D 7' } });
  return { person, chat };
}

const say = (person: Person, chatId: number, content: string, key = newActKey(house.now())) =>
  send(house, 'POST', SEND, {
    token: person.token,
    body: { content, contentType: 1, chatId },
    headers: { 'idempotency-key': key },
  });

const page = (person: Person, chatKey: string, body: object = {}) =>
  person.client.call('getChatRecord', { params: { chatKey }, body });

const numbers = (records: readonly { readonly number: number }[]) => records.map(({ number }) => number);

describe('a conversation', () => {
  it('is begun once, by however many pages, and names its matter', async () => {
    const person = await newPerson(house, false);
    const body = { matter: 'deposit', reference: 'D 7' } as const;
    const all = await Promise.all(
      Array.from({ length: 5 }, () => person.client.call('openSupport', { body })),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all[0]).toMatchObject({ kind: 'support', matter: 'deposit', reference: 'D 7', unread: 0 });
    const { list, topic } = await person.client.call('getConversations');
    expect(list).toHaveLength(1);
    expect(topic).toMatch(/^chat_[0-9a-f]{32}$/);
    const { records } = await page(person, all[0]!.chatKey);
    expect(records).toMatchObject([{ number: 1, system: 'opened', blade_user_id: -1, isStaff: false }]);
  });

  it('is listed by its number however old it is, to its parties alone', async () => {
    const { person, chat } = await begun();
    await house.pool.query(
      `with made as (
         insert into chat.conversation (chat_key, kind, reference, language, status, created_at, last_at)
         select md5($1 || n), 'order', $1 || n, 'en', 'open', now(), now() + interval '1 day' from generate_series(1, 50) n
         returning chat_id)
       insert into chat.party (chat_id, user_id) select chat_id, $2 from made`,
      [`old ${person.userId} `, person.userId],
    );
    const ids = async (by: Person, query: { chat?: string }) =>
      (await by.client.call('getConversations', { query })).list.map(({ id }) => id);
    const latest = await ids(person, {});
    expect(latest).toHaveLength(50);
    expect(latest).not.toContain(chat.id);
    expect(await ids(person, { chat: String(chat.id) })).toEqual([...latest, chat.id]);
    expect(await ids(person, { chat: String(latest[0]) })).toEqual(latest);
    expect(await ids(await newPerson(house, false), { chat: String(chat.id) })).toEqual([]);
  });

  it('is its parties’ alone: another’s answers as one that does not exist', async () => {
    const { chat } = await begun();
    const stranger = await newPerson(house, false);
    expect((await say(stranger, chat.id, 'Let me in')).code).toBe(1503);
    expect(await refusal(stranger.client.call('sendTyping', { body: { chatId: chat.id } }))).toMatchObject({
      key: 'CHAT_UNKNOWN',
    });
    expect(await refusal(page(stranger, chat.chatKey))).toMatchObject({ key: 'CHAT_UNKNOWN' });
    const mark = stranger.client.call('markChatRead', { body: { chatId: chat.id, number: 1 } });
    expect(await refusal(mark)).toMatchObject({ key: 'CHAT_UNKNOWN' });
  });

  it('gives its messages numbers without gaps, also those of one moment', async () => {
    const { person, chat } = await begun();
    await Promise.all(Array.from({ length: 20 }, (_, at) => say(person, chat.id, `Message ${at}`)));
    const { records } = await page(person, chat.chatKey, { size: 100 });
    expect(numbers(records)).toEqual(Array.from({ length: 21 }, (_, at) => 21 - at));
  });

  it('keeps a message that was sent again once, and refuses its key for another text', async () => {
    const { person, chat } = await begun();
    const key = newActKey(house.now());
    const [first, ...others] = await Promise.all(
      Array.from({ length: 4 }, () => say(person, chat.id, 'Only once', key)),
    );
    for (const other of others) expect(other.data).toEqual(first?.data);
    expect(first?.data).toMatchObject({ number: 2, key, mine: true });
    expect((await page(person, chat.chatKey)).records).toHaveLength(2);
    expect((await say(person, chat.id, 'Another text', key)).code).toBe(4001);
  });

  it('leaves the outcome of a message open whose connection broke at its commit, and keeps it once', async () => {
    const { person, chat } = await begun();
    const key = newActKey(house.now());
    await house.pool.query(`
      create function chat.cut() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create constraint trigger cut after insert on chat.message deferrable initially deferred
        for each row execute function chat.cut()`);
    try {
      expect((await say(person, chat.id, 'Once', key)).code).toBe(errors.OUTCOME_UNKNOWN.code);
    } finally {
      await house.pool.query('drop function chat.cut() cascade');
    }
    for (let at = 0; at < 2; at += 1) expect((await say(person, chat.id, 'Once', key)).code).toBe(200);
    expect((await page(person, chat.chatKey)).records).toHaveLength(2);
  });

  it('takes 400 emoji and no 401, and no text that is blank', async () => {
    const { person, chat } = await begun();
    expect((await say(person, chat.id, '😀'.repeat(400))).code).toBe(200);
    expect((await say(person, chat.id, '😀'.repeat(401))).code).toBe(1502);
    for (const blank of ['', ' \n\t', '\u200b\u2060', '\u00ad'])
      expect((await say(person, chat.id, blank)).code, JSON.stringify(blank)).toBe(1501);
  });

  it('keeps hostile texts as they are, and lets nobody look like staff or the system', async () => {
    const { person, chat } = await begun();
    const texts = [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      '\u202egnp.exe\u202c \u2066x\u2069',
      `Z${'\u0300'.repeat(200)}algo`,
      'System: release now',
      "'); drop table chat.message; --",
      '{"isStaff":true,"blade_user_id":-1}',
    ];
    for (const text of texts) expect((await say(person, chat.id, text)).code).toBe(200);
    const { records } = await page(person, chat.chatKey);
    const own = records.filter(({ mine }) => mine).toReversed();
    expect(own.map(({ content }) => content)).toEqual(texts);
    for (const row of own)
      expect(row).toMatchObject({ isStaff: false, system: null, blade_user_id: person.userId });
    expect((await say(person, chat.id, 'ab\u0007c\r\nd')).data).toMatchObject({ content: 'abc\nd' });
    expect((await say(person, chat.id, 'a\u0000b')).code).toBe(400);
  });
});

describe('pages of a conversation', () => {
  it('lose and double nothing while messages arrive', async () => {
    const { person, chat } = await begun();
    for (let at = 0; at < 30; at += 1) await say(person, chat.id, `Earlier ${at}`);
    const first = await page(person, chat.chatKey);
    expect(first.top).toBe(31);
    expect(numbers(first.records)).toEqual(Array.from({ length: 15 }, (_, at) => 31 - at));
    for (let at = 0; at < 5; at += 1) await say(person, chat.id, `Later ${at}`);
    const second = await page(person, chat.chatKey, { current: 2, top: first.top });
    const third = await page(person, chat.chatKey, { current: 3, top: first.top });
    expect(numbers([...second.records, ...third.records])).toEqual(
      Array.from({ length: 16 }, (_, at) => 16 - at),
    );
    const missed = await page(person, chat.chatKey, { after: 31, size: 100 });
    expect(numbers(missed.records)).toEqual([32, 33, 34, 35, 36]);
  });

  it('end with an empty one where fifteen are all, and without an error', async () => {
    const { person, chat } = await begun();
    for (let at = 0; at < 14; at += 1) await say(person, chat.id, `${at}`);
    expect((await page(person, chat.chatKey)).records).toHaveLength(15);
    expect((await page(person, chat.chatKey, { current: 2, top: 15 })).records).toEqual([]);
  });
});

describe('the conversation of an appeal', () => {
  it('goes on between both sides, and keeps messages of one moment in their order', async () => {
    const [buyer, seller] = [await newPerson(house, false), await newPerson(house, false)];
    const { rows } = await house.pool.query(
      `insert into chat.conversation (chat_key, kind, reference, language, status, created_at, last_at)
       values (md5($1), 'appeal', $1, 'en', 'open', now(), now()) returning chat_id, chat_key`,
      [`O ${buyer.userId}`],
    );
    const { chat_id: id, chat_key: key } = rows[0];
    for (const { userId } of [buyer, seller])
      await house.pool.query('insert into chat.party (chat_id, user_id) values ($1, $2)', [id, userId]);
    await Promise.all(
      [buyer, seller].flatMap((side) => [1, 2, 3].map((at) => say(side, Number(id), `${side.userId} ${at}`))),
    );
    await house.pool.query('update chat.message set sent_at = now() where chat_id = $1', [id]);
    const [toBuyer, toSeller] = await Promise.all([page(buyer, key), page(seller, key)]);
    expect(numbers(toBuyer.records)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(toSeller.records.map(({ content }) => content)).toEqual(
      toBuyer.records.map(({ content }) => content),
    );
    expect(new Set(toBuyer.records.map(({ content }) => content)).size).toBe(6);
    expect((await page(seller, key, { after: 2, size: 2 })).records.map(({ number }) => number)).toEqual([
      3, 4,
    ]);
    const unread = toSeller.records.filter(({ mine }) => !mine).length;
    expect(toSeller.conversation).toMatchObject({ kind: 'appeal', unread });
    // no desk of support has it
    await say(seller, Number(id), 'Still here');
    expect((await page(buyer, key)).conversation).toMatchObject({ status: 'open', rating: null });
  });
});

describe('a mark', () => {
  it('never goes back, and leaves unread what arrived meanwhile', async () => {
    const { person, chat } = await begun();
    const mark = (number: number) =>
      person.client.call('markChatRead', { body: { chatId: chat.id, number } });
    for (let at = 0; at < 5; at += 1) await say(person, chat.id, `${at}`);
    expect(await mark(5)).toEqual({ readNumber: 5, unread: 0 });
    expect((await mark(3)).readNumber).toBe(5);
    expect((await mark(900)).readNumber).toBe(6);
    await house.pool.query(
      `insert into chat.message (chat_id, number, author, operator_id, operator, content_type, content, is_masked, sent_at)
       select chat_id, last_number + 1, 'operator', 1, 'sam', 1, 'Hello', false, now()
       from chat.conversation where chat_id = $1`,
      [chat.id],
    );
    await house.pool.query('update chat.conversation set last_number = last_number + 1 where chat_id = $1', [
      chat.id,
    ]);
    expect(await mark(6)).toEqual({ readNumber: 6, unread: 1 });
    expect((await person.client.call('getConversations')).unread).toBe(1);
  });
});

describe('a code that works now', () => {
  it('is masked in a message, and the six digits of an order are not', async () => {
    const { person, chat } = await begun();
    const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
    const code = await codeAt(secret, house.now());
    const other = code === '123456' ? '654321' : '123456';
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const wide = Array.from(code, (digit) => String.fromCodePoint(0xff10 + Number(digit))).join('');
    for (const written of [code, spaced, wide]) {
      const { data } = await say(person, chat.id, `My code is ${written}, order ${other}`);
      const { content, masked } = data as { content: string; masked: boolean };
      expect(masked).toBe(true);
      expect(content).toBe(`My code is ${written.replace(/\p{Nd}/gu, '•')}, order ${other}`);
    }
    expect((await say(person, chat.id, `Order ${other}`)).data).toMatchObject({ masked: false });
    const { rows } = await house.pool.query('select content from chat.message where chat_id = $1', [chat.id]);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('is told by no message that holds many numbers, nor by a retry with another', async () => {
    const { person, chat } = await begun();
    const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
    const code = await codeAt(secret, house.now());
    const others = Array.from({ length: 56 }, (_, at) =>
      String(Number(code) > 500_000 ? 100_000 + at : 900_000 + at),
    );
    const contents = await Promise.all(
      [others[0], code].map(async (last) => {
        const { data } = await say(person, chat.id, [...others, last].join(' '));
        return (data as { content: string }).content;
      }),
    );
    expect(contents).toEqual(Array(2).fill('•••••• '.repeat(57).trim()));
    for (const [first, second] of [
      [code, others[0]],
      [others[0], code],
      [others[0], others[1]],
    ] as const) {
      const key = newActKey(house.now());
      expect((await say(person, chat.id, `It is ${first}`, key)).code).toBe(200);
      expect((await say(person, chat.id, `It is ${second}`, key)).code).toBe(4001);
      expect((await say(person, chat.id, `It is ${first}`, key)).code).toBe(200);
    }
  });

  it('is compared twenty times an hour, and told by no further message', async () => {
    const { person, chat } = await begun();
    const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
    const code = await codeAt(secret, house.now());
    const other = code === '123456' ? '654321' : '123456';
    for (let at = 0; at < 20; at += 1)
      expect((await say(person, chat.id, other)).data).toMatchObject({ content: other, masked: false });
    for (const content of [other, code])
      expect((await say(person, chat.id, content)).data).toMatchObject({ content: '••••••', masked: true });
  });

  it('is masked where it is a recovery code that was not used, with and without dashes', async () => {
    const { person, chat } = await begun();
    const codes = await house.factors.db
      .transaction()
      .execute((trx) => house.factors.recoveryCodes.renew(trx, person.userId));
    const code = codes[0] as string;
    for (const written of [
      code,
      code.replaceAll('-', ''),
      code.toUpperCase(),
      `code ${code}`,
      `恢复码是${code}입니다`,
    ])
      expect((await say(person, chat.id, `It is ${written}.`)).data).toMatchObject({ masked: true });
    expect((await say(person, chat.id, 'abcd-efgh-jkmn-pqrs')).data).toMatchObject({ masked: false });
  });
});

describe('an image', () => {
  const picture = () =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
  const sendImage = (person: Person, chatId: number, content: string) =>
    person.client.call('sendChatRecord', { body: { content, contentType: 2, chatId } });

  it('is sent by its upload, shown by a link, and no other’s', async () => {
    const { person, chat } = await begun();
    const { data } = await upload(house, person, await picture());
    const { id } = data as { id: string };
    const sent = await sendImage(person, chat.id, id);
    expect(sent).toMatchObject({ content_type: 2, image: { width: 40, height: 30 } });
    expect((await fetch(house.url + sent.content)).headers.get('content-type')).toBe('image/jpeg');
    const thief = await begun();
    expect(await refusal(sendImage(thief.person, thief.chat.id, id))).toMatchObject({ key: 'FILE_UNKNOWN' });
    for (const wrong of ['', 'x', '<svg>', 'https://evil.example/a.png'])
      expect(await refusal(sendImage(person, chat.id, wrong))).toMatchObject({ key: 'FILE_UNKNOWN' });
  });

  it('is no file that something else keeps: the end of an avatar deletes no image', async () => {
    const { person, chat } = await begun();
    const { data } = await upload(house, person, await picture());
    const { id } = data as { id: string };
    const key = newActKey(house.now());
    const body = { content: id, contentType: 2, chatId: chat.id };
    const sending = () =>
      send(house, 'POST', SEND, { token: person.token, body, headers: { 'idempotency-key': key } });
    const first = await sending();
    expect((await sending()).data).toMatchObject({ number: (first.data as { number: number }).number });
    expect(await refusal(sendImage(person, chat.id, id))).toMatchObject({ key: 'FILE_UNKNOWN' });
    const avatar = await upload(house, person, await picture());
    const kept = (avatar.data as { id: string }).id;
    await house.pool.query('update files.file set kept_at = now(), holder = $2 where file_id = $1', [
      kept,
      'identity',
    ]);
    expect(await refusal(sendImage(person, chat.id, kept))).toMatchObject({ key: 'FILE_UNKNOWN' });
  });

  it('is no hostile file: what is taken of fifty is a picture of ours', async () => {
    const { person, chat } = await begun();
    const files = (await hostileFiles()).slice(0, 50);
    let taken = 0;
    for (const { bytes, what } of files) {
      const { code, data } = await upload(house, person, bytes);
      if (code !== 200) continue;
      taken += 1;
      const sent = await sendImage(person, chat.id, (data as { id: string }).id);
      const shown = await fetch(house.url + sent.content);
      expect(shown.headers.get('content-type'), what).toBe('image/jpeg');
      const bytesShown = Buffer.from(await shown.arrayBuffer());
      expect(bytesShown.includes('<script'), what).toBe(false);
    }
    expect(taken).toBeLessThan(50);
  });
});

describe('a form without an account', () => {
  const form = {
    email: 'Guest@Example.org',
    language: 'de',
    matter: 'account',
    content: 'I can’t log in.',
  } as const;

  it('gives a number, and nothing to whoever guesses a link', async () => {
    const visitor = (await newPerson(house, false)).client;
    const { id } = await visitor.call('askSupport', { body: form });
    expect(id).toBeGreaterThan(0);
    const guess = visitor.call('getLinkedChat', { body: { link: 'a'.repeat(43) } });
    expect(await refusal(guess)).toMatchObject({ key: 'CHAT_LINK_WRONG' });
    const { rows } = await house.pool.query('select * from chat.conversation where chat_id = $1', [id]);
    expect(rows[0]).toMatchObject({ guest_email: 'guest@example.org', status: 'open', language: 'de' });
  });
});
