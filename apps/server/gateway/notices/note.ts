import type { NoticeKind, NoticeOf } from '@candor/api';
import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';

/** A notice of an event that stands in no journal. */
export interface NewNotice<Kind extends NoticeKind = NoticeKind> {
  /** Null where it concerns everybody. */
  readonly userId: number | null;
  /** Names the event within the account: the same key again replaces what it said. */
  readonly key: string;
  readonly kind: Kind;
  /** Time of the event, in ms; null for the time of the transaction. */
  readonly timeMs: number | null;
  /** The facts of the kind, or what the source of the kind reads them from. */
  readonly facts: NoticeOf<Kind>['facts'] | NoticeRef;
}

/** Names a row that the source of a kind reads the facts from. */
export interface NoticeRef {
  readonly ref: number;
  readonly reason?: string | null;
}

/**
 * Notes an event for its owner within the caller's transaction: the writer delivers it once that is committed, by the
 * owner's settings. It reads nothing and waits for nobody.
 */
export async function noteNotice<const Kind extends NoticeKind>(
  trx: Trx,
  { userId, key, kind, timeMs, facts }: NewNotice<Kind>,
): Promise<void> {
  await trx
    .insertInto('notices.noted')
    .values({
      user_id: userId,
      key,
      kind,
      facts: JSON.stringify(facts),
      at: timeMs === null ? sql<Date>`now()` : new Date(timeMs),
    })
    .execute();
}
