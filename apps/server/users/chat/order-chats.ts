import type { OrderCode } from '@candor/api';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Hint } from './hints.ts';
import { addMessage, addSystem, readText, sentBefore } from './messages.ts';
import { newConversation } from './new-conversation.ts';
import { addParty } from './parties.ts';
import { locked, type MessageRow } from './rows.ts';

/** Messages that a look at an order's conversation shows. */
const MOST_SHOWN = 200;

/** Conversations of orders: both sides are parties, and operators read and write only while there is an appeal. */
export interface OrderChats {
  /** The conversation of an order, begun by the first who asks. */
  open(trx: Trx, orderId: number, parties: readonly [number, number], timeMs: number): Promise<number>;
  of(orderId: number): Promise<{ readonly chatId: number; readonly chatKey: string } | null>;
  /** Says in the conversation what became of its order; each key once. Null where it was said before. */
  news(trx: Trx, orderId: number, code: OrderCode, key: string, timeMs: number): Promise<Hint | null>;
  /**
   * Writes as staff to both sides, once under one key: `said` where it was before. Null for an order without a conversation.
   * @throws Refusal CHAT_TEXT_EMPTY, CHAT_TEXT_TOO_LONG, KEY_REUSED_WITH_OTHER_BODY
   */
  say(
    trx: Trx,
    orderId: number,
    operator: { readonly operatorId: number; readonly name: string },
    message: { readonly content: string; readonly key: string | null; readonly timeMs: number },
  ): Promise<Hint | 'said' | null>;
  /** The newest messages, the oldest of them first. */
  messages(orderId: number): Promise<readonly MessageRow[]>;
  message(orderId: number, number: number): Promise<MessageRow | null>;
}

const find = (within: Db, orderId: number) =>
  within
    .selectFrom('chat.conversation')
    .selectAll()
    .where('kind', '=', 'order')
    .where('reference', '=', String(orderId))
    .executeTakeFirst();

export function orderChats(db: Db): OrderChats {
  return {
    async open(trx, orderId, parties, timeMs) {
      const about = { kind: 'order', matter: null, reference: String(orderId), language: 'en' } as const;
      const row = await trx
        .insertInto('chat.conversation')
        .values(newConversation(timeMs, { ...about, status: 'pending' }))
        .onConflict((conflict) => conflict.column('reference').where('kind', '=', 'order').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return idOf((await find(trx, orderId))!.chat_id);
      await addSystem(trx, row, 'orderCreated', timeMs, 'created');
      for (const userId of parties) await addParty(trx, row.chat_id, userId, 0);
      return idOf(row.chat_id);
    },
    async of(orderId) {
      const row = await find(db, orderId);
      return row === undefined ? null : { chatId: idOf(row.chat_id), chatKey: row.chat_key };
    },
    async news(trx, orderId, code, key, timeMs) {
      const found = await find(trx, orderId);
      if (found === undefined) return null;
      const row = await locked(trx, idOf(found.chat_id));
      const said = await trx
        .selectFrom('chat.message')
        .select('number')
        .where('chat_id', '=', row.chat_id)
        .where('author', '=', 'system')
        .where('act_key', '=', key)
        .executeTakeFirst();
      if (said !== undefined) return null;
      const { number } = await addSystem(trx, row, code, timeMs, key);
      return { chatId: idOf(row.chat_id), event: 'message', number, by: null };
    },
    async say(trx, orderId, { operatorId, name: operator }, { content: given, key, timeMs }) {
      const content = readText(given);
      const found = await find(trx, orderId);
      if (found === undefined) return null;
      const row = await locked(trx, idOf(found.chat_id));
      const author = { author: 'operator', operatorId, operator } as const;
      const earlier = await sentBefore(trx, idOf(row.chat_id), author, key);
      if (earlier !== null) {
        if (earlier.content !== content) throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
        return 'said';
      }
      const message = { content, isMasked: false, file: null, key, hash: null, timeMs };
      const { number } = await addMessage(trx, row, author, message);
      return { chatId: idOf(row.chat_id), event: 'message', number, by: null };
    },
    async messages(orderId) {
      const found = await find(db, orderId);
      if (found === undefined) return [];
      const rows = await db
        .selectFrom('chat.message')
        .selectAll()
        .where('chat_id', '=', found.chat_id)
        .orderBy('number', 'desc')
        .limit(MOST_SHOWN)
        .execute();
      return rows.toReversed();
    },
    async message(orderId, number) {
      const found = await find(db, orderId);
      if (found === undefined) return null;
      const row = await db
        .selectFrom('chat.message')
        .selectAll()
        .where('chat_id', '=', found.chat_id)
        .where('number', '=', number)
        .executeTakeFirst();
      return row ?? null;
    },
  };
}
