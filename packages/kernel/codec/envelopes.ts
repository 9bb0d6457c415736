import type { Command, Envelope } from '../commands.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { codeOfCommand, isRelativeCommand, readCommand, writeCommand } from './commands.ts';
import { readHash, writeHash } from './hash-text.ts';

const FORMAT = 1;

const CODE_MASK = 31;
/** In place of a code: one of this many or more follows, as its difference. */
const LARGE_CODE = 31;
const HAS_KEY = 32;
const HAS_SEQ = 64;
const HAS_USER = 128;

/** A command as sent, before the sequencer stamps it with number and time. */
export type Unstamped = Pick<Envelope, 'userId' | 'key' | 'bodyHash' | 'body'>;

/** A decoded unstamped command. */
export interface ReadUnstamped extends Unstamped {
  /** Its bytes, if their form in an envelope does not depend on the stamp: `encodeEnvelopes` copies them. */
  readonly packed: Uint8Array | null;
}

/**
 * Encodes envelopes as compact, self-contained bytes: times and sequence numbers as differences, quotes as
 * differences from their neighbours. `packed` holds, at the same index, the bytes of commands that were decoded from
 * bytes. Throws TypeError if a field has the wrong type.
 */
export function encodeEnvelopes(
  envelopes: readonly Envelope[],
  packed: readonly (Uint8Array | null)[] = [],
): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(FORMAT);
  writer.count(envelopes.length);
  let seq = 0;
  let timeMs = 0;
  for (let i = 0; i < envelopes.length; i++) {
    const envelope = envelopes[i]!;
    const bytes = packed[i] ?? null;
    const hasSeq = envelope.seq !== seq + 1;
    const head = bytes === null ? headOf(envelope) : bytes[0]!;
    const tailAt = bytes === null ? 0 : afterHead(bytes);
    writer.byte(hasSeq ? head | HAS_SEQ : head);
    if (bytes !== null) writer.part(bytes, 1, tailAt);
    else writeLargeCode(writer, envelope.body.type);
    if (hasSeq) writer.number(envelope.seq);
    writer.number(envelope.timeMs - timeMs);
    seq = envelope.seq;
    timeMs = envelope.timeMs;
    if (bytes === null) writeTail(writer, envelope, head, timeMs);
    else writer.part(bytes, tailAt, bytes.length);
  }
  return writer.finish();
}

/** Encodes an unstamped command. Throws TypeError if a field has the wrong type. */
export function encodeUnstamped(command: Unstamped): Uint8Array {
  const writer = new ByteWriter();
  writeUnstamped(writer, command);
  return writer.finish();
}

/** Appends an unstamped command to the writer. Throws TypeError if a field has the wrong type. */
export function writeUnstamped(writer: ByteWriter, command: Unstamped): void {
  const head = headOf(command);
  writer.byte(head);
  writeLargeCode(writer, command.body.type);
  writeTail(writer, command, head, 0);
}

/** Reads what `writeUnstamped` wrote. Throws RangeError on any other bytes. */
export function decodeUnstamped(bytes: Uint8Array): ReadUnstamped {
  const reader = new ByteReader(bytes);
  const head = reader.byte();
  if ((head & HAS_SEQ) !== 0) throw new RangeError('This command is stamped');
  const code = readCode(reader, head);
  const command = readTail(reader, head, code, 0);
  if (!reader.atEnd) throw new RangeError('There are bytes behind the command');
  return { ...command, packed: isRelativeCommand(command.body.type) ? null : bytes };
}

function headOf(command: Unstamped): number {
  let head = Math.min(codeOfCommand(command.body.type), LARGE_CODE);
  if (command.key !== null || command.bodyHash !== null) head |= HAS_KEY;
  if (command.userId !== 0) head |= HAS_USER;
  return head;
}

function writeLargeCode(writer: ByteWriter, type: Command['type']): void {
  const code = codeOfCommand(type);
  if (code >= LARGE_CODE) writer.count(code - LARGE_CODE);
}

/** Returns the offset in a packed command after its head and code. */
function afterHead(bytes: Uint8Array): number {
  if ((bytes[0]! & CODE_MASK) !== LARGE_CODE) return 1;
  let at = 1;
  while (bytes[at]! >= 128) at += 1;
  return at + 1;
}

function readCode(reader: ByteReader, head: number): number {
  return (head & CODE_MASK) === LARGE_CODE ? LARGE_CODE + reader.count() : head & CODE_MASK;
}

function writeTail(writer: ByteWriter, command: Unstamped, head: number, timeMs: number): void {
  if (command.userId !== 0) writer.number(command.userId);
  if ((head & HAS_KEY) !== 0) writeKey(writer, command);
  writeCommand(writer, command.body, timeMs);
}

function readTail(reader: ByteReader, head: number, code: number, timeMs: number): Unstamped {
  const userId = (head & HAS_USER) === 0 ? 0 : reader.number();
  const key = (head & HAS_KEY) === 0 ? null : reader.optionalText();
  const bodyHash = (head & HAS_KEY) === 0 ? null : readHash(reader);
  return { userId, key, bodyHash, body: readCommand(reader, code, timeMs) };
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
    const code = readCode(reader, head);
    seq = (head & HAS_SEQ) === 0 ? seq + 1 : reader.number();
    timeMs += reader.number();
    const { userId, key, bodyHash, body } = readTail(reader, head, code, timeMs);
    envelopes.push({ seq, timeMs, userId, key, bodyHash, body });
  }
  if (!reader.atEnd) throw new RangeError('There are bytes behind the last envelope');
  return envelopes;
}

function writeKey(writer: ByteWriter, envelope: Unstamped): void {
  writer.optionalText(envelope.key);
  writeHash(writer, envelope.bodyHash);
}
