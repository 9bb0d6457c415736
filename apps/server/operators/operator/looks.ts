import type { LookReason, OperatorActName } from '@candor/api';
import type { Touches } from '../touches/index.ts';
import type { NewEntry } from './log.ts';
import type { OperatorRoom } from './operator-room.ts';
import type { Operator } from './operator-types.ts';

/** Lists that hold records of users. */
export type RecordList = 'users' | 'bills' | 'deposits' | 'withdrawals';

/** A page that was read of a list of users' records. */
export interface ListLook {
  readonly list: RecordList;
  /** The filters as they were asked for; without those of paging. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly count: number;
  /** The user whose records they are; null for a list over all. */
  readonly userId: number | null;
}

/** Looks of operators at users' records. Nothing is shown before its look stands. */
export interface Looks {
  /** A look at one account: the user reads it, and the operators' log has it. */
  user(operator: Operator, userId: number, why: LookReason): Promise<void>;
  list(operator: Operator, look: ListLook): Promise<void>;
  search(operator: Operator, search: string, count: number): Promise<void>;
}

/** Parts of a query that are no filter. */
const NO_FILTERS: ReadonlySet<string> = new Set(['cursor', 'pageSize', 'sort']);

export interface LooksOptions {
  readonly operators: Pick<OperatorRoom, 'db' | 'log'>;
  readonly touches: Touches;
  readonly now: () => number;
}

export function createLooks({ operators: { db, log }, touches, now }: LooksOptions): Looks {
  const append = <Name extends OperatorActName>(
    operator: Operator,
    action: Name,
    details: NewEntry<Name>['details'],
  ) =>
    db
      .transaction()
      .execute((trx) => log.append(trx, { timeMs: now(), operator: operator.name, action, details }));
  return {
    async user(operator, userId, why) {
      await touches.noteVisit({ userId, operator, act: 'profileViewed', reason: null, code: `look.${why}` });
      await append(operator, 'viewUser', { user: String(userId), why });
    },
    async list(operator, { list, query, count, userId }) {
      if (userId !== null) await touches.noteVisit({ userId, operator, act: 'recordsViewed', reason: null });
      const filters = Object.entries(query).filter(
        ([name, value]) => value !== undefined && !NO_FILTERS.has(name),
      );
      const filter = filters.map(([name, value]) => `${name}=${value}`).join(' ') || '*';
      await append(operator, 'viewRecords', { list, filter, count: String(count) });
    },
    search: (operator, search, count) => append(operator, 'findUser', { search, count: String(count) }),
  };
}
