import type { logDeskCalls, OperatorLogRow } from '@candor/api';
import type { Delivered } from '../outbox/index.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';

const DEFAULT_PAGE = 50;

export function logDesk({ operators, outbox }: DeskDeps): DeskHandlers<typeof logDeskCalls> {
  const { people, log } = operators;
  return {
    async getOperatorLog({ query }) {
      const limit = query.pageSize ?? DEFAULT_PAGE;
      const before = query.cursor === undefined ? null : Number.parseInt(query.cursor, 10);
      await people.settleFailures();
      const entries = Number.isNaN(before) ? [] : await log.page(before, limit, query.act);
      const keys = entries.flatMap(({ details: { key } }) => (key === undefined ? [] : [key]));
      const outcomes = await outbox.outcomes(keys);
      const records = entries.map(({ timeMs, ...entry }) => ({
        ...entry,
        time: timeMs,
        command: commandOf(entry.details.key, outcomes),
      }));
      const last = entries.at(-1);
      const more = entries.length === limit && last !== undefined && last.no > 1;
      return { records, nextCursor: more ? String(last.no) : null };
    },
    verifyOperatorLog: () => log.verify(),
  };
}

/** The outcome of an entry's command; null where it has none. */
function commandOf(
  key: string | undefined,
  outcomes: ReadonlyMap<string, Delivered | null>,
): OperatorLogRow['command'] {
  if (key === undefined) return null;
  const outcome = outcomes.get(key) ?? null;
  return { seq: outcome?.seq ?? null, rejection: outcome?.rejection ?? null };
}
