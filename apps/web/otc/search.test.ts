import { expect, it } from 'vitest';
import { otcOrdersSearch, otcSearch } from './search.ts';

it('keeps what is traded, and leaves out what nothing can be searched by', () => {
  const whole = { side: 'sell', coin: 'USDT', currency: 'CNY', method: 'bank', total: '500.5' };
  expect(otcSearch(whole)).toEqual(whole);
  expect(otcSearch({ total: 500 })).toEqual({ total: '500' });
  expect(otcSearch({ side: 'both', coin: 'usdt', currency: '<b>', method: 'A', total: '-1' })).toEqual({});
});

it('keeps the order that is shown, and leaves out what is no number of one', () => {
  expect(otcOrdersSearch({ view: 'ended', order: '12' })).toEqual({ view: 'ended', order: 12 });
  expect(otcOrdersSearch({ view: 'all', order: '-3' })).toEqual({});
});
