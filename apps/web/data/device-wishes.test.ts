import { expect, it } from 'vitest';
import { offeredLanguage } from './device-wishes.ts';

const offered = new Set(['en', 'fr', 'tw']);

it.each([
  [['de-DE', 'fr-FR', 'en'], 'fr'],
  [['fr'], 'fr'],
  [['zh-CN', 'zh-TW'], 'tw'],
  [['pl', 'de', 'fr-CH'], 'fr'],
  [['de'], 'en'],
  [[], 'en'],
] as const)('for a device that asks for %j it is %s', (tags, language) => {
  expect(offeredLanguage(tags, offered)).toBe(language);
});
