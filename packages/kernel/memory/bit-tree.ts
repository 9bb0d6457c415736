/** A set of small integers with a fast next and previous: bits, and above them bits that tell which words have any. */
export class BitTree {
  private levels: Int32Array[] = [];
  private capacity = 0;

  constructor(capacity: number) {
    this.allocate(capacity);
  }

  /** Makes room for members below `capacity`. */
  grow(capacity: number): void {
    if (capacity <= this.capacity) return;
    const before = this.levels[0]!;
    this.allocate(capacity);
    for (let w = 0; w < before.length; w++) {
      let bits = before[w]!;
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits & -bits);
        this.add(w * 32 + bit);
        bits &= bits - 1;
      }
    }
  }

  add(member: number): void {
    let i = member;
    for (const level of this.levels) {
      level[i >>> 5]! |= 1 << (i & 31);
      i >>>= 5;
    }
  }

  delete(member: number): void {
    let i = member;
    for (const level of this.levels) {
      const word = level[i >>> 5]! & ~(1 << (i & 31));
      level[i >>> 5] = word;
      if (word !== 0) return;
      i >>>= 5;
    }
  }

  /** The smallest member above `from`, -1 for none. */
  above(from: number): number {
    let i = from;
    for (let height = 0; height < this.levels.length; height++) {
      const bits = this.levels[height]![i >>> 5]! & ~((2 << (i & 31)) - 1);
      if (bits !== 0) return this.descend((i & ~31) | (31 - Math.clz32(bits & -bits)), height, true);
      i >>>= 5;
    }
    return -1;
  }

  /** The largest member below `from`, -1 for none. */
  below(from: number): number {
    let i = from;
    for (let height = 0; height < this.levels.length; height++) {
      const bits = this.levels[height]![i >>> 5]! & ((1 << (i & 31)) - 1);
      if (bits !== 0) return this.descend((i & ~31) | (31 - Math.clz32(bits)), height, false);
      i >>>= 5;
    }
    return -1;
  }

  private descend(found: number, fromHeight: number, lowest: boolean): number {
    let i = found;
    for (let height = fromHeight - 1; height >= 0; height--) {
      const bits = this.levels[height]![i]!;
      i = i * 32 + (31 - Math.clz32(lowest ? bits & -bits : bits));
    }
    return i;
  }

  private allocate(capacity: number): void {
    this.levels = [];
    let words = capacity;
    do {
      words = (words + 31) >>> 5;
      this.levels.push(new Int32Array(words));
    } while (words > 1);
    this.capacity = capacity;
  }
}
