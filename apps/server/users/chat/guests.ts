import { createHash, randomBytes } from 'node:crypto';
import type { ChatRecord, Language, SupportMatter } from '@candor/api';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import { createLimitCounts } from '../../gateway/logins/index.ts';
import { linkOf } from '../../gateway/messages/index.ts';
import type { Chat } from './chat.ts';
import { addSystem, readText, sendFrom } from './messages.ts';
import { type ConversationRow, recordShown } from './rows.ts';

const HOUR_MS = 3_600_000;
/** Forms of one network address, and to one mail address, in an hour. */
const FORMS_AN_HOUR = { ip: 10, email: 5 };
/** Links that one network address has looked up in an hour. */
const LOOKS_AN_HOUR = 600;
/** Messages through one link in an hour. */
const ANSWERS_AN_HOUR = 60;

export interface FormAsked {
  readonly email: string;
  readonly language: Language;
  readonly matter: SupportMatter;
  readonly reference?: string | undefined;
  readonly content: string;
}

/** Conversations with support that are begun without an account. Whoever has the link of a mail reads and writes them. */
export interface Guests {
  /** @throws Refusal CHAT_TEXT_EMPTY, CHAT_TEXT_TOO_LONG, CHAT_FORMS_LIMITED */
  ask(form: FormAsked, ip: string, key: string | null): Promise<{ id: number }>;
  /** Changes nothing. @throws Refusal CHAT_LINK_WRONG */
  read(link: string, ip: string): Promise<{ id: number; records: ChatRecord[]; isOpen: boolean }>;
  /** @throws Refusal CHAT_LINK_WRONG, CHAT_TEXT_EMPTY, CHAT_TEXT_TOO_LONG, CHAT_FORMS_LIMITED */
  answer(
    link: string,
    content: string,
    asker: { readonly ip: string; readonly key: string | null },
  ): Promise<ChatRecord>;
}

export interface GuestsDeps {
  readonly pool: Pool;
  readonly chat: Pick<Chat, 'db' | 'linkOf'>;
  /** The key that the links of mails are derived with. */
  readonly linkKey: Uint8Array;
  readonly now: () => number;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

export function createGuests({ pool, chat, linkKey, now }: GuestsDeps): Guests {
  const { db } = chat;
  const counts = createLimitCounts({ pool, schema: 'chat', table: 'form_limit' });

  async function count(...limits: readonly { readonly key: string; readonly most: number }[]): Promise<void> {
    const retryAfterMs = await counts.add(limits.map((limit) => ({ ...limit, durationMs: HOUR_MS })));
    if (retryAfterMs !== null) throw new Refusal('CHAT_FORMS_LIMITED', { retryAfterMs });
  }

  /** The conversation of an earlier try of the same act; null where there is none. @throws Refusal KEY_REUSED_WITH_OTHER_BODY */
  async function sentForm(trx: Trx, key: string | null, address: string): Promise<number | null> {
    if (key === null) return null;
    await sql`select pg_advisory_xact_lock(hashtext(${`candor form ${key}`}))`.execute(trx);
    const row = await trx
      .selectFrom('chat.conversation')
      .select(['chat_id', 'guest_email'])
      .where('form_key', '=', key)
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.guest_email !== address) throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
    return idOf(row.chat_id);
  }

  async function rowOf(link: string, ip: string): Promise<ConversationRow> {
    await count({ key: `look ip ${ip}`, most: LOOKS_AN_HOUR });
    const row = await db
      .selectFrom('chat.conversation')
      .selectAll()
      .where('link_hash', '=', hashOf(link))
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('CHAT_LINK_WRONG');
    return row;
  }

  return {
    async ask({ email, language, matter, reference = '', content }, ip, key) {
      const text = readText(content);
      const address = email.toLowerCase();
      await count(
        { key: `form ip ${ip}`, most: FORMS_AN_HOUR.ip },
        { key: `form mail ${hashOf(address).toString('hex')}`, most: FORMS_AN_HOUR.email },
      );
      const nonce = randomBytes(16);
      return db.transaction().execute(async (trx) => {
        refuseLate(now());
        const earlier = await sentForm(trx, key, address);
        if (earlier !== null) return { id: earlier };
        const time = new Date(now());
        const row = await trx
          .insertInto('chat.conversation')
          .values({
            chat_key: randomBytes(16).toString('hex'),
            kind: 'support',
            matter,
            reference,
            language,
            status: 'open',
            created_at: time,
            last_at: time,
            waiting_since: time,
            snoozed_until: null,
            operator_id: null,
            operator: null,
            present_at: null,
            form_key: key,
            guest_email: address,
            link_nonce: nonce,
            link_hash: hashOf(linkOf(linkKey, nonce, 'chat')),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await addSystem(trx, row, 'opened', now());
        const message = { content: text, isMasked: false, file: null, key, timeMs: now() };
        await sendFrom(trx, idOf(row.chat_id), { author: 'guest' }, message);
        return { id: idOf(row.chat_id) };
      });
    },
    async read(link, ip) {
      const row = await rowOf(link, ip);
      const rows = await db
        .selectFrom('chat.message')
        .selectAll()
        .where('chat_id', '=', row.chat_id)
        .orderBy('number')
        .execute();
      return {
        id: idOf(row.chat_id),
        records: rows.map((each) => recordShown(each, 'guest', chat.linkOf)),
        isOpen: row.status !== 'resolved',
      };
    },
    async answer(link, content, { ip, key }) {
      const row = await rowOf(link, ip);
      const text = readText(content);
      await count({ key: `link ${row.chat_id}`, most: ANSWERS_AN_HOUR });
      const { row: sent } = await db.transaction().execute((trx) => {
        refuseLate(now());
        const message = { content: text, isMasked: false, file: null, key, timeMs: now() };
        return sendFrom(trx, idOf(row.chat_id), { author: 'guest' }, message);
      });
      return recordShown(sent, 'guest', chat.linkOf);
    },
  };
}
