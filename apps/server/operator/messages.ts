import type { messagesDeskCalls } from '@candor/api';
import type { DeskDeps, DeskHandlers } from './desk.ts';

const DEFAULT_PAGE = 50;
/** The filter of a look at all messages, as the log has it. */
const ALL = '*';

/** Mail and SMS as operators read them. Nothing is shown before the look stands in the operators' log. */
export function messagesDesk({ archive, operators, now }: DeskDeps): DeskHandlers<typeof messagesDeskCalls> {
  return {
    async getOperatorMessages({ session, query }) {
      const limit = query.pageSize ?? DEFAULT_PAGE;
      const before = query.cursor === undefined ? null : Number.parseInt(query.cursor, 10);
      const recipient = query.recipient ?? null;
      const shown = Number.isNaN(before) ? [] : await archive.page({ before, limit, recipient });
      await operators.db.transaction().execute((trx) =>
        operators.log.append(trx, {
          ...{ timeMs: now(), operator: session.name, action: 'viewMessages' },
          details: { recipient: recipient ?? ALL, count: String(shown.length) },
        }),
      );
      const records = shown.map(({ createdMs, expiresMs, ...message }) => ({
        ...message,
        createTime: createdMs,
        expireTime: expiresMs,
      }));
      const last = records.at(-1);
      const nextCursor = records.length === limit && last !== undefined ? String(last.id) : null;
      return { records, nextCursor };
    },
  };
}
