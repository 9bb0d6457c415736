import { type ErrorKey, errors, languages } from '@candor/api';
import { loadCustomerRoom } from '@candor/i18n';
import { describe, expect, it } from 'vitest';
import { failureText, languageOf } from './envelope.ts';
import { loadTranslations } from './translations.ts';

/** The values that rejections carry. */
const details: Partial<Record<ErrorKey, Record<string, string>>> = {
  ARTICLE_FIGURE_UNKNOWN: { figure: 'maker_fee' },
  PRICE_ALERTS_FULL: { most: '50' },
  PRICE_ALERT_PERCENT: { least: '0.5', most: '50' },
  PRICE_OUTSIDE_RANGE: { percent: '10' },
  OTC_OFFER_TRADED: { amount: '7', coin: 'USDT' },
  NOTIONAL_TOO_SMALL: { minimum: '10', coin: 'USDT' },
  QUANTITY_ABOVE_MAXIMUM: { maximum: '1,000' },
  PERPETUAL_LEVERAGE_ABOVE_MAXIMUM: { maximum: '100' },
  FINANCE_MEMBERS_ONLY: { deposit: '4100', volume: '95000' },
  FEATURE_CLOSED: { country: 'DE', reason: 'law' },
  HIDDEN_SIGN: { near: 'harbour▯' },
  RECHARGES_WAITING: { most: '5' },
  RECHARGE_TOO_LARGE: { maximum: '50000', coin: 'USDT' },
  RECHARGE_TOO_SMALL: { minimum: '10', coin: 'USDT' },
  PRACTICE_COINS_TOO_MANY: { most: '100', coin: 'USDT' },
  PRACTICE_COINS_USED_UP: { count: '10' },
  TERMS_INCOMPLETE: { languages: 'de' },
  TIERS_NOTICE: { days: '7' },
  WITHDRAWAL_ADDRESS_ALIKE: { used: '0x5aAe…eAed' },
  WITHDRAWAL_DAILY_LIMIT: { left: '40' },
  WITHDRAWAL_FEE_CHANGED: { fee: '1.5', coin: 'USDT' },
  WITHDRAWAL_TOO_LARGE: { limit: '1000', coin: 'USDT' },
  WITHDRAWAL_TOO_SMALL: { minimum: '10', coin: 'USDT' },
  PRACTICE_CAP_EXCEEDED: { cap: '100', remaining: '40', coin: 'USDT' },
};

describe.each(languages)('the errors in %s', (language) => {
  it('each have a text, which takes the values that the error carries', async () => {
    const general = (await loadCustomerRoom(language, 'error'))['error.UNKNOWN'];
    const translate = await loadTranslations();
    for (const key of Object.keys(errors) as ErrorKey[]) {
      const text = translate(language, key, details[key] ?? {});
      expect(text, key).not.toBe('');
      expect(text, key).not.toBe(general);
    }
  });
});

describe('an envelope', () => {
  it('has the text of the language', async () => {
    const text = failureText({ key: 'SIGNED_OUT' }, 'de', await loadTranslations());
    const { 'error.SIGNED_OUT': msg } = await loadCustomerRoom('de', 'error');
    expect(JSON.parse(text)).toEqual({ code: 401, msg, data: { key: 'SIGNED_OUT' } });
  });

  it('has the general text where the values of a text are missing', async () => {
    const text = failureText({ key: 'PRACTICE_CAP_EXCEEDED' }, 'fr', await loadTranslations());
    const { 'error.UNKNOWN': msg } = await loadCustomerRoom('fr', 'error');
    expect(JSON.parse(text)).toMatchObject({ code: errors.PRACTICE_CAP_EXCEEDED.code, msg });
  });

  it('is in the language of either header, else in English', () => {
    expect(languageOf({ lang: 'tw' })).toBe('tw');
    expect(languageOf({ language: 'ko' })).toBe('ko');
    expect(languageOf({ lang: 'xx', language: 'ja' })).toBe('ja');
    expect(languageOf({ lang: ['de', 'fr'] })).toBe('en');
  });
});
