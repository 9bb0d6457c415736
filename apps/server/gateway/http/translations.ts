import { errorMessageId, type Language } from '@candor/api';
import { createTranslate, loadCustomerRoom, locales } from '@candor/i18n';
import type { Translate } from './envelope.ts';

/** Loads the error texts of every language. A text whose values are missing is replaced by the general one. */
export async function loadTranslations(): Promise<Translate> {
  const translations = new Map(
    await Promise.all(
      locales.map(async (locale) => {
        const messages = await loadCustomerRoom(locale, 'error');
        return [locale as Language, createTranslate(locale, messages)] as const;
      }),
    ),
  );
  return (language, key, values) => {
    const translate = translations.get(language);
    if (translate === undefined) throw new RangeError(`there are no texts in ${language}`);
    try {
      return translate(errorMessageId(key), values);
    } catch {
      return translate('error.UNKNOWN');
    }
  };
}
