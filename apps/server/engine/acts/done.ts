import { AsyncLocalStorage } from 'node:async_hooks';
import { type Committed, JournalError } from '@candor/journal';
import { isDatabaseAway, notingWrites } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

const acts = new AsyncLocalStorage<{ isDone: boolean; hasWritten: boolean }>();

/** Notes of the act that runs now that it stands in the database, where it was written by a batch for several. */
export function noteWritten(): void {
  const act = acts.getStore();
  if (act !== undefined) act.hasWritten = true;
}

/** Notes of the act that runs now that the journal holds it: whatever fails afterwards leaves it done. */
export function noteDone(committed: Committed): Committed {
  const act = acts.getStore();
  if (act !== undefined && committed.outcome.ok) act.isDone = true;
  return committed;
}

/**
 * Runs an act. One that the journal holds is done, though a journal or a database that is away keeps back the rest of its
 * answer: its sender repeats it with the same key. The same holds of one that has written to the database before one of both
 * is away, or has no connection left: what it wrote may be all of it.
 * @throws Refusal OUTCOME_UNKNOWN then
 */
export async function runAct<Result>(run: () => Result): Promise<Awaited<Result>> {
  const act = { isDone: false, hasWritten: false };
  try {
    return await acts.run(act, () => notingWrites(act, run));
  } catch (error) {
    const isOpen = (act.isDone || act.hasWritten) && isPassing(error);
    throw isOpen ? new Refusal('OUTCOME_UNKNOWN') : error;
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return error.key === 'UNAVAILABLE';
  return error instanceof JournalError || isDatabaseAway(error);
}
