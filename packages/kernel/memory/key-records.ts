import { FlatDone } from '../codec/outcomes.ts';
import type { Outcome, RejectionCode } from '../events.ts';

/** A used key with what was answered to it. */
export interface UsedKey {
  readonly userId: number;
  readonly key: string;
  readonly bodyHash: string | null;
  readonly outcome: Outcome;
  readonly expiresMs: number;
}

/*
 * A record: userId, expiresMs, and of the outcome the id, the lots, the quote and the number of the status or code as
 * doubles; the key's length, whether there is a hash, 1 + the outcome's kind, whether it stands elsewhere as bytes; the next
 * record's slot; the key's bytes; the hash's bytes.
 */
const REALS = 19;
const WORDS = 2 * REALS;
const NEXT_WORD = 13;
const LENGTH_AT = 48;
const HASHED_AT = 49;
const OK_AT = 50;
const ELSEWHERE_AT = 51;
const KEY_AT = 56;
const KEY_BYTES = 64;
const HASH_AT = 120;
const HASH_DIGITS = 64;
const CHUNK_SHIFT = 9;
const CHUNK_RECORDS = 1 << CHUNK_SHIFT;

const flat = new FlatDone();

class Chunk {
  readonly reals = new Float64Array(REALS * CHUNK_RECORDS);
  readonly words = new Int32Array(this.reals.buffer);
  readonly bytes = new Uint8Array(this.reals.buffer);
}

/**
 * Used keys by slots (1 and up), in buffers that no garbage collection has to walk: a busy day has millions. Keys of
 * up to 64 Latin-1 characters with a SHA-256 in hex fit their record; any other one is kept as it came.
 */
export class KeyRecords {
  private readonly chunks: Chunk[] = [];
  private readonly elsewhere = new Map<number, UsedKey>();
  /** Rejections by their numbers: not part of the state, as numbers never leave. */
  private readonly words: string[] = [];
  private readonly numbers = new Map<string, number>();
  private used = 0;
  private freeHead = 0;

  add(used: UsedKey): number {
    const slot = this.allocate();
    const chunk = this.chunkOf(slot);
    const { outcome } = used;
    const real = (slot & (CHUNK_RECORDS - 1)) * REALS;
    const at = 8 * real;
    const { reals, bytes } = chunk;
    reals[real] = used.userId;
    reals[real + 1] = used.expiresMs;
    if (outcome.ok) {
      flat.take(outcome);
      reals[real + 2] = flat.id;
      reals[real + 3] = flat.lots;
      reals[real + 4] = Number(flat.quote);
      reals[real + 5] = flat.status;
      bytes[at + OK_AT] = 1 + flat.kind;
    } else {
      reals[real + 2] = 0;
      reals[real + 4] = 0;
      reals[real + 5] = this.numberOf(outcome.code);
      bytes[at + OK_AT] = 0;
    }
    const fits =
      writeLatin(bytes, at, used.key) &&
      writeHash(bytes, at, used.bodyHash) &&
      Number.isSafeInteger(reals[real + 4]) &&
      (!outcome.ok || flat.more === 0);
    bytes[at + ELSEWHERE_AT] = fits ? 0 : 1;
    if (!fits) this.elsewhere.set(slot, used);
    return slot;
  }

  free(slot: number): void {
    this.elsewhere.delete(slot);
    this.setNext(slot, this.freeHead);
    this.freeHead = slot;
  }

  next(slot: number): number {
    return this.chunkOf(slot).words[(slot & (CHUNK_RECORDS - 1)) * WORDS + NEXT_WORD]!;
  }

  setNext(slot: number, next: number): void {
    this.chunkOf(slot).words[(slot & (CHUNK_RECORDS - 1)) * WORDS + NEXT_WORD] = next;
  }

  expiresMs(slot: number): number {
    return this.chunkOf(slot).reals[(slot & (CHUNK_RECORDS - 1)) * REALS + 1]!;
  }

  setExpiresMs(slot: number, expiresMs: number): void {
    const apart = this.elsewhere.get(slot);
    if (apart !== undefined) this.elsewhere.set(slot, { ...apart, expiresMs });
    this.chunkOf(slot).reals[(slot & (CHUNK_RECORDS - 1)) * REALS + 1] = expiresMs;
  }

  /** Id of the order that an accepted command made or changed; 0 for nothing, and for a rejection. */
  orderId(slot: number): number {
    return this.chunkOf(slot).reals[(slot & (CHUNK_RECORDS - 1)) * REALS + 2]!;
  }

  /** All of a record. */
  read(slot: number): UsedKey {
    const { reals, bytes } = this.chunkOf(slot);
    const real = (slot & (CHUNK_RECORDS - 1)) * REALS;
    const at = 8 * real;
    if (bytes[at + ELSEWHERE_AT] === 1) return this.elsewhere.get(slot)!;
    return {
      userId: reals[real]!,
      key: readLatin(bytes, at),
      bodyHash: readHash(bytes, at),
      outcome: this.outcomeAt(reals, bytes, real),
      expiresMs: reals[real + 1]!,
    };
  }

  private outcomeAt(reals: Float64Array, bytes: Uint8Array, real: number): Outcome {
    const kind = bytes[8 * real + OK_AT]!;
    if (kind === 0) return { ok: false, code: this.words[reals[real + 5]!] as RejectionCode };
    flat.kind = kind - 1;
    flat.id = reals[real + 2]!;
    flat.more = 0;
    flat.lots = reals[real + 3]!;
    flat.quote = BigInt(reals[real + 4]!);
    flat.status = reals[real + 5]!;
    return flat.make();
  }

  private chunkOf(slot: number): Chunk {
    return this.chunks[slot >>> CHUNK_SHIFT]!;
  }

  private allocate(): number {
    const slot = this.freeHead;
    if (slot !== 0) {
      this.freeHead = this.next(slot);
      return slot;
    }
    this.used++;
    if (this.used >>> CHUNK_SHIFT === this.chunks.length) this.chunks.push(new Chunk());
    return this.used;
  }

  private numberOf(word: string): number {
    let number = this.numbers.get(word);
    if (number === undefined) {
      number = this.words.push(word) - 1;
      this.numbers.set(word, number);
    }
    return number;
  }
}

function writeLatin(bytes: Uint8Array, at: number, text: string): boolean {
  const { length } = text;
  if (length > KEY_BYTES) return false;
  bytes[at + LENGTH_AT] = length;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0xff) return false;
    bytes[at + KEY_AT + i] = unit;
  }
  return true;
}

function readLatin(bytes: Uint8Array, at: number): string {
  let text = '';
  const end = at + KEY_AT + bytes[at + LENGTH_AT]!;
  for (let i = at + KEY_AT; i < end; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}

function writeHash(bytes: Uint8Array, at: number, hash: string | null): boolean {
  bytes[at + HASHED_AT] = hash === null ? 0 : 1;
  if (hash === null) return true;
  if (hash.length !== HASH_DIGITS) return false;
  for (let i = 0; i < HASH_DIGITS / 2; i++) {
    const high = DIGIT_VALUES[hash.charCodeAt(2 * i)] ?? -1;
    const low = DIGIT_VALUES[hash.charCodeAt(2 * i + 1)] ?? -1;
    if (high < 0 || low < 0) return false;
    bytes[at + HASH_AT + i] = (high << 4) | low;
  }
  return true;
}

function readHash(bytes: Uint8Array, at: number): string | null {
  if (bytes[at + HASHED_AT] === 0) return null;
  let digits = '';
  for (let i = at + HASH_AT; i < at + HASH_AT + HASH_DIGITS / 2; i++) {
    const byte = bytes[i]!;
    digits += DIGITS[byte >> 4]! + DIGITS[byte & 15]!;
  }
  return digits;
}

const DIGITS = '0123456789abcdef';
/** The value of each lower-case hex digit by its character; -1 for any other. */
const DIGIT_VALUES = Int8Array.from({ length: 128 }, (_, unit) =>
  unit === 0 ? -1 : DIGITS.indexOf(String.fromCharCode(unit)),
);
