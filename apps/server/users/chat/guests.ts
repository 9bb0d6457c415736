import { createHash, randomBytes } from 'node:crypto';
import type { ChatRating, ChatRecord, Language, SupportMatter } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addressKey, siteKey } from '../../base/limits/client-address.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import { linkOf } from '../../gateway/messages/index.ts';
import { maskRecoveryForms } from './mask.ts';
import { addSystem, hashOfText, type NewMessage, readText, readWords, sendFrom } from './messages.ts';
import { newConversation } from './new-conversation.ts';
import { rate, ratingOf } from './ratings.ts';
import { type ConversationRow, isInHand, recordShown } from './rows.ts';
import type { Chat } from './types.ts';

const HOUR_MS = 3_600_000;
/** Forms of one network address, and to one mail address, in an hour. */
const FORMS_AN_HOUR = { ip: 10, email: 5 };
/** Wrong links that one network address tries in an hour. */
const WRONG_AN_HOUR = 60;
/** A site, the /48 of an IPv6 address, may do this many times as much. */
const SITE_FACTOR = 4;
/** Conversations without an account and without an answer that begin in an hour, of all addresses together. */
const UNANSWERED_AN_HOUR = 300;
/** A link ends this long after the newest answer. */
const LINK_MS = 30 * 86_400_000;
/** Messages that a look shows at most. */
const MOST_SHOWN = 100;
/** Messages through one link in an hour. */
const ANSWERS_AN_HOUR = 60;

export interface FormAsked {
  readonly email: string;
  readonly language: Language;
  readonly matter: SupportMatter;
  readonly reference?: string | undefined;
  readonly content: string;
}

/** The messages that a look asks for: those after a number, those before one, or the newest. */
export interface LinkedPlace {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}

/** The person who answers through a link, and the key of the act. */
interface Asker {
  readonly ip: string;
  readonly key: string | null;
}

/** A part of a conversation that was begun without an account, the oldest message first. */
export interface LinkedChat {
  readonly id: number;
  readonly records: ChatRecord[];
  readonly hasEarlier: boolean;
  readonly isOpen: boolean;
  readonly rating: ChatRating | null;
}

/** Conversations with support that are begun without an account. Whoever has the link of a mail reads and writes them. */
export interface Guests {
  /** @throws Refusal CHAT_TEXT_EMPTY, CHAT_TEXT_TOO_LONG, CHAT_MAIL_CLOSED, CHAT_FORMS_LIMITED */
  ask(form: FormAsked, ip: string, key: string | null): Promise<{ id: number }>;
  /** Changes nothing. @throws Refusal CHAT_LINK_WRONG */
  read(link: string, ip: string, place: LinkedPlace): Promise<LinkedChat>;
  /** @throws Refusal CHAT_LINK_WRONG, CHAT_TEXT_EMPTY, CHAT_TEXT_TOO_LONG, CHAT_FORMS_LIMITED */
  answer(link: string, content: string, asker: Asker): Promise<ChatRecord>;
  /** @throws Refusal CHAT_LINK_WRONG, CHAT_NOT_RESOLVED, CHAT_TEXT_TOO_LONG */
  rate(link: string, rating: ChatRating, ip: string): Promise<ChatRating>;
  /**
   * Deletes the conversation of a link with all that belongs to it. A link of nothing counts as a wrong one: a retry finds
   * its conversation gone. @throws Refusal CHAT_LINK_WRONG for a link that has ended, CHAT_IN_HAND, CHAT_FORMS_LIMITED
   */
  forget(link: string, ip: string): Promise<void>;
}

export interface GuestsDeps {
  readonly chat: Pick<Chat, 'counts' | 'db' | 'isMailOpen' | 'linkOf'>;
  /** The key that the links of mails are derived with. */
  readonly linkKey: Uint8Array;
  readonly now: () => number;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();
/** Keys of limits are digests: the table is no list of addresses. */
const digest = (text: string) => hashOf(text).toString('base64url');

type Limit = { readonly key: string; readonly most: number };

/** @throws Refusal CHAT_FORMS_LIMITED */
async function count({ chat: { counts } }: GuestsDeps, ...limits: readonly Limit[]): Promise<void> {
  const retryAfterMs = await counts.add(limits.map((limit) => ({ ...limit, durationMs: HOUR_MS })));
  if (retryAfterMs !== null) throw new Refusal('CHAT_FORMS_LIMITED', { retryAfterMs });
}

/** The limits of the place that an asker comes from: the address, and the /48 of an IPv6 one. Keys are digests. */
function placesOf(what: string, ip: string, most: number): readonly Limit[] {
  const key = addressKey(ip);
  const site = siteKey(key);
  const own = { key: `${what} ip ${digest(key)}`, most };
  return site === null ? [own] : [own, { key: `${what} site ${digest(site)}`, most: most * SITE_FACTOR }];
}

/** @throws Refusal CHAT_FORMS_LIMITED where too many wait for a first answer */
async function refuseFlood(trx: Trx, nowMs: number): Promise<void> {
  const { count: unanswered } = await trx
    .selectFrom('chat.conversation')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('guest_email', 'is not', null)
    .where('created_at', '>', new Date(nowMs - HOUR_MS))
    .where('waiting_since', 'is not', null)
    .executeTakeFirstOrThrow();
  if (Number(unanswered) >= UNANSWERED_AN_HOUR)
    throw new Refusal('CHAT_FORMS_LIMITED', { retryAfterMs: HOUR_MS });
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

/** The conversation of a link. Wrong ones alone count: whoever has a link reads as often as they like. */
async function rowOf(deps: GuestsDeps, link: string, ip: string): Promise<ConversationRow> {
  const row = await linkedRow(deps, link);
  if (row !== null) return row;
  await count(deps, ...placesOf('look', ip, WRONG_AN_HOUR));
  throw new Refusal('CHAT_LINK_WRONG');
}

async function linkedRow({ chat: { db }, now }: GuestsDeps, link: string): Promise<ConversationRow | null> {
  const row = await db
    .selectFrom('chat.conversation')
    .selectAll()
    .where('link_hash', '=', hashOf(link))
    .executeTakeFirst();
  return row !== undefined && (await lasts(db, row, now)) ? row : null;
}

/** True while the link of a conversation lasts. */
async function lasts(within: Db, row: ConversationRow, now: () => number): Promise<boolean> {
  const { answered } = await within
    .selectFrom('chat.message')
    .select(({ fn }) => fn.max('sent_at').as('answered'))
    .where('chat_id', '=', row.chat_id)
    .where('author', '=', 'operator')
    .executeTakeFirstOrThrow();
  const newest = (answered as Date | null) ?? row.created_at;
  return newest.getTime() + LINK_MS > now();
}

function messageOf(
  { linkKey, now }: GuestsDeps,
  { chat_id }: ConversationRow,
  text: string,
  key: string | null,
): NewMessage {
  const { text: content, isMasked } = maskRecoveryForms(text);
  const hash = hashOfText(linkKey, idOf(chat_id), key, text);
  return { content, isMasked, file: null, key, hash, timeMs: now() };
}

async function ask(
  deps: GuestsDeps,
  { email, language, matter, reference = '', content }: FormAsked,
  ip: string,
  key: string | null,
): Promise<{ id: number }> {
  const { chat, linkKey, now } = deps;
  const text = readText(content);
  if (!chat.isMailOpen()) throw new Refusal('CHAT_MAIL_CLOSED');
  const address = email.toLowerCase();
  await count(deps, ...placesOf('form', ip, FORMS_AN_HOUR.ip), {
    key: `form mail ${digest(address)}`,
    most: FORMS_AN_HOUR.email,
  });
  const nonce = randomBytes(16);
  return chat.db.transaction().execute(async (trx) => {
    refuseLate(now());
    const earlier = await sentForm(trx, key, address);
    if (earlier !== null) return { id: earlier };
    await refuseFlood(trx, now());
    const row = await trx
      .insertInto('chat.conversation')
      .values(
        newConversation(now(), {
          kind: 'support',
          matter,
          reference,
          language,
          status: 'open',
          waiting_since: new Date(now()),
          form_key: key,
          guest_email: address,
          link_nonce: nonce,
          link_hash: hashOf(linkOf(linkKey, nonce, 'chat')),
        }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    await addSystem(trx, row, 'opened', now());
    await sendFrom(trx, idOf(row.chat_id), { author: 'guest' }, messageOf(deps, row, text, key));
    return { id: idOf(row.chat_id) };
  });
}

async function readLinked(
  deps: GuestsDeps,
  link: string,
  ip: string,
  { after, before }: LinkedPlace,
): Promise<LinkedChat> {
  const { db, linkOf: linkOfPicture } = deps.chat;
  const row = await rowOf(deps, link, ip);
  let query = db.selectFrom('chat.message').selectAll().where('chat_id', '=', row.chat_id).limit(MOST_SHOWN);
  if (after !== undefined) query = query.where('number', '>', after).orderBy('number', 'asc');
  else query = query.orderBy('number', 'desc');
  if (before !== undefined) query = query.where('number', '<', before);
  const rows = await query.execute();
  const shown = after === undefined ? rows.toReversed() : rows;
  return {
    id: idOf(row.chat_id),
    records: shown.map((each) => recordShown(each, 'guest', linkOfPicture)),
    hasEarlier: (shown[0]?.number ?? 1) > 1,
    isOpen: row.status !== 'resolved',
    rating: await ratingOf(db, row),
  };
}

async function answerLinked(
  deps: GuestsDeps,
  link: string,
  content: string,
  { ip, key }: Asker,
): Promise<ChatRecord> {
  const { chat, now } = deps;
  const row = await rowOf(deps, link, ip);
  const text = readText(content);
  await count(deps, { key: `link ${row.chat_id}`, most: ANSWERS_AN_HOUR });
  const { row: sent } = await chat.db.transaction().execute((trx) => {
    refuseLate(now());
    return sendFrom(trx, idOf(row.chat_id), { author: 'guest' }, messageOf(deps, row, text, key));
  });
  return recordShown(sent, 'guest', chat.linkOf);
}

async function rateLinked(
  deps: GuestsDeps,
  link: string,
  { satisfied, text: words }: ChatRating,
  ip: string,
): Promise<ChatRating> {
  const { chat, now } = deps;
  const row = await rowOf(deps, link, ip);
  const { text } = maskRecoveryForms(readWords(words));
  await count(deps, { key: `link ${row.chat_id}`, most: ANSWERS_AN_HOUR });
  return chat.db.transaction().execute((trx) => {
    refuseLate(now());
    return rate(trx, row, { satisfied, text }, now());
  });
}

async function forgetLinked(deps: GuestsDeps, link: string, ip: string): Promise<void> {
  const { chat, now } = deps;
  const isFound = await chat.db.transaction().execute(async (trx) => {
    refuseLate(now());
    const row = await trx
      .selectFrom('chat.conversation')
      .selectAll()
      .where('link_hash', '=', hashOf(link))
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return false;
    if (!(await lasts(trx, row, now))) throw new Refusal('CHAT_LINK_WRONG');
    // whoever answers it now would lose what they write, and notes that others need
    if (isInHand(row, now())) throw new Refusal('CHAT_IN_HAND');
    await trx.deleteFrom('chat.conversation').where('chat_id', '=', row.chat_id).execute();
    return true;
  });
  if (!isFound) await count(deps, ...placesOf('look', ip, WRONG_AN_HOUR));
}

export const createGuests = (deps: GuestsDeps): Guests => ({
  ask: (form, ip, key) => ask(deps, form, ip, key),
  read: (link, ip, place) => readLinked(deps, link, ip, place),
  answer: (link, content, asker) => answerLinked(deps, link, content, asker),
  rate: (link, rating, ip) => rateLinked(deps, link, rating, ip),
  forget: (link, ip) => forgetLinked(deps, link, ip),
});
