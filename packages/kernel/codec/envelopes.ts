import type { Envelope } from '../commands.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { codeOfCommand, readCommand, writeCommand } from './commands.ts';
import { readHash, writeHash } from './hash-text.ts';

const FORMAT = 1;

const CODE_MASK = 31;
/** In place of a code: one of this many or more follows, as its difference. */
const LARGE_CODE = 31;
const HAS_KEY = 32;
const HAS_SEQ = 64;
const HAS_USER = 128;

/**
 * Envelopes as compact bytes, complete in themselves: times and sequence numbers as differences, quotes as
 * differences from their neighbours. Throws TypeError where a field's type is wrong.
 */
export function encodeEnvelopes(envelopes: readonly Envelope[]): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(FORMAT);
  writer.count(envelopes.length);
  let seq = 0;
  let timeMs = 0;
  for (const envelope of envelopes) {
    const hasSeq = envelope.seq !== seq + 1;
    const code = codeOfCommand(envelope.body.type);
    let head = Math.min(code, LARGE_CODE);
    if (envelope.key !== null || envelope.bodyHash !== null) head |= HAS_KEY;
    if (hasSeq) head |= HAS_SEQ;
    if (envelope.userId !== 0) head |= HAS_USER;
    writer.byte(head);
    if (code >= LARGE_CODE) writer.count(code - LARGE_CODE);
    if (hasSeq) writer.number(envelope.seq);
    writer.number(envelope.timeMs - timeMs);
    if (envelope.userId !== 0) writer.number(envelope.userId);
    if ((head & HAS_KEY) !== 0) writeKey(writer, envelope);
    seq = envelope.seq;
    timeMs = envelope.timeMs;
    writeCommand(writer, envelope.body, timeMs);
  }
  return writer.finish();
}

/** Reads what `encodeEnvelopes` wrote. Throws RangeError on any other bytes. */
export function decodeEnvelopes(bytes: Uint8Array): Envelope[] {
  const reader = new ByteReader(bytes);
  if (reader.byte() !== FORMAT) throw new RangeError('These envelopes are of an unknown format');
  const count = reader.count();
  const envelopes: Envelope[] = [];
  let seq = 0;
  let timeMs = 0;
  for (let i = 0; i < count; i++) {
    const head = reader.byte();
    const code = (head & CODE_MASK) === LARGE_CODE ? LARGE_CODE + reader.count() : head & CODE_MASK;
    seq = (head & HAS_SEQ) === 0 ? seq + 1 : reader.number();
    timeMs += reader.number();
    const userId = (head & HAS_USER) === 0 ? 0 : reader.number();
    const key = (head & HAS_KEY) === 0 ? null : reader.optionalText();
    const bodyHash = (head & HAS_KEY) === 0 ? null : readHash(reader);
    const body = readCommand(reader, code, timeMs);
    envelopes.push({ seq, timeMs, userId, key, bodyHash, body });
  }
  if (!reader.atEnd) throw new RangeError('There are bytes behind the last envelope');
  return envelopes;
}

function writeKey(writer: ByteWriter, envelope: Envelope): void {
  writer.optionalText(envelope.key);
  writeHash(writer, envelope.bodyHash);
}
