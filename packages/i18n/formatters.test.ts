import { describe, expect, it } from 'vitest';
import { shiftPoint } from './format-number.ts';
import { countdown } from './format-time.ts';
import { createFormatters } from './formatters.ts';
import { locales } from './locales.ts';
import { maskAccount } from './mask.ts';

const en = createFormatters('en', 'UTC');
const de = createFormatters('de', 'UTC');

/** Spaces of any kind, as one reads them. */
const read = (text: string) => text.replace(/\s/g, ' ');

describe('figures', () => {
  it('keep every digit of an amount that no float could hold', () => {
    expect(en.quantity('92233720368547758.07999999')).toBe('92,233,720,368,547,758.07999999');
    expect(de.quantity('12345678901234567890.123456789012345678')).toBe(
      '12.345.678.901.234.567.890,123456789012345678',
    );
  });

  it('show as many decimals as came, or as many as asked', () => {
    expect(en.price('62350.60')).toBe('62,350.60');
    expect(en.price('62350')).toBe('62,350');
    expect(en.price('62350.6', 2)).toBe('62,350.60');
  });

  it('show the zeros at the end of an amount up to two decimals only', () => {
    expect(en.quantity('9000.0000000')).toBe('9,000.00');
    expect(en.quantity('0.15000000')).toBe('0.15');
    expect(en.quantity('0.00000001')).toBe('0.00000001');
    expect(en.quantity('100')).toBe('100');
    expect(en.quantity('1.5', 4)).toBe('1.5000');
    expect(de.difference('-9313.89012300')).toBe('−9.313,890123');
  });

  it('round a price half away from zero and cut a quantity, so that nobody sees more than is there', () => {
    expect(en.price('0.125', 2)).toBe('0.13');
    expect(en.quantity('0.999', 2)).toBe('0.99');
    expect(en.quantity('-0.999', 2)).toBe('−0.99');
  });

  it('sign a difference, with a minus as wide as the plus, and leave zero unsigned', () => {
    expect(en.difference('412.5')).toBe('+412.5');
    expect(en.difference('-412.5')).toBe('−412.5');
    expect(en.difference('0.0')).toBe('0.0');
  });

  it('show a dash for what is absent and refuse what is no decimal', () => {
    expect(en.price(null)).toBe('–');
    expect(en.changePercent(undefined)).toBe('–');
    for (const bad of ['', '1e5', 'NaN', '1,5', ' 1', '.5', '0x10']) {
      expect(() => en.price(bad)).toThrow(RangeError);
      expect(() => en.changePercent(bad)).toThrow(RangeError);
      expect(() => en.volume(bad)).toThrow(RangeError);
    }
  });

  it('group by threes in every language, four digits too', () => {
    for (const locale of locales) {
      expect(createFormatters(locale).price('1234.5')).toMatch(/^1[.,\s]234[.,]5$/);
    }
    expect(read(createFormatters('fr').price('62350.6'))).toBe('62 350,6');
  });
});

describe('percent', () => {
  it('shows a change with two decimals and its sign', () => {
    expect(en.changePercent('0.674')).toBe('+0.67%');
    expect(en.changePercent('-1.05')).toBe('−1.05%');
    expect(en.changePercent('12.345')).toBe('+12.35%');
    expect(read(de.changePercent('0.67'))).toBe('+0,67 %');
  });

  it('shows a change under 0.01 as 0.01, and none as none', () => {
    expect(en.changePercent('0.0001')).toBe('+0.01%');
    expect(en.changePercent('-0.0099')).toBe('−0.01%');
    expect(en.changePercent('0.010')).toBe('+0.01%');
    expect(en.changePercent('0')).toBe('0.00%');
    expect(en.changePercent('-0.000')).toBe('0.00%');
  });

  it('shows a rate unsigned, with the decimals asked for', () => {
    expect(en.percent('0.01', 4)).toBe('0.0100%');
    expect(en.percent('50', 0)).toBe('50%');
    expect(en.percent('0.4', 0)).toBe('1%');
  });
});

describe('volume', () => {
  it.each([
    ['0', '0.00'],
    ['999.999', '999.99'],
    ['1000', '1.00K'],
    ['18423.1', '18.42K'],
    ['999999.99', '999.99K'],
    ['1000000', '1.00M'],
    ['402118000', '402.11M'],
    ['1000000000', '1.00B'],
    ['1234000000000', '1.23T'],
    ['1234567000000000', '1,234.56T'],
    ['0001000', '1.00K'],
  ])('%s is %s', (value, shown) => {
    expect(en.volume(value)).toBe(shown);
  });

  it('says K, M, B, T in English, and in each other language its own abbreviation', () => {
    const shown = Object.fromEntries(
      locales.map((locale) => [locale, read(createFormatters(locale).volume('1394999999.999'))]),
    );
    expect(shown).toMatchObject({ en: '1.39B', de: '1,39 Mrd.', es: '1.394,99 M', fr: '1,39 Md' });
    expect(shown).toMatchObject({ it: '1,39 Mld', ru: '1,39 млрд', pt: '1,39 bi', vi: '1,39 T' });
    expect(shown).toMatchObject({ ja: '13.94億', ko: '13.94억', zh: '13.94亿', tw: '13.94億' });
  });
});

describe('shiftPoint', () => {
  it.each([
    ['12.5', -2, '0.125'],
    ['-0.5', -2, '-0.005'],
    ['1', -3, '0.001'],
    ['1.5', 3, '1500'],
    ['1234', 0, '1234'],
    ['123456', -3, '123.456'],
  ])('%s by %i is %s', (value, places, moved) => {
    expect(shiftPoint(value, places)).toBe(moved);
  });
});

describe('times', () => {
  const at = Date.UTC(2024, 0, 9, 5, 7, 3);

  it.each([
    ['en', '01/09/2024'],
    ['de', '09.01.2024'],
    ['fr', '09/01/2024'],
    ['pt', '09/01/2024'],
    ['ru', '09.01.2024'],
    ['th', '09/01/2024'],
    ['ja', '2024/01/09'],
    ['ko', '2024. 01. 09.'],
    ['zh', '2024/01/09'],
    ['tw', '2024/01/09'],
  ] as const)('have their day as %s writes it', (locale, day) => {
    const formatters = createFormatters(locale, 'UTC');
    expect(formatters.date(at)).toBe(day);
    expect(formatters.dateTime(at)).toBe(`${day} 05:07:03`);
    expect(formatters.dateMinute(at)).toBe(`${day} 05:07`);
  });

  it('are Gregorian, in Latin digits and on a 24-hour clock in every language', () => {
    for (const locale of locales) {
      const formatters = createFormatters(locale, 'UTC');
      expect(formatters.date(at)).toContain('2024');
      expect(formatters.time(at)).toBe('05:07:03');
    }
    expect(en.dateTime(null)).toBe('–');
  });

  it.each(['America/New_York', 'Pacific/Pago_Pago', 'UTC', 'Asia/Hong_Kong', 'Pacific/Kiritimati'])(
    'name the UTC day that a figure covers, in %s too',
    (zone) => {
      for (const into of [0, 12 * 3_600_000, 86_399_999])
        expect(createFormatters('en', zone).day(Date.UTC(2026, 10, 13) + into)).toBe('11/13/2026');
    },
  );

  it('follow the time zone, and midnight is 00', () => {
    expect(createFormatters('en', 'Asia/Hong_Kong').dateTime(Date.UTC(2024, 0, 9, 16, 0, 0))).toBe(
      '01/10/2024 00:00:00',
    );
  });

  it('count down in hh:mm:ss and end at zero', () => {
    expect(countdown(61_000)).toBe('00:01:01');
    expect(countdown(1)).toBe('00:00:01');
    expect(countdown(0)).toBe('00:00:00');
    expect(countdown(-5000)).toBe('00:00:00');
    expect(countdown(360_000_000)).toBe('100:00:00');
  });
});

describe('the masked account', () => {
  it('shows 2 + 2 of an email, 3 + 4 of a phone, else --', () => {
    expect(maskAccount({ email: 'maria@example.com', phone: '+4915112345678' })).toBe('ma••••om');
    expect(maskAccount({ email: '', phone: '+4915112345678' })).toBe('+49••••5678');
    expect(maskAccount({ email: null })).toBe('--');
  });

  it('never gives a short one away whole', () => {
    expect(maskAccount({ phone: '1234567' })).toBe('1••••');
    expect(maskAccount({ email: 'a@b' })).toBe('a••••');
  });
});

describe('createFormatters', () => {
  it('gives the same object again, so that views can compare', () => {
    expect(createFormatters('de', 'UTC')).toBe(de);
    expect(createFormatters('de')).not.toBe(de);
  });
});
