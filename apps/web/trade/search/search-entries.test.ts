import type { MarketRow } from '@candor/api';
import { expect, it } from 'vitest';
import { type SearchEntry, searchEntries } from './search-entries.ts';

const entry = (
  id: number,
  symbol: string,
  name: string,
  type: SearchEntry['type'] = 'spot',
): SearchEntry => ({
  type,
  row: {
    id,
    symbol: `${symbol}USDT`,
    symbol_name: `${symbol}/USDT`,
    base_symbol: symbol,
    base_name: name,
  } as MarketRow,
});
const all = [
  entry(1, 'ETH', 'Ether'),
  entry(2, 'BTC', 'Bitcoin'),
  entry(3, 'BCH', 'Bitcoin Cash'),
  entry(101, 'BTC', 'Bitcoin', 'usta'),
  entry(2, 'BTC', 'Bitcoin', 'sec'),
];
const names = (text: string, favourites: number[] = []) =>
  searchEntries(all, new Set(favourites), text).map(({ type, row }) => `${type} ${row.base_symbol}`);

it('lists all markets, favourites first', () => {
  expect(names('')).toEqual(['spot ETH', 'spot BTC', 'spot BCH', 'usta BTC', 'sec BTC']);
  expect(names('', [3, 101])).toEqual(['spot BCH', 'usta BTC', 'spot ETH', 'spot BTC', 'sec BTC']);
});

it('finds by symbol and name, the best fit first', () => {
  expect(names(' BTC ')).toEqual(['spot BTC', 'usta BTC', 'sec BTC']);
  expect(names('bitcoin')).toEqual(['spot BTC', 'spot BCH', 'usta BTC', 'sec BTC']);
  expect(names('b')).toEqual(['spot BTC', 'spot BCH', 'usta BTC', 'sec BTC']);
  expect(names('btc/')).toEqual(['spot BTC', 'usta BTC', 'sec BTC']);
  expect(names('bit', [3])[0]).toBe('spot BCH');
  expect(names('doge')).toEqual([]);
});
