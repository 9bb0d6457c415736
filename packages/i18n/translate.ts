import { IntlMessageFormat } from 'intl-messageformat';
import type { Messages } from './load-messages.ts';
import { type Locale, languageTags } from './locales.ts';

/** Values for the placeholders of a message; amounts are given already formatted. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Turns a message id into a text of one language. */
export type Translate = (id: string, values?: MessageValues) => string;

/** Translation outside React, as the server needs it for error texts. Throws for an id that the catalogue lacks. */
export function createTranslate(locale: Locale, messages: Messages): Translate {
  const compiled = new Map<string, IntlMessageFormat>();
  return (id, values) => {
    let message = compiled.get(id);
    if (!message) {
      const text = messages[id];
      if (text === undefined) throw new RangeError(`the ${locale} catalogue has no message ${id}`);
      message = new IntlMessageFormat(text, languageTags[locale]);
      compiled.set(id, message);
    }
    return String(message.format(values));
  };
}
