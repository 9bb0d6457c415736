import { AsyncLocalStorage } from 'node:async_hooks';
import type { Committed, Submission } from '@candor/journal';
import type { CoreLink } from '../core/index.ts';
import { noteDone } from './done.ts';

const onlyRepeats = new AsyncLocalStorage<true>();

/** Runs a call of somebody whose budget is spent: what it submits may repeat an act that was done, and do nothing new. */
export function runOnlyRepeats<Result>(run: () => Result): Result {
  return onlyRepeats.run(true, run);
}

/** Returns true if the current call may only repeat an earlier act. */
export function mayOnlyRepeat(): boolean {
  return onlyRepeats.getStore() === true;
}

/**
 * Returns the outcome of the act with this key, for as long as the kernel knows it. Nothing is journaled for the query.
 * Null where the key is new.
 */
export async function repeatOf(
  core: Pick<CoreLink, 'ask'>,
  { userId, key, bodyHash }: Omit<Submission, 'body'>,
): Promise<Committed | null> {
  if (key === null) return null;
  const earlier = await core.ask('usedKey', userId, key, bodyHash);
  return earlier === null ? null : noteDone(earlier);
}
