import { createHash } from 'node:crypto';
import { emptyFields, type supportDeskCalls } from '@candor/api';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { DeskHandlers, Operator } from '../../operators/operator/index.ts';
import {
  type ActHint,
  act,
  authorOf,
  change,
  enter,
  lockInHand,
  lockSupport,
  refuseUnseen,
  type SupportDesk,
  shownRow,
  supportRow,
} from './desk-acts.ts';
import { addMessage, type NewMessage, readText, sentBefore } from './messages.ts';
import type { ConversationRow } from './rows.ts';
import { planTelling } from './tell-answered.ts';

type AnswerCalls = Pick<
  typeof supportDeskCalls,
  'answerSupport' | 'sendSupportPicture' | 'typeSupport' | 'noteSupport'
>;

/** The parts of an answer that differ between a text and a picture. */
type AnswerParts = Pick<NewMessage, 'content' | 'file' | 'key' | 'hash'>;

/** Adds an answer of the operator who has the conversation in hand, and tells who asked. */
async function addAnswer(
  desk: SupportDesk,
  trx: Trx,
  operator: Operator,
  { id, seen, message }: { readonly id: number; readonly seen: number; readonly message: AnswerParts },
): Promise<ActHint> {
  const { chat, now } = desk;
  const row = await lockInHand(desk, trx, operator, id);
  await refuseUnseen(trx, row, seen);
  const { number } = await addMessage(trx, row, authorOf(operator), {
    ...message,
    isMasked: false,
    timeMs: now(),
  });
  await change(trx, row, { status: 'pending', waiting_since: null, snoozed_until: null });
  await chat.mailGuest(trx, row);
  await planTelling(trx, row.chat_id, now());
  await enter(desk, trx, { operator, action: 'answerSupport', row, more: { message: String(number) } });
  return { event: 'message', number };
}

/** True where an earlier try has sent the picture. @throws Refusal KEY_REUSED_WITH_OTHER_BODY */
async function isPictureSent(
  within: Db,
  operator: Operator,
  { id, hash, key }: { readonly id: number; readonly hash: Buffer; readonly key: string | null },
): Promise<boolean> {
  const earlier = await sentBefore(within, id, authorOf(operator), key);
  if (earlier !== null && earlier.content_hash?.equals(hash) !== true)
    throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
  return earlier !== null;
}

/** The note that an earlier try of the same act has written; null where there is none. */
async function notedBefore(
  trx: Trx,
  { chat_id }: ConversationRow,
  { name }: Operator,
  key: string | null,
): Promise<string | null> {
  if (key === null) return null;
  const row = await trx
    .selectFrom('chat.note')
    .select('text')
    .where('chat_id', '=', chat_id)
    .where('operator', '=', name)
    .where('act_key', '=', key)
    .executeTakeFirst();
  return row?.text ?? null;
}

/** Handlers of all that an operator writes in a conversation: answers for who asked, and notes for colleagues. */
export function answerHandlers(desk: SupportDesk): DeskHandlers<AnswerCalls> {
  const { db, chat, now } = desk;

  return {
    answerSupport({ session, params: { id }, body: { content, seen }, idempotencyKey }) {
      const text = readText(content);
      if (emptyFields(text).length > 0) throw new Refusal('SUPPORT_FIELD_EMPTY', { field: 'content' });
      return act(desk, session, id, async (trx) => {
        await lockSupport(trx, id);
        // a retry finds what was sent, whoever has the conversation in hand by now
        const earlier = await sentBefore(trx, id, authorOf(session), idempotencyKey);
        if (earlier !== null) {
          if (earlier.content !== text) throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
          return null;
        }
        const message = { content: text, file: null, key: idempotencyKey, hash: null };
        return addAnswer(desk, trx, session, { id, seen, message });
      });
    },
    async sendSupportPicture({ session, params: { id }, query: { seen }, file, idempotencyKey: key }) {
      const hash = createHash('sha256').update(file).digest();
      await supportRow(db, id);
      if (await isPictureSent(db, session, { id, hash, key })) return shownRow(desk, session, id);
      // who has it not in hand has nothing decoded
      await db.transaction().execute((trx) => lockInHand(desk, trx, session, id));
      const picture = await chat.staffPictures.takeOwn(file);
      try {
        return await act(desk, session, id, async (trx) => {
          await lockSupport(trx, id);
          if (await isPictureSent(trx, session, { id, hash, key })) return null;
          await chat.staffPictures.keepOwn(trx, 'chat', picture);
          const message = { content: '', file: picture, key, hash };
          return addAnswer(desk, trx, session, { id, seen, message });
        });
      } finally {
        // a refusal, or the same act at the same time
        await chat.staffPictures.dropUnkept(picture);
      }
    },
    async typeSupport({ session, params: { id } }) {
      const row = await supportRow(db, id);
      if (Number(row.operator_id) !== session.operatorId) throw new Refusal('SUPPORT_NOT_IN_HAND');
      await chat.tell({ chatId: id, event: 'typing', number: row.last_number, by: null });
      return null;
    },
    async noteSupport({ session, params: { id }, body: { text }, idempotencyKey }) {
      await db.transaction().execute(async (trx) => {
        refuseLate(now());
        const row = await lockSupport(trx, id);
        const noted = await notedBefore(trx, row, session, idempotencyKey);
        if (noted !== null) {
          if (noted !== text) throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
          return;
        }
        await trx
          .insertInto('chat.note')
          .values({
            chat_id: row.chat_id,
            operator: session.name,
            text,
            noted_at: new Date(now()),
            act_key: idempotencyKey,
          })
          .execute();
        await enter(desk, trx, { operator: session, action: 'noteSupport', row });
      });
      return null;
    },
  };
}
