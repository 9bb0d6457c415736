import { type Locale, languageTags, loadMessages, type Messages } from '@candor/i18n';
import { UiProvider } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { keepLanguage } from './data/preferences.ts';
import { ConsoleProvider, createConsole, useOperator } from './data/session.ts';
import { LoginScreen } from './screens/login.tsx';
import { SignedIn } from './screens/signed-in.tsx';

interface Catalogue {
  readonly locale: Locale;
  readonly messages: Messages;
}

function Screens({ locale, onLocaleChange }: { locale: Locale; onLocaleChange: (locale: Locale) => void }) {
  const operator = useOperator();
  const queries = useQueryClient();
  const signedIn = operator !== null;
  useEffect(() => {
    if (!signedIn) queries.clear();
  }, [signedIn, queries]);
  const language = { locale, onLocaleChange };
  return operator === null ? <LoginScreen {...language} /> : <SignedIn operator={operator} {...language} />;
}

/** The console in the operator's language. */
export function App({ initial }: { readonly initial: Catalogue }) {
  const [catalogue, setCatalogue] = useState(initial);
  const shown = useRef(catalogue.locale);
  shown.current = catalogue.locale;
  const services = useMemo(() => createConsole(() => shown.current), []);

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
        <Screens locale={catalogue.locale} onLocaleChange={(locale) => void change(locale)} />
      </ConsoleProvider>
    </UiProvider>
  );
}
