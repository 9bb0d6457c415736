import type { Language } from '@candor/contract';
import { createTranslate, loadMessages, locales } from '@candor/i18n';
import type { Translate } from './envelope.ts';

/**
 * Loads every catalogue, for the messages of refusals. Ids that a catalogue lacks give null, and so does a message that
 * wants values which are not there: a refusal reaches its reader in English then.
 */
export async function loadTranslations(): Promise<Translate> {
  const translations = new Map(
    await Promise.all(
      locales.map(async (locale) => {
        const messages = await loadMessages(locale);
        return [locale as Language, { messages, translate: createTranslate(locale, messages) }] as const;
      }),
    ),
  );
  return (language, messageId, values) => {
    const { messages, translate } = translations.get(language) ?? {};
    if (messages === undefined || translate === undefined || !(messageId in messages)) return null;
    try {
      return translate(messageId, values);
    } catch {
      return null;
    }
  };
}
