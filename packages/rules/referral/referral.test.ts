import { expect, test } from 'vitest';
import { isReferralTerms, rebateOf } from './index.ts';

/** Fees in a row, each of which may pay more than the last rest promised: the sums are what counts. */
const FEES = [4n, 1n, 5n, 10n, 13n, 999_999n, 1n];

test.each([
  [200_000, 200_006n],
  [100_000, 100_003n],
  [50_000, 50_001n],
])('a share of %i ppm of all fees is paid, rounded down once', (sharePpm, expected) => {
  let paid = 0n;
  let rest = 0n;
  for (const fee of FEES) {
    const rebate = rebateOf(rest, fee, sharePpm);
    paid += rebate.paid;
    rest = rebate.rest;
  }
  expect(paid).toBe(expected);
  expect(paid * 1_000_000n + rest).toBe(FEES.reduce((sum, fee) => sum + fee * BigInt(sharePpm), 0n));
});

test('one fee of a unit pays a unit to each generation where the rests before it are high', () => {
  for (const sharePpm of [200_000, 100_000, 50_000]) {
    const { rest } = rebateOf(0n, 19n, sharePpm);
    expect(rebateOf(rest, 1n, sharePpm).paid).toBe(1n);
  }
});

test.each([
  ['as they begin', [200_000, 100_000, 50_000], 350_000, true],
  ['nothing', [0, 0, 0], 0, true],
  ['all but the safety fund’s part', [900_000, 0, 0], 900_000, true],
  ['more than their cap', [200_000, 100_000, 50_001], 350_000, false],
  ['a cap that takes of the safety fund', [1, 1, 1], 900_001, false],
  ['more for a later generation', [100_000, 200_000, 0], 300_000, false],
  ['a part of a ppm', [0.5, 0, 0], 1, false],
  ['below nothing', [-1, -1, -1], 1, false],
] as const)('terms: %s', (_, sharesPpm, capPpm, fits) => {
  expect(isReferralTerms({ sharesPpm, capPpm })).toBe(fits);
});
