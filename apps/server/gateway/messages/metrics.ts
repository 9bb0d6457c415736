import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { type Look, timestampOf } from '../../base/metrics/index.ts';

const HOUR_MS = 3_600_000;

/** Shows as metrics which mail and texts wait, and which were not delivered lately. */
export function messagesLook(db: Db, now: () => number): Look {
  const labels = ['channel'];
  return {
    subject: 'messages',
    gauges: {
      messages_waiting: { help: 'Messages that wait to be delivered', labels },
      messages_oldest_timestamp_seconds: { help: 'Time of the oldest message that waits', labels },
      messages_failed_last_hour: { help: 'Messages of the last hour that were not delivered', labels },
    },
    read: async () => {
      const since = new Date(now() - HOUR_MS);
      const { rows } = await sql<{ channel: string; waiting: number; oldest: Date | null; failed: number }>`
        select channel, (count(*) filter (where state = 'waiting'))::int as waiting,
          min(created_at) filter (where state = 'waiting') as oldest,
          (count(*) filter (where state = 'failed'))::int as failed
        from messages.message where state = 'waiting' or (state = 'failed' and ended_at > ${since})
        group by channel`.execute(db);
      return rows.flatMap(({ channel, waiting, oldest, failed }) => [
        { gauge: 'messages_waiting', labels: { channel }, value: waiting },
        { gauge: 'messages_failed_last_hour', labels: { channel }, value: failed },
        ...(oldest === null
          ? []
          : [
              { gauge: 'messages_oldest_timestamp_seconds', labels: { channel }, value: timestampOf(oldest) },
            ]),
      ]);
    },
  };
}
