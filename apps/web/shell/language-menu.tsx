import { isLocale, type Locale, languageNames, languageTags, locales } from '@candor/i18n';
import { Menu, MenuChoice, Select } from '@candor/ui';
import { ChevronDown } from 'lucide-react';
import { useIntl } from 'react-intl';
import { useOfferedLanguages, usePreference, useServices } from '../data/index.ts';

const allOptions = locales.map((locale) => ({
  value: locale,
  label: languageNames[locale],
  lang: languageTags[locale],
}));

function useLanguage(): [Locale, (next: string) => void] {
  const { preferences } = useServices();
  const language = usePreference('language');
  return [
    language,
    (next) => {
      if (isLocale(next)) preferences.change({ language: next });
    },
  ];
}

/** The languages that the house offers, and the one that is chosen. */
function useOptions(language: Locale) {
  const offered = useOfferedLanguages();
  return allOptions.filter(({ value }) => offered === undefined || offered.has(value) || value === language);
}

/** The language switcher of the top bar: thirteen languages, each by its own name. */
export function LanguageMenu() {
  const intl = useIntl();
  const [language, change] = useLanguage();
  const options = useOptions(language);
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          data-testid="language-menu"
          aria-label={`${intl.formatMessage({ id: 'ui.language' })}: ${languageNames[language]}`}
          className="flex h-9 items-center gap-1 rounded-base px-2 text-14 whitespace-nowrap text-ink-2 transition-colors hover:text-ink touch:h-11"
        >
          <span lang={languageTags[language]}>{languageNames[language]}</span>
          <ChevronDown aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
        </button>
      }
    >
      <MenuChoice value={language} onValueChange={change} options={options} />
    </Menu>
  );
}

/** The same choice as a form field, for the phone's menu. */
export function LanguageField() {
  const intl = useIntl();
  const [language, change] = useLanguage();
  const options = useOptions(language);
  return (
    <Select
      label={intl.formatMessage({ id: 'ui.language' })}
      value={language}
      onValueChange={change}
      options={options}
    />
  );
}
