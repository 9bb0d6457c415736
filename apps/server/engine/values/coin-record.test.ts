import type { Ticker } from '@candor/api';
import { expect, it } from 'vitest';
import { coinRecord } from './coin-record.ts';

const ticker = {
  symbol: 'BTCUSDT',
  last: '62000.5',
  open24h: '61000',
  change24h: '1000.5',
  changePercent24h: '1.64',
  high24h: '63000',
  low24h: '60000',
  volume24h: '12.5',
  quoteVolume24h: '770000',
} as Ticker;
const spot = {
  id: 1,
  name: 'BTCUSDT',
  coin: 'BTC',
  baseCoin: 'USDT',
  showSymbol: 'BTC/USDT',
  market: 'spot',
  coinType: 1,
} as const;

it('carries the latest price as its amount, and the figures that follow from it', () => {
  expect(coinRecord(spot, ticker)).toEqual({
    id: 1,
    symbol: 'btcusdt',
    coin: 'BTC',
    baseCoin: 'USDT',
    showSymbol: 'BTC/USDT',
    market: 'spot',
    coinType: 1,
    customizeFlag: 1,
    amount: '62000.5',
    open: '61000',
    openPrice: '61000',
    close: '62000.5',
    change: '1000.5',
    priceChangePercent: '1.64',
    volume: '12.5',
    volume24: '12.5',
    high24: '63000',
    low24: '60000',
  });
  expect(coinRecord(spot, undefined)).toMatchObject({ amount: null, close: null, volume: null });
});

it('marks a display symbol of its own, and leaves a volume that is looked up elsewhere', () => {
  const contract = {
    ...spot,
    name: 'BTCUSDT-PERP',
    showSymbol: 'BTC/USDT PERP',
    market: 'contract',
    coinType: 3,
  };
  expect(coinRecord(contract as never, ticker)).toMatchObject({
    symbol: 'btcusdt-perp',
    customizeFlag: 2,
    coinType: 3,
    amount: '62000.5',
    volume: null,
    volume24: null,
  });
});

it.each([
  ['mt5', 'XAUUSD'],
  ['spot', 'xauusd'],
  ['contract', 'xauusd'],
])('writes a symbol of the market %s as %s', (market, symbol) => {
  const record = { ...spot, name: 'XAUUSD', coin: 'XAU', baseCoin: 'USD', showSymbol: 'XAU/USD', market };
  expect(coinRecord(record, undefined).symbol).toBe(symbol);
});
