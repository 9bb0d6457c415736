/** One price level takes 32 bytes: its first and last order, its price, its lots and the house's part of them. */
export const LEVEL_REALS = 4;
export const LEVEL_WORDS = 8;

export const HEAD = 0;
export const TAIL = 1;
export const TICKS = 2;
/** 64-bit fields, in `reals`. */
export const OPEN_LOTS = 2;
export const HOUSE_LOTS = 3;

const FIRST_CAPACITY = 256;
/** An order keeps its level's slot in 23 bits. */
const MAX_LEVELS = 1 << 23;

/** The price levels of all books. Slots are 1 and up, and used again. Only `allocate` replaces the buffers. */
export class Levels {
  reals = new Float64Array(LEVEL_REALS * FIRST_CAPACITY);
  words = new Int32Array(this.reals.buffer);
  private capacity = FIRST_CAPACITY;
  private used = 0;
  private freeHead = 0;

  /** Takes a slot for a level of a price with no lots yet, whose only order is `order`. */
  allocate(order: number, priceTicks: number): number {
    let level = this.freeHead;
    if (level !== 0) this.freeHead = this.words[level * LEVEL_WORDS + HEAD]!;
    else level = this.extend();
    const { words, reals } = this;
    words[level * LEVEL_WORDS + HEAD] = order;
    words[level * LEVEL_WORDS + TAIL] = order;
    words[level * LEVEL_WORDS + TICKS] = priceTicks;
    reals[level * LEVEL_REALS + OPEN_LOTS] = 0;
    reals[level * LEVEL_REALS + HOUSE_LOTS] = 0;
    return level;
  }

  free(level: number): void {
    this.words[level * LEVEL_WORDS + HEAD] = this.freeHead;
    this.freeHead = level;
  }

  head(level: number): number {
    return this.words[level * LEVEL_WORDS + HEAD]!;
  }
  tail(level: number): number {
    return this.words[level * LEVEL_WORDS + TAIL]!;
  }
  lots(level: number): number {
    return this.reals[level * LEVEL_REALS + OPEN_LOTS]!;
  }
  houseLots(level: number): number {
    return this.reals[level * LEVEL_REALS + HOUSE_LOTS]!;
  }

  private extend(): number {
    const level = ++this.used;
    if (level === this.capacity) {
      if (level === MAX_LEVELS) throw new RangeError('The books have too many levels');
      this.capacity *= 2;
      const reals = new Float64Array(LEVEL_REALS * this.capacity);
      reals.set(this.reals);
      this.reals = reals;
      this.words = new Int32Array(reals.buffer);
    }
    return level;
  }
}
