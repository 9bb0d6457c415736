import { createActKeys } from '@candor/ui';
import type { RegisterInput, Session } from '../data/index.ts';

/**
 * Returns a function that registers, under one key for as long as what it sends stays the same: the answer may be lost, or
 * the user not load after it, and the next press is then answered as the first. Other content is another registration.
 */
export function createRegistering(
  session: Pick<Session, 'register'>,
  newKey: () => string,
): (input: RegisterInput) => ReturnType<Session['register']> {
  const keys = createActKeys(newKey);
  return (input) => session.register(input, keys.keyFor(input));
}
