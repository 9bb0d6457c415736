import type { Client, OperatorCalls } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { linkOf } from '../../apps/server/gateway/messages/index.ts';
import { CODES_KEY, type House } from './support/house.ts';
import { clientOf, refusal } from './support/person.ts';
import { openSupportDesk, rowOf } from './support/support-desk.ts';

let house: House;
let sam: Client<OperatorCalls>;
openSupportDesk((desk) => {
  ({ house, sam } = desk);
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
