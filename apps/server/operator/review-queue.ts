import type { OperatorRole, ReviewRow } from '@candor/api';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { Refusal } from '../refusal.ts';
import type { ReviewItem, ReviewKind, ReviewSchema } from '../review/index.ts';
import type { Operator } from './operator-types.ts';

type Row = Selectable<ReviewSchema['review.item']>;

/** The rows of the queue, as an operator may see and take them. */
export interface ReviewQueue {
  page(operator: Operator, filter: QueueFilter): Promise<{ rows: ReviewRow[]; nextCursor: string | null }>;
  /** Number of waiting items of each kind, and since when. */
  waiting(operator: Operator): Promise<{ kind: string; waiting: number; oldest: number | null }[]>;
  /** An item with its kind. @throws Refusal NOT_FOUND, OPERATOR_NOT_ALLOWED */
  find(operator: Operator, id: number): Promise<{ row: Row; item: ReviewItem; kind: ReviewKind }>;
  shown(operator: Operator, row: Row): ReviewRow;
  /** Locks an item within the caller's transaction. @throws Refusal REVIEW_ENDED where it is not in the queue */
  take(trx: Transaction<ReviewSchema>, id: number): Promise<Row>;
}

export interface QueueFilter {
  readonly kind: string | undefined;
  readonly ended: boolean;
  /** Rows to skip of what waits; of what ended the number to begin before. */
  readonly cursor: number | null;
  readonly limit: number;
}

const IN_QUEUE = ['open', 'claimed'] as const;
const ENDED = ['decided', 'withdrawn'] as const;

const mayJudge = (role: OperatorRole, { roles = ['review'] }: ReviewKind) =>
  role === 'admin' || (roles as readonly OperatorRole[]).includes(role);

export function createReviewQueue(
  db: Kysely<ReviewSchema>,
  kinds: readonly ReviewKind[],
  now: () => number,
): ReviewQueue {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  if (byName.size !== kinds.length) throw new Error('two kinds of reviews have one name');
  const namesOf = ({ role }: Operator) =>
    kinds.filter((kind) => mayJudge(role, kind)).map(({ kind }) => kind);

  const shown = ({ operatorId }: Operator, row: Row): ReviewRow => ({
    id: Number(row.item_id),
    kind: row.kind,
    subject: row.subject,
    version: row.version,
    userId: Number(row.user_id),
    priority: row.priority,
    state: row.state,
    createTime: row.entered_at.getTime(),
    deadline: row.deadline_at.getTime(),
    operator: row.claimed_name,
    isOwn: row.claimed_by !== null && Number(row.claimed_by) === operatorId,
    verdict: row.verdict,
    reason: row.reason,
    endTime: row.ended_at?.getTime() ?? null,
  });

  return {
    shown,
    async page(operator, { kind, ended, cursor, limit }) {
      const names = namesOf(operator).filter((name) => kind === undefined || name === kind);
      if (names.length === 0) return { rows: [], nextCursor: null };
      const query = db.selectFrom('review.item').selectAll().where('kind', 'in', names).limit(limit);
      const rows = ended
        ? await query
            .where('state', 'in', [...ENDED])
            .$if(cursor !== null, (of) => of.where('item_id', '<', cursor as number))
            .orderBy('item_id', 'desc')
            .execute()
        : await query
            .where('state', 'in', [...IN_QUEUE])
            // what is late comes before all else
            .orderBy(sql`deadline_at < ${new Date(now())}`, 'desc')
            .orderBy('priority', 'desc')
            .orderBy('deadline_at')
            .orderBy('item_id')
            .offset(cursor ?? 0)
            .execute();
      const last = rows.at(-1);
      const next = ended ? Number(last?.item_id) : (cursor ?? 0) + rows.length;
      return {
        rows: rows.map((row) => shown(operator, row)),
        nextCursor: rows.length === limit ? String(next) : null,
      };
    },
    async waiting(operator) {
      const names = namesOf(operator);
      if (names.length === 0) return [];
      const rows = await db
        .selectFrom('review.item')
        .select(['kind', sql<string>`count(*)`.as('waiting'), sql<Date>`min(entered_at)`.as('oldest')])
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
      const row = await db.selectFrom('review.item').selectAll().where('item_id', '=', id).executeTakeFirst();
      const kind = row === undefined ? undefined : byName.get(row.kind);
      if (row === undefined || kind === undefined) throw new Refusal('NOT_FOUND');
      if (!mayJudge(operator.role, kind)) throw new Refusal('OPERATOR_NOT_ALLOWED');
      return { row, kind, item: itemOf(row) };
    },
    async take(trx, id) {
      const row = await trx
        .selectFrom('review.item')
        .selectAll()
        .where('item_id', '=', id)
        .where('state', 'in', [...IN_QUEUE])
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) throw new Refusal('REVIEW_ENDED');
      return row;
    },
  };
}

function itemOf({ item_id, kind, subject, version, user_id }: Row): ReviewItem {
  return { id: Number(item_id), kind, subject, version, userId: Number(user_id) };
}
