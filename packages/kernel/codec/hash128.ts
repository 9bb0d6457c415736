const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

/**
 * A fast 128-bit digest (MurmurHash3 x86_128) of 32-bit words, to see whether two runs agree. It is not made to stop a
 * forger: the journal's chain over the commands does that.
 */
export class Hash128 {
  private h1 = 0;
  private h2 = 0;
  private h3 = 0;
  private h4 = 0;
  private k1 = 0;
  private k2 = 0;
  private k3 = 0;
  private words = 0;

  word(word: number): void {
    const lane = this.words++ & 3;
    if (lane === 0) this.k1 = word;
    else if (lane === 1) this.k2 = word;
    else if (lane === 2) this.k3 = word;
    else this.block(word);
  }

  /** A safe integer. */
  number(value: number): void {
    this.word(value | 0);
    this.word(Math.floor(value / 4294967296));
  }

  text(text: string): void {
    this.word(text.length);
    const { length } = text;
    let i = 0;
    while (i < length && (this.words & 3) !== 0) this.word(text.charCodeAt(i++));
    for (; i + 4 <= length; i += 4) {
      this.k1 = text.charCodeAt(i);
      this.k2 = text.charCodeAt(i + 1);
      this.k3 = text.charCodeAt(i + 2);
      this.block(text.charCodeAt(i + 3));
      this.words += 4;
    }
    while (i < length) this.word(text.charCodeAt(i++));
  }

  wordsOf(words: Int32Array, from: number, to: number): void {
    let i = from;
    while (i < to && (this.words & 3) !== 0) this.word(words[i++]!);
    if (i + 4 <= to) i = this.blocksOf(words, i, to);
    while (i < to) this.word(words[i++]!);
  }

  /** `block` over whole blocks, its state held in variables meanwhile. Returns where the rest begins. */
  private blocksOf(words: Int32Array, from: number, to: number): number {
    let { h1, h2, h3, h4 } = this;
    let i = from;
    for (; i + 4 <= to; i += 4) {
      h1 ^= Math.imul(rotate(Math.imul(words[i]!, C1), 15), C2);
      h1 = (Math.imul(rotate(h1, 19) + h2, 5) + 0x561ccd1b) | 0;
      h2 ^= Math.imul(rotate(Math.imul(words[i + 1]!, C2), 16), C3);
      h2 = (Math.imul(rotate(h2, 17) + h3, 5) + 0x0bcaa747) | 0;
      h3 ^= Math.imul(rotate(Math.imul(words[i + 2]!, C3), 17), C4);
      h3 = (Math.imul(rotate(h3, 15) + h4, 5) + 0x96cd1c35) | 0;
      h4 ^= Math.imul(rotate(Math.imul(words[i + 3]!, C4), 18), C1);
      h4 = (Math.imul(rotate(h4, 13) + h1, 5) + 0x32ac3b17) | 0;
    }
    this.h1 = h1;
    this.h2 = h2;
    this.h3 = h3;
    this.h4 = h4;
    this.words += i - from;
    return i;
  }

  bytes(bytes: Uint8Array): void {
    const whole = bytes.length & ~3;
    let at = 0;
    for (; at < whole && (this.words & 3) !== 0; at += 4) this.word(wordAt(bytes, at));
    for (; at + 16 <= whole; at += 16) {
      this.k1 = wordAt(bytes, at);
      this.k2 = wordAt(bytes, at + 4);
      this.k3 = wordAt(bytes, at + 8);
      this.block(wordAt(bytes, at + 12));
      this.words += 4;
    }
    for (; at < whole; at += 4) this.word(wordAt(bytes, at));
    let tail = 0;
    for (let i = whole; i < bytes.length; i++) tail |= bytes[i]! << (8 * (i - whole));
    this.word(tail);
    this.word(bytes.length);
  }

  /** The digest of all words so far, as 32 hex digits. */
  hex(): string {
    const length = this.words;
    while ((this.words & 3) !== 0) this.word(0);
    let { h1, h2, h3, h4 } = this;
    h1 ^= length;
    h2 ^= length;
    h3 ^= length;
    h4 ^= length;
    h1 = (h1 + h2 + h3 + h4) | 0;
    h2 = (h2 + h1) | 0;
    h3 = (h3 + h1) | 0;
    h4 = (h4 + h1) | 0;
    h1 = finish(h1);
    h2 = finish(h2);
    h3 = finish(h3);
    h4 = finish(h4);
    h1 = (h1 + h2 + h3 + h4) | 0;
    return hex(h1) + hex((h2 + h1) | 0) + hex((h3 + h1) | 0) + hex((h4 + h1) | 0);
  }

  private block(k4: number): void {
    let { h1, h2, h3, h4 } = this;
    h1 ^= Math.imul(rotate(Math.imul(this.k1, C1), 15), C2);
    h1 = (Math.imul(rotate(h1, 19) + h2, 5) + 0x561ccd1b) | 0;
    h2 ^= Math.imul(rotate(Math.imul(this.k2, C2), 16), C3);
    h2 = (Math.imul(rotate(h2, 17) + h3, 5) + 0x0bcaa747) | 0;
    h3 ^= Math.imul(rotate(Math.imul(this.k3, C3), 17), C4);
    h3 = (Math.imul(rotate(h3, 15) + h4, 5) + 0x96cd1c35) | 0;
    h4 ^= Math.imul(rotate(Math.imul(k4, C4), 18), C1);
    h4 = (Math.imul(rotate(h4, 13) + h1, 5) + 0x32ac3b17) | 0;
    this.h1 = h1;
    this.h2 = h2;
    this.h3 = h3;
    this.h4 = h4;
  }
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function finish(word: number): number {
  let h = word;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
