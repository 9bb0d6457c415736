import { expect, it } from 'vitest';
import { checkRebate } from './check-rebate.ts';

const receipt = {
  scale: 8,
  fees: '0.00000019',
  sharePpm: 200_000,
  carriedMillionths: 250_000,
  restMillionths: 50_000,
  amount: '0.00000004',
};

it('recomputes a day’s rebates from what was carried over, the fees and the share', () => {
  // 0.25 + 3.8 units
  expect(checkRebate(receipt)).toEqual({
    ok: true,
    steps: [
      { name: 'amount', stated: '0.00000004', recomputed: '0.00000004', ok: true },
      { name: 'rest', stated: '50000', recomputed: '50000', ok: true },
    ],
  });
  expect(checkRebate({ ...receipt, carriedMillionths: 199_999 })).toMatchObject({
    ok: false,
    steps: [{ recomputed: '0.00000003' }, { recomputed: '999999' }],
  });
  expect(checkRebate({ ...receipt, restMillionths: 50_001 }).ok).toBe(false);
  expect(checkRebate({ ...receipt, amount: '0.00000005' }).ok).toBe(false);
});

it('takes what many small fees left, and what went to another agent meanwhile', () => {
  const many = { ...receipt, carriedMillionths: 7_250_000, amount: '0.00000011' };
  expect(checkRebate(many).ok).toBe(true);
  const less = { ...receipt, carriedMillionths: -750_000, amount: '0.00000003' };
  expect(checkRebate(less).ok).toBe(true);
});

it('fails where a figure cannot be read', () => {
  for (const change of [
    { fees: 'x' },
    { sharePpm: 1_000_000 },
    { carriedMillionths: 0.5 },
    { sharePpm: 0.5 },
  ])
    expect(checkRebate({ ...receipt, ...change }).ok).toBe(false);
});
