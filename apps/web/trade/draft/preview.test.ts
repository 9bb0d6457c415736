import { describe, expect, it } from 'vitest';
import type { Draft } from './draft.ts';
import { ppmOfPercent, previewOf } from './preview.ts';

const draft: Draft = {
  side: 'buy',
  kind: 'limit',
  price: '62092.6',
  quantity: '0.15000',
  total: '9313.890000',
  driver: 'quantity',
  wait: null,
  trigger: '',
  callback: '',
  activation: '',
  stopPrice: '',
  timeInForce: 'GTC',
  postOnly: false,
};

describe('the preview of an order', () => {
  it('takes the fee out of the base when buying, with the safety fund’s tenth of it', () => {
    expect(previewOf(draft, '0.1')).toEqual({
      maxFee: null,
      fee: '0.00015',
      safetyFund: '0.000015',
      receive: '0.14985',
    });
  });

  it('takes the fee out of the quote when selling, rounded up by less than a unit', () => {
    expect(previewOf({ ...draft, side: 'sell', total: '10.00000001' }, '0.1')).toEqual({
      maxFee: null,
      fee: '0.01000001',
      safetyFund: '0.001',
      receive: '9.99',
    });
  });

  it('has nothing to say about an empty order', () => {
    expect(previewOf({ ...draft, quantity: '' }, '0.1')).toBeNull();
    expect(previewOf({ ...draft, quantity: '0.00000' }, '0.1')).toBeNull();
  });

  it('reads percent as parts per million', () => {
    expect(ppmOfPercent('0.1')).toBe(1000);
    expect(ppmOfPercent('0.0750')).toBe(750);
    expect(ppmOfPercent('1')).toBe(10_000);
  });
});
