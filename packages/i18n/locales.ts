/** The interface languages, in the order in which a switcher lists them. */
export const locales = [
  'en',
  'ja',
  'ko',
  'zh',
  'pt',
  'vi',
  'th',
  'es',
  'fr',
  'ru',
  'de',
  'it',
  'tw',
] as const;

/** An interface language as stored and sent in the `lang` header. */
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = 'en';

/** The BCP 47 tag of each language: the value of `<html lang>` and of every `Intl` object. */
export const languageTags: Readonly<Record<Locale, string>> = {
  en: 'en-US',
  ja: 'ja-JP',
  ko: 'ko-KR',
  zh: 'zh-Hans-CN',
  pt: 'pt-BR',
  vi: 'vi-VN',
  th: 'th-TH',
  es: 'es-ES',
  fr: 'fr-FR',
  ru: 'ru-RU',
  de: 'de-DE',
  it: 'it-IT',
  tw: 'zh-Hant-TW',
};

/** Each language's name in itself. */
export const languageNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  zh: '简体中文',
  pt: 'Português',
  vi: 'Tiếng Việt',
  th: 'ไทย',
  es: 'Español',
  fr: 'Français',
  ru: 'Русский',
  de: 'Deutsch',
  it: 'Italiano',
  tw: '繁體中文',
};

/** True when a stored or received text names one of the languages. */
export function isLocale(text: unknown): text is Locale {
  return typeof text === 'string' && (locales as readonly string[]).includes(text);
}

/** Returns the first of a device's languages, as BCP 47 tags in its own order, that is an interface language; else English. */
export function localeOf(tags: readonly string[]): Locale {
  for (const tag of tags) {
    try {
      const { language, script } = new Intl.Locale(tag).maximize();
      const locale = language === 'zh' && script === 'Hant' ? 'tw' : language;
      if (isLocale(locale)) return locale;
    } catch {
      // a tag that this browser cannot read names no language
    }
  }
  return defaultLocale;
}
