import { InvariantError } from '@candor/money';

/** Why the journal refuses or gives up. Stable codes; the message is one sentence for an operator. */
export type JournalErrorCode =
  /** PostgreSQL does not answer. */
  | 'DATABASE_UNREACHABLE'
  /** PostgreSQL could lose a commit: fsync, full_page_writes or synchronous_commit is not on, or it is a standby. */
  | 'DATABASE_UNSAFE'
  /** A connection pooler sits between: a session's locks would not be ours. */
  | 'POOLER_BETWEEN'
  /** Another process holds this journal. */
  | 'ALREADY_RUNNING'
  /** Another process took the journal over; this one must never write again. */
  | 'DEPOSED'
  /** The journal is a practice one and a real one was asked for, or the other way round. */
  | 'MODE_MISMATCH'
  /** The journal was written in a format that this program does not know. */
  | 'FORMAT_UNKNOWN'
  /** A row does not match its hash, or a row is missing. */
  | 'CHAIN_BROKEN'
  /** Rows lie in an archive file that is not there, or that is not what was verified. */
  | 'ARCHIVE_UNREADABLE'
  /** Replaying a row gave other events or another state than when it was written. */
  | 'REPLAY_DIVERGED'
  /** A later kernel version wrote the newest row. */
  | 'KERNEL_NEWER'
  /** A kernel that wrote a part of an export is not among those that are trusted: that part was not checked. */
  | 'KERNEL_UNTRUSTED'
  /** The kernel version that wrote a row is not in the database. */
  | 'KERNEL_MISSING'
  /** This kernel version cannot take over the state that the older one left. */
  | 'UPGRADE_IMPOSSIBLE'
  /** The first commands of an empty journal were rejected. */
  | 'BOOTSTRAP_REJECTED'
  /** A commit failed, took too long, or its answer was lost. */
  | 'COMMIT_FAILED'
  /** The kernel threw while applying a command. */
  | 'APPLY_FAILED'
  /** The engine is recovering, has failed or was stopped: nothing was done. */
  | 'NOT_READY'
  /** Too many commands wait already: nothing was done. */
  | 'OVERLOADED'
  /** The command's turn came after its `notAfterMs`: nothing was done. */
  | 'TOO_LATE'
  /** The command is not in the journal: nothing was done. */
  | 'NOT_COMMITTED'
  /** It is not known yet if the command stands: ask again with the same key. */
  | 'OUTCOME_UNKNOWN';

/** The journal's typed error. `batchNo` names the row at fault where there is one. */
export class JournalError extends Error {
  readonly code: JournalErrorCode;
  readonly batchNo: number | null;

  constructor(
    code: JournalErrorCode,
    message: string,
    options: ErrorOptions & { readonly batchNo?: number } = {},
  ) {
    super(message, options);
    this.name = 'JournalError';
    this.code = code;
    this.batchNo = options.batchNo ?? null;
  }
}

const retryable: ReadonlySet<JournalErrorCode> = new Set([
  'DATABASE_UNREACHABLE',
  'ALREADY_RUNNING',
  'COMMIT_FAILED',
  'APPLY_FAILED',
]);

/** True when trying again later may help; a broken chain, a lost fence, an unsafe database or a failed assert stays as it is. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof InvariantError) return false;
  return !(error instanceof JournalError) || retryable.has(error.code);
}

/** True where the writer is deposed, or PostgreSQL refused a statement and lives on: nothing of the statement was done. */
export function isRefused(error: unknown): boolean {
  if (error instanceof JournalError) return error.code === 'DEPOSED';
  const { code, severity } = error as { readonly code?: unknown; readonly severity?: unknown };
  return typeof code === 'string' && severity === 'ERROR';
}

/** An error's words, for a status page or a log line. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(wordsOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** The command is not in the journal after an interruption. */
export function notCommitted(cause: unknown): JournalError {
  return new JournalError('NOT_COMMITTED', 'The journal was interrupted: nothing was done.', { cause });
}

/** The queue is full. */
export function overloaded(): JournalError {
  return new JournalError('OVERLOADED', 'Too many commands are waiting: nothing was done.');
}

/** A commit that nobody could confirm. */
export function outcomeUnknown(cause: unknown): JournalError {
  return new JournalError(
    'OUTCOME_UNKNOWN',
    'Whether this was done is not known yet: ask again with the same key.',
    { cause },
  );
}

/** The command's turn came after the time that its sender allowed. */
export function tooLate(): JournalError {
  return new JournalError('TOO_LATE', 'The command came too late: nothing was done.');
}
