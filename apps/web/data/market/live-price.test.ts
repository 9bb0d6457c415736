import type { Kline, Ticker } from '@candor/api';
import { expect, it } from 'vitest';
import { withLastPrice, withTrade } from './live-price.ts';

const ticker: Ticker = {
  symbol: 'BTCUSDT',
  t: 1,
  last: '100.00',
  open24h: '80.00',
  high24h: '110.00',
  low24h: '70.00',
  change24h: '20.00',
  changePercent24h: '25.0000',
  volume24h: '1',
  quoteVolume24h: '1',
  ownVolume24h: '0',
  ownQuoteVolume24h: '0',
  bid: null,
  ask: null,
  index: '99.00',
};

it('counts change and extremes from the newer price', () => {
  expect(withLastPrice(ticker, '100.00')).toBe(ticker);
  expect(withLastPrice(ticker, '112.01')).toEqual({
    ...ticker,
    last: '112.01',
    change24h: '32.01',
    changePercent24h: '40.0125',
    high24h: '112.01',
  });
  expect(withLastPrice(ticker, '60.00')).toMatchObject({
    change24h: '-20.00',
    changePercent24h: '-25.0000',
    low24h: '60.00',
  });
});

const candle: Kline = { t: 60_000, o: '9.5', h: '10.0', l: '9.0', c: '9.6', v: '3', closed: false };

it('puts a trade into its candle and opens the next one', () => {
  expect(withTrade(candle, '1m', { price: '10.5', t: 119_999 })).toEqual({ ...candle, c: '10.5', h: '10.5' });
  expect(withTrade(candle, '1m', { price: '8.5', t: 60_000 })).toEqual({ ...candle, c: '8.5', l: '8.5' });
  expect(withTrade(candle, '1m', { price: '10.5', t: 120_000 })).toEqual({
    t: 120_000,
    o: '10.5',
    h: '10.5',
    l: '10.5',
    c: '10.5',
    v: '0',
    closed: false,
  });
});

it('leaves candles that are over or later than the trade', () => {
  expect(withTrade(candle, '1m', { price: '10.5', t: 59_999 })).toBeNull();
  expect(withTrade({ ...candle, closed: true }, '1m', { price: '10.5', t: 119_999 })).toBeNull();
  expect(withTrade({ ...candle, t: 345_600_000 }, '1w', { price: '10.5', t: 345_700_000 })?.c).toBe('10.5');
});
