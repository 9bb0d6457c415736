import type { ErrorKey } from '@candor/api';
import { JournalError } from '@candor/journal';
import { isDatabaseAway, isDatabaseCut } from '../../base/database/index.ts';

/**
 * Returns the error key for an error that is ours: away or without room for a moment, of unknown outcome, or a fault. The
 * commit of an act may be done where the connection broke before its answer.
 */
export function keyOfFault(
  error: unknown,
  isAct: boolean,
): Extract<ErrorKey, 'UNAVAILABLE' | 'OUTCOME_UNKNOWN' | 'REQUEST_LATE' | 'INTERNAL'> {
  if (error instanceof JournalError) {
    if (error.code === 'TOO_LATE') return 'REQUEST_LATE';
    return error.code === 'OUTCOME_UNKNOWN' ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE';
  }
  if (isAct && isDatabaseCut(error)) return 'OUTCOME_UNKNOWN';
  const isFull = (error as { readonly code?: unknown } | null)?.code === 'ENOSPC';
  return isFull || isDatabaseAway(error) ? 'UNAVAILABLE' : 'INTERNAL';
}
