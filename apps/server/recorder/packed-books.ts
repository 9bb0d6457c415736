import type { VenueBook, VenueLevel } from '../feeds/index.ts';

const MOST = 2n ** 63n - 1n;

/** Prices and quantities by turns; levels as they are where a number does not fit into 63 bits. */
type PackedLevels = BigInt64Array | readonly VenueLevel[];

/** A book as it crosses the bus: encoding and decoding objects of bigints takes five times as long. */
export interface PackedBook extends Omit<VenueBook, 'bids' | 'asks'> {
  readonly bids: PackedLevels;
  readonly asks: PackedLevels;
}

/** Packs a book for the bus. */
export function packBook(book: VenueBook): PackedBook {
  return { ...book, bids: packed(book.bids), asks: packed(book.asks) };
}

/** The inverse of `packBook`. */
export function unpackBook(book: PackedBook): VenueBook {
  return { ...book, bids: unpacked(book.bids), asks: unpacked(book.asks) };
}

function packed(levels: readonly VenueLevel[]): PackedLevels {
  const numbers = new BigInt64Array(2 * levels.length);
  for (const [at, { price, quantity }] of levels.entries()) {
    if (price > MOST || quantity > MOST) return levels;
    numbers[2 * at] = price;
    numbers[2 * at + 1] = quantity;
  }
  return numbers;
}

function unpacked(levels: PackedLevels): readonly VenueLevel[] {
  if (!(levels instanceof BigInt64Array)) return levels;
  return Array.from({ length: levels.length / 2 }, (_, at) => ({
    price: levels[2 * at] as bigint,
    quantity: levels[2 * at + 1] as bigint,
  }));
}
