import { expect, it } from 'vitest';
import { quoteFirst } from './quote-first.ts';

it('puts the quote coin first and leaves the others as they were listed', () => {
  const coins = ['BTC', 'ETH', 'USDT', 'DOT'].map((coin) => ({ coin }));
  expect(quoteFirst(coins).map((row) => row.coin)).toEqual(['USDT', 'BTC', 'ETH', 'DOT']);
  expect(coins[0]).toEqual({ coin: 'BTC' });
});
