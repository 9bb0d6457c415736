import type { messagesDeskCalls } from '@candor/api';
import type { DeskDeps, DeskHandlers } from './desk.ts';

/** The filter of a look at all messages, as the log has it. */
const ALL = '*';

/** Mail and SMS as operators read them. Nothing is shown before the look stands in the operators' log. */
export function messagesDesk({ archive, operators, now }: DeskDeps): DeskHandlers<typeof messagesDeskCalls> {
  return {
    async getOperatorMessages({ session, query }) {
      const { rows, nextCursor } = await archive.page({ ...query, where: query });
      await operators.db.transaction().execute((trx) =>
        operators.log.append(trx, {
          timeMs: now(),
          operator: session.name,
          action: 'viewMessages',
          details: { recipient: query.recipient ?? ALL, count: String(rows.length) },
        }),
      );
      const records = rows.map(({ createdMs, expiresMs, ...message }) => ({
        ...message,
        createTime: createdMs,
        expireTime: expiresMs,
      }));
      return { records, nextCursor };
    },
  };
}
