import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amount,
  floorDivSafe,
  formatDecimal,
  formatDecimalTrimmed,
  lotsToDecimal,
  mulDivCeil,
  mulDivCeilSafe,
  mulDivFloor,
  mulDivFloorSafe,
  parseDecimal,
  ticksToDecimal,
  toLots,
  toTicks,
} from './index.ts';

describe('parseDecimal', () => {
  it.each([
    ['0', 8, 0n],
    ['1', 8, 100_000_000n],
    ['1.5', 8, 150_000_000n],
    ['0.00000001', 8, 1n],
    ['007', 0, 7n],
    ['92233720368.54775807', 8, 9_223_372_036_854_775_807n],
  ])('reads %s at scale %i', (text, scale, units) => {
    expect(parseDecimal(text, scale)).toBe(units);
  });

  it.each([
    '',
    '.',
    '1.',
    '.5',
    '+1',
    '-1',
    '1e3',
    '1E3',
    ' 1',
    '1 ',
    '1,5',
    '1.2.3',
    '0x10',
    'NaN',
    'Infinity',
    '١',
    '1.000000001',
    '9'.repeat(65),
  ])('refuses %j', (text) => {
    expect(parseDecimal(text, 8)).toBeNull();
  });

  it('reads a sign only when asked', () => {
    expect(parseDecimal('-1.5', 2, { signed: true })).toBe(-150n);
    expect(parseDecimal('--1', 2, { signed: true })).toBeNull();
    expect(parseDecimal('-', 2, { signed: true })).toBeNull();
  });

  it('comes back from its own text', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.integer({ min: 0, max: 18 }),
        (units, scale) => {
          expect(parseDecimal(formatDecimal(units, scale), scale, { signed: true })).toBe(units);
          expect(parseDecimal(formatDecimalTrimmed(units, scale), scale, { signed: true })).toBe(units);
        },
      ),
    );
  });
});

describe('formatDecimal', () => {
  it('writes exactly the decimals of the scale', () => {
    expect(formatDecimal(150_000_000n, 8)).toBe('1.50000000');
    expect(formatDecimal(-1n, 8)).toBe('-0.00000001');
    expect(formatDecimal(42n, 0)).toBe('42');
    expect(formatDecimalTrimmed(150_000_000n, 8)).toBe('1.5');
    expect(formatDecimalTrimmed(100n, 0)).toBe('100');
    expect(formatDecimalTrimmed(0n, 8)).toBe('0');
  });
});

describe('mulDiv', () => {
  it('rounds floor and ceiling apart by exactly the remainder', () => {
    const any = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
    fc.assert(
      fc.property(
        any,
        any,
        any.filter((c) => c !== 0n),
        (a, b, c) => {
          const floor = mulDivFloor(a, b, c);
          const ceil = mulDivCeil(a, b, c);
          const whole = (a * b) % c === 0n;
          expect(ceil - floor).toBe(whole ? 0n : 1n);
          // floor <= a*b/c < floor + 1, whatever the sign of c
          const sign = c < 0n ? -1n : 1n;
          expect(floor * c * sign <= a * b * sign && a * b * sign < (floor + 1n) * c * sign).toBe(true);
        },
      ),
    );
  });

  it('agrees on safe integers, across the edge of 2^53', () => {
    const safe = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(safe, fc.integer({ min: 0, max: 1_000_000 }), (a, b) => {
        expect(mulDivFloorSafe(a, b, 1_000_000)).toBe(Number(mulDivFloor(BigInt(a), BigInt(b), 1_000_000n)));
        expect(mulDivCeilSafe(a, b, 1_000_000)).toBe(Number(mulDivCeil(BigInt(a), BigInt(b), 1_000_000n)));
      }),
    );
    expect(() => mulDivFloorSafe(Number.MAX_SAFE_INTEGER, 3, 2)).toThrow(RangeError);
  });

  it('divides exactly where the hardware quotient rounds up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 30 }), fc.integer({ min: 1, max: 2 ** 22 }), (b, k) => {
        expect(floorDivSafe(b * k - 1, b)).toBe(k - 1);
        expect(floorDivSafe(b * k, b)).toBe(k);
      }),
    );
    expect(floorDivSafe(Number.MAX_SAFE_INTEGER - 1, 2 ** 52)).toBe(1);
  });
});

describe('ticks and lots', () => {
  const symbol = { tickDecimal: '0.05', lotDecimal: '0.00001' };
  it('converts both ways and refuses what lies between steps', () => {
    expect(toTicks('100.05', symbol)).toBe(2001);
    expect(toTicks('100.050', symbol)).toBe(2001);
    expect(toTicks('100.06', symbol)).toBeNull();
    expect(toTicks('-1', symbol)).toBeNull();
    expect(toLots('0.00001', symbol)).toBe(1);
    expect(toLots('0.000001', symbol)).toBeNull();
    expect(ticksToDecimal(toTicks('100.05', symbol)!, symbol)).toBe('100.05');
    expect(lotsToDecimal(toLots('3', symbol)!, symbol)).toBe('3.00000');
  });

  it('counts steps exactly, however long the text', () => {
    const text = fc.oneof(
      fc.stringMatching(/^[0-9]{0,18}\.?[0-9]{0,19}$/),
      fc.stringMatching(/^[0-9]{1,6}\.[0-9]{0,4}0{0,6}$/),
      fc.string({ maxLength: 6 }),
    );
    const step = fc.constantFrom('0.01', '0.05', '1', '25', '0.00001', '2.5', '0.000000000000000001');
    fc.assert(
      fc.property(text, step, (price, tickDecimal) => {
        const units = parseDecimal(price, 18);
        const unitsPerStep = parseDecimal(tickDecimal, 18)!;
        const count = units === null || units % unitsPerStep !== 0n ? null : Number(units / unitsPerStep);
        expect(toTicks(price, { tickDecimal })).toBe(Number.isSafeInteger(count) ? count : null);
      }),
      { numRuns: 2_000 },
    );
  });
});

it('refuses an amount beyond 64 bits', () => {
  expect(amount(2n ** 63n - 1n)).toBe(2n ** 63n - 1n);
  expect(() => amount(2n ** 63n)).toThrow(RangeError);
});
