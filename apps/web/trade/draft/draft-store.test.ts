import { describe, expect, it } from 'vitest';
import { retyped } from './draft.ts';
import { createDraftStore } from './draft-store.ts';

const market = {
  priceDecimals: 1,
  quantityDecimals: 5,
  tickSize: '0.1',
  lotSize: '0.00001',
  minNotional: '5',
  maxQuantity: '100',
};

const draftOf = () => createDraftStore(market).getState().draft;

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

describe('an order of another type', () => {
  const typed = {
    side: 'sell',
    quantity: '0.5',
    price: '62000.0',
    timeInForce: 'FOK',
    postOnly: true,
    trigger: '61000',
    callback: '1',
    activation: '63000',
    stopPrice: '60900',
  } as const;
  const stopLimit = { ...draftOf(), ...typed, kind: 'limit', wait: 'stop' } as const;

  it.each([
    ['a market order', { kind: 'market', wait: null }],
    ['a limit order', { kind: 'limit', wait: null }],
    ['a take-profit', { kind: 'limit', wait: 'take-profit' }],
    ['a pair', { kind: 'limit', wait: 'oco' }],
    ['a trailing stop', { kind: 'market', wait: 'trailing-stop' }],
  ] as const)('keeps side and size alone: %s', (_, type) => {
    expect(retyped(stopLimit, type)).toEqual({ ...draftOf(), side: 'sell', quantity: '0.5', ...type });
  });

  it('keeps the trigger of the same wait, and nothing of a limit that it no longer has', () => {
    const next = retyped(stopLimit, { kind: 'market' });
    expect(next).toMatchObject({
      wait: 'stop',
      trigger: '61000',
      price: '',
      timeInForce: 'GTC',
      postOnly: false,
    });
  });

  it('changes nothing where the type stays', () => {
    expect(retyped(stopLimit, { kind: 'limit', wait: 'stop' })).toEqual(stopLimit);
  });

  it('begins with a price picked in the book', () => {
    const store = createDraftStore(market);
    store.change({ kind: 'limit', timeInForce: 'FOK', price: '1' });
    store.change(retyped(store.getState().draft, { kind: 'market' }));
    store.pickPrice('62000.0');
    expect(store.getState().draft).toMatchObject({ kind: 'limit', price: '62000.0', timeInForce: 'GTC' });
  });
});

describe('a draft that is changed through the store', () => {
  const stopLimit = {
    side: 'sell',
    kind: 'limit',
    wait: 'stop',
    price: '60900',
    trigger: '61000',
    quantity: '0.5',
    driver: 'quantity',
    total: '30450',
    timeInForce: 'FOK',
  } as const;

  it.each([
    ['loses its trigger, as by a change to a margin account', { wait: null }],
    ['waits for something else', { wait: 'take-profit' }],
    ['is sent to the market', { kind: 'market', wait: null }],
  ] as const)('keeps no price of the former type when it %s', (_, type) => {
    const store = createDraftStore(market);
    store.change(stopLimit);
    store.change(type);
    const left = { price: '', trigger: '', total: '', timeInForce: 'GTC', side: 'sell', quantity: '0.5' };
    expect(store.getState().draft).toMatchObject({ ...left, ...type });
  });

  it('keeps what the change names', () => {
    const store = createDraftStore(market);
    store.change(stopLimit);
    store.change({ wait: null, price: '62000', total: '31000' });
    expect(store.getState().draft).toMatchObject({ wait: null, price: '62000', total: '31000' });
  });
});

describe('a click on a size', () => {
  it.each([
    ['an opening ticket', false, 'buy', 'buy'],
    ['an opening ticket', false, 'sell', 'sell'],
    // a short is closed by buying, a long by selling
    ['a closing ticket', true, 'buy', 'sell'],
    ['a closing ticket', true, 'sell', 'buy'],
  ] as const)('of %s (%s) takes what stands there: %s', (_, closes, taker, side) => {
    const store = createDraftStore(market);
    store.setCloses(closes);
    store.pickSize('62000.0', '0.5', taker);
    expect(store.getState().draft).toMatchObject({ side, price: '62000.0', quantity: '0.5' });
  });
});

describe('a ticket beside the draft', () => {
  it('keeps its states by name, whatever becomes of the draft', () => {
    const store = createDraftStore(market);
    store.keep('trigger', { price: '40000', by: 'mark' });
    store.keep('stops', null);
    store.setCloses(true);
    store.change({ kind: 'market' });
    store.pickPrice('62000.0');
    const { kept, closes } = store.getState();
    expect(kept).toEqual({ trigger: { price: '40000', by: 'mark' }, stops: null });
    expect(closes).toBe(true);
    expect(createDraftStore(market).getState()).toMatchObject({ kept: {}, closes: false });
  });
});
