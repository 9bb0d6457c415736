import { describe, expect, it } from 'vitest';
import { featureAt } from './feature-bar.tsx';

describe('the product of an address', () => {
  it.each([
    ['/trade/index', {}, 'spot'],
    ['/trade/index', { type: 'sec' }, 'seconds'],
    ['/trade/index', { type: 'usta', symbol: 'btc' }, 'perpetual'],
    ['/trade/index', { type: 'spot', margin: 'cross' }, 'margin'],
    ['/exchange/index', { type: 'usta' }, 'perpetual'],
    ['/exchange/full-screen/BTC_USDT', {}, 'spot'],
    ['/exchange/full-screen/BTC_USDT', { margin: 'isolated' }, 'margin'],
    ['/exchange/full-contract/BTC_USDT', {}, 'perpetual'],
    ['/assets/index', { key: 'swap' }, 'swap'],
    ['/assets/index', { key: 'withdraw' }, null],
    ['/account/wallet/deposit', {}, 'deposit'],
    ['/pledge/add', {}, 'staking'],
    ['/loan/index', {}, 'loan'],
    ['/finance/detail', {}, 'finance'],
    ['/home/index', {}, null],
  ] as const)('%s %j is %s', (path, search, feature) => {
    expect(featureAt(path, search)).toBe(feature);
  });
});
