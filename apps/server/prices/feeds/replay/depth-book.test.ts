import { expect, test } from 'vitest';
import { recordedData } from '../../../../../tests/support/recorded-data.ts';
import type { BookTicker, DepthUpdate } from './binance-lines.ts';
import { type BookTop, DepthBook } from './depth-book.ts';
import { feedLines } from './feed-file.ts';

/** A hundred thousand lines take seconds, and on a busy machine many. */
const patience = { timeout: 120_000 };

/**
 * After each diff: is the rebuilt top the last one that the venue published up to that diff? The tickers were
 * recorded in the same file, and may come before or after their diff.
 */
async function compare(name: string): Promise<{ equal: number; compared: number; crossed: number }> {
  const book = new DepthBook();
  const tops: { id: number; top: BookTop }[] = [];
  const tickers: BookTicker[] = [];
  const keep = () => {
    const id = book.lastUpdateId;
    if (id !== null) tops.push({ id, top: book.top() });
  };
  for await (const line of feedLines(recordedData('binance-l2-feed', name))) {
    if (line.kind === 'ticker') tickers.push(line.ticker);
    else if (line.kind === 'snapshot') book.snapshot(line.snapshot, keep);
    else if (line.kind === 'depth' && book.update(line.update)) keep();
  }
  tickers.sort((left, right) => left.u - right.u);
  let [equal, compared, crossed, next] = [0, 0, 0, 0];
  for (const { id, top } of tops) {
    while (next < tickers.length && tickers[next]!.u <= id) next += 1;
    if (top.bid !== null && top.ask !== null && top.bid.price >= top.ask.price) crossed += 1;
    const ticker = tickers[next - 1];
    if (ticker === undefined) continue;
    compared += 1;
    const same =
      top.bid?.price === ticker.b &&
      top.bid?.quantity === ticker.B &&
      top.ask?.price === ticker.a &&
      top.ask?.quantity === ticker.A;
    if (same) equal += 1;
  }
  return { equal, compared, crossed };
}

test('the rebuilt spot book is the one that the venue published', patience, async () => {
  expect(await compare('spot-btcusdt.feed.gz')).toEqual({ equal: 6_491, compared: 6_493, crossed: 0 });
});

test('the rebuilt futures book is the one that the venue published', patience, async () => {
  expect(await compare('usdm-btcusdt.feed.gz')).toEqual({ equal: 6_547, compared: 6_547, crossed: 0 });
});

const update = (
  U: number,
  u: number,
  b: [bigint, bigint][] = [],
  a: [bigint, bigint][] = [],
): DepthUpdate => ({
  e: 'depthUpdate',
  E: 0,
  s: 'BTCUSDT',
  U,
  u,
  b: b.map(([price, quantity]) => ({ price, quantity })),
  a: a.map(([price, quantity]) => ({ price, quantity })),
});

const snapshot = (lastUpdateId: number) => ({
  lastUpdateId,
  bids: [
    { price: 99n, quantity: 1n },
    { price: 98n, quantity: 2n },
  ],
  asks: [{ price: 101n, quantity: 3n }],
});

test('diffs wait for the snapshot; those that it holds already are dropped', () => {
  const book = new DepthBook();
  expect(book.update(update(1, 10, [[50n, 9n]]))).toBe(false);
  expect(book.update(update(11, 20, [[99n, 0n]], [[100n, 4n]]))).toBe(false);
  book.snapshot(snapshot(10));
  expect(book.lastUpdateId).toBe(20);
  expect(book.levels(5)).toEqual({
    bids: [{ price: 98n, quantity: 2n }],
    asks: [
      { price: 100n, quantity: 4n },
      { price: 101n, quantity: 3n },
    ],
  });
});

test('a gap is no book', () => {
  const late = new DepthBook();
  late.snapshot(snapshot(10));
  expect(() => late.update(update(12, 13))).toThrow(/no diff reaches over the snapshot at 10/);
  const torn = new DepthBook();
  torn.snapshot(snapshot(10));
  torn.update(update(5, 12));
  expect(() => torn.update(update(14, 15))).toThrow(/gap between 12 and 14/);
  const futures = new DepthBook();
  futures.snapshot(snapshot(10));
  futures.update({ ...update(8, 12), pu: 7 });
  expect(() => futures.update({ ...update(13, 14), pu: 11 })).toThrow(/gap/);
});
