import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { syncFolder } from '../../base/data-folder/index.ts';
import { type ChainEnd, type ChainedTick, endOf } from './messages.ts';
import { frameOf, isFollowed, readFrame } from './tick-frames.ts';
import { wordsOf } from './words.ts';

export interface TickFileOptions {
  /** The folder of the segments, created if missing. */
  readonly folder: string;
  readonly log: (line: string) => void;
  /** The number of records in a segment; by default ten minutes of ticks. */
  readonly segmentRecords?: number;
  /** Journaled ticks are kept for this long. */
  readonly keepMs?: number;
}

const SEGMENT_RECORDS = 2_400;
const KEEP_MS = 3_600_000;
const RETRY_MS = 100;
/** Files that earlier acts moved aside and that are kept: four hours of ticks by default. */
const KEPT_ASIDE = 24;
/**
 * On Linux each write syncs what it writes, as if `datasync` followed: one call to the system in place of two. Elsewhere
 * the flag may mean less than the call.
 */
const SYNCS_WRITES = process.platform === 'linux';
const APPEND =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (SYNCS_WRITES ? constants.O_DSYNC : 0);
const NAME = /^ticks-(\d{16})$/;
const ASIDE = /^aside-\d+-ticks-\d{16}$/;

interface Segment {
  readonly name: string;
  readonly firstNo: number;
  /** The hash of the record before the first. */
  readonly firstPrevious: string;
  /** The last record of the segment; null in a new one. */
  end: ChainEnd | null;
}

/**
 * The recorder's own chain of ticks, in segments of one folder. A tick is in the file once it is synced. An
 * incomplete record at the end is dropped and logged. A damaged record is named in the log, and moved aside with all
 * records after it. All files of the last move are kept, and the newest 24 of earlier ones.
 */
export class TickFile {
  readonly #options: Required<TickFileOptions>;
  /** Oldest first. */
  readonly #segments: Segment[] = [];
  #handle: FileHandle | null = null;
  #queue: { readonly ticks: ChainedTick[]; readonly done: PromiseWithResolvers<void> } | null = null;
  /** Serialises all file operations. */
  #work: Promise<void> = Promise.resolve();
  /** Records and bytes of the last segment. */
  #inSegment = 0;
  #size = 0;
  #isFailing = false;
  #isWhole = true;

  private constructor(options: TickFileOptions) {
    this.#options = { segmentRecords: SEGMENT_RECORDS, keepMs: KEEP_MS, ...options };
  }

  /** Opens the folder and checks every record in it. */
  static async open(options: TickFileOptions): Promise<TickFile> {
    const file = new TickFile(options);
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    await syncFolder(dirname(options.folder));
    await file.#readAll();
    return file;
  }

  /** True if nothing was truncated or moved aside when the file was opened. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** The last synced record; null in an empty file. */
  get end(): ChainEnd | null {
    return this.#segments.at(-1)?.end ?? this.#segments.at(-2)?.end ?? null;
  }

  /**
   * Resolves when the tick is synced. It must follow the previous one. Ticks that arrive during a sync are synced
   * together.
   */
  append(tick: ChainedTick): Promise<void> {
    if (this.#queue === null) {
      const queue = { ticks: [tick], done: Promise.withResolvers<void>() };
      this.#queue = queue;
      this.#then(async () => {
        if (this.#queue === queue) this.#queue = null;
        await this.#write(queue.ticks);
      }).then(queue.done.resolve, queue.done.reject);
    } else this.#queue.ticks.push(tick);
    return this.#queue.done.promise;
  }

  /** Returns the records after this one, verbatim, or null if the file does not continue from it. */
  after({ recordNo, hash }: Pick<ChainEnd, 'recordNo' | 'hash'>): Promise<ChainedTick[] | null> {
    return this.#then(async () => {
      const { end } = this;
      if (end === null) return null;
      if (recordNo === end.recordNo) return hash === end.hash ? [] : null;
      const first = this.#segments.findLastIndex(({ firstNo }) => firstNo <= recordNo + 1);
      if (first < 0 || recordNo > end.recordNo) return null;
      const ticks: ChainedTick[] = [];
      let before = this.#segments[first]!.firstPrevious;
      for (const { name } of this.#segments.slice(first))
        for (const tick of framesOf(await readFile(this.#path(name))).ticks) {
          if (tick.record.no <= recordNo) before = tick.record.hash;
          else ticks.push(tick);
        }
      return before === hash ? ticks : null;
    });
  }

  /**
   * Deletes segments whose ticks are all journaled, up to this record, and were chained long enough before `nowMs`.
   */
  dropJournaled(recordNo: number, nowMs: number): Promise<void> {
    return this.#then(async () => {
      while (this.#segments.length > 1) {
        const { name, end } = this.#segments[0]!;
        if (end === null || end.recordNo > recordNo || end.chainedMs > nowMs - this.#options.keepMs) return;
        await rm(this.#path(name));
        this.#segments.shift();
      }
    });
  }

  /**
   * Renames all segments to names that are not read again, and logs the reason. The next record may have any number.
   */
  setAside(why: string): Promise<void> {
    // Records appended after this belong to another chain.
    this.#queue = null;
    return this.#then(async () => {
      await this.#closeSegment();
      await this.#dropAside();
      for (const { name } of this.#segments) await this.#putAside(name);
      this.#options.log(`The recorder's file of ticks was put aside: ${why}`);
      this.#segments.length = 0;
      this.#inSegment = 0;
    });
  }

  /** Waits for pending writes. */
  close(): Promise<void> {
    return this.#then(() => this.#closeSegment());
  }

  #then<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work);
    this.#work = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** Retries until the write succeeds; a partial write is truncated before each retry. */
  async #write(ticks: readonly ChainedTick[]): Promise<void> {
    for (let at = 0; at < ticks.length; )
      try {
        at += await this.#writeSome(ticks.slice(at));
        if (this.#isFailing) this.#options.log('The recorder writes to its file again');
        this.#isFailing = false;
      } catch (error) {
        if (!this.#isFailing) this.#options.log(`The recorder cannot write to its file: ${wordsOf(error)}`);
        this.#isFailing = true;
        await this.#closeSegment().catch(() => {});
        await sleep(RETRY_MS);
      }
  }

  /** Writes and syncs as many ticks as fit into the segment, at least one, and returns their number. */
  async #writeSome(ticks: readonly ChainedTick[]): Promise<number> {
    const { segmentRecords } = this.#options;
    if (this.#handle === null || this.#inSegment >= segmentRecords) await this.#openSegment(ticks[0]!);
    const some = ticks.slice(0, segmentRecords - this.#inSegment);
    const bytes = Buffer.concat(some.map(frameOf));
    await this.#handle!.writeFile(bytes);
    if (!SYNCS_WRITES) await this.#handle!.datasync();
    this.#segments.at(-1)!.end = endOf(some.at(-1)!);
    this.#inSegment += some.length;
    this.#size += bytes.length;
    return some.length;
  }

  async #openSegment({ record }: ChainedTick): Promise<void> {
    await this.#closeSegment();
    const last = this.#segments.at(-1);
    if (last !== undefined && this.#inSegment < this.#options.segmentRecords) {
      this.#handle = await open(this.#path(last.name), APPEND, 0o600);
      await this.#handle.truncate(this.#size);
      return;
    }
    const { no: firstNo, previousHash: firstPrevious } = record;
    const name = `ticks-${String(firstNo).padStart(16, '0')}`;
    this.#handle = await open(this.#path(name), APPEND, 0o600);
    await this.#handle.truncate(0);
    await syncFolder(this.#options.folder);
    this.#segments.push({ name, firstNo, firstPrevious, end: null });
    [this.#inSegment, this.#size] = [0, 0];
  }

  async #closeSegment(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
  }

  async #readAll(): Promise<void> {
    const { folder, log } = this.#options;
    const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
    let before: ChainEnd | null = null;
    for (const [i, name] of names.entries()) {
      const bytes = await readFile(this.#path(name));
      const { ticks, size, why } = framesOf(bytes, before);
      const last = i === names.length - 1;
      if (why !== null) {
        this.#isWhole = false;
        const isCut = last && why === CUT && !isFollowed(bytes, size);
        const lost = bytes.length - size;
        if (isCut)
          log(`The recorder's file ends in a record that was not written whole: ${lost} bytes cut off`);
        else {
          const no = (ticks.at(-1)?.record.no ?? before?.recordNo ?? Number(NAME.exec(name)![1]) - 1) + 1;
          log(
            `Record ${no} of the recorder's file is damaged (${name}, byte ${size}): ${why}. ` +
              'It and what stands after it was put aside.',
          );
          await this.#dropAside();
          for (const damaged of names.slice(i + 1)) await this.#putAside(damaged);
          await this.#keepCopy(name, bytes);
        }
        await truncate(this.#path(name), size);
      }
      if (ticks.length === 0) await rm(this.#path(name));
      else {
        const { no: firstNo, previousHash: firstPrevious } = ticks[0]!.record;
        before = endOf(ticks.at(-1)!);
        this.#segments.push({ name, firstNo, firstPrevious, end: before });
        [this.#inSegment, this.#size] = [ticks.length, size];
      }
      if (why !== null) break;
    }
  }

  /** Deletes the oldest files that were moved aside, until 24 are left. Their names begin with the time in ms. */
  async #dropAside(): Promise<void> {
    const aside = (await readdir(this.#options.folder)).filter((name) => ASIDE.test(name)).sort();
    for (const name of aside.slice(0, -KEPT_ASIDE)) await rm(this.#path(name));
  }

  async #putAside(name: string): Promise<void> {
    await rename(this.#path(name), this.#path(`aside-${Date.now()}-${name}`));
  }

  async #keepCopy(name: string, bytes: Buffer): Promise<void> {
    const copy = await open(this.#path(`aside-${Date.now()}-${name}`), 'w', 0o600);
    await copy.writeFile(bytes);
    await copy.close();
  }

  #path(name: string): string {
    return join(this.#options.folder, name);
  }
}

const CUT = 'the file ends within it';

/** Returns the consecutive records of a segment, where they end, and the reason if they end before the file does. */
function framesOf(
  bytes: Buffer,
  before: ChainEnd | null = null,
): { readonly ticks: ChainedTick[]; readonly size: number; readonly why: string | null } {
  const ticks: ChainedTick[] = [];
  let last = before;
  let size = 0;
  while (size < bytes.length) {
    const found = readFrame(bytes, size);
    if (found.kind !== 'tick') return { ticks, size, why: found.kind === 'cut' ? CUT : found.why };
    const { no, previousHash } = found.tick.record;
    if (last !== null && (no !== last.recordNo + 1 || previousHash !== last.hash))
      return { ticks, size, why: `record ${no} does not follow record ${last.recordNo}` };
    ticks.push(found.tick);
    last = endOf(found.tick);
    size = found.end;
  }
  return { ticks, size, why: null };
}
