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

/** Countries by their currency, of the currencies that values are shown in. */
const COUNTRIES: Readonly<Record<string, string>> = {
  USD: 'US EC PR SV GU',
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK AD MC SM VA ME XK',
  CNY: 'CN',
  JPY: 'JP',
  GBP: 'GB IM JE GG',
  KRW: 'KR',
  THB: 'TH',
  HKD: 'HK',
  BRL: 'BR',
  TWD: 'TW',
  VND: 'VN',
  RUB: 'RU',
};

/** The currency of the country that a browser's languages name; null for one that values are not shown in. */
export function currencyOfLanguages(languages: readonly string[]): string | null {
  const country = countryOfLanguages(languages);
  return Object.keys(COUNTRIES).find((code) => COUNTRIES[code]?.split(' ').includes(country)) ?? null;
}

/** The currency to offer before one was chosen. */
export const ownCurrency = (): string | null => currencyOfLanguages(navigator.languages);

/** The country to offer before one was chosen. */
export const ownCountry = (): string => countryOfLanguages(navigator.languages);
