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

/** Both ends must use the same version. They come from one build, and a newer core refuses an older door. */
export const WIRE_VERSION = 2;

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
  /** True subscribes this connection to committed batches. */
  readonly events: boolean;
}

export interface Beat {
  readonly status: EngineStatus;
  /** Time at which the message was sent, by the machine's monotonic clock, in ms. */
  readonly saidMs: number;
}

export interface Welcome extends Beat {
  /** Further requests in flight on this connection are refused with OVERLOADED. */
  readonly maxInFlight: number;
}

/** Returns the machine's monotonic clock in ms; all processes of the machine share it. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

export function writeJson(value: Hello | Welcome | Beat | { code: string; message: string }): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Throws RangeError if the bytes are not a hello. */
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
  // Another version may use role names that this one does not know.
  if (said.wire !== WIRE_VERSION) return { wire: said.wire, role: role ?? 'history', events: false };
  if (role === undefined) throw new RangeError('A hello of no known role');
  return { wire: said.wire, role, events: said.events === true };
}

/** Reads a JSON message of the core, which is trusted. */
export function readJson<T extends Welcome | Beat | { code: string; message: string }>(body: Buffer): T {
  return JSON.parse(body.toString()) as T;
}

/**
 * The writer of the two messages sent thousands of times a second. A separate writer and copy for each took six times
 * as long.
 */
const frequent = new ByteWriter();

/**
 * The returned bytes are valid until the next such message is written. Throws TypeError if a field has the wrong
 * type.
 */
export function writeSubmit(requestNo: number, submission: Submission): Uint8Array {
  const { notAfterMs = null, packed = null } = submission;
  frequent.clear();
  frequent.count(requestNo);
  frequent.count(notAfterMs === null ? 0 : Math.max(1, Math.floor(notAfterMs)));
  if (packed === null) writeUnstamped(frequent, submission);
  else frequent.raw(packed);
  return frequent.written;
}

/** Throws RangeError if the bytes are not a submission. */
export function readSubmit(bytes: Uint8Array): { requestNo: number; submission: Submission } {
  const reader = new ByteReader(bytes);
  const requestNo = reader.count();
  const notAfterMs = reader.count();
  const command = decodeUnstamped(reader.rest());
  return { requestNo, submission: { ...command, notAfterMs: notAfterMs === 0 ? null : notAfterMs } };
}

/** Throws TypeError if an argument is not a plain value. */
export function writeAsk(requestNo: number, name: string, args: readonly unknown[]): Uint8Array {
  const writer = new ByteWriter();
  writer.count(requestNo);
  writer.text(name);
  writeValue(writer, args);
  return writer.finish();
}

/** `args` is null if the arguments are invalid. Throws RangeError if the bytes are not a query. */
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

/** The returned bytes are valid until the next such message is written. */
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
