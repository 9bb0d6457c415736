const FIRST_CAPACITY = 256;
const SEVEN_BITS = 128;
/** Below this a number's varint can be made with 32-bit operations, its zigzag bit included. */
const SMALL = 0x40000000;
/** No canonical varint begins so: a double follows. */
const ESCAPE_FIRST = 0x80;
const ESCAPE_SECOND = 0x00;

const scratch = new DataView(new ArrayBuffer(8));

/** More was to be written than a writer may hold. */
export class TooManyBytes extends RangeError {
  constructor(maxBytes: number) {
    super(`This is more than ${maxBytes} bytes`);
  }
}

/**
 * Writes numbers, amounts and texts compactly: small ones take one byte. Throws TooManyBytes soon after there are more
 * than `maxBytes` of them.
 */
export class ByteWriter {
  private bytes = new Uint8Array(FIRST_CAPACITY);
  private length = 0;
  private readonly maxBytes: number;

  constructor(maxBytes = Number.POSITIVE_INFINITY) {
    this.maxBytes = maxBytes;
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** The bytes written so far, not copied: later writes may change them. */
  get written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Resets the writer; it keeps its memory. */
  clear(): void {
    this.length = 0;
  }

  /** Says that so many bytes follow at least, before the work of finding them. */
  reserve(count: number): void {
    this.grow(count);
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.grow(1);
    this.bytes[this.length++] = value;
  }

  raw(bytes: Uint8Array): void {
    this.grow(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes part of a short byte array; for few bytes it is faster than `raw`. */
  part(bytes: Uint8Array, from: number, to: number): void {
    this.grow(to - from);
    for (let at = from; at < to; at++) this.bytes[this.length++] = bytes[at]!;
  }

  /** A safe integer of 0 or more. */
  count(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no count`);
    this.varint(value);
  }

  /** Any number: safe integers compactly, others (which no valid command has) as their double. */
  number(value: number): void {
    if (typeof value !== 'number') throw new TypeError(`${typeof value} where a number belongs`);
    if (value < SMALL && value > -SMALL && (value | 0) === value) {
      this.varint(((value << 1) ^ (value >> 31)) >>> 0);
    } else if (Number.isSafeInteger(value) && value <= MAX_ZIGZAG && value >= -MAX_ZIGZAG) {
      this.varint(value < 0 ? -2 * value - 1 : 2 * value);
    } else {
      this.byte(ESCAPE_FIRST);
      this.byte(ESCAPE_SECOND);
      scratch.setFloat64(0, value, true);
      for (let i = 0; i < 8; i++) this.byte(scratch.getUint8(i));
    }
  }

  amount(value: bigint): void {
    if (typeof value !== 'bigint') throw new TypeError(`${typeof value} where an amount belongs`);
    if (value <= MAX_SHORT_AMOUNT && value >= -MAX_SHORT_AMOUNT) {
      const short = Number(value);
      this.varint(short < 0 ? -2 * short - 1 : 2 * short);
      return;
    }
    let rest = value < 0n ? -2n * value - 1n : 2n * value;
    while (rest >= 128n) {
      this.byte(Number(rest & 127n) | 128);
      rest >>= 7n;
    }
    this.byte(Number(rest));
  }

  /** Any text, as UTF-8; half pairs of surrogates too, so that every text comes back. */
  text(value: string): void {
    if (typeof value !== 'string') throw new TypeError(`${typeof value} where a text belongs`);
    this.count(value.length);
    this.grow(3 * value.length);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < value.length; i++) {
      const unit = value.charCodeAt(i);
      if (unit < 0x80) {
        bytes[at++] = unit;
      } else if (unit < 0x800) {
        bytes[at++] = 0xc0 | (unit >> 6);
        bytes[at++] = 0x80 | (unit & 63);
      } else {
        bytes[at++] = 0xe0 | (unit >> 12);
        bytes[at++] = 0x80 | ((unit >> 6) & 63);
        bytes[at++] = 0x80 | (unit & 63);
      }
    }
    this.length = at;
  }

  /** An even number of lower-case hex digits, as half as many bytes. */
  hex(digits: string): void {
    const count = digits.length / 2;
    this.count(count);
    this.grow(count);
    for (let i = 0; i < count; i++) {
      this.bytes[this.length++] = (hexValue(digits, 2 * i) << 4) | hexValue(digits, 2 * i + 1);
    }
  }

  optionalText(value: string | null): void {
    this.byte(value === null ? 0 : 1);
    if (value !== null) this.text(value);
  }

  private varint(value: number): void {
    let rest = value;
    if (this.length + 8 > this.bytes.length) this.grow(8);
    while (rest >= 0x80000000) {
      this.bytes[this.length++] = (rest % SEVEN_BITS) | 128;
      rest = Math.floor(rest / SEVEN_BITS);
    }
    while (rest >= SEVEN_BITS) {
      this.bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  private grow(by: number): void {
    if (this.length + by <= this.bytes.length) return;
    if (this.length + by > this.maxBytes) throw new TooManyBytes(this.maxBytes);
    const bytes = new Uint8Array(Math.max(2 * this.bytes.length, this.length + by));
    bytes.set(this.bytes);
    this.bytes = bytes;
  }
}

/** Arguments of one call. */
const MAX_PLAIN = 1024;
const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The value of one lower-case hex digit. */
function hexValue(digits: string, at: number): number {
  const char = digits.charCodeAt(at);
  return char < 58 ? char - 48 : char - 87;
}

/** Twice this is still a safe integer. */
const MAX_ZIGZAG = 2 ** 52 - 1;
/** Twice this takes seven bytes of seven bits, which are read as a number. */
const MAX_SHORT_AMOUNT = 2n ** 48n - 1n;
const SHORT_BYTES = 7;

/** Reads what `ByteWriter` wrote. Throws RangeError where the bytes end early or are no such thing. */
export class ByteReader {
  position = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get atEnd(): boolean {
    return this.position === this.bytes.length;
  }

  byte(): number {
    if (this.position >= this.bytes.length) throw new RangeError('The bytes end too early');
    return this.bytes[this.position++]!;
  }

  /** Returns the next `count` bytes, not copied. */
  take(count: number): Uint8Array {
    const end = this.position + count;
    if (end > this.bytes.length) throw new RangeError('The bytes end too early');
    const bytes = this.bytes.subarray(this.position, end);
    this.position = end;
    return bytes;
  }

  /** Returns all remaining bytes, not copied. */
  rest(): Uint8Array {
    return this.take(this.bytes.length - this.position);
  }

  count(): number {
    const value = this.varint();
    if (!Number.isSafeInteger(value)) throw new RangeError('A count is too large');
    return value;
  }

  number(): number {
    const { bytes, position } = this;
    if (bytes[position] === ESCAPE_FIRST && bytes[position + 1] === ESCAPE_SECOND) {
      this.position += 2;
      for (let i = 0; i < 8; i++) scratch.setUint8(i, this.byte());
      return scratch.getFloat64(0, true);
    }
    const zigzag = this.varint();
    return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
  }

  amount(): bigint {
    let short = 0;
    let scale = 1;
    for (let count = 1; count <= SHORT_BYTES; count++) {
      const byte = this.byte();
      short += (byte & 127) * scale;
      if (byte < 128) return BigInt(short % 2 === 0 ? short / 2 : -(short + 1) / 2);
      scale *= SEVEN_BITS;
    }
    let zigzag = BigInt(short);
    let shift = BigInt(7 * SHORT_BYTES);
    let byte: number;
    do {
      byte = this.byte();
      zigzag |= BigInt(byte & 127) << shift;
      shift += 7n;
    } while (byte >= 128);
    return (zigzag & 1n) === 0n ? zigzag >> 1n : -((zigzag + 1n) >> 1n);
  }

  text(): string {
    const length = this.count();
    if (length > this.bytes.length - this.position) throw new RangeError('A text ends too early');
    const plain = this.plainText(length);
    if (plain !== null) return plain;
    let text = '';
    for (let i = 0; i < length; i++) {
      const first = this.byte();
      if (first < 0x80) text += String.fromCharCode(first);
      else if (first < 0xe0) text += String.fromCharCode(((first & 31) << 6) | (this.byte() & 63));
      else text += String.fromCharCode(((first & 15) << 12) | ((this.byte() & 63) << 6) | (this.byte() & 63));
    }
    return text;
  }

  /** A text of one byte a character, made in one go; null where it has others. */
  private plainText(length: number): string | null {
    const { bytes, position } = this;
    if (length > MAX_PLAIN) return null;
    const end = position + length;
    for (let at = position; at < end; at++) if (bytes[at]! >= 0x80) return null;
    this.position = end;
    return String.fromCharCode.apply(null, bytes.subarray(position, end) as unknown as number[]);
  }

  /** Reads text that the writer's `hex` wrote. */
  hex(): string {
    const count = this.count();
    if (count > this.bytes.length - this.position) throw new RangeError('The bytes end too early');
    let digits = '';
    for (let i = 0; i < count; i++) digits += HEX_BYTES[this.bytes[this.position++]!]!;
    return digits;
  }

  optionalText(): string | null {
    return this.byte() === 0 ? null : this.text();
  }

  private varint(): number {
    let value = 0;
    let scale = 1;
    let byte: number;
    do {
      byte = this.byte();
      value += (byte & 127) * scale;
      scale *= SEVEN_BITS;
    } while (byte >= 128 && scale <= 2 ** 56);
    if (byte >= 128) throw new RangeError('A number is too long');
    return value;
  }
}
