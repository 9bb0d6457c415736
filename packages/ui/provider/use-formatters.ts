import {
  createFormatters,
  defaultLocale,
  type Formatters,
  type Locale,
  languageTags,
  locales,
} from '@candor/i18n';
import { createContext, useContext } from 'react';
import { useIntl } from 'react-intl';

const localeByTag = new Map<string, Locale>(locales.map((locale) => [languageTags[locale], locale]));

/** The time zone in which times are shown; undefined is the device's own. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

/** The name of the time zone in which times are shown. */
export function useTimeZone(): string {
  const chosen = useContext(TimeZoneContext);
  return chosen ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The formatters of the language on the page; the same object until the language changes. */
export function useFormatters(): Formatters {
  const intl = useIntl();
  const timeZone = useContext(TimeZoneContext);
  return createFormatters(localeByTag.get(intl.locale) ?? defaultLocale, timeZone);
}
