import type { Problem } from '@candor/api';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { LoginProof } from '../../../apps/server/gateway/logins/index.ts';

/** Solves the challenge of a refusal, as the page does; undefined where the refusal brings none. */
export async function solved(problem: unknown): Promise<LoginProof | undefined> {
  const { key, details } = (problem ?? {}) as Partial<Problem>;
  if (key !== 'LOGIN_PROOF_NEEDED') return undefined;
  const challenge: LoginProof['challenge'] = JSON.parse(details?.challenge ?? '');
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('the challenge was not solved');
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}
