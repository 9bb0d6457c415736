import { defaultLocale, type Locale, languageTags, loadMessages, type Messages } from '@candor/i18n';
import { UiProvider } from '@candor/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { usePreference, useServices } from '../data/index.ts';

/** A language with its catalogue, ready to be shown. */
export interface Catalogue {
  readonly locale: Locale;
  readonly messages: Messages;
}

/** Loads a language's catalogue, or English where that can't be had. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  try {
    return { locale, messages: await loadMessages(locale) };
  } catch (error) {
    if (locale === defaultLocale) throw error;
    console.warn(`The ${locale} catalogue could not be loaded.`, error);
    return { locale: defaultLocale, messages: await loadMessages(defaultLocale) };
  }
}

/**
 * Shows the page in the preferred language. A change re-renders when the new catalogue is there, so that no text
 * flashes, tells the server, and reloads the user.
 */
export function Localized({ initial, children }: { initial: Catalogue; children: ReactNode }) {
  const { client, session } = useServices();
  const preferred = usePreference('language');
  const [shown, setShown] = useState(initial);
  const announced = useRef(preferred);

  useEffect(() => {
    if (preferred === shown.locale) return;
    let current = true;
    void loadCatalogue(preferred).then((next) => {
      if (current) setShown(next);
    });
    return () => {
      current = false;
    };
  }, [preferred, shown.locale]);

  useEffect(() => {
    document.documentElement.lang = languageTags[shown.locale];
  }, [shown.locale]);

  useEffect(() => {
    if (announced.current === preferred) return;
    announced.current = preferred;
    if (session.store.getState().token === null) return;
    client
      .call('setLanguage', { body: { language: preferred } })
      .catch((error: unknown) => console.warn('The language was not stored with the account.', error))
      .then(() => session.reloadUser());
  }, [preferred, client, session]);

  return (
    <UiProvider locale={shown.locale} messages={shown.messages}>
      {children}
    </UiProvider>
  );
}
