const TWO_32 = 4294967296;
const ONE_BY_TWO_32 = 1 / TWO_32;
/** |high word| below this means |value| < 2^52: adding a safe integer to it is then seen to be exact or not. */
const SAFE_HIGH = 0x100000;

if (new Uint8Array(new Uint32Array([1]).buffer)[0] !== 1)
  throw new Error('The kernel needs a little-endian machine');

/**
 * Signed 64-bit integers in one buffer. While values and changes are safe integers the work is done on small numbers;
 * beyond them it falls back to bigint. Exact everywhere in 64 bits.
 */
export class Int64Cells {
  cells: BigInt64Array;
  /** The same memory as low and high 32-bit words: cell i is words 2i and 2i + 1. */
  words: Int32Array;

  constructor(capacity: number) {
    this.cells = new BigInt64Array(capacity);
    this.words = new Int32Array(this.cells.buffer);
  }

  grow(capacity: number): void {
    const cells = new BigInt64Array(capacity);
    cells.set(this.cells);
    this.cells = cells;
    this.words = new Int32Array(cells.buffer);
  }

  clear(i: number): void {
    this.words[2 * i] = 0;
    this.words[2 * i + 1] = 0;
  }

  /** Adds a safe integer. Throws RangeError beyond 64 bits: an asset's supply is kept below that at the door. */
  add(i: number, delta: number): void {
    const words = this.words;
    const high = words[2 * i + 1]!;
    const value = high * TWO_32 + (words[2 * i]! >>> 0) + delta;
    if (
      high < SAFE_HIGH &&
      high >= -SAFE_HIGH &&
      value <= Number.MAX_SAFE_INTEGER &&
      value >= Number.MIN_SAFE_INTEGER
    ) {
      words[2 * i] = value | 0;
      // the product with a power of two is exact
      words[2 * i + 1] = Math.floor(value * ONE_BY_TWO_32);
    } else {
      this.addBig(i, BigInt(delta));
    }
  }

  addBig(i: number, delta: bigint): void {
    const value = this.cells[i]! + delta;
    if (BigInt.asIntN(64, value) !== value) throw new RangeError('An amount outgrew 64 bits');
    this.cells[i] = value;
  }

  /** True when cell a minus cell b is at least `need`, a safe integer. */
  differenceCovers(a: number, b: number, need: number): boolean {
    const words = this.words;
    const highA = words[2 * a + 1]!;
    const highB = words[2 * b + 1]!;
    if (highA < SAFE_HIGH && highA >= -SAFE_HIGH && highB < SAFE_HIGH && highB >= -SAFE_HIGH) {
      return (highA - highB) * TWO_32 + (words[2 * a]! >>> 0) - (words[2 * b]! >>> 0) >= need;
    }
    return this.cells[a]! - this.cells[b]! >= BigInt(need);
  }
}
