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

export interface PreferencesStore extends StoreApi<Preferences> {
  /** Changes preferences and keeps them on the device. */
  change(next: Partial<Preferences>): void;
}

const defaults: Preferences = {
  language: DEFAULT_LANGUAGE,
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

function readAll(storage: DeviceStorage): Preferences {
  const content = (key: Parameters<DeviceStorage['read']>[0]): unknown => storage.read(key)?.content;
  const language = content('language');
  const theme = content('theme');
  const timeZone = content('timeZone');
  const currency = content('currency');
  const coin = content('currentCoin');
  const unasked = content('unasked');
  return {
    language: isLanguage(language) ? language : defaults.language,
    theme: theme === 'night' || theme === 'daytime' ? theme : defaults.theme,
    timeZone: isTimeZone(timeZone) ? timeZone : defaults.timeZone,
    currency: isCurrency(currency) ? currency : defaults.currency,
    currencyChosen: content('currencyChosen') === true,
    showAllAssets: readShowAllAssets(content('showAllAssets')) ?? defaults.showAllAssets,
    currentCoin: typeof coin === 'string' && /^[a-z0-9]{1,12}$/.test(coin) ? coin : defaults.currentCoin,
    unasked: Array.isArray(unasked) ? unasked.filter(isAskedAct) : defaults.unasked,
  };
}

/** The user's preferences on this device. Whatever is missing or damaged in storage takes its default. */
export function createPreferences(storage: DeviceStorage): PreferencesStore {
  const store = createStore<Preferences>(() => readAll(storage));
  return {
    ...store,
    change(next) {
      store.setState(next);
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
