import { describe, expect, it } from 'vitest';
import { isCardNumber, isSwiftCode } from './rules.ts';

const CARDS = [
  '4111 1111 1111 1111',
  '4222222222222',
  '5555-5555-5555-4444',
  '2221 0000 0000 0009',
  '378282246310005',
  '30569309025904',
  '6011 1111 1111 1117',
  '3530111333300000',
  '6200 0000 0000 0005',
  '2200 0000 0000 0004',
];
const IBANS = [
  'DE89 3704 0044 0532 0130 00',
  'gb29 nwbk 6016 1331 9268 19',
  'FR1420041010050500013M02606',
  'NO93 8601 1117 947',
  'MT84MALT011000012345MTLCAST001S',
];

/** The number with one digit, from the given place on, that is one more. */
function mistyped(number: string, from: number): string {
  const at = [...number].findIndex((sign, index) => index >= from && /\d/.test(sign));
  return `${number.slice(0, at)}${(Number(number[at]) + 1) % 10}${number.slice(at + 1)}`;
}

describe('a card number', () => {
  it.each([...CARDS, ...IBANS])('%s is one, and is none with a digit mistyped or two swapped', (number) => {
    expect(isCardNumber(number)).toBe(true);
    expect(isCardNumber(mistyped(number, number.length - 3))).toBe(false);
    expect(isCardNumber(mistyped(number, 8))).toBe(false);
  });

  it.each(['DE89 3704 0044 0532 1030 00', '5555 5555 5555 4434'])('%s is none', (number) => {
    expect(isCardNumber(number)).toBe(false);
  });

  it.each(['12345678', '000123456789', '9876 5432 10', 'ACC-1234567'])(
    '%s is an account of its own form',
    (number) => {
      expect(isCardNumber(number)).toBe(true);
    },
  );

  it.each(['123', '4000-*', '1'.repeat(35), '', '12345678é'])('“%s” is none', (number) => {
    expect(isCardNumber(number)).toBe(false);
  });
});

describe('a SWIFT code', () => {
  it.each(['DEUTDEFF', 'boflgb22', 'BOFAUS3NXXX', 'NBOKXKPR'])('%s is one', (code) => {
    expect(isSwiftCode(code)).toBe(true);
  });

  it.each(['DEUTZZFF', 'DEUT1EFF', 'DEUTDEF', 'DEUTDEFF5', 'DEUTQXFF', '12345678', 'DEUTDEFF500X'])(
    '%s is none',
    (code) => {
      expect(isSwiftCode(code)).toBe(false);
    },
  );
});
