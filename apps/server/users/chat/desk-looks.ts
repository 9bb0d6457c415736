import type { supportDeskCalls } from '@candor/api';
import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { DeskHandlers, Operator } from '../../operators/operator/index.ts';
import { change, enter, type SupportDesk, supportRow } from './desk-acts.ts';
import { isNewLook, markPresent, queuePage, readDetail, supportShown, userOf } from './desk-rows.ts';

type LookCalls = Pick<
  typeof supportDeskCalls,
  'getSupportQueue' | 'getSupportConversation' | 'getSupportPicture'
>;

/** Enters a look at a conversation before it is shown. The fetches of a page that stays open are one look. */
const noteLook = (desk: SupportDesk, operator: Operator, id: number): Promise<void> =>
  desk.db.transaction().execute(async (trx) => {
    const row = await supportRow(trx, id);
    if (await isNewLook(trx, row, operator, desk.now()))
      await enter(desk, trx, { operator, action: 'viewSupport', row });
  });

/** Handlers of the queue, and of looks at a conversation. */
export function lookHandlers(desk: SupportDesk): DeskHandlers<LookCalls> {
  const { db, log, chat, now } = desk;

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
      await noteLook(desk, session, id);
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
  };
}
