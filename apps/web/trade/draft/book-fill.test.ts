import { describe, expect, it } from 'vitest';
import { type BookLevel, fillByBook } from './book-fill.ts';
import type { Draft } from './draft.ts';

const market = {
  priceDecimals: 2,
  quantityDecimals: 5,
  tickSize: '0.01',
  lotSize: '0.00001',
  minNotional: '5',
  maxQuantity: '100',
};
const draft = {
  side: 'buy',
  kind: 'market',
  driver: 'quantity',
  wait: null,
  quantity: '0.3',
  total: '',
} as Draft;
const asks: BookLevel[] = [
  ['50000.01', '0.1', '0'],
  ['50010.00', '0.1', '0'],
  ['50100.00', '5', '0'],
];
const fill = (next: Partial<Draft>, own: { price: string; quantity: string }[] = []) =>
  fillByBook({ ...draft, ...next }, asks, own, market, 2_000);

describe('a market order', () => {
  it('is previewed from the side of the book that it hits, level by level', () => {
    expect(fill({})).toEqual({
      quantity: '0.30000',
      total: '15011.001',
      averagePrice: '50036.67',
      fee: '0.0006',
      maxFee: '0.0006',
      isShort: false,
    });
  });

  it('takes what its amount pays for, in whole lots', () => {
    // 10,001.001 for the first two levels; 0.00998 at 50,100 are 499.998
    expect(fill({ driver: 'total', total: '10501' })).toMatchObject({
      quantity: '0.20998',
      total: '10500.999',
      isShort: false,
    });
  });

  it('leaves own orders out, and says where the book has no more', () => {
    const own = [{ price: '50000.01', quantity: '0.1' }];
    expect(fill({ quantity: '0.1' }, own)).toMatchObject({ averagePrice: '50010' });
    expect(fill({ quantity: '6' })).toMatchObject({ quantity: '5.20000', isShort: true });
    expect(fill({ quantity: '' })).toBeNull();
  });
});
