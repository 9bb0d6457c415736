import { expect, it } from 'vitest';
import { checkRebate } from './check-rebate.ts';

const receipt = {
  scale: 8,
  fees: '0.00000019',
  sharePpm: 200_000,
  restMillionths: 250_000,
  amount: '0.00000004',
};

it('recomputes a rebate from the rest, the fees and the share', () => {
  // 0.25 + 3.8 units
  expect(checkRebate(receipt)).toEqual({
    ok: true,
    steps: [{ name: 'amount', stated: '0.00000004', recomputed: '0.00000004', ok: true }],
  });
  expect(checkRebate({ ...receipt, restMillionths: 199_999 })).toMatchObject({
    ok: false,
    steps: [{ recomputed: '0.00000003' }],
  });
  expect(checkRebate({ ...receipt, amount: '0.00000005' }).ok).toBe(false);
});

it('fails where a figure cannot be read', () => {
  for (const change of [{ fees: 'x' }, { sharePpm: 1_000_000 }, { restMillionths: -1 }, { sharePpm: 0.5 }])
    expect(checkRebate({ ...receipt, ...change }).ok).toBe(false);
});
