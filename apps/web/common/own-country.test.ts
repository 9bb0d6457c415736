import { expect, it } from 'vitest';
import { countryOfLanguages, currencyOfLanguages } from './own-country.ts';

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

it.each([
  [['en-GB', 'en'], 'GBP'],
  [['en'], 'USD'],
  [['ja'], 'JPY'],
  [['ko'], 'KRW'],
  [['zh'], 'CNY'],
  [['zh-Hant-TW'], 'TWD'],
  [['zh-HK'], 'HKD'],
  [['pt'], 'BRL'],
  [['pt-PT'], 'EUR'],
  [['vi'], 'VND'],
  [['th'], 'THB'],
  [['es'], 'EUR'],
  [['fr'], 'EUR'],
  [['de-AT'], 'EUR'],
  [['it'], 'EUR'],
  [['ru'], 'RUB'],
  // values are not shown in francs or pesos
  [['de-CH'], null],
  [['es-MX'], null],
])('the own currency of %j is %s', (languages, currency) => {
  expect(currencyOfLanguages(languages)).toBe(currency);
});
