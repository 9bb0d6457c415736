/**
 * A range of journal rows in a file. Bytes: the magic, the header's length (4 bytes), the header (JSON), the code of the
 * rows' kernels, chunks of rows, and the SHA-256 of all that. Kernels and chunks are compressed (zstd) frames as in an
 * export.
 *
 * A row's hash is not stored: whoever reads a chunk computes the hashes again, from the one before the chunk on, and the
 * last must be the one that the next chunk follows. So a chunk can be read alone, and one that was altered is found.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { JournalError, wordsOf } from './errors.ts';
import {
  decodeKernel,
  decodeRow,
  type ExportedKernel,
  encodeKernel,
  encodeRow,
  frameHeadBytes,
} from './export-frames.ts';
import { type RawRow, rawOf } from './raw-row.ts';
import { payloadMaxBytes, type Row, rowHash } from './row.ts';

const magic = Buffer.from('candor/journal-archive/1\n');
const chunkRows = 512;
const chunkBytes = 256 << 10;
const level = 12;
const headBytes = magic.length + 4;
const sumBytes = 32;
const zeroHash = Buffer.alloc(32);
/** Bounds what a header may state before it is believed. */
const headerMaxBytes = 1 << 24;
/** Bounds of what a part holds, decompressed: some rows, one row by itself, the kernels' code. */
const chunkMaxBytes = 1 << 24;
const rowMaxBytes = payloadMaxBytes + 1_024;
const kernelsMaxBytes = 1 << 27;
const kernelsMax = 4_096;

/** Some rows of an archive that are compressed together. */
export interface ArchiveChunk {
  readonly firstRow: number;
  readonly firstSeq: number;
  /** Hash of the row before the first, in hex. */
  readonly previousHash: string;
  /** Length in the file. */
  readonly bytes: number;
}

/** Statement of an archive about its rows. */
export interface ArchiveHeader {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly previousHash: string;
  readonly hash: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Length of the kernels' part in the file. */
  readonly kernelBytes: number;
  readonly chunks: readonly ArchiveChunk[];
}

/** Returns the name of the file of a range: names sort in the order of the rows. */
export function archiveName(firstRow: number, lastRow: number): string {
  const padded = (row: number) => String(row).padStart(12, '0');
  return `journal-${padded(firstRow)}-${padded(lastRow)}.archive`;
}

/** Returns the range that a file's name states; null for another name. */
export function rangeOfName(name: string): { readonly firstRow: number; readonly lastRow: number } | null {
  const found = /^journal-(\d{12,})-(\d{12,})\.archive$/.exec(name);
  return found === null ? null : { firstRow: Number(found[1]), lastRow: Number(found[2]) };
}

/** Collects rows that follow one another, and gives the file's bytes. */
export class ArchiveBuilder {
  /** Bytes of the rows before compression. */
  rawBytes = 0;
  private readonly chunks: ArchiveChunk[] = [];
  private readonly packed: Buffer[] = [];
  private readonly kernels = new Map<number, ExportedKernel>();
  private frames: Buffer[] = [];
  private frameBytes = 0;
  private begun: { readonly row: Row; readonly previousHash: string } | null = null;
  private first: { readonly row: Row; readonly previousHash: string } | null = null;
  private last: Row | null = null;

  hasKernel(no: number): boolean {
    return this.kernels.has(no);
  }

  addKernel(kernel: ExportedKernel): void {
    this.kernels.set(kernel.no, kernel);
  }

  /** Adds the row that follows the one with `previousHash`. */
  add(row: Row, previousHash: Buffer): void {
    const at = { row, previousHash: previousHash.toString('hex') };
    const frame = encodeRow(rawOf({ ...row, hash: zeroHash }));
    if (this.frameBytes + frame.length > chunkMaxBytes) this.endChunk();
    this.first ??= at;
    this.begun ??= at;
    this.frames.push(frame);
    this.frameBytes += frame.length;
    this.rawBytes += frame.length;
    this.last = row;
    if (this.frames.length >= chunkRows || this.frameBytes >= chunkBytes) this.endChunk();
  }

  /** Returns the whole file, or null where no row was added. */
  finish(): { readonly header: ArchiveHeader; readonly bytes: Buffer; readonly sha256: string } | null {
    const { first, last } = this;
    if (first === null || last === null) return null;
    this.endChunk();
    const kernels = compress(Buffer.concat([...this.kernels.values()].map(encodeKernel)));
    const header: ArchiveHeader = {
      firstRow: first.row.batchNo,
      lastRow: last.batchNo,
      firstSeq: first.row.firstSeq,
      lastSeq: last.lastSeq,
      previousHash: first.previousHash,
      hash: last.hash.toString('hex'),
      fromMs: first.row.timeMs,
      toMs: last.timeMs,
      kernelBytes: kernels.length,
      chunks: this.chunks,
    };
    const text = Buffer.from(JSON.stringify(header));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    const content = [magic, length, text, kernels, ...this.packed];
    const hash = createHash('sha256');
    for (const part of content) hash.update(part);
    const sum = hash.digest();
    return { header, bytes: Buffer.concat([...content, sum]), sha256: sum.toString('hex') };
  }

  private endChunk(): void {
    if (this.begun === null) return;
    const packed = compress(Buffer.concat(this.frames));
    const { row, previousHash } = this.begun;
    this.packed.push(packed);
    this.chunks.push({
      firstRow: row.batchNo,
      firstSeq: row.firstSeq,
      previousHash,
      bytes: packed.length,
    });
    [this.frames, this.frameBytes, this.begun] = [[], 0, null];
  }
}

/** An archive file that is open for reading. Every method throws ARCHIVE_UNREADABLE where the file was altered. */
export class ArchiveFile {
  readonly path: string;
  readonly header: ArchiveHeader;
  private readonly handle: FileHandle;
  private readonly bodyAt: number;
  private codes: ReadonlyMap<number, ExportedKernel> | null = null;

  private constructor(path: string, header: ArchiveHeader, handle: FileHandle, bodyAt: number) {
    this.path = path;
    this.header = header;
    this.handle = handle;
    this.bodyAt = bodyAt;
  }

  /** Opens a file and reads its header. */
  static async open(path: string): Promise<ArchiveFile> {
    const handle = await open(path, 'r').catch((cause: unknown) => {
      throw unreadable(path, `it can not be opened (${wordsOf(cause)})`, null, cause);
    });
    try {
      const head = await read(path, handle, 0, headBytes);
      if (head === null || !head.subarray(0, magic.length).equals(magic))
        throw unreadable(path, 'this is no journal archive, or one of another format');
      const length = head.readUInt32BE(magic.length);
      const text = length > headerMaxBytes ? null : await read(path, handle, headBytes, length);
      const header = text === null ? null : readHeader(text.toString());
      if (header === null) throw unreadable(path, 'its header can not be read');
      const named = rangeOfName(basename(path));
      if (named !== null && (named.firstRow !== header.firstRow || named.lastRow !== header.lastRow))
        throw unreadable(path, 'it holds other rows than its name states', named.firstRow);
      const bodyAt = headBytes + length;
      const size = header.chunks.reduce((sum, { bytes }) => sum + bytes, bodyAt + header.kernelBytes);
      if ((await handle.stat()).size !== size + sumBytes)
        throw unreadable(path, 'it is cut short, or something stands behind it', header.firstRow);
      return new ArchiveFile(path, header, handle, bodyAt);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /** The code of the kernels that wrote the rows, by number, each checked against its hash. */
  async kernels(): Promise<ReadonlyMap<number, ExportedKernel>> {
    if (this.codes !== null) return this.codes;
    const { firstRow, kernelBytes } = this.header;
    const frames = await this.part(this.bodyAt, kernelBytes, firstRow, kernelsMaxBytes);
    const kernels = this.decoded(firstRow, () => framesOf(frames, kernelsMax).map(decodeKernel));
    for (const { codeHash, bundle, version } of kernels)
      if (!createHash('sha256').update(bundle).digest().equals(codeHash))
        throw unreadable(this.path, `kernel ${version} does not match its hash`, this.header.firstRow);
    this.codes = new Map(kernels.map((kernel) => [kernel.no, kernel]));
    return this.codes;
  }

  /** Yields the rows from `firstRow` to `lastRow` that are in this file, a chunk at a time, with their hashes. */
  async *rows(firstRow: number, lastRow: number): AsyncGenerator<readonly RawRow[]> {
    const { chunks } = this.header;
    for (let index = 0; index < chunks.length; index++) {
      const isBefore = index + 1 < chunks.length && chunks[index + 1]!.firstRow <= firstRow;
      if (isBefore) continue;
      if (chunks[index]!.firstRow > lastRow) return;
      const rows = (await this.chunk(index)).filter(
        ({ batch_no }) => Number(batch_no) >= firstRow && Number(batch_no) <= lastRow,
      );
      if (rows.length > 0) yield rows;
    }
  }

  /** Returns the row that holds a command; null where none here does. */
  async rowOf(seq: number): Promise<RawRow | null> {
    const index = this.header.chunks.findLastIndex(({ firstSeq }) => firstSeq <= seq);
    // Rows without commands share a number with the row after them, also over the border of two chunks.
    for (let at = index; at >= 0 && at > index - 2; at--) {
      const rows = await this.chunk(at);
      const found = rows.find((row) => Number(row.first_seq) <= seq && seq <= Number(row.last_seq));
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Computes the SHA-256 of the file, in hex, and compares it with the one at its end. */
  async checkSum(): Promise<string> {
    const { size } = await this.handle.stat();
    const hash = createHash('sha256');
    try {
      for await (const part of createReadStream(this.path, { end: size - sumBytes - 1 }))
        hash.update(part as Buffer);
    } catch (cause) {
      refuse(this.path, cause);
    }
    const sum = hash.digest();
    const stated = await read(this.path, this.handle, size - sumBytes, sumBytes);
    if (stated === null || !stated.equals(sum))
      throw unreadable(this.path, 'it does not match its checksum', this.header.firstRow);
    return sum.toString('hex');
  }

  private async chunk(index: number): Promise<RawRow[]> {
    const { chunks, kernelBytes } = this.header;
    const chunk = chunks[index]!;
    let at = this.bodyAt + kernelBytes;
    for (const { bytes } of chunks.slice(0, index)) at += bytes;
    const kernels = await this.kernels();
    const next = chunks[index + 1];
    const isOne = (next?.firstRow ?? this.header.lastRow + 1) - chunk.firstRow === 1;
    const maxBytes = isOne ? rowMaxBytes : chunkMaxBytes;
    const packed = await this.part(at, chunk.bytes, chunk.firstRow, maxBytes);
    const rows = this.decoded(chunk.firstRow, () => hashed(packed, chunk, kernels));
    const isWhole =
      rows.at(-1)?.hash.toString('hex') === (next?.previousHash ?? this.header.hash) &&
      Number(rows.at(-1)?.batch_no) + 1 === (next?.firstRow ?? this.header.lastRow + 1);
    if (!isWhole)
      throw unreadable(
        this.path,
        `journal rows ${chunk.firstRow} to ${(next?.firstRow ?? this.header.lastRow + 1) - 1} do not match their hash`,
        chunk.firstRow,
      );
    return rows;
  }

  /** Reads and decompresses a part that holds `maxBytes` at most. */
  private async part(at: number, length: number, row: number, maxBytes: number): Promise<Buffer> {
    // Bytes that do not compress grow by less than this.
    if (length > maxBytes + (maxBytes >> 7) + 1_024)
      throw unreadable(this.path, `a part of it is larger than ${maxBytes} bytes`, row);
    const packed = await read(this.path, this.handle, at, length);
    if (packed === null) throw unreadable(this.path, 'it is cut short', row);
    return this.decoded(row, () => zstdDecompressSync(packed, { maxOutputLength: maxBytes }));
  }

  private decoded<T>(row: number, decode: () => T): T {
    try {
      return decode();
    } catch (cause) {
      throw unreadable(this.path, wordsOf(cause), row, cause);
    }
  }
}

/** Decodes the rows of a chunk and computes their hashes. Throws RangeError. */
function hashed(bytes: Buffer, chunk: ArchiveChunk, kernels: ReadonlyMap<number, ExportedKernel>): RawRow[] {
  let previous: Buffer = Buffer.from(chunk.previousHash, 'hex');
  let no = chunk.firstRow;
  return framesOf(bytes, chunkRows).map((body) => {
    const row = decodeRow(body);
    const kernel = kernels.get(row.kernelNo);
    if (row.batchNo !== no) throw new RangeError(`row ${no} is missing`);
    if (kernel === undefined) throw new RangeError(`row ${no} names a kernel that is not there`);
    no += 1;
    previous = rowHash(previous, { ...row, kernelVersion: kernel.version, codeHash: kernel.codeHash });
    return rawOf({ ...row, hash: previous });
  });
}

/** Returns the bodies of frames that lie one behind the other, `most` of them at most. Throws RangeError. */
function framesOf(bytes: Buffer, most: number): Buffer[] {
  const bodies: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (bodies.length === most) throw new RangeError(`a part holds more than ${most} frames`);
    const end = at + frameHeadBytes + bytes.readUInt32BE(at + 1);
    if (end > bytes.length) throw new RangeError('a frame is cut short');
    bodies.push(bytes.subarray(at + frameHeadBytes, end));
    at = end;
  }
  return bodies;
}

function compress(bytes: Buffer): Buffer {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level } });
}

/** Reads exactly so many bytes; null where the file ends before. Throws ARCHIVE_UNREADABLE. */
async function read(path: string, handle: FileHandle, at: number, length: number): Promise<Buffer | null> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle
      .read(bytes, done, length - done, at + done)
      .catch((cause: unknown) => refuse(path, cause));
    if (bytesRead === 0) return null;
    done += bytesRead;
  }
  return bytes;
}

/** A disk that can not give what it holds makes a file as unusable as one that was altered. */
function refuse(path: string, cause: unknown): never {
  throw unreadable(path, `the disk can not read it (${wordsOf(cause)})`, null, cause);
}

function readHeader(text: string): ArchiveHeader | null {
  let header: ArchiveHeader;
  try {
    header = JSON.parse(text) as ArchiveHeader;
  } catch {
    return null;
  }
  const { chunks } = header;
  const counts = [header.firstRow, header.lastRow, header.firstSeq, header.lastSeq, header.kernelBytes];
  const hashes = [header.previousHash, header.hash];
  if (!Array.isArray(chunks) || chunks.length === 0) return null;
  for (const chunk of chunks) {
    counts.push(chunk?.firstRow, chunk?.firstSeq, chunk?.bytes);
    hashes.push(chunk?.previousHash);
  }
  const isSound =
    counts.every((count) => Number.isSafeInteger(count) && count >= 0) &&
    hashes.every((hash) => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash)) &&
    chunks[0]!.firstRow === header.firstRow &&
    chunks[0]!.previousHash === header.previousHash;
  return isSound ? header : null;
}

function unreadable(path: string, why: string, row: number | null = null, cause?: unknown): JournalError {
  return new JournalError('ARCHIVE_UNREADABLE', `The journal archive ${path} is not usable: ${why}.`, {
    cause,
    ...(row === null ? {} : { batchNo: row }),
  });
}
