import type { KernelView } from '@candor/kernel';
import type { ArchiveFolder } from './archive-folder.ts';
import { JournalError, wordsOf } from './errors.ts';
import {
  decodeEnd,
  decodeKernel,
  decodeRow,
  type ExportEnd,
  type ExportedKernel,
  frameHeadBytes,
  frameKind,
  magic,
} from './export-frames.ts';
import { type KernelCode, type KernelSource, loadBundle, nameOf, sha256 } from './kernel-code.ts';
import { type BareRow, bareOf } from './raw-row.ts';
import { checkChain, Replayer } from './replay.ts';
import type { Row } from './row.ts';
import type { CommittedBatch } from './types.ts';

/** A part of an exported journal that was checked: its chain, its events, its state. */
export interface VerifiedBatch {
  readonly batch: CommittedBatch;
  /** The row's digest of all outcomes and events of its commands, in hex. */
  readonly eventsDigest: string;
  /** The kernel's state after it. */
  readonly view: KernelView;
  /** The kernel that replayed it: its version and the start of its code's hash. */
  readonly kernel: string;
}

export interface VerifyOptions {
  /** An export; null to verify the archived rows alone. */
  readonly bytes: AsyncIterable<Uint8Array> | null;
  /** Files of the rows before the export's first one; null where it begins with row 1. */
  readonly archive?: ArchiveFolder | null;
  /**
   * Returns true to run this kernel's code, which comes with the journal. Its SHA-256 in hex names it: compare it with
   * one that was published or that one's own sources give.
   */
  readonly trusts: (codeHash: string, version: string) => boolean;
}

const start = { batchNo: 0, seq: 0, hash: Buffer.alloc(32), kernelNo: 0 };

/**
 * Replays an exported journal from its first row on, each row against its hash, its events' digest and, where it
 * carries one, its state's. Throws a JournalError that names the first row that does not stand.
 */
export async function* verifyExport(options: VerifyOptions): AsyncGenerator<VerifiedBatch> {
  const file = new ExportFile(options);
  const chain = checkChain(file.rows(), start, 0);
  const first = await chain.next();
  if (first.done === true) throw broken(1, 'There is no row in this export.');
  const code = await file.get(first.value.kernelNo);
  const replayer = new Replayer(file, code, code.module.createKernel(), { ...start, kernelNo: code.no });
  let eventsDigest = '';
  const rows = withFirst(first.value, chain, (row) => {
    eventsDigest = row.eventsDigest.toString('hex');
  });
  for await (const batch of replayer.follow(rows)) {
    const kernel = nameOf(await file.get(replayer.position.kernelNo));
    yield { batch, eventsDigest, view: replayer.kernel, kernel };
  }
  const { position } = replayer;
  const { end } = file;
  if (end?.batchNo !== position.batchNo || end.seq !== position.seq || !end.hash.equals(position.hash))
    throw broken(
      position.batchNo + 1,
      `The export ends after journal row ${position.batchNo}, and its head is row ${end?.batchNo ?? 'unknown'}` +
        `${end?.batchNo === position.batchNo ? ' with another seq or hash' : ''}.`,
    );
}

/** Yields all rows; `next` is called with each before it is replayed. */
async function* withFirst(
  first: Row,
  rest: AsyncIterable<Row>,
  next: (row: Row) => void,
): AsyncGenerator<Row> {
  next(first);
  yield first;
  for await (const row of rest) {
    next(row);
    yield row;
  }
}

function broken(batchNo: number, message: string, cause?: unknown): JournalError {
  return new JournalError('CHAIN_BROKEN', message, { batchNo, cause });
}

/** Reads the frames of an export and keeps the kernels that it brings. */
class ExportFile implements KernelSource {
  end: ExportEnd | null = null;
  private readonly codes = new Map<number, KernelCode>();
  private readonly options: VerifyOptions;
  private lastBatchNo = 0;

  constructor(options: VerifyOptions) {
    this.options = options;
  }

  async get(no: number): Promise<KernelCode> {
    const code = this.codes.get(no);
    if (code === undefined)
      throw broken(
        this.lastBatchNo + 1,
        `Journal row ${this.lastBatchNo + 1} names a kernel that is not there.`,
      );
    return code;
  }

  async *rows(): AsyncGenerator<Row> {
    const { bytes, archive = null } = this.options;
    if (bytes === null) {
      yield* this.archived(archive, Number.MAX_SAFE_INTEGER);
      return;
    }
    // An export that goes on where the archive ends brings its kernels first: they are kept once the archive was read.
    let waiting: ExportedKernel[] | null = [];
    for await (const { kind, body } of this.frames(bytes)) {
      if (this.end !== null) throw this.unreadable('something stands behind the end');
      if (kind === frameKind.kernel) {
        const kernel = this.decoded(decodeKernel, body);
        if (waiting === null) await this.keepKernel(kernel);
        else waiting.push(kernel);
      } else if (kind === frameKind.end) this.end = this.decoded(decodeEnd, body);
      else if (kind === frameKind.row) {
        const row = this.decoded(decodeRow, body);
        if (waiting !== null) {
          yield* this.archived(archive, row.batchNo - 1);
          for (const kernel of waiting) await this.keepKernel(kernel);
          waiting = null;
        }
        yield await this.rowOf(row);
      } else throw this.unreadable(`a frame is of the unknown kind ${kind}`);
    }
  }

  /** Yields the archived rows up to `lastRow`; without an export the last one is the end. */
  private async *archived(archive: ArchiveFolder | null, lastRow: number): AsyncGenerator<Row> {
    if (archive === null) return;
    let last: Row | null = null;
    for await (const { kernels, rows } of archive.parts(lastRow)) {
      for (const kernel of kernels.values()) if (!this.codes.has(kernel.no)) await this.keepKernel(kernel);
      for await (const page of rows)
        for (const raw of page) {
          last = await this.rowOf(bareOf(raw));
          yield last;
        }
    }
    if (this.options.bytes === null && last !== null)
      this.end = { batchNo: last.batchNo, seq: last.lastSeq, hash: last.hash };
  }

  private async rowOf(row: BareRow): Promise<Row> {
    const code = await this.get(row.kernelNo);
    this.lastBatchNo = row.batchNo;
    return { ...row, kernelVersion: code.version, codeHash: code.codeHash };
  }

  private async keepKernel(kernel: ReturnType<typeof decodeKernel>): Promise<void> {
    const { no, version, codeHash, bundle } = kernel;
    const name = `Kernel ${version}, which journal row ${this.lastBatchNo + 1} was written by,`;
    if (!sha256(bundle).equals(codeHash))
      throw broken(this.lastBatchNo + 1, `${name} does not match its hash: it was altered or damaged.`);
    const hex = codeHash.toString('hex');
    if (!this.options.trusts(hex, version))
      throw new JournalError('KERNEL_UNTRUSTED', `${name} has the code ${hex}, which is not trusted.`, {
        batchNo: this.lastBatchNo + 1,
      });
    this.codes.set(no, { no, version, codeHash, module: await loadBundle(bundle) });
  }

  private decoded<T>(decode: (bytes: Buffer) => T, body: Buffer): T {
    try {
      return decode(body);
    } catch (cause) {
      throw this.unreadable(wordsOf(cause));
    }
  }

  private unreadable(why: string): JournalError {
    return broken(
      this.lastBatchNo + 1,
      `Journal row ${this.lastBatchNo + 1} can not be read: ${why}. The export was altered or damaged here.`,
    );
  }

  private async *frames(
    bytes: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<{ readonly kind: number; readonly body: Buffer }> {
    const parts = new Parts();
    let begun = false;
    for await (const chunk of bytes) {
      parts.add(chunk);
      if (!begun && parts.length >= magic.length) {
        if (!parts.take(magic.length).equals(magic))
          throw this.unreadable('this is no exported journal, or one of another format');
        begun = true;
      }
      while (begun && parts.length >= frameHeadBytes) {
        const length = frameHeadBytes + parts.first(frameHeadBytes).readUInt32BE(1);
        if (parts.length < length) break;
        const frame = parts.take(length);
        yield { kind: frame.readUInt8(0), body: frame.subarray(frameHeadBytes) };
      }
    }
    if (!begun || parts.length > 0) throw this.unreadable('it is cut short');
  }
}

/** Bytes as they come in, joined only where as many as asked for are there. */
class Parts {
  length = 0;
  private parts: Uint8Array[] = [];

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.parts.push(part);
    this.length += part.length;
  }

  /** The first `count` bytes, which stay. */
  first(count: number): Buffer {
    const head = this.parts[0] as Uint8Array;
    if (head.length < count) this.parts = [Buffer.concat(this.parts)];
    const joined = this.parts[0] as Uint8Array;
    return Buffer.from(joined.buffer, joined.byteOffset, count);
  }

  /** Takes the first `count` bytes away. */
  take(count: number): Buffer {
    let joined = this.parts[0] as Uint8Array;
    if (joined.length < count) joined = Buffer.concat(this.parts);
    const rest = joined === this.parts[0] ? this.parts.slice(1) : [];
    if (joined.length > count) rest.unshift(joined.subarray(count));
    this.parts = rest;
    this.length -= count;
    return Buffer.from(joined.buffer, joined.byteOffset, count);
  }
}
