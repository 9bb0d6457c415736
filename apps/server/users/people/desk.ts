import type { SessionEndReason, usersDeskCalls } from '@candor/api';
import { sql } from 'kysely';
import { readTable } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import {
  createLooks,
  type DeskDeps,
  type DeskHandlers,
  type Operator,
  unitsText,
} from '../../operators/operator/index.ts';
import type { Factors } from '../factors/index.ts';
import type { Identity } from '../identity/index.ts';
import { userRowOf, userTable } from './user-list.ts';
import { isUser, readProfile } from './user-profile.ts';
import { findUsers } from './user-search.ts';
import { readTimeline } from './user-timeline.ts';

/** The services of users' accounts that their desk needs. */
export interface PeopleDeskNeeds {
  /** Ends sessions of users. */
  readonly identity: { readonly sessions: Pick<Identity['sessions'], 'endWithin' | 'sayEnded'> };
  /** Notifies users of what was changed in their accounts. */
  readonly factors: { readonly notices: Pick<Factors['notices'], 'tell'> };
}

type PeopleDeskDeps = Pick<DeskDeps, 'now' | 'operators' | 'touches'> & PeopleDeskNeeds;

/** Ends the sessions of a user. Resolves with their number. */
async function endSessions(
  { operators: { db, log }, touches, identity, factors, now }: PeopleDeskDeps,
  operator: Operator,
  userId: number,
  { code, reason }: { readonly code: SessionEndReason; readonly reason: string },
): Promise<number> {
  const ended = await db.transaction().execute(async (trx) => {
    refuseLate(now());
    const logins = await identity.sessions.endWithin(trx, userId, null);
    await touches.note(trx, {
      userId,
      operator,
      act: 'sessionsEnded',
      reason,
      code: `sessions.${code}`,
    });
    // sent again it finds none
    if (logins > 0) await factors.notices.tell(trx, userId, 'sessionsEnded');
    await log.append(trx, {
      timeMs: now(),
      operator: operator.name,
      action: 'endUserSessions',
      details: { user: String(userId), code, sessions: String(logins), reason },
    });
    return logins;
  });
  identity.sessions.sayEnded(userId);
  return ended;
}

/** Adds a note about a user, unless the newest one is the same. */
const addNote = (
  { operators: { db, log }, touches, now }: PeopleDeskDeps,
  operator: Operator,
  userId: number,
  text: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // one note about a user at a time: the same one sent again is the same note
    await sql`select from identity.user where user_id = ${userId} for no key update`.execute(trx);
    const newest = await trx
      .selectFrom('operator.user_note')
      .select(['operator', 'text'])
      .where('user_id', '=', BigInt(userId))
      .orderBy('note_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (newest?.operator === operator.name && newest.text === text) return;
    refuseLate(now());
    await trx
      .insertInto('operator.user_note')
      .values({ user_id: userId, operator: operator.name, text, noted_at: new Date(now()) })
      .execute();
    await touches.note(trx, { userId, operator, act: 'noteWritten', reason: null });
    await log.append(trx, {
      timeMs: now(),
      operator: operator.name,
      action: 'noteUser',
      details: { user: String(userId) },
    });
  });

/** Users as operators see them: nothing is shown before the look stands in the log, and at the user's. */
export function peopleDesk(deps: DeskDeps & PeopleDeskNeeds): DeskHandlers<typeof usersDeskCalls> {
  const { core, catalogues, operators } = deps;
  const { db } = operators;
  const looks = createLooks(deps);
  const mustBe = async (userId: number) => {
    if (!(await isUser(db, userId))) throw new Refusal('NOT_FOUND');
  };
  return {
    async getOperatorUsers({ session, query }) {
      const { rows, nextCursor } = await readTable(db, userTable, { ...query, where: query });
      const { userId = null } = query;
      const known = userId !== null && rows.length > 0 ? userId : null;
      await looks.list(session, { list: 'users', query, count: rows.length, userId: known });
      return { records: rows.map(userRowOf), nextCursor };
    },
    async findOperatorUsers({ session, query: { q } }) {
      const found = await findUsers(db, q);
      await looks.search(session, q, found.length);
      return found;
    },
    async getOperatorUser({ session, params: { userId }, query: { why } }) {
      await mustBe(userId);
      await looks.user(session, userId, why);
      const profile = await readProfile({ db, core, catalogues }, userId);
      if (profile === null) throw new Refusal('NOT_FOUND');
      return profile;
    },
    async getOperatorUserTimeline({ session, params: { userId }, query: { why, ...look } }) {
      await mustBe(userId);
      await looks.user(session, userId, why);
      return readTimeline(db, await unitsText(catalogues, core), { userId, ...look });
    },
    async endOperatorUserSessions({ session, params: { userId }, body }) {
      await mustBe(userId);
      return { ended: await endSessions(deps, session, userId, body) };
    },
    async noteOperatorUser({ session, params: { userId }, body: { text } }) {
      await mustBe(userId);
      await addNote(deps, session, userId, text);
      return null;
    },
  };
}
