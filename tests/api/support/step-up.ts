import { createHash } from 'node:crypto';
import { type CallError, newActKey, type Problem, type StepUpMethod, type StepUpNeed } from '@candor/api';
import type { House } from './house.ts';
import { type Person, type RawAnswer, send } from './person.ts';

export const sha256 = (password: string) => createHash('sha256').update(password).digest('hex');

/** An act as it is sent, so that it can be sent again unchanged. */
export interface SentAct {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly origin?: string;
  readonly cookie?: string;
  /** Time at which its sender began it; a window after it the server begins nothing new. */
  readonly timeMs?: number | undefined;
}

/** Sends an act, with a challenge that was met where one is given. */
export function sendAct(
  house: House,
  person: Pick<Person, 'token'>,
  { method = 'POST', path, body, key = newActKey(house.now()), origin, cookie, timeMs }: SentAct,
  challenge?: string,
): Promise<RawAnswer> {
  const headers = {
    'idempotency-key': key,
    ...(challenge === undefined ? {} : { 'step-up': challenge }),
    ...(origin === undefined ? {} : { origin }),
    ...(cookie === undefined ? {} : { cookie }),
    ...(timeMs === undefined ? {} : { 'request-time': String(timeMs) }),
  };
  return send(house, method, path, { token: person.token, body, headers });
}

/** The factors that an answer asks for. */
export function needOf(answer: RawAnswer): StepUpNeed {
  const problem = answer.data as Problem | null;
  if (problem?.key !== 'STEP_UP_REQUIRED' || problem.stepUp === undefined)
    throw new Error(`no step-up was asked for: ${answer.text}`);
  return problem.stepUp;
}

/** Shows one factor. */
export const show = (person: Person, challenge: string, method: StepUpMethod, answer: string) =>
  person.client.call('stepUp', { body: { challenge, method, answer } });

/** Sends an act, shows the factors that it asks for in their order, and sends it again. */
export async function stepUp(
  house: House,
  person: Person,
  act: SentAct,
  factors: readonly (readonly [StepUpMethod, string])[],
): Promise<RawAnswer> {
  const kept = { key: newActKey(house.now()), ...act };
  const { challenge } = needOf(await sendAct(house, person, kept));
  for (const [method, answer] of factors) await show(person, challenge, method, answer);
  return sendAct(house, person, kept, challenge);
}

/** The key of the error that a call is refused with. */
export async function keyOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (cause: CallError) => cause,
  );
  if (error === null) throw new Error('the call was not refused');
  if (error.key === null || error.key === undefined) throw error;
  return error.key;
}
