import { createHash } from 'node:crypto';
import { emptyFields, type OperatorActs, type SupportRow, type supportDeskCalls } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { DeskDeps, DeskHandlers, NewEntry, Operator } from '../../operators/operator/index.ts';
import { cannedHandlers } from './canned.ts';
import type { Chat } from './chat.ts';
import { isNewLook, markPresent, queuePage, readDetail, supportShown, userOf } from './desk-rows.ts';
import { supportFigures } from './figures.ts';
import { addMessage, addSystem, type NewMessage, readText, sentBefore } from './messages.ts';
import { officeHandlers } from './office-hours.ts';
import { type ConversationRow, isInHand, locked } from './rows.ts';
import { planTelling } from './tell-answered.ts';

/** The services of conversations that their desk needs. */
export interface SupportDeskNeeds {
  readonly chat: Chat;
}

type SupportAct = Extract<keyof OperatorActs, `${string}Support`>;
/** Details beside the number of the conversation and the user. */
type More = { readonly message?: string; readonly to?: string; readonly until?: string };

/** The parts of an answer that differ between a text and a picture. */
type AnswerParts = Pick<NewMessage, 'content' | 'file' | 'key' | 'hash'>;

const authorOf = ({ operatorId, name }: Operator) =>
  ({ author: 'operator', operatorId, operator: name }) as const;

/** Longest snooze. */
const MOST_SNOOZED_MS = 30 * 86_400_000;

/** The conversation with support of a number. @throws Refusal NOT_FOUND */
async function supportRow(db: Db, id: number): Promise<ConversationRow> {
  const row = await db
    .selectFrom('chat.conversation')
    .selectAll()
    .where('chat_id', '=', BigInt(id))
    .where('kind', '=', 'support')
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
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

/** Support’s desk: whoever has a conversation in hand answers it. Every act is an entry of the operators’ log. */
export function supportDesk(deps: DeskDeps & SupportDeskNeeds): DeskHandlers<typeof supportDeskCalls> {
  const { operators, chat, now } = deps;
  const { db, log } = operators;

  const enter = (trx: Trx, operator: Operator, action: SupportAct, row: ConversationRow, more: More = {}) =>
    userOf(trx, idOf(row.chat_id)).then((user) =>
      log.append(trx, {
        timeMs: now(),
        operator: operator.name,
        action,
        details: { chat: String(row.chat_id), user: user === null ? '-' : String(user), ...more },
      } as NewEntry<SupportAct>),
    );

  const shown = async (within: Db, operator: Operator, id: number): Promise<SupportRow> =>
    supportShown(operator, await supportRow(within, id), await userOf(within, id), now());

  /** Locks a conversation with support. @throws Refusal NOT_FOUND */
  async function lock(trx: Trx, id: number): Promise<ConversationRow> {
    await supportRow(trx, id);
    return locked(trx, id);
  }

  /** Locks one that the operator has in hand. @throws Refusal NOT_FOUND, SUPPORT_NOT_IN_HAND */
  async function inHand(trx: Trx, operator: Operator, id: number): Promise<ConversationRow> {
    const row = await lock(trx, id);
    if (Number(row.operator_id) !== operator.operatorId || !isInHand(row, now()))
      throw new Refusal('SUPPORT_NOT_IN_HAND');
    return row;
  }

  /** @throws Refusal SUPPORT_UNSEEN where the user wrote what the operator has not read */
  async function refuseUnseen(trx: Trx, row: ConversationRow, seen: number): Promise<void> {
    const newer = await trx
      .selectFrom('chat.message')
      .select('number')
      .where('chat_id', '=', row.chat_id)
      .where('number', '>', seen)
      .where('author', 'in', ['user', 'guest'])
      .executeTakeFirst();
    if (newer !== undefined) throw new Refusal('SUPPORT_UNSEEN');
  }

  /** Enters a look at a conversation before it is shown. The fetches of a page that stays open are one look. */
  const noteLook = (operator: Operator, id: number): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const row = await supportRow(trx, id);
      if (await isNewLook(trx, row, operator, now())) await enter(trx, operator, 'viewSupport', row);
    });

  const change = (trx: Trx, row: ConversationRow, set: Partial<Record<string, unknown>>) =>
    trx
      .updateTable('chat.conversation')
      .set(set as never)
      .where('chat_id', '=', row.chat_id)
      .execute();

  /** Runs an act on a conversation, notifies its parties, and answers its row. */
  async function act(
    operator: Operator,
    id: number,
    run: (trx: Trx) => Promise<{ readonly event: 'message' | 'state'; readonly number: number } | null>,
  ): Promise<SupportRow> {
    const hint = await db.transaction().execute((trx) => {
      refuseLate(now());
      return run(trx);
    });
    if (hint !== null) await chat.tell({ chatId: id, ...hint, by: null });
    return shown(db, operator, id);
  }

  /** Adds an answer of the operator who has the conversation in hand, and tells who asked. */
  async function addAnswer(
    trx: Trx,
    operator: Operator,
    { id, seen, message }: { readonly id: number; readonly seen: number; readonly message: AnswerParts },
  ): Promise<{ readonly event: 'message'; readonly number: number }> {
    const row = await inHand(trx, operator, id);
    await refuseUnseen(trx, row, seen);
    const { number } = await addMessage(trx, row, authorOf(operator), {
      ...message,
      isMasked: false,
      timeMs: now(),
    });
    await change(trx, row, { status: 'pending', waiting_since: null, snoozed_until: null });
    await chat.mailGuest(trx, row);
    await planTelling(trx, row.chat_id, now());
    await enter(trx, operator, 'answerSupport', row, { message: String(number) });
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

  return {
    async getSupportQueue({ session, query }) {
      if (query.present !== 'no') await markPresent(db, session, now());
      const { rows, nextCursor } = await queuePage(db, session, { ...query, where: query }, now());
      const records = rows.map((row) =>
        supportShown(session, row, row.user_id === null ? null : idOf(row.user_id), now()),
      );
      return { records, nextCursor };
    },
    async getSupportConversation({ session, params: { id }, query: { before, after, present } }) {
      await noteLook(session, id);
      if (present !== 'no') await markPresent(db, session, now());
      const row = await supportRow(db, id);
      const look = { before, after: after === undefined ? undefined : Number(after) };
      const detail = await readDetail(db, session, row, { ...look, typing: chat.isTyping(id) }, now());
      const last = detail.records.at(-1)?.number ?? 0;
      if (detail.row.isOwn && present !== 'no' && last > row.staff_read) {
        await change(db as Trx, row, { staff_read: sql`greatest(staff_read, ${last})` });
        await chat.tell({ chatId: id, event: 'read', number: last, by: null });
      }
      return detail;
    },
    async getSupportPicture({ session, params: { id, number } }) {
      const row = await supportRow(db, id);
      const message = await db
        .selectFrom('chat.message')
        .select('file_id')
        .where('chat_id', '=', row.chat_id)
        .where('number', '=', number)
        .executeTakeFirst();
      const fileId = message?.file_id ?? null;
      if (fileId === null) throw new Refusal('NOT_FOUND');
      await db.transaction().execute(async (trx) => {
        const user = await userOf(trx, id);
        const details = { chat: String(id), user: String(user ?? '-'), message: String(number) };
        await log.append(trx, {
          timeMs: now(),
          operator: session.name,
          action: 'viewSupportPicture',
          details,
        });
      });
      const bytes = await chat.picture(fileId);
      if (bytes === null) throw new Refusal('NOT_FOUND');
      return { type: 'image/jpeg', base64: bytes.toString('base64') };
    },
    takeSupport: ({ session, params: { id } }) =>
      act(session, id, async (trx) => {
        const row = await lock(trx, id);
        if (isInHand(row, now())) {
          if (Number(row.operator_id) === session.operatorId) return null;
          throw new Refusal('SUPPORT_TAKEN');
        }
        await change(trx, row, {
          operator_id: session.operatorId,
          operator: session.name,
          present_at: new Date(now()),
        });
        await enter(trx, session, 'takeSupport', row);
        const isNext = row.operator_id !== null && Number(row.operator_id) !== session.operatorId;
        const { number } = await addSystem(trx, row, isNext ? 'handedOver' : 'taken', now());
        return { event: 'message', number };
      }),
    giveBackSupport: ({ session, params: { id } }) =>
      act(session, id, async (trx) => {
        const row = await lock(trx, id);
        if (row.operator_id === null) return null;
        if (Number(row.operator_id) !== session.operatorId) throw new Refusal('SUPPORT_NOT_IN_HAND');
        await change(trx, row, { operator_id: null, operator: null, present_at: null });
        await enter(trx, session, 'giveBackSupport', row);
        return { event: 'state', number: row.last_number };
      }),
    answerSupport({ session, params: { id }, body: { content, seen }, idempotencyKey }) {
      const text = readText(content);
      if (emptyFields(text).length > 0) throw new Refusal('SUPPORT_FIELD_EMPTY', { field: 'content' });
      return act(session, id, async (trx) => {
        await lock(trx, id);
        // a retry finds what was sent, whoever has the conversation in hand by now
        const earlier = await sentBefore(trx, id, authorOf(session), idempotencyKey);
        if (earlier !== null) {
          if (earlier.content !== text) throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
          return null;
        }
        const message = { content: text, file: null, key: idempotencyKey, hash: null };
        return addAnswer(trx, session, { id, seen, message });
      });
    },
    async sendSupportPicture({ session, params: { id }, query: { seen }, file, idempotencyKey: key }) {
      const hash = createHash('sha256').update(file).digest();
      await supportRow(db, id);
      if (await isPictureSent(db, session, { id, hash, key })) return shown(db, session, id);
      // who has it not in hand has nothing decoded
      await db.transaction().execute((trx) => inHand(trx, session, id));
      const picture = await chat.staffPictures.takeOwn(file);
      try {
        return await act(session, id, async (trx) => {
          await lock(trx, id);
          if (await isPictureSent(trx, session, { id, hash, key })) return null;
          await chat.staffPictures.keepOwn(trx, 'chat', picture);
          return addAnswer(trx, session, { id, seen, message: { content: '', file: picture, key, hash } });
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
        const row = await lock(trx, id);
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
        await enter(trx, session, 'noteSupport', row);
      });
      return null;
    },
    handOverSupport: ({ session, params: { id }, body: { to } }) =>
      act(session, id, async (trx) => {
        const row = await inHand(trx, session, id);
        const next = await trx
          .selectFrom('operator.person')
          .select(['operator_id', 'name'])
          .where('name', '=', to)
          .where('role', 'in', ['support', 'admin'])
          .where('disabled_at', 'is', null)
          .executeTakeFirst();
        if (next === undefined) throw new Refusal('SUPPORT_OPERATOR_UNKNOWN', { field: 'to' });
        if (Number(next.operator_id) === session.operatorId) return null;
        await change(trx, row, {
          operator_id: next.operator_id,
          operator: next.name,
          present_at: new Date(now()),
        });
        await enter(trx, session, 'handOverSupport', row, { to: next.name });
        const { number } = await addSystem(trx, row, 'handedOver', now());
        return { event: 'message', number };
      }),
    snoozeSupport: ({ session, params: { id }, body: { until } }) =>
      act(session, id, async (trx) => {
        const row = await inHand(trx, session, id);
        if (until <= now() || until > now() + MOST_SNOOZED_MS)
          throw new Refusal('INVALID_INPUT', { field: 'until' });
        await change(trx, row, { status: 'snoozed', snoozed_until: new Date(until) });
        await enter(trx, session, 'snoozeSupport', row, { until: new Date(until).toISOString() });
        return { event: 'state', number: row.last_number };
      }),
    resolveSupport: ({ session, params: { id }, body: { seen } }) =>
      act(session, id, async (trx) => {
        const row = await lock(trx, id);
        if (row.status === 'resolved') return null;
        await inHand(trx, session, id);
        await refuseUnseen(trx, row, seen);
        await change(trx, row, {
          status: 'resolved',
          waiting_since: null,
          snoozed_until: null,
          operator_id: null,
          operator: null,
          present_at: null,
        });
        await enter(trx, session, 'resolveSupport', row);
        const { number } = await addSystem(trx, row, 'resolved', now());
        return { event: 'message', number };
      }),
    getSupportFigures: ({ query: { days = '30' } }) => supportFigures(db, Number(days), now()),
    ...cannedHandlers(deps),
    ...officeHandlers(deps),
  };
}
