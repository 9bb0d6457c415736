import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { type Locale, localeOf } from '@candor/i18n';
import { describe, expect, it } from 'vitest';

const boot = readFileSync(new URL('./boot.js', import.meta.url), 'utf8');

/** Runs boot.js on an empty page of a device, and returns what it set. */
function start(
  device: { languages: readonly string[]; dark?: boolean; kept?: Record<string, unknown> },
  root: { dataset: Record<string, string>; lang: string } = { dataset: {}, lang: '' },
) {
  const bar = { content: '#ffffff' };
  runInNewContext(boot, {
    document: {
      currentScript: { dataset: { store: 'test' } },
      documentElement: root,
      querySelector: (selector: string) => (selector.includes('theme-color') ? bar : null),
      querySelectorAll: () => [],
      readyState: 'loading',
    },
    navigator: { languages: device.languages },
    matchMedia: () => ({ matches: device.dark === true }),
    localStorage: {
      getItem: (key: string) => JSON.stringify({ content: device.kept?.[key.replace('test-', '')] ?? null }),
    },
    addEventListener: () => {},
    setTimeout: () => {},
  });
  return { lang: root.lang, theme: root.dataset.theme, bar: bar.content };
}

const devices: readonly (readonly [languages: readonly string[], locale: Locale])[] = [
  [['de-DE', 'de', 'en'], 'de'],
  [['sv-SE', 'sv'], 'en'],
  [['sv-SE', 'it'], 'it'],
  [['zh-TW'], 'tw'],
  [['zh-Hant-HK'], 'tw'],
  [['zh-HK'], 'tw'],
  [['zh'], 'zh'],
  [['zh-SG'], 'zh'],
  [['pt'], 'pt'],
  [['tw'], 'en'],
  [['not a tag', 'ja-JP'], 'ja'],
  [[], 'en'],
];

describe('the start of an app', () => {
  it.each(devices)('takes of %j the language %s, as the app does', (languages, locale) => {
    const tags: Partial<Record<Locale, string>> = { tw: 'zh-Hant', zh: 'zh-Hans' };
    expect(localeOf(languages)).toBe(locale);
    expect(start({ languages }).lang).toBe(tags[locale] ?? locale);
  });

  it('leaves the language to an app that ran first', () => {
    const root = { dataset: { app: 'starting' }, lang: 'de-DE' };
    expect(start({ languages: ['de'] }, root).lang).toBe('de-DE');
  });

  it('takes the theme of the device', () => {
    expect(start({ languages: [] })).toMatchObject({ theme: 'day', bar: '#ffffff' });
    expect(start({ languages: [], dark: true })).toMatchObject({ theme: 'night', bar: '#0f1318' });
  });

  it('takes the language and the theme that were chosen, and nothing that is damaged', () => {
    const device = { languages: ['de'], dark: true };
    expect(start({ ...device, kept: { language: 'th', theme: 'daytime' } })).toMatchObject({
      lang: 'th',
      theme: 'day',
    });
    expect(start({ ...device, kept: { language: 'xx', theme: 7 } })).toMatchObject({
      lang: 'de',
      theme: 'night',
    });
  });
});
