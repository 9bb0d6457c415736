import { describe, expect, it } from 'vitest';
import { assetsSearch, isOwnPath, loginSearch, quotesSearch, registerSearch, tradeSearch } from './search.ts';

describe('what addresses carry', () => {
  it('keeps the trade page’s type and symbol and drops what it does not know', () => {
    expect(tradeSearch({ type: 'spot', symbol: 'BTC' })).toEqual({ type: 'spot', symbol: 'btc' });
    expect(tradeSearch({ type: 'sec' })).toEqual({ type: 'sec' });
    expect(tradeSearch({ margin: 'cross', symbol: 'eth' })).toEqual({ margin: 'cross', symbol: 'eth' });
    expect(tradeSearch({ margin: 'all' })).toEqual({});
    expect(tradeSearch({ type: 'other', symbol: '<b>' })).toEqual({});
  });

  it('keeps known panels and tabs', () => {
    expect(assetsSearch({ key: 'records' })).toEqual({ key: 'records' });
    expect(assetsSearch({ key: 'everything' })).toEqual({});
    expect(quotesSearch({ tab: 'watchlist', q: 'bt' })).toEqual({ tab: 'watchlist', q: 'bt' });
    expect(quotesSearch({ tab: 1, q: 2 })).toEqual({});
  });

  it('takes an invite code that reads as a number as text', () => {
    expect(registerSearch({ invite_code: 123456 })).toEqual({ invite_code: '123456' });
  });

  it('returns only to paths of this site', () => {
    expect(isOwnPath('/assets/index?key=records')).toBe(true);
    for (const path of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/assets\\index',
      5,
    ]) {
      expect(isOwnPath(path), String(path)).toBe(false);
    }
  });
});

it.each([loginSearch, registerSearch])(
  'a place to go back to that is not of this site is forgotten: %o',
  (read) => {
    for (const from of [
      '//evil.test',
      '/\\evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      '/a\nb',
      7,
      null,
    ])
      expect(read({ from })).toEqual({});
    expect(read({ from: '/trade/index?symbol=BTCUSDT' })).toEqual({ from: '/trade/index?symbol=BTCUSDT' });
  },
);
