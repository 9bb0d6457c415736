import {
  type ActFact,
  type Call,
  kindOfMethod,
  type StepUp,
  type StepUpKind,
  type StepUpMethod,
} from '@candor/api';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Session } from '../identity/index.ts';

export type StepUpRow = Selectable<Database['factors.step_up']>;

/** A challenge ends so long after the act was refused. */
const CHALLENGE_MS = 15 * 60_000;
/** A retry of a done act gets its answer for so long. */
const ANSWER_MS = 24 * 3_600_000;
/** An attempt that has not entered its answer holds up others with its key for so long at most, if its process ended. */
const ATTEMPT_MS = 10_000;
const TRIES = 8;
/** Challenges of a user that are kept; more end the oldest. */
const OPEN_PER_USER = 20;
export const PASSKEY = 'passkey';

/** The act was done by another request with the same key, while this one ran; what this one did is rolled back. */
export class DoneBefore extends Error {}

/** The database and the clock that the time of each statement is read from. */
export interface StepUpTable {
  readonly db: Db;
  readonly now: () => number;
}

/** The act that a challenge is written for, and the kinds of factors that its content holds already. */
export interface NewChallenge {
  readonly call: Call;
  readonly session: Session;
  readonly content: Buffer;
  readonly level: StepUp;
  readonly kinds: readonly StepUpKind[];
  readonly facts: readonly ActFact[];
}

/** Writes a challenge, and ends those of the user that have expired or are too many. */
export async function insertChallenge(
  { db, now }: StepUpTable,
  { call, session, content, level, kinds, facts }: NewChallenge,
) {
  const passed = Object.fromEntries(kinds.map((kind) => [kind, now()]));
  const expiresAt = now() + CHALLENGE_MS;
  const { challenge } = await db
    .insertInto('factors.step_up')
    .values({
      user_id: session.userId,
      family: session.family,
      call: call.name,
      content_hash: content,
      level,
      passed: JSON.stringify(passed),
      facts: JSON.stringify(facts),
      act_key: null,
      attempt_until: null,
      done_at: null,
      answer_sealed: null,
      opened_at: new Date(now()),
      expires_at: new Date(expiresAt),
    })
    .returning('challenge')
    .executeTakeFirstOrThrow();
  await sql`
    delete from factors.step_up where user_id = ${session.userId} and (expires_at < ${new Date(now())}
      or challenge in (select challenge from factors.step_up where user_id = ${session.userId}
        order by opened_at desc offset ${OPEN_PER_USER}))`.execute(db);
  return { challenge, expiresAt };
}

/** A challenge of this session. */
export const rowOf = (
  { db, now }: StepUpTable,
  session: Session,
  challenge: string,
): Promise<StepUpRow | undefined> =>
  db
    .selectFrom('factors.step_up')
    .selectAll()
    .where('challenge', '=', challenge)
    .where('user_id', '=', BigInt(session.userId))
    .where('family', '=', session.family)
    .where('expires_at', '>', new Date(now()))
    .executeTakeFirst();

/** The act of this login that was done under this key with this content, whatever challenge comes along. */
export const doneOf = (
  { db, now }: StepUpTable,
  { call, session, content }: Pick<NewChallenge, 'call' | 'session' | 'content'>,
  key: string,
): Promise<StepUpRow | undefined> =>
  db
    .selectFrom('factors.step_up')
    .selectAll()
    .where('user_id', '=', BigInt(session.userId))
    .where('family', '=', session.family)
    .where('call', '=', call.name)
    .where('act_key', '=', key)
    .where('content_hash', '=', content)
    .where('done_at', 'is not', null)
    .where('expires_at', '>', new Date(now()))
    .executeTakeFirst();

/**
 * Begins an attempt at an act. `other` where one with the same key is under way, perhaps in another process; `taken` where
 * the challenge is another key's.
 */
export async function beginAttempt(
  { db, now }: StepUpTable,
  row: StepUpRow,
  key: string,
): Promise<'begun' | 'other' | 'taken'> {
  const { challenge, user_id, family, call, content_hash } = row;
  const at = new Date(now());
  const { rows } = await sql<{ begun: boolean; mine: boolean }>`
    with begun as (
      update factors.step_up s set act_key = ${key}, attempt_until = ${new Date(now() + ATTEMPT_MS)}::timestamptz
      where challenge = ${challenge} and done_at is null and (act_key is null or act_key = ${key})
        and (attempt_until is null or attempt_until <= ${at}::timestamptz)
        and not exists (select from factors.step_up o
          where o.user_id = ${user_id} and o.family = ${family} and o.call = ${call} and o.act_key = ${key}
            and o.content_hash = ${content_hash} and o.challenge <> s.challenge
            and (o.done_at is not null or o.attempt_until > ${at}::timestamptz))
      returning challenge
    )
    select exists (select from begun) as begun, coalesce(act_key, ${key}) = ${key} as mine
    from factors.step_up where challenge = ${challenge}`.execute(db);
  const [found] = rows;
  if (found?.begun === true) return 'begun';
  return found?.mine === true ? 'other' : 'taken';
}

/** Ends an attempt that did nothing. */
export const endAttempt = ({ db }: StepUpTable, challenge: string) =>
  db
    .updateTable('factors.step_up')
    .set({ attempt_until: null })
    .where('challenge', '=', challenge)
    .where('done_at', 'is', null)
    .execute();

/** Enters an answer, or replaces the one that the same act entered before. @throws DoneBefore */
export async function enterAnswer(
  trx: Trx,
  challenge: string,
  answer: { readonly sealed: Buffer; readonly replaces: boolean },
  timeMs: number,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('factors.step_up')
    .set({
      done_at: new Date(timeMs),
      answer_sealed: answer.sealed,
      attempt_until: null,
      expires_at: new Date(timeMs + ANSWER_MS),
    })
    .where('challenge', '=', challenge)
    .where('done_at', answer.replaces ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new DoneBefore();
}

/** Counts a try at a factor. @throws Refusal STEP_UP_EXPIRED after too many */
export async function countTry({ db }: StepUpTable, challenge: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('factors.step_up')
    .set((each) => ({ tries: each('tries', '+', 1) }))
    .where('challenge', '=', challenge)
    .where('tries', '<', TRIES)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal('STEP_UP_EXPIRED');
}

/** Notes that a factor was shown. @throws Refusal STEP_UP_EXPIRED */
export async function notePassed(
  table: StepUpTable,
  session: Session,
  challenge: string,
  method: StepUpMethod,
): Promise<StepUpRow> {
  const { db, now } = table;
  const shown = JSON.stringify({ [kindOfMethod[method] ?? PASSKEY]: now() });
  await sql`
    update factors.step_up set passed = passed || ${shown}::jsonb
    where challenge = ${challenge} and user_id = ${session.userId} and done_at is null`.execute(db);
  const row = await rowOf(table, session, challenge);
  if (row === undefined) throw new Refusal('STEP_UP_EXPIRED');
  return row;
}
