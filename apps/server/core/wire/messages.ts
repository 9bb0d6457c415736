import {
  type Committed,
  type EngineStatus,
  JournalError,
  type JournalErrorCode,
  type Submission,
} from '@candor/journal';
import {
  ByteReader,
  ByteWriter,
  decodeUnstamped,
  readOutcome,
  readValue,
  writeOutcome,
  writeUnstamped,
  writeValue,
} from '@candor/kernel';
import { LineError, type LineErrorCode } from './line-error.ts';
import { LINE_ROLES, type LineRole } from './roles.ts';

/** Both ends must speak the same: they come from one build, and a newer core refuses an older door. */
export const WIRE_VERSION = 1;

export const toCore = { hello: 1, submit: 2, ask: 3 } as const;
export const fromCore = {
  welcome: 1,
  refused: 2,
  status: 3,
  batch: 4,
  answer: 5,
  error: 6,
  result: 7,
} as const;

export interface Hello {
  readonly wire: number;
  readonly role: LineRole;
  /** Whether committed batches are wanted. */
  readonly events: boolean;
}

export interface Beat {
  readonly status: EngineStatus;
  /** When it was said, by the machine's monotonic clock, in ms. */
  readonly saidMs: number;
}

export interface Welcome extends Beat {
  /** More requests under way on this connection are refused with OVERLOADED. */
  readonly maxInFlight: number;
}

/** The machine's monotonic clock in ms: the same for all its processes. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

export function writeJson(value: Hello | Welcome | Beat | { code: string; message: string }): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Throws RangeError where it is no hello. */
export function readHello(body: Buffer): Hello {
  let said: Partial<Record<keyof Hello, unknown>> | null;
  try {
    said = JSON.parse(body.toString()) as typeof said;
  } catch (cause) {
    throw new RangeError('A hello that can not be read', { cause });
  }
  if (typeof said !== 'object' || said === null) throw new RangeError('A hello that says nothing');
  const role = LINE_ROLES.find((known) => known === said.role);
  if (typeof said.wire !== 'number') throw new RangeError('A hello without a version');
  // Another version may name roles that this one does not know.
  if (said.wire !== WIRE_VERSION) return { wire: said.wire, role: role ?? 'history', events: false };
  if (role === undefined) throw new RangeError('A hello of no known role');
  return { wire: said.wire, role, events: said.events === true };
}

/** What the core itself said. */
export function readJson<T extends Welcome | Beat | { code: string; message: string }>(body: Buffer): T {
  return JSON.parse(body.toString()) as T;
}

/** For the two messages of which there are thousands a second: writers and copies of their own took six times as long. */
const frequent = new ByteWriter();

/** The bytes hold until the next such message is written. Throws TypeError where a field's type is wrong. */
export function writeSubmit(requestNo: number, submission: Submission): Uint8Array {
  const { notAfterMs = null, packed = null } = submission;
  frequent.clear();
  frequent.count(requestNo);
  frequent.count(notAfterMs === null ? 0 : Math.max(1, Math.floor(notAfterMs)));
  if (packed === null) writeUnstamped(frequent, submission);
  else frequent.raw(packed);
  return frequent.written;
}

/** Throws RangeError where it is no submission. */
export function readSubmit(bytes: Uint8Array): { requestNo: number; submission: Submission } {
  const reader = new ByteReader(bytes);
  const requestNo = reader.count();
  const notAfterMs = reader.count();
  const command = decodeUnstamped(reader.rest());
  return { requestNo, submission: { ...command, notAfterMs: notAfterMs === 0 ? null : notAfterMs } };
}

/** Throws TypeError where an argument is no plain value. */
export function writeAsk(requestNo: number, name: string, args: readonly unknown[]): Uint8Array {
  const writer = new ByteWriter();
  writer.count(requestNo);
  writer.text(name);
  writeValue(writer, args);
  return writer.finish();
}

/** `args` is null where they are none. Throws RangeError where it is no question at all. */
export function readAsk(bytes: Uint8Array): { requestNo: number; name: string; args: unknown[] | null } {
  const reader = new ByteReader(bytes);
  const requestNo = reader.count();
  const name = reader.text();
  try {
    const args = readValue(reader);
    return { requestNo, name, args: Array.isArray(args) && reader.atEnd ? args : null };
  } catch (error) {
    if (error instanceof RangeError) return { requestNo, name, args: null };
    throw error;
  }
}

/** The bytes hold until the next such message is written. */
export function writeAnswer(requestNo: number, { seq, timeMs, outcome }: Committed): Uint8Array {
  frequent.clear();
  frequent.count(requestNo);
  frequent.count(seq);
  frequent.count(timeMs);
  writeOutcome(frequent, outcome);
  return frequent.written;
}

export function readAnswer(bytes: Uint8Array): { requestNo: number; committed: Committed } {
  const reader = new ByteReader(bytes);
  const requestNo = reader.count();
  return {
    requestNo,
    committed: { seq: reader.count(), timeMs: reader.count(), outcome: readOutcome(reader) },
  };
}

export function writeError(requestNo: number, error: JournalError | LineError): Uint8Array {
  const writer = new ByteWriter();
  writer.count(requestNo);
  writer.byte(error instanceof JournalError ? 1 : 0);
  writer.text(error.code);
  writer.text(error.message);
  return writer.finish();
}

export function readError(bytes: Uint8Array): { requestNo: number; error: JournalError | LineError } {
  const reader = new ByteReader(bytes);
  const requestNo = reader.count();
  const isJournals = reader.byte() === 1;
  const code = reader.text();
  const message = reader.text();
  const error = isJournals
    ? new JournalError(code as JournalErrorCode, message)
    : new LineError(code as LineErrorCode, message);
  return { requestNo, error };
}

export function writeResult(requestNo: number, serialized: Uint8Array): [Uint8Array, Uint8Array] {
  const writer = new ByteWriter();
  writer.count(requestNo);
  return [writer.finish(), serialized];
}

export function readResult(bytes: Uint8Array): { requestNo: number; serialized: Uint8Array } {
  const reader = new ByteReader(bytes);
  return { requestNo: reader.count(), serialized: reader.rest() };
}
