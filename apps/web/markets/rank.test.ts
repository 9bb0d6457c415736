import type { MarketRow } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { breadth, gainers, hottest, losers, searchMarkets } from './rank.ts';

const row = (id: number, base: string, name: string, figures: Partial<MarketRow> = {}): MarketRow => ({
  id,
  c_id: id,
  symbol_name: `${base}/USDT`,
  base_symbol: base,
  quote_symbol: 'USDT',
  base_name: name,
  plate: '',
  close: null,
  open: null,
  high24: null,
  low24: null,
  volume24: null,
  amount: null,
  zdf: null,
  part_cou: 4,
  full_cou: 2,
  optional: 0,
  collect: 0,
  symbol: `${base}USDT`,
  tick_size: '0.01',
  lot_size: '0.0001',
  min_notional: '10',
  max_quantity: '1000',
  max_open_orders: 100,
  price_band_percent: null,
  state: 'trading',
  state_reason: '',
  own_volume24: '0',
  ...figures,
});

const rows = [
  row(1, 'BTC', 'Bitcoin', { close: '62350.6', zdf: '0.67', amount: '1000' }),
  row(2, 'ETH', 'Ethereum', { close: '2668.20', zdf: '-1.05', amount: '5000' }),
  row(3, 'DOGE', 'Dogecoin', { close: '0.1069', zdf: '9.5', amount: null }),
];
const bases = (list: readonly MarketRow[]) => list.map((each) => each.base_symbol);

describe('market lists', () => {
  it('name the hottest by what was traded', () => {
    expect(bases(hottest(rows, 2))).toEqual(['ETH', 'BTC']);
    expect(bases(hottest(rows, 3))).toEqual(['ETH', 'BTC', 'DOGE']);
  });

  it('name what rose and what fell most, and count both', () => {
    const still = row(4, 'XRP', 'XRP', { zdf: '0.00' });
    const unknown = row(5, 'ADA', 'Cardano');
    const worse = row(6, 'SOL', 'Solana', { zdf: '-12.1' });
    const all = [...rows, still, unknown, worse];
    expect(bases(gainers(all, 5))).toEqual(['DOGE', 'BTC']);
    expect(bases(gainers(all, 1))).toEqual(['DOGE']);
    expect(bases(losers(all, 5))).toEqual(['SOL', 'ETH']);
    expect(breadth(all)).toEqual({ rising: 2, falling: 2, unchanged: 1 });
    expect(gainers([still, unknown], 5)).toEqual([]);
  });

  it('find a coin by its code, its name or the pair, however it is written', () => {
    expect(bases(searchMarkets(rows, ' bt'))).toEqual(['BTC']);
    expect(bases(searchMarkets(rows, 'coin'))).toEqual(['BTC', 'DOGE']);
    expect(bases(searchMarkets(rows, 'eth/usdt'))).toEqual(['ETH']);
    expect(bases(searchMarkets(rows, ''))).toHaveLength(3);
    expect(searchMarkets(rows, 'zzz')).toEqual([]);
  });
});
