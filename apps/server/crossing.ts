import type { Problem } from '@candor/contract';
import { JournalError, type JournalErrorCode } from '@candor/journal';
import { BusError } from './bus/index.ts';
import { Refusal } from './refusal.ts';

/** What one process answers another: what was asked for, or the typed error that its room ended with. */
type Answer =
  | { readonly found: unknown }
  | { readonly refusal: Problem }
  | { readonly journal: { readonly code: JournalErrorCode; readonly message: string } };

/** For a responder of the bus: lets refusals and the journal's errors cross as what they are; others are thrown. */
export async function answered(find: () => unknown): Promise<Answer> {
  try {
    return { found: await find() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.problem };
    if (error instanceof JournalError) return { journal: { code: error.code, message: error.message } };
    throw error;
  }
}

/**
 * The other side: gives what was found, or throws what the room ended with. A bus that brings no answer is a
 * JournalError: NOT_READY, and `unsure` where something may have been done.
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
  if ('journal' in given) throw new JournalError(given.journal.code, given.journal.message);
  return given.found;
}
