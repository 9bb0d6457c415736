import { callingCodeOf } from '@candor/api';

const FIRST = 'US';

/** The country that a browser's languages name, as two letters: that of its first region, else that of its language. */
export function countryOfLanguages(languages: readonly string[]): string {
  const locales = languages.flatMap((tag) => {
    try {
      return [new Intl.Locale(tag)];
    } catch {
      return [];
    }
  });
  const regions = [...locales, ...locales.map((locale) => locale.maximize())].map(
    ({ region }) => region ?? '',
  );
  return regions.find((region) => callingCodeOf(region) !== '') ?? FIRST;
}

/** The country to offer before one was chosen. */
export const ownCountry = (): string => countryOfLanguages(navigator.languages);
