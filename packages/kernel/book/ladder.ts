import { assert } from '../assert.ts';
import { BitTree } from '../memory/bit-tree.ts';
import { copyInt32 } from '../memory/hash-index.ts';

const PAGE_BITS = 10;
const PAGE_TICKS = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_TICKS - 1;
const WORDS_PER_PAGE = PAGE_TICKS / 32;
const FIRST_PAGES = 8;
const FIRST_DIRECTORY = 1024;

/**
 * One side of a book: which price has which level, and the best price. Prices are divided in pages of 1,024 ticks;
 * a page exists only while it has a level, and bits tell which of its ticks have one.
 */
export class Ladder {
  /** The best price, in ticks; 0 when the side is empty. */
  bestTicks = 0;
  /** The level of the best price; 0 when the side is empty. */
  bestLevel = 0;
  private readonly isBid: boolean;
  /** Page number to page slot (1 and up). */
  private directory = new Int32Array(FIRST_DIRECTORY);
  private readonly pageNumbers = new BitTree(FIRST_DIRECTORY);
  private pages = new Int32Array(FIRST_PAGES * PAGE_TICKS);
  private bits = new Int32Array(FIRST_PAGES * WORDS_PER_PAGE);
  /** Summary of each page: the words of its bits that are not 0. */
  private sums = new Int32Array(FIRST_PAGES);
  private pagesUsed = 0;
  private freePages: number[] = [];

  constructor(isBid: boolean) {
    this.isBid = isBid;
  }

  /** The level at a price, 0 for none. */
  levelAt(ticks: number): number {
    const pageNumber = ticks >>> PAGE_BITS;
    if (pageNumber >= this.directory.length) return 0;
    const page = this.directory[pageNumber]!;
    return page === 0 ? 0 : this.pages[page * PAGE_TICKS + (ticks & PAGE_MASK)]!;
  }

  /** Puts a level at a price that has none. */
  insert(ticks: number, level: number): void {
    const page = this.pageFor(ticks >>> PAGE_BITS);
    const offset = ticks & PAGE_MASK;
    assert(this.pages[page * PAGE_TICKS + offset] === 0, 'a price has one level');
    this.pages[page * PAGE_TICKS + offset] = level;
    this.bits[page * WORDS_PER_PAGE + (offset >>> 5)]! |= 1 << (offset & 31);
    this.sums[page]! |= 1 << (offset >>> 5);
    if (this.bestTicks === 0 || (this.isBid ? ticks > this.bestTicks : ticks < this.bestTicks)) {
      this.bestTicks = ticks;
      this.bestLevel = level;
    }
  }

  /** Takes the level at a price away. */
  remove(ticks: number): void {
    const pageNumber = ticks >>> PAGE_BITS;
    const page = this.directory[pageNumber]!;
    const offset = ticks & PAGE_MASK;
    assert(this.pages[page * PAGE_TICKS + offset] !== 0, 'a level that leaves the ladder was in it');
    this.pages[page * PAGE_TICKS + offset] = 0;
    const wordAt = page * WORDS_PER_PAGE + (offset >>> 5);
    const word = this.bits[wordAt]! & ~(1 << (offset & 31));
    this.bits[wordAt] = word;
    if (word === 0) this.sums[page]! &= ~(1 << (offset >>> 5));
    if (ticks === this.bestTicks) {
      this.bestTicks = this.worse(ticks);
      this.bestLevel = this.bestTicks === 0 ? 0 : this.levelAt(this.bestTicks);
    }
    if (this.sums[page] === 0) {
      this.directory[pageNumber] = 0;
      this.pageNumbers.delete(pageNumber);
      this.freePages.push(page);
    }
  }

  /** The next price behind `ticks`, away from the best; 0 for none. */
  worse(ticks: number): number {
    return this.isBid ? this.lower(ticks) : this.higher(ticks);
  }

  private lower(ticks: number): number {
    const pageNumber = ticks >>> PAGE_BITS;
    const page = this.directory[pageNumber]!;
    const offset = ticks & PAGE_MASK;
    const word = offset >>> 5;
    const inWord = this.bits[page * WORDS_PER_PAGE + word]! & ((1 << (offset & 31)) - 1);
    if (inWord !== 0) return (pageNumber << PAGE_BITS) | (word << 5) | (31 - Math.clz32(inWord));
    const words = this.sums[page]! & ((1 << word) - 1);
    if (words !== 0) return this.highestIn(pageNumber, page, words);
    const nextNumber = this.pageNumbers.below(pageNumber);
    if (nextNumber < 0) return 0;
    const nextPage = this.directory[nextNumber]!;
    return this.highestIn(nextNumber, nextPage, this.sums[nextPage]!);
  }

  private higher(ticks: number): number {
    const pageNumber = ticks >>> PAGE_BITS;
    const page = this.directory[pageNumber]!;
    const offset = ticks & PAGE_MASK;
    const word = offset >>> 5;
    const inWord = this.bits[page * WORDS_PER_PAGE + word]! & ~((2 << (offset & 31)) - 1);
    if (inWord !== 0) return (pageNumber << PAGE_BITS) | (word << 5) | lowestBit(inWord);
    const words = this.sums[page]! & ~((2 << word) - 1);
    if (words !== 0) return this.lowestIn(pageNumber, page, words);
    const nextNumber = this.pageNumbers.above(pageNumber);
    if (nextNumber < 0) return 0;
    const nextPage = this.directory[nextNumber]!;
    return this.lowestIn(nextNumber, nextPage, this.sums[nextPage]!);
  }

  private highestIn(pageNumber: number, page: number, words: number): number {
    const word = 31 - Math.clz32(words);
    const bit = 31 - Math.clz32(this.bits[page * WORDS_PER_PAGE + word]!);
    return (pageNumber << PAGE_BITS) | (word << 5) | bit;
  }

  private lowestIn(pageNumber: number, page: number, words: number): number {
    const word = lowestBit(words);
    const bit = lowestBit(this.bits[page * WORDS_PER_PAGE + word]!);
    return (pageNumber << PAGE_BITS) | (word << 5) | bit;
  }

  private pageFor(pageNumber: number): number {
    if (pageNumber >= this.directory.length) this.growDirectory(pageNumber);
    let page = this.directory[pageNumber]!;
    if (page === 0) {
      page = this.freePages.pop() ?? ++this.pagesUsed;
      if (page * PAGE_TICKS === this.pages.length) this.growPages();
      this.directory[pageNumber] = page;
      this.pageNumbers.add(pageNumber);
    }
    return page;
  }

  private growDirectory(pageNumber: number): void {
    let capacity = this.directory.length;
    while (capacity <= pageNumber) capacity *= 2;
    this.directory = copyInt32(this.directory, capacity);
    this.pageNumbers.grow(capacity);
  }

  private growPages(): void {
    this.pages = copyInt32(this.pages, 2 * this.pages.length);
    this.bits = copyInt32(this.bits, 2 * this.bits.length);
    this.sums = copyInt32(this.sums, 2 * this.sums.length);
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
