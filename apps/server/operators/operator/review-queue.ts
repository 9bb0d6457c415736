import type { OperatorRole, ReviewRow } from '@candor/api';
import { type Selectable, sql } from 'kysely';
import {
  type Database,
  type Db,
  defineTable,
  idOf,
  readTable,
  type TableLook,
  type TablePage,
  type Trx,
} from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { ReviewItem, ReviewKind } from '../../gateway/review/index.ts';
import type { Operator } from './operator-types.ts';

type Row = Selectable<Database['review.item']>;

/** The rows of the queue, as an operator may see and take them. */
export interface ReviewQueue {
  /** Returns items that wait, the most urgent first, or that ended, newest first, unless the look orders them otherwise. */
  page(operator: Operator, ended: boolean, look: TableLook<QueueFilters>): Promise<TablePage<ReviewRow>>;
  /** Number of waiting items of each kind, and since when. */
  waiting(operator: Operator): Promise<{ kind: string; waiting: number; oldest: number | null }[]>;
  /** An item with its kind. @throws Refusal NOT_FOUND, OPERATOR_NOT_ALLOWED */
  find(operator: Operator, id: number): Promise<{ row: Row; item: ReviewItem; kind: ReviewKind }>;
  shown(operator: Operator, row: Row): ReviewRow;
  /** Locks an item within the caller's transaction. @throws Refusal REVIEW_ENDED where it is not in the queue */
  take(trx: Trx, id: number): Promise<Row>;
}

export interface QueueFilters {
  readonly kind: string;
  readonly userId: number;
  /** A part of the name of who has it in hand or decided it. */
  readonly operator: string;
  readonly from: number;
  readonly to: number;
}

interface Place {
  readonly ended: boolean;
  /** The kinds that the operator may judge. */
  readonly kinds: readonly string[];
}

export interface ReviewQueueOptions {
  readonly db: Db;
  readonly kinds: readonly ReviewKind[];
  /** Writes base units of USDT. */
  readonly valueText: (units: bigint) => string;
  readonly now: () => number;
}

const IN_QUEUE = ['open', 'claimed'] as const;
const ENDED = ['decided', 'withdrawn'] as const;

/**
 * Ranks late items before all others, then by priority, then by deadline: one number, the highest first. A priority is a
 * whole number of 32 bits, and a time in seconds has fewer than twelve digits.
 */
const urgency = (nowMs: number) =>
  sql`(deadline_at < ${new Date(nowMs)})::integer * 1e22 + priority * 1e12 - extract(epoch from deadline_at)`;

const queueTable = (nowMs: number, ended: boolean) =>
  defineTable<Row, QueueFilters & Place>()({
    select: sql`*`,
    from: sql`review.item`,
    // of two alike, the one that entered first
    key: { of: ended ? sql`item_id` : sql`-item_id`, type: 'bigint' },
    ...(ended ? {} : { order: { of: urgency(nowMs), type: 'numeric' } }),
    orders: {
      time: { of: sql`entered_at`, type: 'timestamptz' },
      deadline: { of: sql`deadline_at`, type: 'timestamptz' },
      kind: { of: sql`kind`, type: 'text' },
      value: { of: sql`coalesce(value_usdt, -1)`, type: 'bigint' },
    },
    filters: {
      ended: (isEnded) => sql`state = any(${isEnded ? ENDED : IN_QUEUE})`,
      kinds: (kinds) => sql`kind = any(${kinds})`,
      kind: (kind) => sql`kind = ${kind}`,
      userId: (id) => sql`user_id = ${id}`,
      operator: (part) => sql`strpos(lower(claimed_name), lower(${part})) > 0`,
      from: (ms) => sql`entered_at >= ${new Date(ms)}`,
      to: (ms) => sql`entered_at < ${new Date(ms)}`,
    },
  });

/** True if operators of the role may judge items of the kind. */
export const mayJudge = (role: OperatorRole, { roles = ['review'] }: ReviewKind) =>
  role === 'admin' || (roles as readonly OperatorRole[]).includes(role);

/** The age from which another reviewer of the kind may take over a claim. */
const CLAIM_MS = 30 * 60_000;

/**
 * True for a claim that another reviewer may take over: that of a disabled operator, and one that is half an hour old. A
 * payment by hand may be made already, and no second one must follow: its claim ends with its holder's account alone.
 */
export function isForgotten(row: Row, kind: ReviewKind, nowMs: number): boolean {
  if (row.claimed_at === null) return true;
  return kind.asksReference?.(itemOf(row)) !== true && row.claimed_at.getTime() <= nowMs - CLAIM_MS;
}

export function createReviewQueue({ db, kinds, valueText, now }: ReviewQueueOptions): ReviewQueue {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  if (byName.size !== kinds.length) throw new Error('two kinds of reviews have one name');
  const namesOf = ({ role }: Operator) =>
    kinds.filter((kind) => mayJudge(role, kind)).map(({ kind }) => kind);

  function mayClaim(operatorId: number, row: Row): boolean {
    if (row.state !== 'claimed') return row.state === 'open';
    const kind = byName.get(row.kind);
    return Number(row.claimed_by) !== operatorId && kind !== undefined && isForgotten(row, kind, now());
  }

  const shown = ({ operatorId }: Operator, row: Row): ReviewRow => ({
    id: idOf(row.item_id),
    kind: row.kind,
    subject: row.subject,
    version: row.version,
    userId: idOf(row.user_id),
    priority: row.priority,
    value: row.value_usdt === null ? null : valueText(row.value_usdt),
    state: row.state,
    createTime: row.entered_at.getTime(),
    deadline: row.deadline_at.getTime(),
    operator: row.claimed_name,
    isOwn: row.claimed_by !== null && Number(row.claimed_by) === operatorId,
    canClaim: mayClaim(operatorId, row),
    verdict: row.verdict,
    reason: row.reason,
    endTime: row.ended_at?.getTime() ?? null,
  });

  return {
    shown,
    async page(operator, ended, look) {
      const where = { ...look.where, ended, kinds: namesOf(operator) };
      const { rows, nextCursor } = await readTable(db, queueTable(now(), ended), { ...look, where });
      return { rows: rows.map((row) => shown(operator, row)), nextCursor };
    },
    async waiting(operator) {
      const names = namesOf(operator);
      if (names.length === 0) return [];
      const rows = await db
        .selectFrom('review.item')
        .select(['kind', sql<bigint>`count(*)`.as('waiting'), sql<Date>`min(entered_at)`.as('oldest')])
        .where('kind', 'in', names)
        .where('state', 'in', [...IN_QUEUE])
        .groupBy('kind')
        .execute();
      return names.map((kind) => {
        const found = rows.find((row) => row.kind === kind);
        return { kind, waiting: Number(found?.waiting ?? 0), oldest: found?.oldest.getTime() ?? null };
      });
    },
    async find(operator, id) {
      const row = await db
        .selectFrom('review.item')
        .selectAll()
        .where('item_id', '=', BigInt(id))
        .executeTakeFirst();
      const kind = row === undefined ? undefined : byName.get(row.kind);
      if (row === undefined || kind === undefined) throw new Refusal('NOT_FOUND');
      if (!mayJudge(operator.role, kind)) throw new Refusal('OPERATOR_NOT_ALLOWED');
      return { row, kind, item: itemOf(row) };
    },
    async take(trx, id) {
      const row = await trx
        .selectFrom('review.item')
        .selectAll()
        .where('item_id', '=', BigInt(id))
        .where('state', 'in', [...IN_QUEUE])
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) throw new Refusal('REVIEW_ENDED');
      return row;
    },
  };
}

function itemOf({ item_id, kind, subject, version, user_id }: Row): ReviewItem {
  return { id: idOf(item_id), kind, subject, version, userId: idOf(user_id) };
}
