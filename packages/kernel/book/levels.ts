const REALS_PER_LEVEL = 4;
const WORDS_PER_LEVEL = 8;
const FIRST_CAPACITY = 256;

const HEAD = 0;
const TAIL = 1;
const PRICE = 2;
const LOTS = 2;
const HOUSE_LOTS = 3;

/** The price levels of all books: the first and last order of each, and its lots. Slots are 1 and up, used again. */
export class Levels {
  private reals = new Float64Array(REALS_PER_LEVEL * FIRST_CAPACITY);
  private words = new Int32Array(this.reals.buffer);
  private capacity = FIRST_CAPACITY;
  private used = 0;
  private freeHead = 0;

  allocate(priceTicks: number): number {
    let level = this.freeHead;
    if (level !== 0) {
      this.freeHead = this.words[level * WORDS_PER_LEVEL + HEAD]!;
    } else {
      level = ++this.used;
      if (level === this.capacity) this.grow();
    }
    this.words[level * WORDS_PER_LEVEL + HEAD] = 0;
    this.words[level * WORDS_PER_LEVEL + TAIL] = 0;
    this.words[level * WORDS_PER_LEVEL + PRICE] = priceTicks;
    this.reals[level * REALS_PER_LEVEL + LOTS] = 0;
    this.reals[level * REALS_PER_LEVEL + HOUSE_LOTS] = 0;
    return level;
  }

  free(level: number): void {
    this.words[level * WORDS_PER_LEVEL + HEAD] = this.freeHead;
    this.freeHead = level;
  }

  head(level: number): number {
    return this.words[level * WORDS_PER_LEVEL + HEAD]!;
  }
  setHead(level: number, order: number): void {
    this.words[level * WORDS_PER_LEVEL + HEAD] = order;
  }
  tail(level: number): number {
    return this.words[level * WORDS_PER_LEVEL + TAIL]!;
  }
  setTail(level: number, order: number): void {
    this.words[level * WORDS_PER_LEVEL + TAIL] = order;
  }
  priceTicks(level: number): number {
    return this.words[level * WORDS_PER_LEVEL + PRICE]!;
  }
  lots(level: number): number {
    return this.reals[level * REALS_PER_LEVEL + LOTS]!;
  }
  addLots(level: number, lots: number): void {
    this.reals[level * REALS_PER_LEVEL + LOTS]! += lots;
  }
  houseLots(level: number): number {
    return this.reals[level * REALS_PER_LEVEL + HOUSE_LOTS]!;
  }
  addHouseLots(level: number, lots: number): void {
    this.reals[level * REALS_PER_LEVEL + HOUSE_LOTS]! += lots;
  }

  private grow(): void {
    this.capacity *= 2;
    const reals = new Float64Array(REALS_PER_LEVEL * this.capacity);
    reals.set(this.reals);
    this.reals = reals;
    this.words = new Int32Array(reals.buffer);
  }
}
