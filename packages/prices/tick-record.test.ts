import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';
import {
  isTickHash,
  NO_TICK_HASH,
  type RecordedTick,
  tickBytes,
  tickHash,
  tickOfBytes,
} from './tick-record.ts';

const tick: RecordedTick = {
  no: 1,
  previousHash: NO_TICK_HASH,
  tickNo: 7_160_000_000,
  chainedMs: 1_790_000_000_000,
  quotes: [
    { venueId: 1, symbolId: 2, bidTicks: 100, askTicks: 101, venueTimeMs: 1_789_999_999_990 },
    { venueId: 3, symbolId: 2, bidTicks: 0, askTicks: 0, venueTimeMs: 1_789_999_999_000 },
  ],
};

test('SHA-256 is that of everybody else, at every length', () => {
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
  const long = new Uint8Array(1_000_003).fill(0xa5);
  expect(sha256(long)).toBe(createHash('sha256').update(long).digest('hex'));
});

test('the hash of a record never changes', () => {
  expect(tickHash(tick)).toBe('2f6e99b64b00b4180766261a64503d381267b2a5a0e6d49c93e079866f6378df');
});

const hexDigit = fc.constantFrom(...'0123456789abcdef');
const hash = fc.array(hexDigit, { minLength: 64, maxLength: 64 }).map((digits) => digits.join(''));
const number = fc.maxSafeInteger();
const quote = fc.record({
  venueId: number,
  symbolId: number,
  bidTicks: number,
  askTicks: number,
  venueTimeMs: number,
});
const record = fc.record({
  no: number,
  previousHash: hash,
  tickNo: number,
  chainedMs: number,
  quotes: fc.array(quote, { maxLength: 8 }),
});

test('every record comes back from its bytes, and no two have the same', () => {
  fc.assert(
    fc.property(record, (one) => {
      expect(tickOfBytes(tickBytes(one))).toEqual(one);
    }),
  );
  const first = tickBytes(tick);
  const seen = new Set([tickHash(tick)]);
  for (let at = 0; at < first.length; at++) {
    const flipped = first.slice();
    flipped[at]! ^= 1;
    const read = tickOfBytes(flipped);
    if (read === null) continue;
    seen.add(tickHash(read));
  }
  expect(seen.size).toBeGreaterThan(first.length - 60);
});

test('what is no record is not read, and what is no number is not written', () => {
  const bytes = tickBytes(tick);
  for (let length = 0; length < bytes.length; length++)
    expect(tickOfBytes(bytes.subarray(0, length))).toBeNull();
  expect(() => tickBytes({ ...tick, no: 0.5 })).toThrow(RangeError);
  expect(() => tickBytes({ ...tick, chainedMs: Number.NaN })).toThrow(RangeError);
  expect(() => tickBytes({ ...tick, previousHash: 'AB'.repeat(32) })).toThrow(RangeError);
  expect([NO_TICK_HASH, 'x'.repeat(64), 'ab', 'AB'.repeat(32)].map(isTickHash)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
