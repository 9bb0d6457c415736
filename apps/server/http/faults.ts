import type { ErrorKey } from '@candor/contract';
import { JournalError } from '@candor/journal';

/** Connection errors of node and of PostgreSQL: shutting down, starting up, connection lost, too many connections. */
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
]);

/** What a caller is told of an error that is ours: away for a moment, of unknown outcome, or a fault. */
export function keyOfFault(
  error: unknown,
): Extract<ErrorKey, 'UNAVAILABLE' | 'OUTCOME_UNKNOWN' | 'REQUEST_LATE' | 'INTERNAL'> {
  if (error instanceof JournalError) {
    if (error.code === 'TOO_LATE') return 'REQUEST_LATE';
    return error.code === 'OUTCOME_UNKNOWN' ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE';
  }
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (typeof code === 'string' && connectionCodes.has(code)) return 'UNAVAILABLE';
  const lost =
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
  return lost ? 'UNAVAILABLE' : 'INTERNAL';
}
