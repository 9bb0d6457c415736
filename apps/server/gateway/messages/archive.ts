import { sql } from 'kysely';
import type { Pool } from 'pg';
import {
  type Db,
  defineTable,
  idOf,
  kyselyOf,
  readTable,
  type TableLook,
  type TablePage,
} from '../../base/database/index.ts';
import { contentOf } from './deliver.ts';
import { type Channel, type LinkUse, type MessageKind, messageKinds } from './kinds.ts';
import { mailText } from './mail/mail-text.ts';
import type { MessageRow, MessageState } from './schema.ts';
import type { MessageContent, Words } from './words.ts';

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
  /** Its text; null where codes are not shown, for a message that did not stay on this machine, and for a link of operators. */
  readonly text: string | null;
}

export interface MessageArchive {
  /** One page of messages, newest first unless the look orders them otherwise. */
  page(look: TableLook<MessageFilters>): Promise<TablePage<ShownMessage>>;
}

/** Filters of a list of messages: `recipient` is a part of the address or number, the times are in ms. */
export interface MessageFilters {
  readonly recipient: string;
  readonly channel: Channel;
  readonly state: MessageState;
  readonly from: number;
  readonly to: number;
}

/** True for a message whose link sets up an operator: nobody but its recipient reads it. */
function isOfOperators(kind: MessageKind): boolean {
  const { link }: { readonly hasCode: boolean; readonly link?: LinkUse } = messageKinds[kind];
  return link === 'setup';
}

const messageTable = defineTable<MessageRow, MessageFilters>()({
  select: sql`*`,
  from: sql`messages.message`,
  key: { of: sql`message_id`, type: 'bigint' },
  orders: { time: { of: sql`created_at`, type: 'timestamptz' } },
  filters: {
    recipient: (part) => sql`strpos(lower(recipient), lower(${part})) > 0`,
    channel: (channel) => sql`channel = ${channel}`,
    state: (state) => sql`state = ${state}`,
    from: (ms) => sql`created_at >= ${new Date(ms)}`,
    to: (ms) => sql`created_at < ${new Date(ms)}`,
  },
});

/** Text of a message as its reader gets it: a mail with its subject, or an SMS. */
function textOf(channel: Channel, content: MessageContent, words: Words): string {
  if (channel === 'sms') return words.sms(content);
  const mail = words.mail(content);
  return `${mail.subject}\n\n${mailText(mail)}`;
}

export interface ArchiveOptions {
  readonly pool: Pool;
  readonly words: Words;
  /** Key from which codes are derived, where operators may read them: in practice mode. Else null. */
  readonly codesKey: Uint8Array | null;
  /** The address of the pages, which links begin with. */
  readonly pagesUrl: string;
  /** The address of the console. */
  readonly consoleUrl: string;
}

export function createMessageArchive({ pool, words, ...from }: ArchiveOptions): MessageArchive {
  const { codesKey } = from;
  const db: Db = kyselyOf(pool);
  return {
    async page(look) {
      const { rows, nextCursor } = await readTable(db, messageTable, look);
      const shown = rows.map((row) => ({
        id: idOf(row.message_id),
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
          codesKey === null || row.state !== 'kept' || isOfOperators(row.kind)
            ? null
            : textOf(row.channel, contentOf(row, { ...from, codesKey }), words),
      }));
      return { rows: shown, nextCursor };
    },
  };
}
