import { expect, it } from 'vitest';
import { offerSearch, ordersSearch } from './search.ts';

it('keeps the number of an offer, as text too', () => {
  expect(offerSearch({ offer: 3 })).toEqual({ offer: 3 });
  expect(offerSearch({ offer: '3', other: 1 })).toEqual({ offer: 3 });
  for (const offer of [0, -1, 1.5, 'x', '', null, [3, 4]]) expect(offerSearch({ offer })).toEqual({});
});

it('keeps a known status and days', () => {
  const search = { status: 'redeemed', from: '2026-11-01', to: '2026-11-30' };
  expect(ordersSearch({ ...search, other: '1' })).toEqual(search);
  expect(ordersSearch({ status: 'failed', from: '1' })).toEqual({});
});
