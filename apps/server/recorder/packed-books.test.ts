import { deserialize, serialize } from 'node:v8';
import { expect, it } from 'vitest';
import type { VenueBook } from '../feeds/index.ts';
import { type PackedBook, packBook, unpackBook } from './packed-books.ts';

const crossed = (book: VenueBook) => unpackBook(deserialize(serialize(packBook(book))) as PackedBook);
const bookOf = (...bids: (readonly [bigint, bigint])[]): VenueBook => ({
  ...{ venueId: 2, symbol: 'BTCUSDT', timeMs: 1_700_000_000_000, asks: [] },
  bids: bids.map(([price, quantity]) => ({ price, quantity })),
});

it.each([
  ['of no level', bookOf()],
  ['of some levels', bookOf([100_00000000n, 1n], [99_00000000n, 5_00000000n])],
  ['of the largest numbers that fit', bookOf([2n ** 63n - 1n, 2n ** 63n - 1n])],
  ['of a price that does not fit', bookOf([1n, 1n], [2n ** 63n, 1n])],
  ['of a quantity that does not fit', bookOf([1n, 2n ** 70n])],
])('brings a book %s over the bus as it is', (_, book) => {
  expect(crossed(book)).toEqual(book);
});
