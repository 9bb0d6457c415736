import { type Locale, languageNames, languageTags, locales } from '@candor/i18n';
import { onDeviceTheme, Select, ThemeToggle } from '@candor/ui';
import { createContext, use, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { applyTheme, keepTheme, readTheme } from '../data/preferences.ts';

interface Language {
  readonly locale: Locale;
  readonly onLocaleChange: (locale: Locale) => void;
}

const LanguageContext = createContext<Language | null>(null);
export const LanguageProvider = LanguageContext.Provider;

const options = locales.map((value) => ({ value, label: languageNames[value], lang: languageTags[value] }));

/** Language and theme. */
export function TopControls() {
  const intl = useIntl();
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => applyTheme(theme), [theme]);
  useEffect(() => onDeviceTheme(() => setTheme(readTheme())), []);
  const language = use(LanguageContext);
  if (language === null) throw new Error('no language: the provider is missing');
  const { locale, onLocaleChange } = language;
  return (
    <div className="flex items-center gap-2">
      <Select
        label={intl.formatMessage({ id: 'ui.language' })}
        variant="plain"
        value={locale}
        onValueChange={onLocaleChange}
        options={options}
      />
      <ThemeToggle
        theme={theme}
        onThemeChange={(next) => {
          keepTheme(next);
          setTheme(next);
        }}
      />
    </div>
  );
}
