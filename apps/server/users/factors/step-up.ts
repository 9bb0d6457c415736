import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ActFact,
  type Call,
  type ConfirmedAct,
  type Problem,
  STEP_UP_HEADER,
  type StepUp,
  type StepUpKind,
  type StepUpMethod,
} from '@candor/api';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CallContext } from '../../gateway/http/context.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import type { StepUpGate } from '../../gateway/http/step-up-gate.ts';
import { requireStanding, type Session } from '../identity/index.ts';
import type { FactorKeys } from './keys.ts';
import { type OwnFactors, requirementOf } from './methods.ts';
import type { Notices } from './notices.ts';
import {
  beginAttempt,
  countTry,
  DoneBefore,
  doneOf,
  endAttempt,
  enterAnswer,
  insertChallenge,
  notePassed,
  PASSKEY,
  rowOf,
  type StepUpRow,
} from './step-up-rows.ts';
import { toldBy } from './told.ts';

/** A factor counts for so long after it was shown. */
const FACTOR_MS = 5 * 60_000;
/** Others with the key look so often for the answer of an attempt under way. */
const LOOK_MS = 100;
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

/** An act as it was asked for, and the hash of what it is to do. */
interface AskedAct {
  readonly call: Call;
  readonly context: Context;
  readonly content: Buffer;
}

/** Writes a challenge for an act, and refuses it. @throws Refusal STEP_UP_REQUIRED, or for what is wrong with the act */
async function ask(desk: StepUpOptions, { call, context, content }: AskedAct): Promise<never> {
  const { session } = context;
  const shown = (await desk.checks[call.name]?.(context)) ?? {};
  const { kinds = [], level = call.stepUp ?? 'account' } = shown;
  const facts = shown.facts ?? call.shows?.(context) ?? [];
  const { methods, needed } = requirementOf(await desk.factorsOf(session.userId), level);
  const asked = { call, session, content, level, kinds, facts };
  const { challenge, expiresAt } = await insertChallenge(desk, asked);
  const act = { name: call.name, facts: [...facts] };
  const stepUp = { challenge, expiresAt, methods, needed, passed: [...kinds], act };
  throw new Refusal('STEP_UP_REQUIRED', { stepUp });
}

/** The kinds that were shown in the last minutes, and if they suffice. */
async function stateOf({ factorsOf, now }: Pick<StepUpOptions, 'factorsOf' | 'now'>, row: StepUpRow) {
  const since = now() - FACTOR_MS;
  const shown = Object.entries(row.passed as Record<string, number>).flatMap(([kind, atMs]) =>
    atMs > since ? [kind] : [],
  );
  const passed = shown.filter((kind): kind is StepUpKind => kind !== PASSKEY);
  const { methods, needed } = requirementOf(await factorsOf(idOf(row.user_id)), row.level as StepUp);
  return { passed, methods, needed, complete: shown.includes(PASSKEY) || passed.length >= needed };
}

/** The answer as it was entered. @throws Refusal where the act was refused after it had answered */
function answerOf({ seal }: FactorKeys, row: StepUpRow): unknown {
  const answer: unknown = row.answer_sealed === null ? null : JSON.parse(seal.open(row.answer_sealed));
  if (typeof answer !== 'object' || answer === null || !(REFUSED in answer)) return answer;
  const { key, ...more } = answer[REFUSED] as Problem;
  throw new Refusal(key, more);
}

/** The answer of a done act, as it stands now. @throws Refusal where the act was refused after it had answered */
async function repeated(
  { keys, repeats }: StepUpOptions,
  { call, context }: AskedAct,
  row: StepUpRow,
): Promise<unknown> {
  const entered = answerOf(keys, row);
  return (await repeats[call.name]?.(context, entered)) ?? entered;
}

/** Performs an act whose attempt has begun. Where it was done meanwhile, its answer is that of the other attempt. */
async function attempt(
  desk: StepUpOptions,
  act: AskedAct,
  row: StepUpRow,
  perform: (enter: EnterAnswer) => Promise<unknown>,
): Promise<unknown> {
  const { keys, notices, now } = desk;
  const { call } = act;
  const { challenge } = row;
  const { session } = act.context;
  let isBegun = false;
  let isEntered = false;
  const begin = async (trx: Trx) => {
    await requireStanding(trx, session);
    isBegun = true;
  };
  try {
    const enter = async (trx: Trx, answer: unknown) => {
      if (!isBegun) throw new Error(`${call.name} did not begin its transaction`);
      const kept = answer instanceof Refusal ? { [REFUSED]: answer.problem } : answer;
      const sealed = keys.seal.seal(JSON.stringify(kept));
      // Only a refusal replaces what was entered: an act whose transaction was undone enters its answer twice.
      await enterAnswer(trx, challenge, { sealed, replaces: answer instanceof Refusal }, now());
      const kind = answer instanceof Refusal ? null : toldBy(call, answer);
      if (kind !== null) await notices.tell(trx, session.userId, kind, { act: actOf(row) });
      isEntered = true;
    };
    const data = await perform(Object.assign(enter, { begin }));
    if (!isEntered) throw new Error(`${call.name} did not enter its answer`);
    return data;
  } catch (error) {
    // Another attempt used up what this one was refused for: a limit, a balance, an encrypted request.
    const isByOther = error instanceof DoneBefore || error instanceof Refusal;
    const found = isByOther ? await rowOf(desk, session, challenge) : undefined;
    if (found !== undefined && found.done_at !== null) return repeated(desk, act, found);
    await endAttempt(desk, challenge);
    if (error instanceof DoneBefore) throw new Refusal('OUTCOME_UNKNOWN');
    throw error;
  }
}

/** Performs an act once, or gives the answer of the attempt that did. @throws Refusal STEP_UP_REQUIRED, or of the act */
async function run(
  desk: StepUpOptions,
  act: AskedAct,
  perform: (enter: EnterAnswer) => Promise<unknown>,
): Promise<unknown> {
  const { call, content } = act;
  const { session, headers, idempotencyKey } = act.context;
  const shown = headers[STEP_UP_HEADER];
  const challenge = typeof shown === 'string' && /^[0-9a-f-]{36}$/.test(shown) ? shown : null;
  for (;;) {
    const done =
      idempotencyKey === null ? undefined : await doneOf(desk, { call, session, content }, idempotencyKey);
    if (done !== undefined) return repeated(desk, act, done);
    const row = challenge === null ? undefined : await rowOf(desk, session, challenge);
    const isSame = row !== undefined && row.call === call.name && content.equals(row.content_hash);
    if (!isSame) return ask(desk, act);
    const key = idempotencyKey ?? row.challenge;
    if (row.done_at !== null) return row.act_key === key ? repeated(desk, act, row) : ask(desk, act);
    const { passed, methods, needed, complete } = await stateOf(desk, row);
    const isTried =
      row.act_key === key && row.attempt_until !== null && row.attempt_until.getTime() > desk.now();
    // Factors that have lapsed begin no attempt; one that is under way gives its answer.
    if (!complete && !isTried) {
      const { challenge, expires_at } = row;
      const expiresAt = expires_at.getTime();
      const stepUp = { challenge, expiresAt, methods, needed, passed, act: actOf(row) };
      throw new Refusal('STEP_UP_REQUIRED', { stepUp });
    }
    const begun = complete ? await beginAttempt(desk, row, key) : 'other';
    if (begun === 'begun') return attempt(desk, act, row, perform);
    if (begun === 'taken') return ask(desk, act);
    await sleep(LOOK_MS);
  }
}

/**
 * One mechanism for all that is sensitive. The act is refused with a challenge, bound to the login, the call and the
 * hash of its content. Factors are shown to the challenge; then the same act passes with it, under one idempotency key,
 * and enters its answer in its own transaction: so it runs once, whatever is lost on the way.
 */
export function createStepUp(desk: StepUpOptions): StepUpDesk {
  return {
    async run(call, given, perform) {
      const content = contentOf(desk.keys, call, given);
      return run(desk, { call, context: given as Context, content }, perform);
    },
    async open(session, challenge) {
      const row = await rowOf(desk, session, challenge);
      if (row === undefined || row.done_at !== null) throw new Refusal('STEP_UP_EXPIRED');
      const { methods } = await stateOf(desk, row);
      return { challenge, level: row.level as StepUp, methods, act: actOf(row) };
    },
    countTry: (challenge) => countTry(desk, challenge),
    async pass(session, challenge, method) {
      const row = await notePassed(desk, session, challenge, method);
      const { passed, complete } = await stateOf(desk, row);
      return { passed, complete };
    },
  };
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
