import { type ErrorKey, errorMessageId, errors, languages } from '@candor/contract';
import { loadMessages } from '@candor/i18n';
import { describe, expect, it } from 'vitest';
import { failureText, languageOf } from './envelope.ts';
import { loadTranslations } from './translations.ts';

/** The values that refusals carry. */
const details: Partial<Record<ErrorKey, Record<string, string>>> = {
  PRICE_INVALID: { step: '0.01' },
  QUANTITY_INVALID: { step: '0.001' },
  PRICE_OUTSIDE_RANGE: { percent: '10' },
  PRACTICE_CAP_REACHED: { cap: '100', remaining: '0', coin: 'USDT' },
  PRACTICE_CAP_EXCEEDED: { cap: '100', remaining: '40', coin: 'USDT' },
};

describe.each(languages)('the refusals in %s', (language) => {
  it('can be told with the values that they carry', async () => {
    const messages = await loadMessages(language);
    const translate = await loadTranslations();
    for (const key of Object.keys(errors) as ErrorKey[]) {
      const id = errorMessageId(key);
      if (!(id in messages)) continue;
      expect(translate(language, id, details[key] ?? {}), id).not.toBeNull();
    }
  });
});

describe('an envelope', () => {
  it('falls back to English where there is no translation', () => {
    const text = failureText({ key: 'SIGNED_OUT' }, 'th', () => null);
    expect(JSON.parse(text)).toEqual({
      code: 401,
      msg: errors.SIGNED_OUT.message,
      data: { key: 'SIGNED_OUT' },
    });
  });

  it('is in the language of either header, else in English', () => {
    expect(languageOf({ lang: 'tw' })).toBe('tw');
    expect(languageOf({ language: 'ko' })).toBe('ko');
    expect(languageOf({ lang: 'xx', language: 'ja' })).toBe('ja');
    expect(languageOf({ lang: ['de', 'fr'] })).toBe('en');
  });
});
