import { JournalError, type JournalErrorCode } from '@candor/journal';
import { StartupError, type StartupErrorCode } from '../../base/errors/startup-error.ts';

const startupCodes: Partial<Record<JournalErrorCode, StartupErrorCode>> = {
  DATABASE_UNREACHABLE: 'DATABASE_UNREACHABLE',
  DATABASE_UNSAFE: 'DATABASE_UNSAFE',
  POOLER_BETWEEN: 'DATABASE_UNSAFE',
  ALREADY_RUNNING: 'DATA_IN_USE',
  MODE_MISMATCH: 'FEED_MODE',
};

/** Rethrows an error of opening the journal, as a StartupError if a person can fix it. */
export function explainJournal(error: unknown): never {
  if (!(error instanceof JournalError)) throw error;
  const code = startupCodes[error.code] ?? 'JOURNAL_REFUSED';
  const place = error.batchNo === null ? '' : ` (batch ${error.batchNo})`;
  const message =
    code === 'JOURNAL_REFUSED' ? `The journal was not opened${place}: ${error.message}` : error.message;
  throw new StartupError(code, message, { cause: error });
}
