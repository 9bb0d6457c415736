import { loadMessages, locales, networkName } from '@candor/i18n';
import { expect, it } from 'vitest';
import { banksOf } from '../deposits/index.ts';
import { chainsOf } from './index.ts';

const modes = ['practice', 'real'] as const;
const named = modes.flatMap((mode) => [
  ...chainsOf(mode).map(({ key, name }) => ({ code: key, name, isPractice: mode === 'practice' })),
  ...banksOf(mode).map(({ bank, bankName, practice }) => ({
    code: bank,
    name: bankName,
    isPractice: practice,
  })),
]);

it.each(locales)('has a name for each network and bank of the house in %s', async (locale) => {
  const messages = await loadMessages(locale);
  for (const { code, name, isPractice } of named) {
    const shown = networkName((id) => messages[id] ?? '', code);
    expect(shown, code).not.toMatch(new RegExp(`^(|${code})$`));
    // words of English stand on no page of another language; what has one name everywhere keeps it
    if (locale === 'en' || !isPractice) expect(shown).toBe(name);
    else expect(shown).not.toBe(name);
  }
});
