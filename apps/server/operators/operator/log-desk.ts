import type { logDeskCalls, OperatorLogRow } from '@candor/api';
import type { Delivered } from '../../engine/outbox/index.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';

export function logDesk({ operators, outbox }: DeskDeps): DeskHandlers<typeof logDeskCalls> {
  const { people, log } = operators;
  return {
    async getOperatorLog({ query }) {
      await people.settleFailures();
      const { rows, nextCursor } = await log.page({ ...query, where: query });
      const keys = rows.flatMap(({ details: { key } }) => (key === undefined ? [] : [key]));
      const outcomes = await outbox.outcomes(keys);
      const records = rows.map(({ timeMs, ...entry }) => ({
        ...entry,
        time: timeMs,
        command: commandOf(entry.details.key, outcomes),
      }));
      return { records, nextCursor };
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
