import { describe, expect, it } from 'vitest';
import { checkFill, type FillReceipt } from './fill.ts';

const bought: FillReceipt = {
  side: 'buy',
  price: '62092.6',
  quantity: '0.15000',
  amount: '9313.89',
  fee: '0.00015',
  feePpm: 1000,
};

describe('the receipt of a fill', () => {
  it('holds when amount and fee follow the formulas', () => {
    expect(checkFill(bought)).toEqual({
      ok: true,
      steps: [
        { name: 'amount', stated: '9313.89', recomputed: '9313.89', ok: true },
        { name: 'fee', stated: '0.00015', recomputed: '0.00015', ok: true },
      ],
    });
  });

  it('takes the fee of a sale from the quote', () => {
    const sold = { ...bought, side: 'sell', fee: '9.31389' } as const;
    expect(checkFill(sold).ok).toBe(true);
  });

  it('names the step that does not hold, by one unit', () => {
    const check = checkFill({ ...bought, fee: '0.00015001' });
    expect(check.ok).toBe(false);
    expect(check.steps.find((step) => !step.ok)).toEqual({
      name: 'fee',
      stated: '0.00015001',
      recomputed: '0.00015',
      ok: false,
    });
    expect(checkFill({ ...bought, amount: '9313.88999999' }).steps[0]?.ok).toBe(false);
  });

  it('never holds for figures that cannot be read', () => {
    expect(checkFill({ ...bought, price: 'x' }).ok).toBe(false);
    expect(checkFill({ ...bought, amount: '1e3' }).ok).toBe(false);
  });
});
