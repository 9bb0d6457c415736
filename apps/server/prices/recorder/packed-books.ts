import type { VenueBook, VenueLevel } from '../feeds/index.ts';

const MOST = 2n ** 63n - 1n;
/** Numbers of a book before its levels: its venue, its time, and how many bids and asks follow. */
const HEAD_NUMBERS = 4;
const LEVEL_NUMBERS = 2;

/**
 * Books as they cross the bus: their symbols, and their numbers in one array, each level a price and a quantity. Encoding
 * and decoding objects of bigints takes many times as long. Books with a number that does not fit into 63 bits are as they
 * are.
 */
export interface PackedBooks {
  readonly symbols: readonly string[];
  readonly numbers: BigInt64Array;
  readonly large: readonly VenueBook[];
}

/** Packs books for the bus. */
export function packBooks(books: readonly VenueBook[]): PackedBooks {
  const [fitting, large] = [books.filter(fits), books.filter((book) => !fits(book))];
  const numbers = new BigInt64Array(fitting.reduce((total, book) => total + numbersOf(book), 0));
  let at = 0;
  const add = (levels: readonly VenueLevel[]): void => {
    for (const { price, quantity } of levels) {
      numbers[at] = price;
      numbers[at + 1] = quantity;
      at += LEVEL_NUMBERS;
    }
  };
  for (const { venueId, timeMs, bids, asks } of fitting) {
    numbers[at] = BigInt(venueId);
    numbers[at + 1] = BigInt(timeMs);
    numbers[at + 2] = BigInt(bids.length);
    numbers[at + 3] = BigInt(asks.length);
    at += HEAD_NUMBERS;
    add(bids);
    add(asks);
  }
  return { symbols: fitting.map(({ symbol }) => symbol), numbers, large };
}

/** The inverse of `packBooks`; books that were packed come before the others. */
export function unpackBooks({ symbols, numbers, large }: PackedBooks): VenueBook[] {
  let at = 0;
  const packed = symbols.map((symbol) => {
    const book = new PackedBook(symbol, numbers, at);
    at += book.length;
    return book;
  });
  return [...packed, ...large];
}

/** A book that makes its levels where somebody looks at them: most books are replaced by the next one before. */
class PackedBook implements VenueBook {
  readonly symbol: string;
  readonly venueId: number;
  readonly timeMs: number;
  readonly #numbers: BigInt64Array;
  readonly #at: number;
  readonly #bidCount: number;
  readonly #askCount: number;
  #bids: readonly VenueLevel[] | null = null;
  #asks: readonly VenueLevel[] | null = null;

  constructor(symbol: string, numbers: BigInt64Array, at: number) {
    this.symbol = symbol;
    this.venueId = Number(numbers[at]);
    this.timeMs = Number(numbers[at + 1]);
    this.#bidCount = Number(numbers[at + 2]);
    this.#askCount = Number(numbers[at + 3]);
    this.#numbers = numbers;
    this.#at = at + HEAD_NUMBERS;
  }

  /** Count of the numbers that it takes. */
  get length(): number {
    return HEAD_NUMBERS + LEVEL_NUMBERS * (this.#bidCount + this.#askCount);
  }

  get bids(): readonly VenueLevel[] {
    this.#bids ??= this.#levels(this.#at, this.#bidCount);
    return this.#bids;
  }

  get asks(): readonly VenueLevel[] {
    this.#asks ??= this.#levels(this.#at + LEVEL_NUMBERS * this.#bidCount, this.#askCount);
    return this.#asks;
  }

  #levels(from: number, count: number): readonly VenueLevel[] {
    const levels: VenueLevel[] = [];
    for (let at = from; at < from + LEVEL_NUMBERS * count; at += LEVEL_NUMBERS)
      levels.push({ price: this.#numbers[at]!, quantity: this.#numbers[at + 1]! });
    return levels;
  }
}

function fits({ timeMs, bids, asks }: VenueBook): boolean {
  const isSmall = ({ price, quantity }: VenueLevel) => price <= MOST && quantity <= MOST;
  return Number.isSafeInteger(timeMs) && bids.every(isSmall) && asks.every(isSmall);
}

function numbersOf({ bids, asks }: VenueBook): number {
  return HEAD_NUMBERS + LEVEL_NUMBERS * (bids.length + asks.length);
}
