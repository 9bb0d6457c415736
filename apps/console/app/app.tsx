import { type Catalogue, type ConsoleRoom, type Locale, languageTags } from '@candor/i18n';
import { UiProvider } from '@candor/ui';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { keptSession } from '../data/kept-session.ts';
import { keepLanguage } from '../data/preferences.ts';
import { createConsoleActs } from '../data/problems.ts';
import { ConsoleProvider, createConsole } from '../data/session.ts';
import { LanguageProvider } from '../shell/top-controls.tsx';
import { forgetDraftsAtEnd } from '../support/drafts.ts';
import { createConsoleRouter } from './router.tsx';

/** The console in the operator's language. */
export function App({ catalogue }: { readonly catalogue: Catalogue<ConsoleRoom> }) {
  const { locale, messages } = useSyncExternalStore(catalogue.subscribe, catalogue.current);
  const services = useMemo(
    () =>
      createConsole(
        () => catalogue.current().locale,
        keptSession(() => window.sessionStorage),
      ),
    [catalogue],
  );
  const acts = useMemo(() => createConsoleActs(services.serverMs), [services]);
  const router = useMemo(() => createConsoleRouter(catalogue), [catalogue]);

  useEffect(() => {
    document.documentElement.lang = languageTags[locale];
  }, [locale]);

  useEffect(() => forgetDraftsAtEnd(services), [services]);

  const change = (next: Locale) => {
    catalogue
      .change(next)
      .then(() => keepLanguage(next))
      .catch((error: unknown) => console.warn('The language could not be changed.', error));
  };

  return (
    <UiProvider locale={locale} messages={messages} acts={acts}>
      <ConsoleProvider value={services}>
        <LanguageProvider value={{ locale, onLocaleChange: change }}>
          <RouterProvider router={router} />
        </LanguageProvider>
      </ConsoleProvider>
    </UiProvider>
  );
}
