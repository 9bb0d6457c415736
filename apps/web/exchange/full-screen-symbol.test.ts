import type { MarketRow } from '@candor/api';
import { expect, it } from 'vitest';
import { findMarket } from '../trade/market/trade-market.ts';
import { fullScreenSymbol } from './full-screen-symbol.ts';

const row = (base_symbol: string, symbol: string) => ({ base_symbol, symbol }) as MarketRow;
const spot = [row('ETH', 'ETHUSDT'), row('BTC', 'BTCUSDT'), row('PERP', 'PERPUSDT')];
const contracts = [row('ETH', 'ETHUSDT-PERP'), row('BTC', 'BTCUSDT-PERP')];

const found = (written: string) => [
  findMarket(spot, fullScreenSymbol(written, 'spot'))?.symbol,
  findMarket(contracts, fullScreenSymbol(written, 'usta'))?.symbol,
];

it.each(['BTC_USDT', 'btc_usdt', 'BTC-USDT', 'BTC.USDT', 'btc.usdt', 'BTCUSDT', 'BTC', 'btc', 'BTC/USDT'])(
  'finds the market that %s names',
  (written) => {
    expect(found(written)).toEqual(['BTCUSDT', 'BTCUSDT-PERP']);
  },
);

it('takes the name of a contract for a contract alone', () => {
  for (const written of ['BTCUSDT-PERP', 'btc_usdt_perp'])
    expect(found(written)).toEqual([undefined, 'BTCUSDT-PERP']);
  expect(found('PERP_USDT')).toEqual(['PERPUSDT', undefined]);
});

it.each([
  'BTC_EUR',
  'USDT',
  'USDT_BTC',
  'BTC_USDT_USDT',
  'DOGE_USDT',
  '_',
  'PERP_',
  '<b>',
  '__proto__',
  'constructor',
  '💥',
  'BTC USDT',
  '../home',
  'x'.repeat(5_000),
])('finds none by %s', (written) => {
  expect(found(written)).toEqual([undefined, undefined]);
});
