import { defaultLocale, isLocale, type Locale } from '@candor/i18n';

const PREFIX = 'candor_console-';

/** Reads a preference as `boot.js` and this file keep it on the device; null without one. */
function read(key: string): unknown {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null');
    return typeof kept === 'object' && kept !== null && 'content' in kept ? kept.content : null;
  } catch (error) {
    console.warn('A preference could not be read.', error);
    return null;
  }
}

function write(key: string, content: string): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ content }));
  } catch (error) {
    console.warn('A preference could not be kept.', error);
  }
}

/** The language kept on this device, else English. */
export function readLanguage(): Locale {
  const kept = read('language');
  return isLocale(kept) ? kept : defaultLocale;
}

/** Keeps the language on this device. */
export function keepLanguage(language: Locale): void {
  write('language', language);
}

export type Theme = 'day' | 'night';

/** The theme kept on this device. */
export function readTheme(): Theme {
  return read('theme') === 'night' ? 'night' : 'day';
}

/** Keeps the theme and puts it on the page. */
export function keepTheme(theme: Theme): void {
  write('theme', theme);
  document.documentElement.dataset.theme = theme;
}
