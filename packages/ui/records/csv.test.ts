import { expect, test } from 'vitest';
import { type CsvTime, csvOf } from './csv.ts';

const lines = (...texts: (string | number | boolean | null)[]) =>
  csvOf(
    [['value', (row: { readonly text: string | number | boolean | null }) => row.text]],
    texts.map((text) => ({ text })),
  ).split('\r\n');

test('figures are written as they are, and nothing stays empty by accident', () => {
  expect(lines('-12.50000001', '1000000', 7, true, null)).toEqual([
    'value',
    '-12.50000001',
    '1000000',
    '7',
    'true',
    '',
    '',
  ]);
});

test('quotes, commas and line breaks stay inside of their field', () => {
  expect(
    csvOf(
      [
        ['a', () => 'x"y'],
        ['b', () => '1,2'],
        ['c', () => 'one\ntwo'],
      ],
      [{}],
    ),
  ).toBe('a,b,c\r\n"x""y","1,2","one\ntwo"\r\n');
});

test.each(['=1+1', '+A1', '-A1', '@SUM(A1)', '\tA1', '--1', '-1e5'])(
  '%j is no formula in a spreadsheet',
  (text) => {
    expect(lines(text)[1]).toBe(`'${text}`);
  },
);

test('a carriage return at the start neither runs nor breaks the line', () => {
  expect(lines('\r=1')[1]).toBe('"\'\r=1"');
});

test('times are of the zone that is asked for, and of UTC without one', () => {
  const columns = [['time', (row: { readonly at: number }, time: CsvTime) => time(row.at)]] as const;
  const rows = [{ at: Date.UTC(2026, 10, 13) }];
  expect(csvOf(columns, rows)).toContain('\n2026-11-13T00:00:00.000Z');
  expect(csvOf(columns, rows, 'America/New_York')).toContain('\n2026-11-12T19:00:00.000-05:00');
});
