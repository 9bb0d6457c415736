import { describe, expect, it } from 'vitest';
import { createDraftStore } from './draft-store.ts';

const market = {
  priceDecimals: 1,
  quantityDecimals: 5,
  tickSize: '0.1',
  lotSize: '0.00001',
  minNotional: '5',
  maxQuantity: '100',
};

describe('a click in the book', () => {
  it('makes a limit order at the price, also of one that waits for a stop', () => {
    const store = createDraftStore(market);
    store.change({ kind: 'market', wait: 'stop' });
    store.pickPrice('62000.0');
    expect(store.getState().draft).toMatchObject({ kind: 'limit', wait: 'stop', price: '62000.0' });
  });

  it('keeps a trailing stop one: it has no limit, and starts at the price', () => {
    const trailing = { kind: 'market', wait: 'trailing-stop', callback: '1' } as const;
    const store = createDraftStore(market);
    store.change(trailing);
    store.pickPrice('62000.0');
    expect(store.getState().draft).toMatchObject({ ...trailing, activation: '62000.0', price: '' });
    store.pickSize('61999.0', '0.5', 'sell');
    const sized = { side: 'sell', quantity: '0.5', activation: '61999.0', price: '' };
    expect(store.getState().draft).toMatchObject({ ...trailing, ...sized });
  });
});
