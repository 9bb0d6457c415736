import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, migrate, type Trx } from '../../base/database/index.ts';
import type { ReviewKindName } from './kind.ts';
import { migrations } from './schema.ts';

export interface NewReview {
  /** The kind's own id of what is judged. */
  readonly subject: string;
  /** Version of the subject, from 1 up. */
  readonly version: number;
  readonly userId: number;
  /** Higher comes first; 0 by default. */
  readonly priority?: number;
  /** Time by which it should be decided, if the product has promised one; by the kind's deadline without. */
  readonly deadlineAtMs?: number | null;
  /** Worth of what is judged, in base units of USDT, where there is one. */
  readonly valueUsdt?: bigint | null;
}

export interface Locked<Rows> {
  readonly rows: Rows;
  /** True if an operator has the item of a subject in hand. */
  readonly isInHand: (kind: ReviewKindName, subject: string) => boolean;
}

/** The queue as products see it: they enter what an operator must judge. */
export interface Reviews {
  /**
   * Enters an item within the caller's transaction. One that is open for the same subject is withdrawn: nobody decides
   * on an earlier version.
   */
  enter(trx: Trx, kind: ReviewKindName, review: NewReview): Promise<void>;
  /**
   * Locks the items of subjects that nobody decided yet, oldest first, then the rows that `lockRows` locks: in this order all
   * lock who touch both, as operators who decide do. It begins again where an item has entered in between, since its operator
   * may wait for the rows. The locks last until the transaction ends.
   */
  lock<Rows>(
    trx: Trx,
    kinds: readonly ReviewKindName[],
    subjects: readonly string[],
    lockRows: () => Promise<Rows>,
  ): Promise<Locked<Rows>>;
  /** Withdraws the open item of a subject, if there is one. */
  withdraw(trx: Trx, kind: ReviewKindName, subject: string): Promise<void>;
}

/** The items of subjects that nobody decided yet, oldest first. */
const inQueue = (db: Db, kinds: readonly ReviewKindName[], subjects: readonly string[]) =>
  db
    .selectFrom('review.item')
    .select(['item_id', 'kind', 'subject', 'state'])
    .where(
      'kind',
      'in',
      kinds.map(({ kind }) => kind),
    )
    .where('subject', 'in', [...subjects])
    .where('state', 'in', ['open', 'claimed'])
    .orderBy('item_id');

/** Locks items, then rows: see `Reviews`. A withdrawn savepoint gives its locks back, and the work before it stays. */
async function lockInOrder<Rows>(
  trx: Trx,
  kinds: readonly ReviewKindName[],
  subjects: readonly string[],
  lockRows: () => Promise<Rows>,
): Promise<Locked<Rows>> {
  if (subjects.length === 0) return { rows: await lockRows(), isInHand: () => false };
  await sql`savepoint before_items`.execute(trx);
  for (;;) {
    const items = await inQueue(trx, kinds, subjects).forUpdate().execute();
    const rows = await lockRows();
    const locked = new Set(items.map(({ item_id }) => item_id));
    const standing = await inQueue(trx, kinds, subjects).execute();
    if (standing.every(({ item_id }) => locked.has(item_id))) {
      await sql`release savepoint before_items`.execute(trx);
      const claimed = items.filter(({ state }) => state === 'claimed');
      return {
        rows,
        isInHand: ({ kind }, subject) =>
          claimed.some((item) => item.kind === kind && item.subject === subject),
      };
    }
    await sql`rollback to savepoint before_items`.execute(trx);
  }
}

/**
 * Has whoever closes one of these accounts wait until the transaction ends. Rounds call it before they lock rows of users:
 * a closing holds the user, and then deletes the rows.
 */
export async function holdUsers(trx: Trx, userIds: readonly bigint[]): Promise<void> {
  if (userIds.length === 0) return;
  await sql`select from identity.user where user_id in (${sql.join(userIds)}) order by user_id for key share`.execute(
    trx,
  );
}

/** Opens the queue for products, and creates its tables if they are missing. */
export async function openReviews(pool: Pool, now: () => number): Promise<Reviews> {
  await migrate(pool, 'review', migrations);

  async function withdrawn(db: Db, kind: string, subject: string): Promise<void> {
    await db
      .updateTable('review.item')
      .set({ state: 'withdrawn', ended_at: new Date(now()) })
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('state', 'in', ['open', 'claimed'])
      .execute();
  }

  return {
    async enter(trx, { kind, deadlineMs }, review) {
      const { subject, version, userId, priority = 0, deadlineAtMs = null, valueUsdt = null } = review;
      const db = trx;
      // whoever closes the account waits for this transaction, and withdraws what it entered
      await holdUsers(trx, [BigInt(userId)]);
      await withdrawn(db, kind, subject);
      const timeMs = now();
      await db
        .insertInto('review.item')
        .values({
          kind,
          subject,
          version,
          priority,
          user_id: userId,
          entered_at: new Date(timeMs),
          deadline_at: new Date(deadlineAtMs ?? timeMs + deadlineMs),
          claimed_by: null,
          claimed_name: null,
          verdict: null,
          reason: null,
          ended_at: null,
          value_usdt: valueUsdt,
        })
        .execute();
    },
    lock: lockInOrder,
    withdraw: (trx, { kind }, subject) => withdrawn(trx, kind, subject),
  };
}
