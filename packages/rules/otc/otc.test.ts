import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areOtcTerms,
  firstOtcTerms,
  isInOtcBand,
  otcFault,
  otcFee,
  otcIndexPrice,
  otcPauseMs,
  otcPrice,
  otcTotal,
} from './index.ts';

const TERMS = firstOtcTerms(1002, 8);
const PAR = { numerator: 1n, denominator: 1n };
const scales = { coin: 8, value: 8 };

describe('a price', () => {
  test('follows the index at the maker’s rate, and rests outside of the maker’s bounds', () => {
    // 60,000.01 dollars: ticks of a cent times 10 units a lot of 1,000
    const index = { numerator: 6_000_001n * 10n, denominator: 1_000n };
    expect(otcIndexPrice(index, 7_200_000n, scales)).toBe(432_000_072_000n);
    const floating = { kind: 'floating', rate: 7_200_000n, floor: 1n, cap: 432_000_072_000n } as const;
    expect(otcPrice(floating, index, scales)).toBe(432_000_072_000n);
    expect(otcPrice({ ...floating, cap: 432_000_071_999n }, index, scales)).toBeNull();
    expect(otcPrice({ kind: 'fixed', price: 7n }, index, scales)).toBe(7n);
    expect(otcIndexPrice(PAR, 7_200_000n, { coin: 6, value: 6 })).toBe(7_200_000n);
  });

  test('lies within a tenth of the index, both ends included', () => {
    expect(isInOtcBand(6_390_000n, 7_100_000n, 100_000)).toBe(true);
    expect(isInOtcBand(6_389_999n, 7_100_000n, 100_000)).toBe(false);
    expect(isInOtcBand(7_810_000n, 7_100_000n, 100_000)).toBe(true);
    expect(isInOtcBand(7_810_001n, 7_100_000n, 100_000)).toBe(false);
  });

  test('gives a sum that is rounded up by less than a minor unit, for every size', () => {
    const big = (max: bigint) => fc.bigInt({ min: 1n, max });
    fc.assert(
      fc.property(big(2n ** 60n), big(10n ** 16n), fc.integer({ min: 0, max: 3 }), (amount, price, scale) => {
        const over = amount * price;
        const unit = 10n ** BigInt(14 - scale);
        const total = otcTotal(amount, price, 8, scale);
        expect(total * unit >= over && (total - 1n) * unit < over).toBe(true);
      }),
    );
  });

  test('costs its maker a fee that is rounded down', () => {
    expect([otcFee(1_999n, 1_000), otcFee(999n, 1_000), otcFee(10n ** 8n, 0)]).toEqual([1n, 0n, 0n]);
  });
});

describe('faults', () => {
  test('pause from the third on, each longer, and the last pause repeats', () => {
    const hours = [1, 2, 3, 4, 5, 6, 9].map((faults) => otcPauseMs(TERMS, faults) / 3_600_000);
    expect(hours).toEqual([0, 0, 1, 4, 24, 24, 24]);
  });

  test('are the buyer’s unless the seller asked; a refused payment is nobody’s', () => {
    expect([otcFault(null), otcFault('unable'), otcFault('other-name')]).toEqual([
      'buyer',
      'seller',
      'nobody',
    ]);
  });
});

describe('terms', () => {
  test('of a first start are whole', () => {
    expect(areOtcTerms(TERMS)).toBe(true);
  });

  test.each([
    { makerFeePpm: 10_001 },
    { bandPpm: 0 },
    { minWindowMs: 999 },
    { maxWindowMs: 1_000 },
    { maxStableWindowMs: 60_000 },
    { lapseMs: 0 },
    { silenceMs: Number.NaN },
    { answerMs: 80 * 3_600_000 },
    { pausesMs: [] },
    { pausesMs: [2_000, 1_000] },
    { faultsToPause: 0 },
    { newValue: 0n },
    { deposit: -1n },
  ])('with %o are refused', (change) => {
    expect(areOtcTerms({ ...TERMS, ...change })).toBe(false);
  });
});
