import { type Locale, languageTags, loadMessages, type Messages } from '@candor/i18n';
import { UiProvider } from '@candor/ui';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { keptSession } from './data/kept-session.ts';
import { keepLanguage } from './data/preferences.ts';
import { ConsoleProvider, createConsole } from './data/session.ts';
import { createConsoleRouter } from './router.tsx';
import { LanguageProvider } from './screens/top-controls.tsx';

interface Catalogue {
  readonly locale: Locale;
  readonly messages: Messages;
}

/** The console in the operator's language. */
export function App({ initial }: { readonly initial: Catalogue }) {
  const [catalogue, setCatalogue] = useState(initial);
  const shown = useRef(catalogue.locale);
  shown.current = catalogue.locale;
  const services = useMemo(
    () =>
      createConsole(
        () => shown.current,
        keptSession(() => window.sessionStorage),
      ),
    [],
  );
  const router = useMemo(createConsoleRouter, []);

  useEffect(() => {
    document.documentElement.lang = languageTags[catalogue.locale];
  }, [catalogue.locale]);

  const change = async (locale: Locale) => {
    const messages = await loadMessages(locale);
    keepLanguage(locale);
    setCatalogue({ locale, messages });
  };

  return (
    <UiProvider locale={catalogue.locale} messages={catalogue.messages}>
      <ConsoleProvider value={services}>
        <LanguageProvider
          value={{ locale: catalogue.locale, onLocaleChange: (locale) => void change(locale) }}
        >
          <RouterProvider router={router} />
        </LanguageProvider>
      </ConsoleProvider>
    </UiProvider>
  );
}
