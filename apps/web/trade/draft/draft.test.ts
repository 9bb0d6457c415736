import { RefusedNumber } from '@candor/i18n';
import { describe, expect, it } from 'vitest';
import type { FormMarket } from '../market/trade-market.ts';
import {
  type Draft,
  follow,
  isByAmount,
  problemOf,
  referencePrice,
  refusedIn,
  shareOf,
  snapQuantity,
  takeShare,
} from './draft.ts';

const market: FormMarket = {
  priceDecimals: 1,
  quantityDecimals: 5,
  tickSize: '0.1',
  lotSize: '0.00001',
  minNotional: '5',
  maxQuantity: '100',
};
const draft: Draft = {
  side: 'buy',
  kind: 'limit',
  price: '62000.0',
  quantity: '',
  total: '',
  driver: 'quantity',
  wait: null,
  trigger: '',
  callback: '',
  activation: '',
  stopPrice: '',
  timeInForce: 'GTC',
  postOnly: false,
};
const available = { base: '0.5', quote: '1000' };

describe('the order draft', () => {
  it('makes the total follow the quantity, exactly', () => {
    expect(follow({ ...draft, quantity: '0.15' }, '62092.6', market).total).toBe('9313.89');
  });

  it('makes the quantity follow the total in whole lots, never spending more', () => {
    const followed = follow({ ...draft, total: '1000', driver: 'total' }, '62000.0', market);
    expect(followed.quantity).toBe('0.01612');
  });

  it('sends nothing while a field holds what is no clear number', () => {
    const filled = { ...draft, quantity: '0.1', total: '6200' };
    expect(problemOf(filled, null, '62000.0', market)).toBeNull();
    for (const field of ['price', 'quantity', 'total'] as const) {
      const unread = { ...filled, [field]: new RefusedNumber('1.5') };
      expect(problemOf(unread, null, '62000.0', market)).toBe('ui.number.unread');
      expect(refusedIn(unread)).toBe(unread[field]);
    }
    const trailing = { ...filled, kind: 'market', wait: 'trailing-stop', callback: '1' } as const;
    const unread = { ...trailing, activation: new RefusedNumber('61.5') };
    expect(problemOf(trailing, null, '62000.0', market)).toBeNull();
    expect(problemOf(unread, null, '62000.0', market)).toBe('ui.number.unread');
  });

  it('clears what follows when the driver is cleared', () => {
    expect(follow({ ...draft, total: '5', quantity: '' }, '62000.0', market).total).toBe('');
  });

  it('clears what follows when there is no price to follow by', () => {
    const full = { ...draft, quantity: '0.1', total: '6200' };
    for (const price of ['', '0', new RefusedNumber('1.5.3')]) {
      expect(follow(full, price, market)).toEqual({ ...full, total: '' });
      const byTotal: Draft = { ...full, driver: 'total' };
      expect(follow(byTotal, price, market)).toEqual({ ...byTotal, quantity: '' });
    }
  });

  it('takes a share of the quote when buying and of the base when selling', () => {
    const half = takeShare(draft, 50, available, '62000.0', market);
    expect(half).toMatchObject({ quantity: '0.00806', total: '499.72', driver: 'quantity' });
    const sold = takeShare({ ...draft, side: 'sell' }, 25, available, '62000.0', market);
    expect(sold.quantity).toBe('0.125');
  });

  it('spends the whole share of a market buy by amount', () => {
    const all = takeShare({ ...draft, kind: 'market' }, 100, available, '62000.0', market);
    expect(all).toMatchObject({ total: '1000', driver: 'total' });
    expect(shareOf(all, available, market)).toBe(100);
  });

  it('cuts a quantity to whole lots', () => {
    expect(snapQuantity('0.123456', market)).toBe('0.12345');
  });

  it('names what is wrong before the server would', () => {
    const full = { ...draft, quantity: '0.01' };
    expect(problemOf(full, available, '62000.0', market)).toBeNull();
    expect(problemOf({ ...full, price: '' }, available, '62000.0', market)).toBe('trade.form.problem.price');
    expect(problemOf({ ...full, quantity: '0.00000' }, available, '62000.0', market)).toBe(
      'trade.form.problem.quantity',
    );
    expect(problemOf({ ...full, quantity: '0.00001' }, available, '62000.0', market)).toBe(
      'trade.form.problem.minNotional',
    );
    expect(problemOf({ ...full, quantity: '101' }, available, '62000.0', market)).toBe(
      'trade.form.problem.maxQuantity',
    );
    expect(problemOf({ ...full, quantity: '0.02' }, available, '62000.0', market)).toBe(
      'trade.form.problem.balance',
    );
    expect(problemOf({ ...full, quantity: '0.02' }, null, '62000.0', market)).toBeNull();
    const unpriced = { ...full, kind: 'market', driver: 'quantity', price: '' } as const;
    expect(problemOf(unpriced, available, '', market)).toBeNull();
    expect(problemOf({ ...unpriced, side: 'sell', quantity: '2' }, available, '', market)).toBe(
      'trade.form.problem.balance',
    );
  });

  it('reads an amount without decimals', () => {
    const whole = { ...market, quantityDecimals: 0, lotSize: '1' };
    expect(follow({ ...draft, quantity: '3' }, '2.5', whole).total).toBe('7.5');
  });

  it('names what a trigger lacks', () => {
    const stop: Draft = { ...draft, wait: 'stop', quantity: '0.01' };
    expect(problemOf(stop, null, '62000.0', market)).toBe('trade.form.problem.trigger');
    expect(problemOf({ ...stop, trigger: '61000' }, null, '62000.0', market)).toBeNull();
    const pair: Draft = { ...stop, wait: 'oco', trigger: '61000' };
    expect(problemOf(pair, null, '62000.0', market)).toBe('trade.form.problem.stopPrice');
    const trailing: Draft = { ...stop, wait: 'trailing-stop', kind: 'market' };
    for (const callback of ['', '0.009', '50.1']) {
      expect(problemOf({ ...trailing, callback }, null, '62000.0', market)).toBe(
        'trade.form.problem.callback',
      );
    }
    const sold: Draft = { ...trailing, side: 'sell', callback: '0.01' };
    expect(problemOf(sold, null, '62000.0', market)).toBeNull();
  });

  it('buys for an amount and sells by quantity when it waits at market', () => {
    const waiting: Draft = { ...draft, wait: 'stop', kind: 'market', driver: 'quantity' };
    expect(isByAmount(waiting)).toBe(true);
    expect(isByAmount({ ...waiting, side: 'sell', driver: 'total' })).toBe(false);
    expect(isByAmount({ ...waiting, wait: null })).toBe(false);
    expect(referencePrice({ ...waiting, trigger: '61000' }, '62000')).toBe('61000');
    expect(referencePrice(waiting, '62000')).toBe('62000');
    expect(referencePrice(draft, '1')).toBe('62000.0');
  });
});

describe('a trigger on the wrong side', () => {
  const wait = (side: Draft['side'], kind: Draft['wait'], trigger: string, price = '62000.0') =>
    problemOf(
      { ...draft, side, wait: kind, trigger, price, quantity: '0.1', stopPrice: '61000' },
      null,
      price,
      market,
      '62000',
    );

  it.each([
    ['buy', 'stop', '62000'],
    ['buy', 'stop', '61999.9'],
    ['sell', 'stop', '62000.1'],
    ['buy', 'take-profit', '62000.1'],
    ['sell', 'take-profit', '62000'],
    ['buy', 'oco', '61000'],
    ['sell', 'oco', '63000'],
  ] as const)('is named before it is sent: %s %s at %s', (side, kind, trigger) => {
    expect(wait(side, kind, trigger)).toBe('error.TRIGGER_WOULD_FIRE');
  });

  it.each([
    ['buy', 'stop', '62000.1'],
    ['sell', 'stop', '61999.9'],
    ['buy', 'take-profit', '61999.9'],
    ['sell', 'take-profit', '62000.1'],
  ] as const)('is none: %s %s at %s', (side, kind, trigger) => {
    expect(wait(side, kind, trigger)).toBeNull();
  });

  it('is a limit of a pair on the side of its trigger', () => {
    expect(wait('sell', 'oco', '61000', '60900')).toBe('error.OCO_PRICES_INVALID');
    expect(wait('sell', 'oco', '61000', '63000')).toBeNull();
    expect(wait('buy', 'oco', '63000', '63000')).toBe('error.OCO_PRICES_INVALID');
    expect(wait('buy', 'oco', '63000', '61000')).toBeNull();
  });
});
