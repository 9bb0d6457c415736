import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export const rowKind = { commands: 0, upgrade: 1 } as const;
const codec = { raw: 0, zstd: 1 } as const;

/** Below this a compressed payload saves less than it costs. */
const compressFromBytes = 512;
/** Short commands are mostly keys and hashes, which hardly shrink: a busy server does not start a compressor for few. */
const shortCommandBytes = 200;
const compressShortFromBytes = 8_192;
const payloadMaxBytes = 1 << 28;
const tag = Buffer.from('candor/journal/1');

/** What a row says, before its hash. */
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
  const version = Buffer.from(row.kernelVersion);
  const numbers = Buffer.allocUnsafe(5 * 8 + 2 + 3 * 4 + 1);
  numbers.writeBigUInt64BE(BigInt(row.batchNo), 0);
  numbers.writeBigUInt64BE(BigInt(row.firstSeq), 8);
  numbers.writeBigUInt64BE(BigInt(row.lastSeq), 16);
  numbers.writeBigUInt64BE(BigInt(row.epoch), 24);
  numbers.writeBigUInt64BE(BigInt(row.timeMs), 32);
  numbers.writeUInt8(row.kind, 40);
  numbers.writeUInt8(row.codec, 41);
  numbers.writeUInt32BE(version.length, 42);
  numbers.writeUInt32BE(row.payload.length, 46);
  numbers.writeUInt32BE(row.eventsDigest.length, 50);
  numbers.writeUInt8(row.stateDigest === null ? 0 : row.stateDigest.length, 54);
  const hash = createHash('sha256').update(tag).update(previous).update(numbers);
  hash.update(row.codeHash).update(version).update(row.payload).update(row.eventsDigest);
  if (row.stateDigest !== null) hash.update(row.stateDigest);
  return hash.digest();
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
