/** Reads bytes as Bitcoin writes them: little-endian numbers and counts of variable length. Throws RangeError past the end. */
export class ByteReader {
  private at = 0;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get position(): number {
    return this.at;
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  peek(): number {
    return this.view.getUint8(this.at);
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new RangeError('The bytes end too early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  uint8(): number {
    this.at += 1;
    return this.view.getUint8(this.at - 1);
  }

  uint32(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  uint64(): bigint {
    this.at += 8;
    return this.view.getBigUint64(this.at - 8, true);
  }

  count(): number {
    const first = this.uint8();
    if (first < 0xfd) return first;
    if (first === 0xfd) {
      this.at += 2;
      return this.view.getUint16(this.at - 2, true);
    }
    if (first === 0xfe) return this.uint32();
    throw new RangeError('A count above 2^32');
  }
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** Hashes of blocks and transactions are shown with their bytes in reverse. */
export function toShownHash(bytes: Uint8Array): string {
  return toHex(Uint8Array.from(bytes).reverse());
}

/** Reads hex. Throws RangeError for text that is none. */
export function fromHex(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'hex');
  if (bytes.length * 2 !== text.length) throw new RangeError('Not hex');
  return new Uint8Array(bytes);
}
