import type { IntlShape } from 'react-intl';
import { type ErrorText, errorText } from '../data/index.ts';

/** The translated words of an error text. */
export function errorWords(intl: IntlShape, text: ErrorText): string {
  return text.fallback ?? intl.formatMessage({ id: text.id }, text.values);
}

/** The translated words of whatever was thrown. */
export function wordsOf(intl: IntlShape, error: unknown): string {
  return errorWords(intl, errorText(error));
}
