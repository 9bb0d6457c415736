import { CallError, errorMessageId, errors, newActKey } from '@candor/api';
import { type ActKit, LostFile } from '@candor/ui';
import type { IntlShape } from 'react-intl';

/** Says an error in the operator's language, by its code. */
export function wordsOf(intl: IntlShape, error: unknown): string {
  if (error instanceof CallError && error.code === 0) return intl.formatMessage({ id: 'ui.error.network' });
  // the customers' sentence sends to orders and balances, which an operator has not
  if (error instanceof CallError && error.key === 'INTERNAL')
    return intl.formatMessage({ id: 'console.shell.failed.server' });
  if (error instanceof CallError && error.key !== null) {
    return intl.formatMessage({ id: errorMessageId(error.key) }, error.problem?.details ?? {});
  }
  if (error instanceof LostFile) return intl.formatMessage({ id: 'ui.error.fileLost' });
  return intl.formatMessage({ id: 'ui.error.unknown' });
}

/** Answers that leave open whether the act was done: a retry carries the same key. */
const undecided: ReadonlySet<number> = new Set([
  errors.INTERNAL.code,
  errors.UNAVAILABLE.code,
  errors.OUTCOME_UNKNOWN.code,
  errors.RATE_LIMITED.code,
]);

/** The console's errors and keys, for the forms and tables of the kit; see `createActKit` of the customers' app. */
export const createConsoleActs = (serverMs: () => number | null): ActKit => ({
  readProblem: (error, intl) => {
    const known = error instanceof CallError ? error : null;
    return {
      text: wordsOf(intl, error),
      key: known?.key ?? null,
      field: known?.problem?.field ?? null,
      isDecided: known?.delivery === 'answered' && !undecided.has(known.code),
      isOffline: known?.delivery === 'not-sent',
    };
  },
  newKey: () => newActKey(serverMs()),
});
