import { CallError, errorMessageId } from '@candor/contract';
import type { IntlShape } from 'react-intl';

/** Says an error in the operator's language, by its code. */
export function wordsOf(intl: IntlShape, error: unknown): string {
  if (error instanceof CallError && error.code === 0) return intl.formatMessage({ id: 'error.NETWORK' });
  if (error instanceof CallError && error.key !== null) {
    return intl.formatMessage({ id: errorMessageId(error.key) }, error.problem?.details ?? {});
  }
  return intl.formatMessage({ id: 'error.UNKNOWN' });
}
