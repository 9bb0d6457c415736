import { type Language, languages } from '@candor/api';
import { isTimeZone } from '@candor/i18n';
import { DEFAULT_CURRENCY, DEFAULT_LANGUAGE, DEFAULT_THEME } from '@candor/products';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeviceStorage } from './storage.ts';

export type Theme = 'daytime' | 'night';

/** The currency that values are converted to; `rate` is units of it for one USDT, as decimal text. */
export interface Currency {
  readonly code: string;
  readonly symbol: string;
  readonly rate: string;
}

/** The acts that ask before they are done. */
export const ASKED_ACTS = ['closeMarket', 'reverse', 'leverage', 'cancelAll'] as const;
export type AskedAct = (typeof ASKED_ACTS)[number];

export interface Preferences {
  readonly language: Language;
  /** True once the user chose a language on this device. */
  readonly languageChosen: boolean;
  readonly theme: Theme;
  /** Name of the zone in which times are shown; null for the device's own. */
  readonly timeZone: string | null;
  readonly currency: Currency;
  /** True once the user chose a currency, or kept the product's. */
  readonly currencyChosen: boolean;
  /** False: amounts are masked. */
  readonly showAllAssets: boolean;
  /** The symbol last traded, in lower case without the quote: btc. */
  readonly currentCoin: string;
  /** The acts that the user does not want to be asked about again. */
  readonly unasked: readonly AskedAct[];
}

/** The language and the theme that the device asks for. */
export type DeviceWishes = Pick<Preferences, 'language' | 'theme'>;

export interface PreferencesStore extends StoreApi<Preferences> {
  /** Changes preferences and keeps them on the device. */
  change(next: Partial<Omit<Preferences, 'languageChosen'>>): void;
  /** Shows a language or a theme where the user has chosen none on this device, and does not keep it. */
  suggest(next: Partial<DeviceWishes>): void;
  /** Passes on each language that the user chooses from now on, and none that is only suggested. Returns what ends it. */
  onLanguageChosen(listener: (language: Language) => void): () => void;
}

const defaults: Preferences = {
  language: DEFAULT_LANGUAGE,
  languageChosen: false,
  theme: DEFAULT_THEME,
  timeZone: null,
  currency: DEFAULT_CURRENCY,
  currencyChosen: false,
  showAllAssets: true,
  currentCoin: 'btc',
  unasked: [],
};

function isLanguage(value: unknown): value is Language {
  return (languages as readonly unknown[]).includes(value);
}

function isTheme(value: unknown): value is Theme {
  return value === 'night' || value === 'daytime';
}

function isCurrency(value: unknown): value is Currency {
  if (typeof value !== 'object' || value === null) return false;
  const { code, symbol, rate } = value as Record<string, unknown>;
  return typeof code === 'string' && typeof symbol === 'string' && typeof rate === 'string';
}

/** `showAllAssets` is kept as the record that the spec names. */
function readShowAllAssets(value: unknown): boolean | null {
  if (typeof value !== 'object' || value === null || !('showAllAssets' in value)) return null;
  return typeof value.showAllAssets === 'boolean' ? value.showAllAssets : null;
}

function isAskedAct(value: unknown): value is AskedAct {
  return (ASKED_ACTS as readonly unknown[]).includes(value);
}

/** The language that the user chose on this device; null before. */
export function chosenLanguage(storage: DeviceStorage): Language | null {
  const language = storage.read('language')?.content;
  return isLanguage(language) ? language : null;
}

function chosenTheme(storage: DeviceStorage): Theme | null {
  const theme = storage.read('theme')?.content;
  return isTheme(theme) ? theme : null;
}

function readAll(storage: DeviceStorage, device: DeviceWishes): Preferences {
  const content = (key: Parameters<DeviceStorage['read']>[0]): unknown => storage.read(key)?.content;
  const timeZone = content('timeZone');
  const currency = content('currency');
  const coin = content('currentCoin');
  const unasked = content('unasked');
  return {
    language: chosenLanguage(storage) ?? device.language,
    languageChosen: chosenLanguage(storage) !== null,
    theme: chosenTheme(storage) ?? device.theme,
    timeZone: isTimeZone(timeZone) ? timeZone : defaults.timeZone,
    currency: isCurrency(currency) ? currency : defaults.currency,
    currencyChosen: content('currencyChosen') === true,
    showAllAssets: readShowAllAssets(content('showAllAssets')) ?? defaults.showAllAssets,
    currentCoin: typeof coin === 'string' && /^[a-z0-9]{1,12}$/.test(coin) ? coin : defaults.currentCoin,
    unasked: Array.isArray(unasked) ? unasked.filter(isAskedAct) : defaults.unasked,
  };
}

/**
 * The user's preferences on this device. Whatever is missing or damaged in storage takes its default, language and theme
 * what the device asks for.
 */
export function createPreferences(storage: DeviceStorage, device: DeviceWishes = defaults): PreferencesStore {
  const store = createStore<Preferences>(() => readAll(storage, device));
  return {
    ...store,
    suggest({ language, theme }) {
      if (language !== undefined && chosenLanguage(storage) === null) store.setState({ language });
      if (theme !== undefined && chosenTheme(storage) === null) store.setState({ theme });
    },
    onLanguageChosen(listener) {
      return store.subscribe((now, before) => {
        const isNew = now.language !== before.language || !before.languageChosen;
        if (now.languageChosen && isNew) listener(now.language);
      });
    },
    change(next) {
      store.setState(next.language === undefined ? next : { ...next, languageChosen: true });
      if (next.language !== undefined) storage.write('language', next.language);
      if (next.theme !== undefined) storage.write('theme', next.theme);
      if (next.timeZone !== undefined) storage.write('timeZone', next.timeZone);
      if (next.currency !== undefined) storage.write('currency', next.currency);
      if (next.currencyChosen !== undefined) storage.write('currencyChosen', next.currencyChosen);
      if (next.currentCoin !== undefined) storage.write('currentCoin', next.currentCoin);
      if (next.unasked !== undefined) storage.write('unasked', next.unasked);
      if (next.showAllAssets !== undefined) {
        storage.write('showAllAssets', { showAllAssets: next.showAllAssets, type: 1 });
      }
    },
  };
}
