import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { type Look, timestampOf } from '../../base/metrics/index.ts';

/** Shows commands that are promised and not yet in the journal as metrics. */
export function outboxLook(db: Db): Look {
  return {
    subject: 'outbox',
    gauges: {
      outbox_waiting_commands: { help: 'Promised commands that are not yet in the journal' },
      outbox_oldest_timestamp_seconds: { help: 'Time of the oldest promised command that waits' },
    },
    read: async () => {
      const { rows } = await sql<{ count: number; oldest: Date | null }>`
        select count(*)::int as count, min(created_at) as oldest from outbox.command
        where seq is null and dropped_at is null`.execute(db);
      const { count = 0, oldest = null } = rows[0] ?? {};
      return [
        { gauge: 'outbox_waiting_commands', value: count },
        ...(oldest === null
          ? []
          : [{ gauge: 'outbox_oldest_timestamp_seconds', value: timestampOf(oldest) }]),
      ];
    },
  };
}
