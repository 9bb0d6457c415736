import { earnPoolRow } from '@candor/api';
import { expect, it } from 'vitest';
import { daysOf } from './rows.ts';

const { daysLeft } = earnPoolRow.shape;

it('counts whole days, and stays within what an answer can hold', () => {
  expect([daysOf(99n, 10n), daysOf(0n, 10n), daysOf(99n, 0n)]).toEqual([9, 0, null]);
  const most = daysOf(2n ** 62n, 1n);
  expect(most).toBe(9_999_999);
  expect(daysLeft.safeParse(most).success).toBe(true);
});
