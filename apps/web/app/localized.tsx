import { type Catalogue, type CustomerRoom, defaultLocale, languageTags } from '@candor/i18n';
import { UiProvider } from '@candor/ui';
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import { createActKit } from '../common/act-kit.ts';
import { offeredLanguage, useOfferedLanguages, usePreference, useServices } from '../data/index.ts';

/** Rooms that every page of the app shows. */
export const firstRooms: readonly CustomerRoom[] = ['ui', 'shell', 'menu', 'act'];

/**
 * Shows the page in the preferred language. A change re-renders when the new messages are there, so that no text
 * flashes. One by the user notifies the server, and reloads the user.
 */
export function Localized({
  catalogue,
  children,
}: {
  readonly catalogue: Catalogue<CustomerRoom>;
  readonly children: ReactNode;
}) {
  const { client, preferences, session, serverMs } = useServices();
  const actKit = useMemo(() => createActKit(serverMs), [serverMs]);
  const preferred = usePreference('language');
  const timeZone = usePreference('timeZone');
  const shown = useSyncExternalStore(catalogue.subscribe, catalogue.current);
  const offered = useOfferedLanguages({ enabled: preferred !== defaultLocale });

  // operators may have taken the device's language out of the list
  useEffect(() => {
    if (offered?.has(preferred) === false)
      preferences.suggest({ language: offeredLanguage(navigator.languages, offered) });
  }, [offered, preferred, preferences]);

  useEffect(() => {
    if (preferred === catalogue.current().locale) return;
    catalogue
      .change(preferred)
      .catch((error: unknown) => console.warn('The language could not be changed.', error));
  }, [preferred, catalogue]);

  useEffect(() => {
    document.documentElement.lang = languageTags[shown.locale];
  }, [shown.locale]);

  useEffect(
    () =>
      preferences.onLanguageChosen((language) => {
        if (session.store.getState().token === null) return;
        client
          .call('setLanguage', { body: { language } })
          .catch((error: unknown) => console.warn('The language was not stored with the account.', error))
          .then(() => session.reloadUser());
      }),
    [preferences, client, session],
  );

  return (
    <UiProvider
      acts={actKit}
      locale={shown.locale}
      messages={shown.messages}
      {...(timeZone === null ? {} : { timeZone })}
    >
      {children}
    </UiProvider>
  );
}
