import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf } from '../database/index.ts';
import { contentOf } from './deliver.ts';
import type { Channel, MessageKind } from './kinds.ts';
import type { MessageState, MessagesSchema } from './schema.ts';
import type { Words } from './words.ts';

/** A message as operators see it. */
export interface ShownMessage {
  readonly id: number;
  readonly channel: Channel;
  readonly recipient: string;
  readonly kind: MessageKind;
  readonly language: string;
  readonly state: MessageState;
  readonly attempts: number;
  readonly reason: string | null;
  readonly createdMs: number;
  readonly expiresMs: number;
  /** What it says; null where codes are not shown, and for a message that did not stay on this machine. */
  readonly text: string | null;
}

export interface MessageArchive {
  /** Newest first, before message `before`; `recipient` is a part of the address or number. */
  page(look: {
    readonly before: number | null;
    readonly limit: number;
    readonly recipient: string | null;
  }): Promise<readonly ShownMessage[]>;
}

export interface ArchiveOptions {
  readonly pool: Pool;
  readonly words: Words;
  /** What codes are derived with, where operators may read them: in practice mode. Else null. */
  readonly codesKey: Uint8Array | null;
  /** The address of the pages, which links begin with. */
  readonly pagesUrl: string;
}

export function createMessageArchive({ pool, words, codesKey, pagesUrl }: ArchiveOptions): MessageArchive {
  const db: Kysely<MessagesSchema> = kyselyOf(pool);
  return {
    async page({ before, limit, recipient }) {
      const rows = await db
        .selectFrom('messages.message')
        .selectAll()
        .$if(before !== null, (query) => query.where('message_id', '<', String(before)))
        .$if(recipient !== null, (query) =>
          query.where(sql<boolean>`strpos(lower(recipient), lower(${recipient})) > 0`),
        )
        .orderBy('message_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: Number(row.message_id),
        channel: row.channel,
        recipient: row.recipient,
        kind: row.kind,
        language: row.language,
        state: row.state,
        attempts: row.attempts,
        reason: row.reason,
        createdMs: row.created_at.getTime(),
        expiresMs: row.expires_at.getTime(),
        text:
          codesKey === null || row.state !== 'kept'
            ? null
            : words.sms(contentOf(row, { codesKey, pagesUrl })),
      }));
    },
  };
}
