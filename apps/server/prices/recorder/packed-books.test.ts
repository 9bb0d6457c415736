import { deserialize, serialize } from 'node:v8';
import { expect, it } from 'vitest';
import type { VenueBook } from '../feeds/index.ts';
import { type PackedBooks, packBooks, unpackBooks } from './packed-books.ts';

/** Plain copies: a book that was packed makes its levels when they are asked for. */
const crossed = (books: readonly VenueBook[]) =>
  unpackBooks(deserialize(serialize(packBooks(books))) as PackedBooks).map(
    ({ venueId, symbol, timeMs, bids, asks }) => ({ venueId, symbol, timeMs, bids, asks }),
  );
type Levels = readonly (readonly [bigint, bigint])[];
const levelsOf = (levels: Levels) => levels.map(([price, quantity]) => ({ price, quantity }));
const bookOf = (bids: Levels, asks: Levels = [], symbol = 'BTCUSDT'): VenueBook => ({
  venueId: 2,
  symbol,
  timeMs: 1_700_000_000_000,
  bids: levelsOf(bids),
  asks: levelsOf(asks),
});
const LARGE = 2n ** 63n;

it.each([
  ['of no level', bookOf([])],
  [
    'of some levels',
    bookOf(
      [
        [100_00000000n, 1n],
        [99_00000000n, 5_00000000n],
      ],
      [[101_00000000n, 3n]],
    ),
  ],
  ['of the largest numbers that fit', bookOf([[LARGE - 1n, LARGE - 1n]])],
  [
    'of a price that does not fit',
    bookOf([
      [1n, 1n],
      [LARGE, 1n],
    ]),
  ],
  ['of a quantity that does not fit', bookOf([[1n, 2n ** 70n]])],
  ['of an ask that does not fit', bookOf([], [[LARGE, 1n]])],
  ['of a time between two milliseconds', { ...bookOf([[1n, 1n]]), timeMs: 0.5 }],
])('brings a book %s over the bus as it is', (_, book) => {
  expect(crossed([book])).toEqual([book]);
});

it('brings several books over the bus in their order, those that do not fit behind the others', () => {
  const [one, two, large] = [
    bookOf([[1n, 2n]], [[3n, 4n]], 'A'),
    bookOf([], [[5n, 6n]], 'B'),
    bookOf([[LARGE, 1n]]),
  ];
  expect(crossed([one, large, two])).toEqual([one, two, large]);
});
