import { CallError, newActKey } from '@candor/api';
import type { ActKit } from '@candor/ui';
import { errorText } from '../data/index.ts';
import { wordsOf } from './error-words.ts';
import { sendsToSupport, supportHash } from './support-texts.ts';

/**
 * Makes the kit by which the forms and tables of `@candor/ui` read the API's errors and make the keys of its acts.
 * `serverMs` is the server's time, null while it is not known: the device's own time is never taken for it.
 */
export function createActKit(serverMs: () => number | null): ActKit {
  return {
    readProblem: (error, intl) => ({
      help: sendsToSupport(errorText(error).id)
        ? {
            href: `#${supportHash(errorText(error).id)}`,
            text: intl.formatMessage({ id: 'shell.support.contact' }),
          }
        : undefined,
      text: wordsOf(intl, error),
      key: error instanceof CallError ? error.key : null,
      field: error instanceof CallError ? (error.problem?.field ?? null) : null,
      isDecided: error instanceof CallError && error.delivery !== 'unknown',
      isOffline: error instanceof CallError && error.delivery === 'not-sent',
    }),
    newKey: () => newActKey(serverMs()),
  };
}
