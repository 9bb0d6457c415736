import { createContext, use } from 'react';
import { type IntlShape, useIntl } from 'react-intl';

/** A failed call, as forms, tables and dialogs show it. */
export interface Problem {
  /** The error in the language of the page. */
  readonly text: string;
  /** The stable key of the error, such as `INSUFFICIENT_BALANCE`; null where there is none. */
  readonly key: string | null;
  /** The path of the request's field that is wrong, such as `periods.0.payoutPercent`; null where none is named. */
  readonly field: string | null;
  /** False while the act may still take effect: a retry then carries the same key. */
  readonly isDecided: boolean;
  /** The device was offline and nothing was sent: over once it is online again. */
  readonly isOffline: boolean;
  /** A link beside the text to what the text sends the reader to; none where the text is enough. */
  readonly help?: { readonly href: string; readonly text: string } | undefined;
}

/** Reads an app's errors and makes its keys; the components know neither its API nor its client. */
export interface ActKit {
  readonly readProblem: (error: unknown, intl: IntlShape) => Problem;
  /** Returns a new idempotency key. */
  readonly newKey: () => string;
}

/** Reads any error as an unknown one and makes keys at random: for stories, and for apps without calls. */
export const plainActKit: ActKit = {
  readProblem: (_error, intl) => ({
    text: intl.formatMessage({ id: 'ui.error.unknown' }),
    key: null,
    field: null,
    isDecided: false,
    isOffline: false,
  }),
  newKey: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-'),
};

export const ActKitContext = createContext<ActKit>(plainActKit);

/** The app's error reader and key maker, as given to `UiProvider`. */
export function useActKit(): ActKit {
  return use(ActKitContext);
}

/** Returns a function that reads an error in the language of the page. */
export function useProblem(): (error: unknown) => Problem {
  const intl = useIntl();
  const { readProblem } = useActKit();
  return (error) => readProblem(error, intl);
}
