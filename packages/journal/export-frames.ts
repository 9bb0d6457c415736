import type { RawRow } from './raw-row.ts';
import type { Row } from './row.ts';

/**
 * An exported journal: the magic, then frames of a kind (1 byte), a length (4 bytes) and so many bytes. A row stands
 * behind the kernel that wrote it; the end frame is the last. All numbers are big-endian.
 */
export const magic = Buffer.from('candor/journal-export/1\n');
export const frameKind = { kernel: 1, row: 2, end: 3 } as const;
export const frameHeadBytes = 5;

export interface ExportedKernel {
  readonly no: number;
  readonly version: string;
  /** SHA-256 of the bundle: every row's hash covers it. */
  readonly codeHash: Buffer;
  readonly bundle: Buffer;
}

/** The journal's head when it was exported. */
export interface ExportEnd {
  readonly batchNo: number;
  readonly seq: number;
  readonly hash: Buffer;
}

const hashBytes = 32;
const rowHeadBytes = 5 * 8 + 4 + 2 + 1 + 1 + 4;

function frame(kind: number, parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(frameHeadBytes);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(
    parts.reduce((sum, part) => sum + part.length, 0),
    1,
  );
  return Buffer.concat([head, ...parts]);
}

export function encodeKernel(kernel: ExportedKernel): Buffer {
  const head = Buffer.alloc(8);
  const version = Buffer.from(kernel.version);
  head.writeUInt32BE(kernel.no, 0);
  head.writeUInt32BE(version.length, 4);
  return frame(frameKind.kernel, [head, version, kernel.codeHash, kernel.bundle]);
}

/** Throws RangeError where the bytes are too few. */
export function decodeKernel(bytes: Buffer): ExportedKernel {
  const hashAt = 8 + bytes.readUInt32BE(4);
  if (bytes.length < hashAt + hashBytes) throw new RangeError('a kernel is cut short');
  return {
    no: bytes.readUInt32BE(0),
    version: bytes.toString('utf8', 8, hashAt),
    codeHash: bytes.subarray(hashAt, hashAt + hashBytes),
    bundle: bytes.subarray(hashAt + hashBytes),
  };
}

export function encodeRow(row: RawRow): Buffer {
  const head = Buffer.alloc(rowHeadBytes);
  [row.batch_no, row.first_seq, row.last_seq, row.epoch, row.time_ms].forEach((value, index) => {
    head.writeBigUInt64BE(BigInt(value), 8 * index);
  });
  head.writeUInt32BE(row.kernel_no, 40);
  head.writeUInt8(row.kind, 44);
  head.writeUInt8(row.codec, 45);
  head.writeUInt8(row.events_digest.length, 46);
  head.writeUInt8(row.state_digest?.length ?? 0, 47);
  head.writeUInt32BE(row.payload.length, 48);
  return frame(frameKind.row, [
    head,
    row.hash,
    row.events_digest,
    row.state_digest ?? Buffer.alloc(0),
    row.payload,
  ]);
}

/** A row without its kernel's version and code, which the export carries apart. Throws RangeError on other lengths. */
export function decodeRow(bytes: Buffer): Omit<Row, 'kernelVersion' | 'codeHash'> {
  const number = (index: number) => Number(bytes.readBigUInt64BE(8 * index));
  const eventsAt = rowHeadBytes + hashBytes;
  const stateAt = eventsAt + bytes.readUInt8(46);
  const stateBytes = bytes.readUInt8(47);
  const payloadAt = stateAt + stateBytes;
  if (bytes.length !== payloadAt + bytes.readUInt32BE(48)) throw new RangeError('a row has another length');
  return {
    batchNo: number(0),
    firstSeq: number(1),
    lastSeq: number(2),
    epoch: number(3),
    timeMs: number(4),
    kernelNo: bytes.readUInt32BE(40),
    kind: bytes.readUInt8(44),
    codec: bytes.readUInt8(45),
    hash: bytes.subarray(rowHeadBytes, eventsAt),
    eventsDigest: bytes.subarray(eventsAt, stateAt),
    stateDigest: stateBytes === 0 ? null : bytes.subarray(stateAt, payloadAt),
    payload: bytes.subarray(payloadAt),
  };
}

export function encodeEnd(end: ExportEnd): Buffer {
  const head = Buffer.alloc(16);
  head.writeBigUInt64BE(BigInt(end.batchNo), 0);
  head.writeBigUInt64BE(BigInt(end.seq), 8);
  return frame(frameKind.end, [head, end.hash]);
}

/** Throws RangeError on another length. */
export function decodeEnd(bytes: Buffer): ExportEnd {
  if (bytes.length !== 16 + hashBytes) throw new RangeError('the end has another length');
  return {
    batchNo: Number(bytes.readBigUInt64BE(0)),
    seq: Number(bytes.readBigUInt64BE(8)),
    hash: bytes.subarray(16),
  };
}
