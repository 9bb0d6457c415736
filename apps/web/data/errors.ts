import { CallError, errorMessageId, Undelivered } from '@candor/api';
import { LostFile } from '@candor/ui';

/** Errors that a page meets without an answer of the server. Their texts are loaded before the first paint. */
type OwnError = 'fileLost' | 'network' | 'notSent' | 'outcomeLost' | 'unknown';

export interface ErrorText {
  /** Id in the catalogues. */
  readonly id: ReturnType<typeof errorMessageId> | `ui.error.${OwnError}`;
  readonly values: Readonly<Record<string, string>>;
  /** The server's own words, in the language of the call; null where it said none, and where they name SQL. */
  readonly said: string | null;
}

const own = (id: OwnError): ErrorText => ({ id: `ui.error.${id}`, values: {}, said: null });

function wordsSaid({ message }: CallError): string | null {
  const words = message.trim();
  return words === '' || /sql/i.test(words) ? null : words;
}

/** Returns an error's text for the user: by its code, translated, and beside it what the server said. */
export function errorText(error: unknown): ErrorText {
  if (error instanceof LostFile) return own('fileLost');
  // the reason of a signal that waited long enough
  if (error instanceof DOMException && error.name === 'TimeoutError') return own('network');
  if (!(error instanceof CallError)) return own('unknown');
  if (error.code === 0) {
    const undelivered = error.cause instanceof Undelivered ? error.cause.delivery : null;
    return own(undelivered === null ? 'network' : undelivered === 'not-sent' ? 'notSent' : 'outcomeLost');
  }
  const said = wordsSaid(error);
  if (error.key === null) return { ...own('unknown'), said };
  return { id: errorMessageId(error.key), values: error.problem?.details ?? {}, said };
}
