import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { VenueBook, VenueTrade } from '../feeds/index.ts';
import { MarketBatch } from './market-batch.ts';

const level = { price: 1n, quantity: 1n };
const bookOf = (venueId: number, symbol: string): VenueBook => ({
  venueId,
  symbol,
  timeMs: 1,
  bids: [level, level],
  asks: [level, level],
});
const trade = { symbol: 'BTCUSDT' } as VenueTrade;

it('sends what came in one turn together, and what came while it is held at the next flush', async () => {
  const sent: string[] = [];
  const batch = new MarketBatch(1, (books, trades) =>
    sent.push(
      [...books.map(({ symbol, bids }) => `${symbol} ${bids.length}`), ...trades.map(() => 'trade')].join(),
    ),
  );
  batch.book(bookOf(1, 'A'));
  batch.trade(trade);
  batch.book(bookOf(2, 'B'));
  await turn();
  await turn();
  expect(sent.splice(0)).toEqual(['A 2,B 1,trade']);
  // A turn's data that is not sent yet when the hold begins waits as well.
  batch.book(bookOf(1, 'C'));
  batch.hold();
  batch.trade(trade);
  await turn();
  await turn();
  expect(sent).toEqual([]);
  batch.flush();
  expect(sent.splice(0)).toEqual(['C 2,trade']);
  batch.book(bookOf(1, 'D'));
  await turn();
  await turn();
  expect(sent).toEqual(['D 2']);
});
