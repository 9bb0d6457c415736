import { type Locale, languageNames, languageTags, locales } from '@candor/i18n';
import { Select, ThemeToggle } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { keepTheme, readTheme } from '../data/preferences.ts';

export interface LanguageProps {
  readonly locale: Locale;
  readonly onLocaleChange: (locale: Locale) => void;
}

const options = locales.map((value) => ({ value, label: languageNames[value], lang: languageTags[value] }));

/** Language and theme. */
export function TopControls({ locale, onLocaleChange }: LanguageProps) {
  const intl = useIntl();
  const [theme, setTheme] = useState(readTheme);
  return (
    <div className="flex items-center gap-2">
      <Select
        label={intl.formatMessage({ id: 'shell.language' })}
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
