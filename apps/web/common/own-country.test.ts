import { expect, it } from 'vitest';
import { countryOfLanguages } from './own-country.ts';

it.each([
  [['de-AT', 'de', 'en-US'], 'AT'],
  [['ru'], 'RU'],
  [['fr', 'fr-CI'], 'CI'],
  [['zh-Hant-TW'], 'TW'],
  [['es-419', 'es'], 'ES'],
  [['en'], 'US'],
  [['not a tag', 'ja-JP'], 'JP'],
  [[], 'US'],
])('the first country of %j is %s', (languages, country) => {
  expect(countryOfLanguages(languages)).toBe(country);
});
