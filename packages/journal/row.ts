import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A proof carries no command: it shows that the disk takes rows again. */
export const rowKind = { commands: 0, upgrade: 1, proof: 2 } as const;
const codec = { raw: 0, zstd: 1 } as const;

/** Below this a compressed payload saves less than it costs. */
const compressFromBytes = 512;
/** Short commands are mostly keys and hashes, which hardly shrink: a busy server does not start a compressor for few. */
const shortCommandBytes = 200;
const compressShortFromBytes = 8_192;
export const payloadMaxBytes = 1 << 28;
const tag = Buffer.from('candor/journal/1');
/** The row's numbers in its hash: five of eight bytes, two of one, three of four and one of one. */
const numbersBytes = 5 * 8 + 2 + 3 * 4 + 1;

/** Content of a row, before its hash. */
export interface RowBody {
  readonly batchNo: number;
  readonly firstSeq: number;
  /** firstSeq - 1 where the row carries no command. */
  readonly lastSeq: number;
  readonly epoch: number;
  /** The stamp of the row's last command. */
  readonly timeMs: number;
  readonly kernelVersion: string;
  /** SHA-256 of the kernel's bundle. */
  readonly codeHash: Buffer;
  readonly kind: number;
  readonly codec: number;
  readonly payload: Buffer;
  readonly eventsDigest: Buffer;
  readonly stateDigest: Buffer | null;
}

/** A row as it lies in the journal. */
export interface Row extends RowBody {
  readonly kernelNo: number;
  readonly hash: Buffer;
}

/** hash = H(tag, prev, row no, seqs, epoch, time, code, version, kind, codec, length, payload, digests), SHA-256. */
export function rowHash(previous: Buffer, row: RowBody): Buffer {
  const { codeHash, kernelVersion, payload, eventsDigest, stateDigest } = row;
  const versionBytes = Buffer.byteLength(kernelVersion);
  const stateBytes = stateDigest === null ? 0 : stateDigest.length;
  const fixed = tag.length + previous.length + numbersBytes + codeHash.length + versionBytes;
  const bytes = Buffer.allocUnsafe(fixed + payload.length + eventsDigest.length + stateBytes);
  let at = tag.copy(bytes);
  at += previous.copy(bytes, at);
  at = writeCount(bytes, row.batchNo, at);
  at = writeCount(bytes, row.firstSeq, at);
  at = writeCount(bytes, row.lastSeq, at);
  at = writeCount(bytes, row.epoch, at);
  at = writeCount(bytes, row.timeMs, at);
  at = bytes.writeUInt8(row.kind, at);
  at = bytes.writeUInt8(row.codec, at);
  at = bytes.writeUInt32BE(versionBytes, at);
  at = bytes.writeUInt32BE(payload.length, at);
  at = bytes.writeUInt32BE(eventsDigest.length, at);
  at = bytes.writeUInt8(stateBytes, at);
  at += codeHash.copy(bytes, at);
  at += bytes.write(kernelVersion, at);
  at += payload.copy(bytes, at);
  at += eventsDigest.copy(bytes, at);
  stateDigest?.copy(bytes, at);
  return hash('sha256', bytes, 'buffer');
}

/** A safe integer of 0 or more in eight bytes. */
function writeCount(bytes: Buffer, value: number, at: number): number {
  bytes.writeUInt32BE(Math.floor(value / 2 ** 32), at);
  return bytes.writeUInt32BE(value >>> 0, at + 4);
}

/** Compresses a payload of so many commands where that pays. */
export function packPayload(
  bytes: Uint8Array,
  commands: number,
): { readonly codec: number; readonly payload: Buffer } {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const short = raw.length < commands * shortCommandBytes;
  if (raw.length < (short ? compressShortFromBytes : compressFromBytes))
    return { codec: codec.raw, payload: raw };
  const packed = zstdCompressSync(raw, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return packed.length < raw.length
    ? { codec: codec.zstd, payload: packed }
    : { codec: codec.raw, payload: raw };
}

/** The inverse of packPayload. Throws RangeError on an unknown codec. */
export function unpackPayload(row: Pick<RowBody, 'codec' | 'payload'>): Uint8Array {
  if (row.codec === codec.raw) return row.payload;
  if (row.codec === codec.zstd) return zstdDecompressSync(row.payload, { maxOutputLength: payloadMaxBytes });
  throw new RangeError(`unknown codec ${row.codec}`);
}
