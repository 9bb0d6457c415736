import { expect, it } from 'vitest';
import { exchangePlace, fullScreenPlace, tradePlace } from './market-place.ts';

const market = { base_symbol: 'BTC', quote_symbol: 'USDT' };

it('names a market as each kind of page does, spot with the account of its orders', () => {
  expect(tradePlace(market, 'spot')).toEqual({ to: '/trade/index', search: { type: 'spot', symbol: 'btc' } });
  expect(tradePlace(market, 'spot', 'cross').search).toEqual({
    type: 'spot',
    symbol: 'btc',
    margin: 'cross',
  });
  expect(tradePlace(market, 'usta', 'cross').search).toEqual({ type: 'usta', symbol: 'btc' });
  expect(exchangePlace(market, 'usta')).toEqual({
    to: '/exchange/index',
    search: { type: 'usta', symbol: 'btc' },
  });
  const params = { type: 'BTC_USDT' };
  expect(fullScreenPlace(market, 'spot')).toEqual({ to: '/exchange/full-screen/$type', params, search: {} });
  expect(fullScreenPlace(market, 'spot', 'isolated').search).toEqual({ margin: 'isolated' });
  expect(fullScreenPlace(market, 'usta')).toEqual({ to: '/exchange/full-contract/$type', params });
});

it('leaves second contracts on the trade page, their only one', () => {
  for (const place of [exchangePlace, fullScreenPlace])
    expect(place(market, 'sec')).toEqual(tradePlace(market, 'sec'));
});
