import { sha256 } from './sha256.ts';

/** A venue's best bid and ask for a symbol, in that symbol's ticks, at the venue's time in ms. */
export interface RecordedQuote {
  readonly venueId: number;
  readonly symbolId: number;
  readonly bidTicks: number;
  readonly askTicks: number;
  readonly venueTimeMs: number;
}

/**
 * A place in the recorder's chain. Records are numbered without a gap, and each contains the hash of the previous
 * one.
 */
export interface TickRecord {
  readonly no: number;
  /** 64 lower-case hex digits. */
  readonly previousHash: string;
  /** The hash of everything else in the record. */
  readonly hash: string;
}

/** The parts of a tick that its hash covers. */
export interface RecordedTick {
  readonly no: number;
  readonly previousHash: string;
  /** Its place on the 250 ms grid. */
  readonly tickNo: number;
  /** The time of chaining, by the recorder's clock. */
  readonly chainedMs: number;
  readonly quotes: readonly RecordedQuote[];
}

/** The previous hash of the first record. */
export const NO_TICK_HASH = '0'.repeat(64);
/** The prefix of every record's bytes. */
export const TICK_TAG = 'candor index tick 1\0';
const NUMBER_BYTES = 8;
const HASH_BYTES = 32;
const NUMBERS_OF_A_QUOTE = 5;
const WORD = 4294967296;

/**
 * Returns the canonical bytes of a record: tag, number, previous hash, tick, time of chaining, number of quotes, and
 * for each quote its venue, symbol, bid, ask and venue's time. Numbers are signed 64-bit integers, big-endian. Throws
 * RangeError if a number is not a safe integer or the hash is invalid.
 */
export function tickBytes(tick: RecordedTick): Uint8Array {
  const { quotes } = tick;
  const numbers = 4 + NUMBERS_OF_A_QUOTE * quotes.length;
  const bytes = new Uint8Array(TICK_TAG.length + HASH_BYTES + numbers * NUMBER_BYTES);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < TICK_TAG.length; i++) bytes[i] = TICK_TAG.charCodeAt(i);
  let at = putNumber(view, TICK_TAG.length, tick.no);
  at = putHash(bytes, at, tick.previousHash);
  at = putNumber(view, at, tick.tickNo);
  at = putNumber(view, at, tick.chainedMs);
  at = putNumber(view, at, quotes.length);
  for (const { venueId, symbolId, bidTicks, askTicks, venueTimeMs } of quotes) {
    at = putNumber(view, at, venueId);
    at = putNumber(view, at, symbolId);
    at = putNumber(view, at, bidTicks);
    at = putNumber(view, at, askTicks);
    at = putNumber(view, at, venueTimeMs);
  }
  return bytes;
}

/** The inverse of `tickBytes`. Returns null for invalid bytes. */
export function tickOfBytes(bytes: Uint8Array): RecordedTick | null {
  const least = TICK_TAG.length + HASH_BYTES + 4 * NUMBER_BYTES;
  const quotesBytes = bytes.length - least;
  if (quotesBytes < 0 || quotesBytes % (NUMBERS_OF_A_QUOTE * NUMBER_BYTES) !== 0) return null;
  for (let i = 0; i < TICK_TAG.length; i++) if (bytes[i] !== TICK_TAG.charCodeAt(i)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = TICK_TAG.length;
  let areSafe = true;
  const next = () => {
    at += NUMBER_BYTES;
    const value = view.getInt32(at - NUMBER_BYTES) * WORD + view.getUint32(at - NUMBER_BYTES / 2);
    areSafe &&= Number.isSafeInteger(value);
    return value;
  };
  const no = next();
  let previousHash = '';
  for (const end = at + HASH_BYTES; at < end; at++) previousHash += bytes[at]!.toString(16).padStart(2, '0');
  const head = { no, previousHash, tickNo: next(), chainedMs: next() };
  if (next() * NUMBERS_OF_A_QUOTE * NUMBER_BYTES !== quotesBytes) return null;
  const quotes: RecordedQuote[] = [];
  while (at < bytes.length)
    quotes.push({
      venueId: next(),
      symbolId: next(),
      bidTicks: next(),
      askTicks: next(),
      venueTimeMs: next(),
    });
  return areSafe ? { ...head, quotes } : null;
}

/** SHA-256 of a record's canonical bytes. Throws RangeError as `tickBytes` does. */
export function tickHash(tick: RecordedTick): string {
  return sha256(tickBytes(tick));
}

/** True if the text is a hash in the form that records use. */
export function isTickHash(text: string): boolean {
  if (text.length !== 2 * HASH_BYTES) return false;
  for (let i = 0; i < text.length; i++) if (digitOf(text, i) < 0) return false;
  return true;
}

function putNumber(view: DataView, at: number, value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no safe integer`);
  const high = Math.floor(value / WORD);
  view.setInt32(at, high);
  view.setUint32(at + NUMBER_BYTES / 2, value - high * WORD);
  return at + NUMBER_BYTES;
}

function putHash(bytes: Uint8Array, at: number, hash: string): number {
  if (!isTickHash(hash)) throw new RangeError('This is no hash of a tick');
  for (let i = 0; i < HASH_BYTES; i++) bytes[at + i] = 16 * digitOf(hash, 2 * i) + digitOf(hash, 2 * i + 1);
  return at + HASH_BYTES;
}

/** Returns the value of a lower-case hex digit, or -1 for another character. */
function digitOf(text: string, at: number): number {
  const char = text.charCodeAt(at);
  if (char >= 48 && char <= 57) return char - 48;
  return char >= 97 && char <= 102 ? char - 87 : -1;
}
