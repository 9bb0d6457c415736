import { JournalError } from '@candor/journal';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../database/away.ts';

/**
 * True where the database was away, or the core was away, was interrupted, or recovers. It is no fault of the reader:
 * `/readyz` reports it, and the reader tries again.
 */
export function passesByItself(error: unknown): boolean {
  if (error instanceof JournalError) return error.code === 'NOT_READY' || error.code === 'NOT_COMMITTED';
  return isDatabaseAway(error);
}

/** Returns a reporter that logs an error under `text`: as a warning where it passes by itself, else as an error. */
export function reportsFault(log: Pick<Logger, 'warn' | 'error'>, text: string): (error: unknown) => void {
  return (error) => log[passesByItself(error) ? 'warn' : 'error']({ err: error }, text);
}
