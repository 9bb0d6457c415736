import type { IntlShape } from 'react-intl';
import { type ErrorText, errorText } from '../data/index.ts';

/** Figures travel as plain decimals; `Intl` reads such a text exactly. */
function shownValues(intl: IntlShape, values: ErrorText['values']): Record<string, string> {
  const shown = (value: string) =>
    /^\d+(\.\d+)?$/.test(value)
      ? new Intl.NumberFormat(intl.locale, { maximumFractionDigits: 20 }).format(value as `${number}`)
      : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)]));
}

const UNKNOWN: ErrorText['id'] = 'ui.error.unknown';

/**
 * The translated words of an error text, its figures as the language writes them. Where this version does not know the
 * code, and on a screen that has not loaded the texts of errors, they are the server's own, in the same language.
 */
export function errorWords(intl: IntlShape, { id, values, said }: ErrorText): string {
  const isLoaded = id !== UNKNOWN && intl.messages[id] !== undefined;
  if (isLoaded) return intl.formatMessage({ id }, shownValues(intl, values));
  return said ?? intl.formatMessage({ id: UNKNOWN });
}

/** The translated words of whatever was thrown. */
export function wordsOf(intl: IntlShape, error: unknown): string {
  return errorWords(intl, errorText(error));
}
