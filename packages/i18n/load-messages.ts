import type { Locale } from './locales.ts';

/** A catalogue: flat message ids to ICU texts. */
export type Messages = Readonly<Record<string, string>>;

const loaders: Readonly<Record<Locale, () => Promise<{ default: Messages }>>> = {
  en: () => import('./messages/en.json', { with: { type: 'json' } }),
  ja: () => import('./messages/ja.json', { with: { type: 'json' } }),
  ko: () => import('./messages/ko.json', { with: { type: 'json' } }),
  zh: () => import('./messages/zh.json', { with: { type: 'json' } }),
  pt: () => import('./messages/pt.json', { with: { type: 'json' } }),
  vi: () => import('./messages/vi.json', { with: { type: 'json' } }),
  th: () => import('./messages/th.json', { with: { type: 'json' } }),
  es: () => import('./messages/es.json', { with: { type: 'json' } }),
  fr: () => import('./messages/fr.json', { with: { type: 'json' } }),
  ru: () => import('./messages/ru.json', { with: { type: 'json' } }),
  de: () => import('./messages/de.json', { with: { type: 'json' } }),
  it: () => import('./messages/it.json', { with: { type: 'json' } }),
  tw: () => import('./messages/tw.json', { with: { type: 'json' } }),
};

/** Loads one language's catalogue; a bundler makes each a chunk of its own. Rejects when the chunk can't be had. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return (await loaders[locale]()).default;
}
