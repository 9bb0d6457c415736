import type { Language } from '@candor/api';
import { languageTags } from '@candor/i18n';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

export interface Country {
  readonly country: string;
  readonly name: string;
  /** With its plus: +49. */
  readonly code: string;
}

const kept = new Map<Language, readonly Country[]>();

/** All countries with their calling codes, named and sorted as the language does it. */
export function countries(language: Language): readonly Country[] {
  const found = kept.get(language);
  if (found !== undefined) return found;
  const tag = languageTags[language];
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' });
  const collator = new Intl.Collator(tag);
  const list = getCountries()
    .map((country) => ({
      country,
      name: names.of(country) ?? country,
      code: `+${getCountryCallingCode(country)}`,
    }))
    .sort((left, right) => collator.compare(left.name, right.name));
  kept.set(language, list);
  return list;
}
