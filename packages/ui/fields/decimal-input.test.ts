import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDecimalInput, snapDecimal, stepDecimal, toDraft } from './decimal-input.ts';

const point = (raw: string, decimals = 8) => readDecimalInput(raw, decimals, '.').value;
const comma = (raw: string, decimals = 8) => readDecimalInput(raw, decimals, ',').value;

describe('the numeric rules', () => {
  it.each([
    ['12.5', '12.5'],
    ['abc12.5x', '12.5'],
    ['1.2.3', '1.23'],
    ['.5', '5'],
    ['..5', '5'],
    ['.', ''],
    ['007', '7'],
    ['00.5', '0.5'],
    ['0', '0'],
    ['000', '0'],
    ['-5', '5'],
    ['1e5', '15'],
    ['', ''],
    ['1.', '1'],
    ['0.123456789', '0.12345678'],
  ])('%s becomes %s', (raw, value) => {
    expect(point(raw)).toBe(value);
  });

  it('truncate, never round, and give an integer for 0 decimals', () => {
    expect(point('1.999', 2)).toBe('1.99');
    expect(point('1.999', 0)).toBe('1');
    expect(comma('1,999', 0)).toBe('1');
  });

  it('keep the point while the decimals are still to come', () => {
    expect(readDecimalInput('1.', 2, '.')).toEqual({ value: '1', draft: '1.' });
    expect(readDecimalInput('1,', 2, ',')).toEqual({ value: '1', draft: '1,' });
    expect(readDecimalInput('1.', 0, '.')).toEqual({ value: '1', draft: '1' });
  });
});

describe('decimals of other languages', () => {
  it.each([
    ['1234,5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['1.234.567,8', '1234567.8'],
    ['0.5', '0.5'],
    ['1.5', '1.5'],
    ['1.234', '1234'],
    ['0.123', '0.123'],
  ])('with a decimal comma, %s is %s', (raw, value) => {
    expect(comma(raw)).toBe(value);
  });

  it.each([
    ['1,234.5', '1234.5'],
    ['1,234', '1234'],
    ['1,234,567', '1234567'],
    ['0,5', '0.5'],
    ['1,5', '1.5'],
    ['12345,6', '12345.6'],
    ['1.234,5', '1234.5'],
  ])('with a decimal point, %s is %s', (raw, value) => {
    expect(point(raw)).toBe(value);
  });

  it('writes a point typed in a language of commas as a comma', () => {
    expect(readDecimalInput('1.', 4, ',')).toEqual({ value: '1', draft: '1,' });
  });

  it('leaves a comma typed in a language of points until it is clear what it means', () => {
    expect(readDecimalInput('1,', 4, '.')).toEqual({ value: '1', draft: '1,' });
    expect(readDecimalInput('1,2', 4, '.')).toEqual({ value: '1.2', draft: '1,2' });
    expect(readDecimalInput('1,234', 4, '.')).toEqual({ value: '1234', draft: '1,234' });
  });

  it('reads full-width, Thai and Arabic digits, and spaces that group', () => {
    expect(point('１２３．４５')).toBe('123.45');
    expect(point('๑๒๓.๔')).toBe('123.4');
    expect(point('١٢٣٫٤')).toBe('123.4');
    expect(comma('62\u202f350,6')).toBe('62350.6');
  });

  it('shows the value with the mark of the language', () => {
    expect(toDraft('1.5', ',')).toBe('1,5');
    expect(toDraft('15', ',')).toBe('15');
  });
});

describe('whatever is typed', () => {
  it('gives a plain decimal within the decimals, and reading it again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789.,-e 　๑٫') }),
        fc.integer({ min: 0, max: 8 }),
        fc.constantFrom('.', ','),
        (raw, decimals, mark) => {
          const { value } = readDecimalInput(raw, decimals, mark);
          expect(value).toMatch(/^(|(0|[1-9]\d*)(\.\d+)?)$/);
          expect((value.split('.')[1] ?? '').length).toBeLessThanOrEqual(decimals);
          expect(readDecimalInput(toDraft(value, mark), decimals, mark).value).toBe(value);
        },
      ),
    );
  });
});

describe('steps', () => {
  it('move by one step, exactly', () => {
    expect(stepDecimal('62092.6', '0.1', 1)).toBe('62092.7');
    expect(stepDecimal('0.3', '0.1', -1)).toBe('0.2');
    expect(stepDecimal('0.1', '0.2', 1)).toBe('0.2');
    expect(stepDecimal('', '0.1', 1)).toBe('0.1');
    expect(stepDecimal('9007199254740993', '1', 1)).toBe('9007199254740994');
  });

  it('go to the next multiple from between two', () => {
    expect(stepDecimal('0.25', '0.1', 1)).toBe('0.3');
    expect(stepDecimal('0.25', '0.1', -1)).toBe('0.2');
  });

  it('stay within bounds', () => {
    expect(stepDecimal('0.1', '0.1', -1)).toBe('0.0');
    expect(stepDecimal('0', '0.1', -1)).toBe('0.0');
    expect(stepDecimal('1', '1', -1, { min: '1' })).toBe('1');
    expect(stepDecimal('98', '5', 1, { max: '99' })).toBe('95');
    expect(stepDecimal('10', '1', 1, { times: 10 })).toBe('20');
  });

  it('snap downward and leave multiples as they were typed', () => {
    expect(snapDecimal('0.15789', '0.001')).toBe('0.157');
    expect(snapDecimal('62092.74', '0.5')).toBe('62092.5');
    expect(snapDecimal('62092.50', '0.5')).toBe('62092.50');
    expect(snapDecimal('7', '5')).toBe('5');
    expect(snapDecimal('', '0.1')).toBe('');
  });
});
