import { describe, expect, it } from 'vitest';
import { createPreferences } from './preferences.ts';
import { createDeviceStorage } from './storage.ts';

function storageOf(values: Map<string, string>) {
  return createDeviceStorage({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  });
}

describe('preferences', () => {
  it('begin with the product’s defaults', () => {
    expect(createPreferences(storageOf(new Map())).getState()).toEqual({
      language: 'en',
      languageChosen: false,
      theme: 'daytime',
      timeZone: null,
      currency: { code: 'CNY', symbol: '¥', rate: '1' },
      currencyChosen: false,
      showAllAssets: true,
      currentCoin: 'btc',
      unasked: [],
    });
  });

  it('begin with what the device asks for, and keep nothing of it', () => {
    const values = new Map<string, string>();
    const preferences = createPreferences(storageOf(values), { language: 'de', theme: 'night' });
    expect(preferences.getState()).toMatchObject({ language: 'de', theme: 'night' });
    preferences.suggest({ language: 'en', theme: 'daytime' });
    expect(preferences.getState()).toMatchObject({ language: 'en', theme: 'daytime' });
    expect([...values]).toEqual([]);
    preferences.change({ language: 'th', theme: 'night' });
    preferences.suggest({ language: 'en', theme: 'daytime' });
    expect(preferences.getState()).toMatchObject({ language: 'th', theme: 'night' });
  });

  it('pass on each language that the user chooses, and none that is only suggested', () => {
    const values = new Map<string, string>();
    const preferences = createPreferences(storageOf(values), { language: 'de', theme: 'night' });
    const chosen: string[] = [];
    const stop = preferences.onLanguageChosen((language) => chosen.push(language));
    preferences.suggest({ language: 'fr' });
    preferences.change({ theme: 'daytime' });
    expect(chosen).toEqual([]);
    preferences.change({ language: 'fr' });
    preferences.change({ language: 'fr', theme: 'night' });
    preferences.suggest({ language: 'en' });
    preferences.change({ language: 'th' });
    expect(chosen).toEqual(['fr', 'th']);
    const again: string[] = [];
    const later = createPreferences(storageOf(values));
    later.onLanguageChosen((language) => again.push(language));
    later.change({ currencyChosen: true });
    expect(again).toEqual([]);
    later.change({ language: 'de' });
    expect(again).toEqual(['de']);
    stop();
    preferences.change({ language: 'it' });
    expect(chosen).toHaveLength(2);
  });

  it('come back after a restart, the masking as the record that the spec names', () => {
    const values = new Map<string, string>();
    createPreferences(storageOf(values)).change({
      language: 'th',
      theme: 'night',
      timeZone: 'Asia/Hong_Kong',
      showAllAssets: false,
    });
    expect(JSON.parse(values.get('coin_web-showAllAssets')!).content).toEqual({
      showAllAssets: false,
      type: 1,
    });
    expect(createPreferences(storageOf(values)).getState()).toMatchObject({
      language: 'th',
      theme: 'night',
      timeZone: 'Asia/Hong_Kong',
      showAllAssets: false,
    });
  });

  it('remember that a currency was chosen, or the product’s kept', () => {
    const values = new Map<string, string>();
    createPreferences(storageOf(values)).change({ currency: { code: 'CNY', symbol: '¥', rate: '7.2' } });
    expect(createPreferences(storageOf(values)).getState().currencyChosen).toBe(false);
    createPreferences(storageOf(values)).change({ currencyChosen: true });
    const again = createPreferences(storageOf(values)).getState();
    expect(again).toMatchObject({ currencyChosen: true, currency: { code: 'CNY', rate: '7.2' } });
  });

  it('remember which acts are not asked about, and ask again', () => {
    const values = new Map<string, string>();
    createPreferences(storageOf(values)).change({ unasked: ['reverse', 'cancelAll'] });
    const again = createPreferences(storageOf(values));
    expect(again.getState().unasked).toEqual(['reverse', 'cancelAll']);
    again.change({ unasked: [] });
    expect(createPreferences(storageOf(values)).getState().unasked).toEqual([]);
  });

  it('take the default for what is damaged', () => {
    const values = new Map<string, string>();
    const storage = storageOf(values);
    storage.write('language', 'xx');
    storage.write('theme', 7);
    storage.write('timeZone', 'Mars/Base');
    storage.write('currency', { code: 'EUR' });
    storage.write('currentCoin', '<script>');
    storage.write('showAllAssets', false);
    storage.write('unasked', ['reverse', 'withdraw', 3]);
    expect(createPreferences(storage).getState()).toMatchObject({
      language: 'en',
      theme: 'daytime',
      timeZone: null,
      currency: { code: 'CNY' },
      currentCoin: 'btc',
      showAllAssets: true,
      unasked: ['reverse'],
    });
  });
});
