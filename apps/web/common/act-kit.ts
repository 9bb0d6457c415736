import { CallError, newActKey } from '@candor/api';
import type { ActKit } from '@candor/ui';
import { wordsOf } from './error-words.ts';

/** How the forms and tables of `@candor/ui` read the API's errors and make the keys of its acts. */
export const actKit: ActKit = {
  readProblem: (error, intl) => ({
    text: wordsOf(intl, error),
    key: error instanceof CallError ? error.key : null,
    field: error instanceof CallError ? (error.problem?.field ?? null) : null,
    isDecided: error instanceof CallError && error.delivery !== 'unknown',
    isOffline: error instanceof CallError && error.delivery === 'not-sent',
  }),
  newKey: () => newActKey(Date.now()),
};
