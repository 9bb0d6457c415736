import { createHash } from 'node:crypto';
import { type RecordedTick, TICK_TAG, tickBytes, tickOfBytes } from '@candor/prices';
import type { ChainedTick } from './messages.ts';

const LENGTH_BYTES = 4;
const HASH_BYTES = 32;
/** A record of all venues and symbols takes a few kilobytes. */
const MAX_RECORD_BYTES = 1 << 20;

/** The content found at an offset of a tick file. */
export type Found =
  | { readonly kind: 'tick'; readonly tick: ChainedTick; readonly end: number }
  /** The bytes end before the record does. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'damaged'; readonly why: string };

/** Encodes a tick for the recorder's file: the length of its canonical bytes, the bytes, and their hash. */
export function frameOf({ tickNo, chainedMs, quotes, record }: ChainedTick): Buffer {
  const bytes = tickBytes({ ...record, tickNo, chainedMs, quotes });
  const frame = Buffer.alloc(LENGTH_BYTES + bytes.length + HASH_BYTES);
  frame.writeUInt32BE(bytes.length);
  frame.set(bytes, LENGTH_BYTES);
  frame.write(record.hash, LENGTH_BYTES + bytes.length, 'hex');
  return frame;
}

/** Reads the frame at `at` and checks its hash. */
export function readFrame(file: Buffer, at: number): Found {
  if (file.length - at < LENGTH_BYTES) return { kind: 'cut' };
  const length = file.readUInt32BE(at);
  if (length > MAX_RECORD_BYTES) return { kind: 'damaged', why: 'its length is none' };
  const from = at + LENGTH_BYTES;
  const end = from + length + HASH_BYTES;
  if (end > file.length) return { kind: 'cut' };
  const bytes = file.subarray(from, from + length);
  const hash = file.toString('hex', from + length, end);
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    return { kind: 'damaged', why: 'its bytes do not give its hash' };
  const read = tickOfBytes(bytes);
  if (read === null) return { kind: 'damaged', why: 'it is no record' };
  return { kind: 'tick', tick: tickOf(read, hash), end };
}

/** True if a complete frame begins after `at`: the frame at `at` was then damaged and not truncated. */
export function isFollowed(file: Buffer, at: number): boolean {
  let from = file.indexOf(TICK_TAG, at + LENGTH_BYTES + 1);
  for (; from >= 0; from = file.indexOf(TICK_TAG, from + 1))
    if (readFrame(file, from - LENGTH_BYTES).kind === 'tick') return true;
  return false;
}

function tickOf({ no, previousHash, tickNo, chainedMs, quotes }: RecordedTick, hash: string): ChainedTick {
  const record = { no, previousHash, hash };
  return { type: 'indexTick', tickNo, chainedMs, record, quotes: quotes as ChainedTick['quotes'] };
}
