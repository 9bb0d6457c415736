import { CallError, type ErrorKey, errorMessageId, Undelivered } from '@candor/api';
import { LostFile } from '@candor/ui';

export interface ErrorText {
  /** Id in the catalogues. */
  readonly id: `error.${ErrorKey | 'FILE_LOST' | 'NETWORK' | 'NOT_SENT' | 'OUTCOME_LOST' | 'UNKNOWN'}`;
  readonly values: Readonly<Record<string, string>>;
  /** The server's own words, for a code that this version does not know; never shown when they name SQL. */
  readonly fallback: string | null;
}

/** Returns an error's text for the user: by its code, translated; no raw message if the code already covers it. */
export function errorText(error: unknown): ErrorText {
  if (error instanceof LostFile) return { id: 'error.FILE_LOST', values: {}, fallback: null };
  // the reason of a signal that waited long enough
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { id: 'error.NETWORK', values: {}, fallback: null };
  if (!(error instanceof CallError)) return { id: 'error.UNKNOWN', values: {}, fallback: null };
  if (error.code === 0) {
    const undelivered = error.cause instanceof Undelivered ? error.cause.delivery : null;
    const id = undelivered === null ? 'NETWORK' : undelivered === 'not-sent' ? 'NOT_SENT' : 'OUTCOME_LOST';
    return { id: `error.${id}`, values: {}, fallback: null };
  }
  if (error.key !== null) {
    return { id: errorMessageId(error.key), values: error.problem?.details ?? {}, fallback: null };
  }
  const words = error.message.trim();
  return { id: 'error.UNKNOWN', values: {}, fallback: words === '' || /sql/i.test(words) ? null : words };
}
