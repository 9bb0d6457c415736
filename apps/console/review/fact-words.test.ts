import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFormatters, type Locale } from '@candor/i18n';
import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { amountWords, factWords } from './fact-words.ts';

const folder = join(import.meta.dirname, '../../../packages/i18n/messages');
const messagesOf = (language: Locale): Record<string, string> =>
  Object.assign(
    {},
    ...globSync(`${language}/**/*.json`, { cwd: folder }).map((file) =>
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ),
  );
const germanIntl = createIntl({ locale: 'de', messages: messagesOf('de') });
const german = createFormatters('de', 'Asia/Bangkok');
const words = (name: string, value: string, kind = 'withdrawal') =>
  factWords(germanIntl, german, kind, { name, value });

describe('a fact of an item', () => {
  it('has its figures as the language writes them', () => {
    expect(words('amount', '1250.50000000 USDT')).toBe('1.250,50 USDT');
    expect(words('fee', '0.00012 BTC')).toBe('0,00012 BTC');
    expect(words('usedToday', '2000 / 50000.5 USDT')).toBe('2.000 / 50.000,5 USDT');
    expect(words('totalAtMost', '1009.3 USDT', 'loan')).toBe('1.009,3 USDT');
    expect(words('totalNow', '1008.4 USDT', 'loan')).toBe('1.008,4 USDT');
    expect(words('takenBack', '5 USDT', 'payout')).toBe('5 USDT');
    expect(words('free', '3000 USDT', 'merchant')).toBe('3.000 USDT');
    expect(words('totalSupply', '100000000.5', 'listing')).toBe('100.000.000,5');
  });

  it('names how a removal of lost factors was begun', () => {
    for (const proof of ['login', 'reset', 'session'])
      expect(words('proof', proof, 'recovery')).not.toMatch(/login|reset|session/);
  });

  it('names networks and banks of the house, and leaves the bank of a user as it is written', () => {
    for (const [kind, name] of [
      ['withdrawal', 'network'],
      ['recharge', 'bank'],
      ['payout', 'practice'],
    ] as const) {
      expect(words(name, 'practice-evm', kind)).toBe('Demo-\u2060Ethereum (ERC-\u206020)');
      expect(words(name, 'practice-bank', kind)).toBe('Demo-\u2060Bank');
    }
    expect(words('bank', 'practice-bank', 'payout')).toBe('practice-bank');
    expect(words('method', 'manual', 'recharge')).toBe('Andere Zahlung');
  });

  it('names the reason of a hold, and its end in the zone of all times', () => {
    expect(words('hold', 'fundPassword, 2026-01-02T03:04:05.000Z')).toBe(
      'Guthabenpasswort · 02.01.2026 10:04:05',
    );
    expect(words('requested', '2026-01-02T03:04:05.000Z')).toBe('02.01.2026 10:04:05');
  });

  it('leaves numbers, addresses and what people wrote as they are', () => {
    for (const value of [
      '17',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee',
      '62220212345 AB',
      'C-1000',
      '1250.5 USDT',
    ])
      expect(words('note', value, 'recharge')).toBe(value);
    expect(words('hold', 'unheardOf, 2026-01-02T03:04:05.000Z')).toBe('unheardOf, 2026-01-02T03:04:05.000Z');
  });
});

it('has the figure of a source as the language writes it', () => {
  expect(amountWords(german, '4000.25 USDT')).toBe('4.000,25 USDT');
  expect(amountWords(createFormatters('en', 'UTC'), '4000.25 USDT')).toBe('4,000.25 USDT');
});

it('claims no zone for times that are shown in that of the device', () => {
  const wrong = globSync('*/shared/review.json', { cwd: folder }).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>)
      .filter(([id, text]) => id.startsWith('review.fact.') && text.includes('UTC'))
      .map(([id]) => `${file} ${id}`),
  );
  expect(wrong).toEqual([]);
});
