import { expect, it } from 'vitest';
import { referralQueries } from './queries.ts';

it('rebates of a day count as paid once nothing is due that was due by its end', () => {
  const DAY_MS = 86_400_000;
  const unpaidDay = (timeMs: number, nextDueMs: number) =>
    referralQueries.referralUnpaidDay({ timeMs, nextDueMs });
  const midnight = 20_000 * DAY_MS;
  expect(unpaidDay(midnight - 1, midnight)).toBe(19_999);
  expect(unpaidDay(midnight, midnight)).toBe(19_999);
  expect(unpaidDay(midnight + 90_000, midnight)).toBe(19_999);
  expect(unpaidDay(midnight + 90_000, midnight + DAY_MS)).toBe(20_000);
  // something else of today that is due keeps no full day back
  expect(unpaidDay(midnight + 90_000, midnight + 80_000)).toBe(20_000);
  expect(unpaidDay(midnight, Number.POSITIVE_INFINITY)).toBe(20_000);
});
