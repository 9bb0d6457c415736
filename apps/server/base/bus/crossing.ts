import type { Problem } from '@candor/api';
import { JournalError, type JournalErrorCode } from '@candor/journal';
import { isDatabaseAway } from '../database/index.ts';
import { Refusal } from '../errors/refusal.ts';
import { BusError } from './index.ts';

/** The answer of one process to another: the result, or the typed error that was thrown. */
type Answer =
  | { readonly found: unknown }
  | { readonly databaseAway: string }
  | { readonly refusal: Problem }
  | { readonly journal: { readonly code: JournalErrorCode; readonly message: string } };

/**
 * Wraps the work of a bus responder so that refusals, journal errors and the loss of the database keep their meaning on
 * the other side; other errors are rethrown.
 */
export async function answered(find: () => unknown): Promise<Answer> {
  try {
    return { found: await find() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.problem };
    if (error instanceof JournalError) return { journal: { code: error.code, message: error.message } };
    if (isDatabaseAway(error))
      return { databaseAway: error instanceof Error ? error.message : String(error) };
    throw error;
  }
}

/**
 * Returns the result of a remote answer or throws its error. If the bus brings no answer, or the other process lost its
 * database meanwhile, it throws a JournalError: NOT_READY, or `unsure` if the other process may have acted.
 */
export async function taken(
  answer: Promise<unknown>,
  unsure: 'OUTCOME_UNKNOWN' | 'NOT_READY',
): Promise<unknown> {
  let given: Answer;
  try {
    given = (await answer) as Answer;
  } catch (cause) {
    if (!(cause instanceof BusError) || cause.code === 'FAILED') throw cause;
    const code = cause.code === 'NOBODY_ANSWERS' ? 'NOT_READY' : unsure;
    throw new JournalError(code, cause.message, { cause });
  }
  if ('refusal' in given) {
    const { key, ...more } = given.refusal;
    throw new Refusal(key, more);
  }
  if ('databaseAway' in given) throw new JournalError(unsure, given.databaseAway);
  if ('journal' in given) throw new JournalError(given.journal.code, given.journal.message);
  return given.found;
}
