import { isLocale, type Locale, localeOf } from '@candor/i18n';
import { deviceTheme, type Theme } from '@candor/ui';

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

/** The language kept on this device, else that of the device. */
export function readLanguage(): Locale {
  const kept = read('language');
  return isLocale(kept) ? kept : localeOf(navigator.languages);
}

/** Keeps the language on this device. */
export function keepLanguage(language: Locale): void {
  write('language', language);
}

/** The theme kept on this device, else that of the device. */
export function readTheme(): Theme {
  const kept = read('theme');
  return kept === 'night' || kept === 'day' ? kept : deviceTheme();
}

/** Puts a theme on the page. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** Keeps the theme on this device. */
export function keepTheme(theme: Theme): void {
  write('theme', theme);
}
