import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ActFact,
  type Call,
  type ConfirmedAct,
  kindOfMethod,
  type Problem,
  STEP_UP_HEADER,
  type StepUp,
  type StepUpKind,
  type StepUpMethod,
} from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CallContext } from '../../gateway/http/context.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import type { StepUpGate } from '../../gateway/http/step-up-gate.ts';
import { requireStanding, type Session } from '../identity/index.ts';
import type { FactorKeys } from './keys.ts';
import { type OwnFactors, requirementOf } from './methods.ts';
import type { Notices } from './notices.ts';
import { toldBy } from './told.ts';

/** A factor counts for so long after it was shown. */
const FACTOR_MS = 5 * 60_000;
/** A challenge ends so long after the act was refused. */
const CHALLENGE_MS = 15 * 60_000;
/** A retry of a done act gets its answer for so long. */
const ANSWER_MS = 24 * 3_600_000;
/** An attempt that has not entered its answer holds up others with its key for so long at most, if its process ended. */
const ATTEMPT_MS = 10_000;
/** Others with the key look so often if it did. */
const LOOK_MS = 100;
const TRIES = 8;
/** Challenges of a user that are kept; more end the oldest. */
const OPEN_PER_USER = 20;
const PASSKEY = 'passkey';
/** Marks an entered refusal; no call's answer has a field of this name. */
const REFUSED = '$refused';

type Context = CallContext<Call, Session> & { readonly session: Session };

/** Proofs that an act's own content holds already: a right old password, and a level of its own. */
export interface Shown {
  readonly kinds?: readonly StepUpKind[];
  readonly level?: StepUp;
  /** The parts of the act that its owner confirms, where the record of the call cannot say them all. */
  readonly facts?: readonly ActFact[];
}

/**
 * Looks at an act before it is refused for step-up, so that nobody is asked for factors for what is wrong anyway.
 * @throws Refusal for what is wrong with it
 */
export type CheckAct = (context: Context) => Promise<Shown>;

/**
 * Gives the answer of a done act to a retry, from the answer that was entered with it: an act that goes on afterwards is shown
 * as it stands.
 */
export type RepeatAnswer = (context: Context, entered: unknown) => Promise<unknown>;

export interface OpenChallenge {
  readonly challenge: string;
  readonly level: StepUp;
  readonly methods: readonly StepUpMethod[];
  readonly act: ConfirmedAct;
}

export interface StepUpDesk extends StepUpGate<Session> {
  /** A challenge of this session that waits. @throws Refusal STEP_UP_EXPIRED */
  open(session: Session, challenge: string): Promise<OpenChallenge>;
  /** Counts a try at a factor. @throws Refusal STEP_UP_EXPIRED after too many */
  countTry(challenge: string): Promise<void>;
  /** Notes that a factor was shown. */
  pass(
    session: Session,
    challenge: string,
    method: StepUpMethod,
  ): Promise<{ readonly passed: StepUpKind[]; readonly complete: boolean }>;
}

interface StepUpOptions {
  readonly db: Db;
  readonly keys: FactorKeys;
  readonly factorsOf: (userId: number) => Promise<OwnFactors>;
  readonly checks: Readonly<Partial<Record<string, CheckAct>>>;
  readonly repeats: Readonly<Partial<Record<string, RepeatAnswer>>>;
  /** Tells the owner of each act that was done. */
  readonly notices: Pick<Notices, 'tell'>;
  readonly now: () => number;
}

/** The act was done by another request with the same key, while this one ran; what this one did is rolled back. */
class DoneBefore extends Error {}

/**
 * One mechanism for all that is sensitive. The act is refused with a challenge, bound to the login, the call and the
 * hash of its content. Factors are shown to the challenge; then the same act passes with it, under one idempotency key,
 * and enters its answer in its own transaction: so it runs once, whatever is lost on the way.
 */
export function createStepUp({
  db,
  keys,
  factorsOf,
  checks,
  repeats,
  notices,
  now,
}: StepUpOptions): StepUpDesk {
  async function ask(call: Call, context: Context, content: Buffer): Promise<never> {
    const { session } = context;
    const shown = (await checks[call.name]?.(context)) ?? {};
    const { kinds = [], level = call.stepUp ?? 'account' } = shown;
    const facts = shown.facts ?? call.shows?.(context) ?? [];
    const { methods, needed } = requirementOf(await factorsOf(session.userId), level);
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
    const act = { name: call.name, facts: [...facts] };
    const stepUp = { challenge, expiresAt, methods, needed, passed: [...kinds], act };
    throw new Refusal('STEP_UP_REQUIRED', { stepUp });
  }

  const rowOf = (session: Session, challenge: string) =>
    db
      .selectFrom('factors.step_up')
      .selectAll()
      .where('challenge', '=', challenge)
      .where('user_id', '=', BigInt(session.userId))
      .where('family', '=', session.family)
      .where('expires_at', '>', new Date(now()))
      .executeTakeFirst();

  type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>;

  /** The kinds that were shown in the last minutes, and if they suffice. */
  async function stateOf(row: Row) {
    const since = now() - FACTOR_MS;
    const shown = Object.entries(row.passed as Record<string, number>).flatMap(([kind, atMs]) =>
      atMs > since ? [kind] : [],
    );
    const passed = shown.filter((kind): kind is StepUpKind => kind !== PASSKEY);
    const { methods, needed } = requirementOf(await factorsOf(idOf(row.user_id)), row.level as StepUp);
    return { passed, methods, needed, complete: shown.includes(PASSKEY) || passed.length >= needed };
  }

  /** The answer as it was entered. @throws Refusal where the act was refused after it had answered */
  function answerOf(row: Row): unknown {
    const answer: unknown = row.answer_sealed === null ? null : JSON.parse(keys.seal.open(row.answer_sealed));
    if (typeof answer !== 'object' || answer === null || !(REFUSED in answer)) return answer;
    const { key, ...more } = answer[REFUSED] as Problem;
    throw new Refusal(key, more);
  }

  /** The act of this login that was done under this key with this content, whatever challenge comes along. */
  const doneOf = (call: Call, session: Session, key: string, content: Buffer) =>
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

  /** The answer of a done act, as it stands now. @throws Refusal where the act was refused after it had answered */
  async function repeated(call: Call, context: Context, row: Row): Promise<unknown> {
    const entered = answerOf(row);
    return (await repeats[call.name]?.(context, entered)) ?? entered;
  }

  /**
   * Begins an attempt at an act. `other` where one with the same key is under way, perhaps in another process; `taken` where
   * the challenge is another key's.
   */
  async function begin(row: Row, key: string): Promise<'begun' | 'other' | 'taken'> {
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

  /** Performs an act whose attempt has begun. Where it was done meanwhile, its answer is that of the other attempt. */
  async function attempt(
    call: Call,
    context: Context,
    row: Row,
    perform: (enter: EnterAnswer) => Promise<unknown>,
  ): Promise<unknown> {
    const { challenge } = row;
    const { session } = context;
    let isBegun = false;
    let isEntered = false;
    const begin = async (trx: Trx) => {
      await requireStanding(trx, session);
      isBegun = true;
    };
    try {
      const enterAnswer = async (trx: Trx, answer: unknown) => {
        if (!isBegun) throw new Error(`${call.name} did not begin its transaction`);
        const kept = answer instanceof Refusal ? { [REFUSED]: answer.problem } : answer;
        const sealed = keys.seal.seal(JSON.stringify(kept));
        // Only a refusal replaces what was entered: an act whose transaction was undone enters its answer twice.
        await enter(trx, challenge, sealed, answer instanceof Refusal);
        const kind = answer instanceof Refusal ? null : toldBy(call, answer);
        if (kind !== null) await notices.tell(trx, session.userId, kind, { act: actOf(row) });
        isEntered = true;
      };
      const data = await perform(Object.assign(enterAnswer, { begin }));
      if (!isEntered) throw new Error(`${call.name} did not enter its answer`);
      return data;
    } catch (error) {
      // Another attempt used up what this one was refused for: a limit, a balance, an encrypted request.
      const isByOther = error instanceof DoneBefore || error instanceof Refusal;
      const found = isByOther ? await rowOf(session, challenge) : undefined;
      if (found !== undefined && found.done_at !== null) return repeated(call, context, found);
      await endAttempt(challenge);
      if (error instanceof DoneBefore) throw new Refusal('OUTCOME_UNKNOWN');
      throw error;
    }
  }

  const endAttempt = (challenge: string) =>
    db
      .updateTable('factors.step_up')
      .set({ attempt_until: null })
      .where('challenge', '=', challenge)
      .where('done_at', 'is', null)
      .execute();

  return {
    async run(call, given, perform) {
      const context = given as Context;
      const { session, headers, idempotencyKey } = context;
      const content = contentOf(keys, call, given);
      const shown = headers[STEP_UP_HEADER];
      const challenge = typeof shown === 'string' && /^[0-9a-f-]{36}$/.test(shown) ? shown : null;
      for (;;) {
        const done =
          idempotencyKey === null ? undefined : await doneOf(call, session, idempotencyKey, content);
        if (done !== undefined) return repeated(call, context, done);
        const row = challenge === null ? undefined : await rowOf(session, challenge);
        const isSame = row !== undefined && row.call === call.name && content.equals(row.content_hash);
        if (!isSame) return ask(call, context, content);
        const key = idempotencyKey ?? row.challenge;
        if (row.done_at !== null)
          return row.act_key === key ? repeated(call, context, row) : ask(call, context, content);
        const { passed, methods, needed, complete } = await stateOf(row);
        const isTried =
          row.act_key === key && row.attempt_until !== null && row.attempt_until.getTime() > now();
        // Factors that have lapsed begin no attempt; one that is under way gives its answer.
        if (!complete && !isTried) {
          const { challenge, expires_at } = row;
          const act = actOf(row);
          const stepUp = { challenge, expiresAt: expires_at.getTime(), methods, needed, passed, act };
          throw new Refusal('STEP_UP_REQUIRED', { stepUp });
        }
        const begun = complete ? await begin(row, key) : 'other';
        if (begun === 'begun') return attempt(call, context, row, perform);
        if (begun === 'taken') return ask(call, context, content);
        await sleep(LOOK_MS);
      }
    },
    async open(session, challenge) {
      const row = await rowOf(session, challenge);
      if (row === undefined || row.done_at !== null) throw new Refusal('STEP_UP_EXPIRED');
      const { methods } = await stateOf(row);
      return { challenge, level: row.level as StepUp, methods, act: actOf(row) };
    },
    async countTry(challenge) {
      const { numUpdatedRows } = await db
        .updateTable('factors.step_up')
        .set((each) => ({ tries: each('tries', '+', 1) }))
        .where('challenge', '=', challenge)
        .where('tries', '<', TRIES)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new Refusal('STEP_UP_EXPIRED');
    },
    async pass(session, challenge, method) {
      const shown = JSON.stringify({ [kindOfMethod[method] ?? PASSKEY]: now() });
      await sql`
        update factors.step_up set passed = passed || ${shown}::jsonb
        where challenge = ${challenge} and user_id = ${session.userId} and done_at is null`.execute(db);
      const row = await rowOf(session, challenge);
      if (row === undefined) throw new Refusal('STEP_UP_EXPIRED');
      const { passed, complete } = await stateOf(row);
      return { passed, complete };
    },
  };

  /** Enters an answer, or replaces the one that the same act entered before. */
  async function enter(trx: Trx, challenge: string, answer: Buffer, replaces: boolean): Promise<void> {
    const timeMs = now();
    const { numUpdatedRows } = await trx
      .updateTable('factors.step_up')
      .set({
        done_at: new Date(timeMs),
        answer_sealed: answer,
        attempt_until: null,
        expires_at: new Date(timeMs + ANSWER_MS),
      })
      .where('challenge', '=', challenge)
      .where('done_at', replaces ? 'is not' : 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new DoneBefore();
  }
}

/** The act that a challenge is for, as its owner confirms it. */
const actOf = ({ call, facts }: { readonly call: string; readonly facts: unknown }) => ({
  name: call,
  facts: [...(facts as readonly ActFact[])],
});

/**
 * Hashes what the act was asked to do, by a key: its content holds digests of passwords, which whoever reads the table would
 * else guess as fast as they hash. The parts were read by strict schemas, so their fields come in one order.
 */
function contentOf(
  keys: FactorKeys,
  call: Call,
  { params, query, body }: Pick<Context, 'params' | 'query' | 'body'>,
): Buffer {
  const text = JSON.stringify([call.name, params, query, body], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
  return keys.hash('act', text);
}
