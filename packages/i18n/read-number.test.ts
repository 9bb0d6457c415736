import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFormatters } from './formatters.ts';
import { type Locale, locales } from './locales.ts';
import { readNumber } from './read-number.ts';

/** The value, or `a | b` for two readings, or `!problem`; a `~` ahead while more typing may settle it. */
function read(locale: Locale, text: string, decimals = 8, unit?: string): string {
  const reading = readNumber(text, locale, { decimals, unit });
  if (reading.kind === 'empty') return '';
  if (reading.kind === 'number') return reading.value;
  const open = reading.isOpen ? '~' : '';
  return open + (reading.kind === 'ambiguous' ? reading.readings.join(' | ') : `!${reading.problem}`);
}

const points = ['en', 'ja', 'ko', 'zh', 'th', 'tw'] as const;
const commas = ['de', 'es', 'it', 'pt', 'vi'] as const;
const spaced = ['fr', 'ru'] as const;

/** Readings that are the same in all thirteen languages: text, decimals, reading. */
const everywhere: readonly (readonly [string, number, string])[] = [
  ['', 8, ''],
  ['   ', 8, ''],
  ['0', 8, '0'],
  ['000', 8, '0'],
  ['7', 0, '7'],
  ['007', 8, '7'],
  ['61000', 2, '61000'],
  ['+5', 8, '5'],
  [' 5 ', 8, '5'],
  ['1,234.5', 8, '1234.5'],
  ['1.234,5', 8, '1234.5'],
  ['61,000.50', 2, '61000.50'],
  ['61.000,50', 2, '61000.50'],
  ['1,234,567.89', 2, '1234567.89'],
  ['1.234.567,89', 2, '1234567.89'],
  ['1,234,567', 8, '1234567'],
  ['1.234.567', 8, '1234567'],
  ['12,34,567', 8, '1234567'],
  ['12,34,567.5', 8, '1234567.5'],
  ['1 234 567', 8, '1234567'],
  ['1\u00a0234,5', 8, '1234.5'],
  ['1\u202f234,5', 8, '1234.5'],
  ['1\u2009234.5', 8, '1234.5'],
  ["1'234.5", 8, '1234.5'],
  ['1’234.5', 8, '1234.5'],
  ["1'234'567", 8, '1234567'],
  ['１２３４', 8, '1234'],
  ['１，２３４．５', 8, '1234.5'],
  ['１２３４．５', 8, '1234.5'],
  ['١٢٣', 8, '123'],
  ['١٬٢٣٤٫٥', 8, '1234.5'],
  ['۱۲۳', 8, '123'],
  ['๑๒๓', 8, '123'],
  ['१२३', 8, '123'],
  ['.5', 8, '0.5'],
  [',5', 8, '0.5'],
  ['。5', 8, '0.5'],
  ['.05', 8, '0.05'],
  ['0.5', 8, '0.5'],
  ['0,5', 8, '0.5'],
  ['00.5', 8, '0.5'],
  ['0.123', 8, '0.123'],
  ['0,123', 8, '0.123'],
  ['61000.5', 8, '61000.5'],
  ['61000,5', 8, '61000.5'],
  ['61000.123', 8, '61000.123'],
  ['0.123456789', 8, '0.12345678'],
  ['0.9', 0, '!not-whole'],
  ['0,9', 0, '!not-whole'],
  ['61000.9', 0, '!not-whole'],
  ['1,234.9', 0, '!not-whole'],
  ['1.', 8, '1'],
  ['1,', 8, '1'],
  ['1.234,', 8, '1234'],
  ['1,234.', 8, '1234'],
  ['\u200e1234\u200f', 8, '1234'],
  ['.', 8, '~!not-a-number'],
  [',', 8, '~!not-a-number'],
  ['1 2', 8, '~!not-a-number'],
  ['1 23', 8, '~!not-a-number'],
  ['1.234.', 8, '~!not-a-number'],
  ['1,234,5', 8, '~!not-a-number'],
  ['1 2345', 8, '!not-a-number'],
  ['1.2.3', 8, '!not-a-number'],
  ['1..2', 8, '!not-a-number'],
  ['1,,000', 8, '!not-a-number'],
  ['1,23.5', 8, '!not-a-number'],
  ['1.23,5', 8, '!not-a-number'],
  ['1.234,567,8', 8, '!not-a-number'],
  ['0,123.5', 8, '!not-a-number'],
  ['1 234 5,6', 8, '!not-a-number'],
  ["1'234 567", 8, '!not-a-number'],
  ['1e5', 8, '!not-a-number'],
  ['1E5', 0, '!not-a-number'],
  ['0x10', 8, '!not-a-number'],
  ['10²', 8, '!not-a-number'],
  ['½', 8, '!not-a-number'],
  ['1/2', 8, '!not-a-number'],
  ['18.42K', 8, '!not-a-number'],
  ['5 BTC', 8, '!not-a-number'],
  ['abc', 8, '!not-a-number'],
  ['12a', 8, '!not-a-number'],
  ['NaN', 8, '!not-a-number'],
  ['Infinity', 8, '!not-a-number'],
  ['–', 8, '!negative'],
  ['-5', 8, '!negative'],
  ['−1,5', 8, '!negative'],
  ['－5', 8, '!negative'],
  ['5-3', 8, '!not-a-number'],
  ['(5)', 8, '!not-a-number'],
  ['$5', 8, '!not-a-number'],
  ['1_000', 8, '!not-a-number'],
  ['9'.repeat(41), 8, '!too-long'],
];

/** Readings in a language with decimal points (its groups: comma). */
const withPoint: readonly (readonly [string, number, string])[] = [
  ['1.5', 8, '1.5'],
  ['1.000', 8, '1.000'],
  ['1.234', 2, '1.23'],
  ['12.3456', 8, '12.3456'],
  ['1.5', 0, '!not-whole'],
  ['1.999', 0, '!not-whole'],
  ['1,000', 8, '1000'],
  ['61,000', 2, '61000'],
  ['1,000', 0, '1000'],
  ['1,5', 8, '~1.5 | 15'],
  ['1,50', 8, '~1.50 | 150'],
  ['12,34', 8, '~12.34 | 1234'],
  ['1,0', 8, '~1.0 | 10'],
  ['1,2345', 8, '1.2345 | 12345'],
  ['1,5', 0, '~1 | 15'],
  ['1,23,', 8, '~!not-a-number'],
];

/** Readings in a language with decimal commas (its groups: point). */
const withComma: readonly (readonly [string, number, string])[] = [
  ['1,5', 8, '1.5'],
  ['1,000', 8, '1.000'],
  ['1,234', 2, '1.23'],
  ['12,3456', 8, '12.3456'],
  ['1,5', 0, '!not-whole'],
  ['1,999', 0, '!not-whole'],
  ['1.000', 8, '1000'],
  ['61.000', 2, '61000'],
  ['1.000', 0, '1000'],
  ['1.5', 8, '~1.5 | 15'],
  ['1.50', 8, '~1.50 | 150'],
  ['12.34', 8, '~12.34 | 1234'],
  ['1.0', 8, '~1.0 | 10'],
  ['1.2345', 8, '1.2345 | 12345'],
  ['1.5', 0, '~1 | 15'],
  ['1.23.', 8, '!not-a-number'],
];

/** Readings in a language whose groups are spaces: a point is a decimal mark unless it could be another's group. */
const withSpace: readonly (readonly [string, number, string])[] = [
  ['1,5', 8, '1.5'],
  ['1,000', 8, '1.000'],
  ['1,999', 0, '!not-whole'],
  ['1 000', 8, '1000'],
  ['1 000,5', 8, '1000.5'],
  ['61\u202f000,50', 2, '61000.50'],
  ['1.5', 8, '1.5'],
  ['1.5', 0, '!not-whole'],
  ['12.34', 8, '12.34'],
  ['1.2345', 8, '1.2345'],
  ['1.000', 8, '1.000 | 1000'],
  ['12.345', 2, '12.34 | 12345'],
];

describe('a number as typed or pasted', () => {
  it('is tested with 200 texts and more, each in every language of its kind', () => {
    const texts = [everywhere, withPoint, withComma, withSpace].map((rows) => rows.length);
    const [all = 0, point = 0, comma = 0, space = 0] = texts;
    expect(points.length + commas.length + spaced.length).toBe(locales.length);
    const readings = all * locales.length + point * points.length + comma * commas.length;
    expect(readings + space * spaced.length).toBeGreaterThan(1200);
    const products = locales.length * copied.length;
    expect(all + point + comma + space + products).toBeGreaterThanOrEqual(200);
  });

  it.each(locales)('reads what is clear the same way: %s', (locale) => {
    for (const [text, decimals, reading] of everywhere) {
      expect([text, read(locale, text, decimals)]).toEqual([text, reading]);
    }
  });

  it.each(points)('takes a point as the decimal mark: %s', (locale) => {
    for (const [text, decimals, reading] of withPoint) {
      expect([text, read(locale, text, decimals)]).toEqual([text, reading]);
    }
  });

  it.each(commas)('takes a comma as the decimal mark: %s', (locale) => {
    for (const [text, decimals, reading] of withComma) {
      expect([text, read(locale, text, decimals)]).toEqual([text, reading]);
    }
  });

  it.each(spaced)('takes a comma as the decimal mark and spaces as groups: %s', (locale) => {
    for (const [text, decimals, reading] of withSpace) {
      expect([text, read(locale, text, decimals)]).toEqual([text, reading]);
    }
  });

  /** Figures that a page shows and a reader may copy from it, as they came over the wire. */
  const copied = ['0.00000001', '1.5', '999.99', '1000', '1000.5', '61000.50', '92233720368.54775807'];

  it.each(locales)('reads back what the pages show: %s', (locale) => {
    const format = createFormatters(locale);
    for (const value of copied) {
      expect(read(locale, format.price(value))).toBe(value);
      expect(read(locale, `${format.price(value)} USDT`, 8, 'USDT')).toBe(value);
      expect(read(locale, format.difference(value))).toBe(value);
    }
    expect(read(locale, format.changePercent('12.35'), 4, '%')).toBe('12.35');
  });

  it('says when a text shows something else than its value at a glance', () => {
    const isPlain = (locale: Locale, text: string, decimals = 8) => {
      const reading = readNumber(text, locale, { decimals });
      return reading.kind === 'number' && reading.isPlain;
    };
    expect(isPlain('de', '61000,5')).toBe(true);
    expect(isPlain('de', '61.000,5')).toBe(false);
    expect(isPlain('de', '61000.5')).toBe(false);
    expect(isPlain('en', '1,000')).toBe(false);
    expect(isPlain('en', '1.999', 2)).toBe(false);
    expect(isPlain('en', '1.99', 2)).toBe(true);
  });
});

describe('a number that is finer than what is kept', () => {
  it.each(['100.5', '0.9', '1.05', '1,000.5'])('is refused where only whole ones are: %s', (text) => {
    expect(readNumber(text, 'en', { decimals: 0 })).toMatchObject({ kind: 'refused', problem: 'not-whole' });
  });

  it('is taken where only zeros are cut', () => {
    expect(read('en', '100.0', 0)).toBe('100');
    expect(read('en', '0.10000', 1)).toBe('0.1');
  });

  it.each([
    ['en', '0.0000001'],
    ['de', '0,000009'],
    ['en', '.000001'],
  ] as const)('is refused where nothing of it would be left: %s %s', (locale, text) => {
    expect(readNumber(text, locale, { decimals: 5 })).toMatchObject({ kind: 'refused', problem: 'too-fine' });
  });

  it('is cut where something is left, and shown', () => {
    expect(readNumber('1.123456', 'en', { decimals: 5 })).toEqual({
      kind: 'number',
      value: '1.12345',
      isPlain: false,
    });
  });
});

describe('whatever is typed', () => {
  const signs = "0123456789.,-+e '\u00a0\u202f　１．，๑٫٬";

  it('gives a plain decimal within the decimals or none, and never ten times more than its digits say', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...signs), maxLength: 14 }),
        fc.integer({ min: 0, max: 8 }),
        fc.constantFrom(...locales),
        (text, decimals, locale) => {
          const reading = readNumber(text, locale, { decimals });
          if (reading.kind !== 'number') return;
          const isNothing = !/[1-9]/.test(text.normalize('NFKC').replaceAll('１', '1').replaceAll('๑', '1'));
          expect(/^[0.]+$/.test(reading.value)).toBe(isNothing);
          expect(reading.value).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
          expect((reading.value.split('.')[1] ?? '').length).toBeLessThanOrEqual(decimals);
          expect(read(locale, createFormatters(locale).price(reading.value), decimals)).toBe(reading.value);
        },
      ),
    );
  });

  it('does not depend on how it came: typed sign by sign, it passes no reading that the whole text denies', () => {
    for (const locale of locales) {
      const shown = createFormatters(locale).price('61000.50');
      for (let length = 1; length <= shown.length; length++) {
        const reading = readNumber(shown.slice(0, length), locale, { decimals: 2 });
        const isSettled = reading.kind === 'number' || ('isOpen' in reading && reading.isOpen);
        expect([locale, shown.slice(0, length), isSettled]).toEqual([locale, shown.slice(0, length), true]);
      }
    }
  });
});
