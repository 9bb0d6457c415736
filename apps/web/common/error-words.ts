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

/** The translated words of an error text, its figures as the language writes them. */
export function errorWords(intl: IntlShape, text: ErrorText): string {
  return text.fallback ?? intl.formatMessage({ id: text.id }, shownValues(intl, text.values));
}

/** The translated words of whatever was thrown. */
export function wordsOf(intl: IntlShape, error: unknown): string {
  return errorWords(intl, errorText(error));
}
