import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPriceLogEntry, parsePriceLogEntry, priceLogLink } from './index.ts';

const whole = fc.nat({ max: 2 ** 31 - 1 });
const entries = fc.record({
  tickNo: whole,
  timeMs: fc.nat({ max: 8_000_000_000_000 }),
  symbol: fc.stringMatching(/^[A-Z0-9]{2,20}$/),
  indexTicks: fc.option(whole),
  inputs: fc
    .uniqueArray(fc.record({ venueId: whole, bidTicks: whole, askTicks: whole, venueTimeMs: whole }), {
      selector: (input) => input.venueId,
      maxLength: 8,
    })
    .map((inputs) => inputs.sort((left, right) => left.venueId - right.venueId)),
});

test('an entry comes back from its line, and the line is the only one that it has', () => {
  fc.assert(
    fc.property(entries, (entry) => {
      const line = formatPriceLogEntry(entry);
      expect(parsePriceLogEntry(line)).toEqual(entry);
      expect(formatPriceLogEntry(parsePriceLogEntry(line)!)).toBe(line);
    }),
  );
});

test.each([
  '',
  '1 2 BTCUSDT',
  '01 2 BTCUSDT 5',
  '1 2 btcusdt 5',
  '1 2 BTCUSDT 5 1:2:3',
  '1 2 BTCUSDT 5  1:2:3:4',
  '1 2 BTCUSDT 5 2:2:3:4 1:2:3:4',
  '1 2 BTCUSDT 5 1:2:3:4 1:2:3:4',
  '1 2 BTCUSDT -5',
  '1 2 BTCUSDT 5 1:2:3:4 ',
  '1 2 BTCUSDT 99999999999999999',
])('%j is no line of a price log', (line) => {
  expect(parsePriceLogEntry(line)).toBeNull();
});

test('an entry that no line can hold is refused', () => {
  expect(() =>
    formatPriceLogEntry({ tickNo: 1, timeMs: 1, symbol: 'btc', indexTicks: 1, inputs: [] }),
  ).toThrow(RangeError);
});

test('the link of a line depends on the one before', () => {
  expect(priceLogLink('aa', '1 2 BTCUSDT 5')).not.toBe(priceLogLink('ab', '1 2 BTCUSDT 5'));
});
