import { kindOfMethod, type StepUpMethod } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Identity, Session } from '../identity/index.ts';
import type { Factors } from './factors.ts';
import type { GuessContext } from './guess-limits.ts';

/** Names a factor and carries the answer that was given for it. */
export interface Proof {
  readonly challenge: string;
  readonly method: StepUpMethod;
  readonly answer: string;
  readonly passkey: unknown;
  readonly origin: string | undefined;
}

/** The purpose of a passkey's challenge in a step-up; one of another act does not fit it. */
export const passkeyPurpose = (challenge: string) => `step-up:${challenge}`;

/** The flow of a code that is sent for a step-up. */
export function codeFlow(challenge: string, channel: 'email' | 'sms', to: string) {
  return { browser: `step-up:${challenge}`, purpose: 'confirm', channel, to } as const;
}

async function isRight(
  factors: Factors,
  identity: Pick<Identity, 'password'>,
  session: Session,
  { challenge, method, answer, passkey, origin }: Proof,
): Promise<boolean> {
  const { userId } = session;
  switch (method) {
    case 'passkey':
      return (await factors.passkeys.verify(passkeyPurpose(challenge), passkey, origin)) === userId;
    case 'password':
      return identity.password.matches(userId, answer);
    case 'fundPassword':
      return factors.fundPassword.matches(userId, answer);
    case 'authenticator':
      return factors.authenticator.use(userId, answer);
    case 'recovery':
      return factors.recoveryCodes.use(userId, answer);
    case 'email':
    case 'sms': {
      const { email, phone } = await factors.user(userId);
      const to = method === 'email' ? email : phone;
      if (factors.codes === null || to === null) throw new Refusal('STEP_UP_METHOD', { field: 'method' });
      await factors.codes.use(codeFlow(challenge, method, to), answer);
      return true;
    }
  }
}

/**
 * Shows one factor for an act that waits.
 * @throws Refusal STEP_UP_WRONG, STEP_UP_METHOD, STEP_UP_EXPIRED, STEP_UP_LIMITED, PASSKEY_REFUSED or CODE_WRONG
 */
export async function showFactor(
  factors: Factors,
  identity: Pick<Identity, 'password'>,
  { session, headers }: GuessContext & { readonly session: Session },
  given: Omit<Proof, 'origin'>,
) {
  const proof: Proof = { ...given, origin: headers.origin };
  const { challenge, method } = proof;
  const { methods } = await factors.stepUp.open(session, challenge);
  if (!methods.includes(method)) throw new Refusal('STEP_UP_METHOD', { field: 'method' });
  const isGuessable = kindOfMethod[method] !== null;
  if (isGuessable) await factors.stepUp.countTry(challenge);
  const guess = isGuessable ? await factors.guesses.count({ session, headers }) : null;
  if (!(await isRight(factors, identity, session, proof)))
    throw new Refusal(isGuessable ? 'STEP_UP_WRONG' : 'PASSKEY_REFUSED', { field: 'answer' });
  await guess?.right();
  return factors.stepUp.pass(session, challenge, method);
}
