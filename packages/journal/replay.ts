import { setImmediate as tick } from 'node:timers/promises';
import type { Kernel } from '@candor/kernel';
import type { Client } from 'pg';
import { digestOf } from './append.ts';
import { AppliedResult } from './batch.ts';
import { JournalError, wordsOf } from './errors.ts';
import { type KernelCode, type KernelSource, nameOf } from './kernel-code.ts';
import { bareOf, type RawRow } from './raw-row.ts';
import { archivedRows, readRawRows } from './raw-rows.ts';
import { type Row, rowHash, rowKind, unpackPayload } from './row.ts';
import { loadSnapshot, type Position } from './snapshots.ts';
import type { CommittedBatch } from './types.ts';

/** A long replay lets other work of its thread go on, such as the answer that it is not ready yet. */
const breatheMs = 20;
const zeroHash = Buffer.alloc(32);

/** Payload of an upgrade row: the state under the new kernel version. */
export interface UpgradePayload {
  readonly fromCodeHash: string;
  readonly toCodeHash: string;
  readonly stateHash: string;
}

async function* readRows(client: Client, kernels: KernelSource, afterBatchNo: number, lastBatchNo: number) {
  for await (const rows of readRawRows(client, afterBatchNo, lastBatchNo)) {
    const codes = new Map<number, KernelCode>();
    for (const no of new Set(rows.map((row) => row.kernel_no))) codes.set(no, await kernels.get(no));
    for (const raw of rows) yield toRow(raw, codes.get(raw.kernel_no) as KernelCode);
  }
}

function toRow(raw: RawRow, code: KernelCode): Row {
  return { ...bareOf(raw), kernelNo: code.no, kernelVersion: code.version, codeHash: code.codeHash };
}

/** Follows the chain in the database from `from` on, as `checkChain` does. */
export function readChain(
  client: Client,
  kernels: KernelSource,
  from: Pick<Position, 'batchNo' | 'seq' | 'hash'>,
  lastBatchNo: number,
): AsyncGenerator<Row> {
  return checkChain(readRows(client, kernels, from.batchNo, lastBatchNo), from, lastBatchNo);
}

/** Yields each row that stands. Throws CHAIN_BROKEN naming the first that does not, or that is missing. */
export async function* checkChain(
  rows: AsyncIterable<Row>,
  from: Pick<Position, 'batchNo' | 'seq' | 'hash'>,
  lastBatchNo: number,
): AsyncGenerator<Row> {
  let { batchNo, seq, hash } = from;
  let [epoch, timeMs] = [0, 0];
  for await (const row of rows) {
    if (row.batchNo !== batchNo + 1 || row.firstSeq !== seq + 1)
      throw new JournalError(
        'CHAIN_BROKEN',
        `Journal row ${batchNo + 1} (from command ${seq + 1} on) is missing.`,
        { batchNo: batchNo + 1 },
      );
    if (!rowHash(hash, row).equals(row.hash))
      throw new JournalError(
        'CHAIN_BROKEN',
        `Journal row ${row.batchNo} (commands ${row.firstSeq} to ${row.lastSeq}) does not match its hash: ` +
          'it was altered or damaged.',
        { batchNo: row.batchNo },
      );
    if (row.epoch < epoch || row.timeMs < timeMs)
      throw new JournalError(
        'CHAIN_BROKEN',
        `Journal row ${row.batchNo} (commands ${row.firstSeq} to ${row.lastSeq}) is of an earlier epoch or time than the ` +
          'row before it.',
        { batchNo: row.batchNo },
      );
    ({ batchNo, hash, epoch, timeMs } = row);
    seq = row.lastSeq;
    yield row;
  }
  if (batchNo < lastBatchNo)
    throw new JournalError('CHAIN_BROKEN', `Journal row ${batchNo + 1} is missing.`, {
      batchNo: batchNo + 1,
    });
}

/** A kernel that follows the journal: a snapshot or nothing, then row after row, each checked. */
export class Replayer {
  kernel: Kernel;
  position: Position;
  private code: KernelCode;
  private readonly kernels: KernelSource;

  constructor(kernels: KernelSource, code: KernelCode, kernel: Kernel, position: Position) {
    this.kernels = kernels;
    this.code = code;
    this.kernel = kernel;
    this.position = position;
  }

  /** Starts at the newest good snapshot at or before `maxBatchNo`, else at the empty state before the first row. */
  static async open(
    client: Client,
    kernels: KernelSource,
    maxBatchNo: number,
    log: (line: string) => void,
  ): Promise<Replayer | null> {
    const snapshot = await loadSnapshot(client, kernels, maxBatchNo, log);
    if (snapshot !== null)
      return new Replayer(kernels, await kernels.get(snapshot.kernelNo), snapshot.kernel, snapshot);
    const kernelNo = await firstKernelNo(client);
    if (kernelNo === null) return null;
    const code = await kernels.get(kernelNo);
    const start = { batchNo: 0, seq: 0, hash: zeroHash, kernelNo: code.no };
    return new Replayer(kernels, code, code.module.createKernel(), start);
  }

  /** Replays up to `lastBatchNo` and yields each batch with its events. Throws CHAIN_BROKEN, REPLAY_DIVERGED. */
  run(client: Client, lastBatchNo: number): AsyncGenerator<CommittedBatch> {
    return this.follow(readChain(client, this.kernels, this.position, lastBatchNo));
  }

  /** Replays rows that were checked against the chain. Throws REPLAY_DIVERGED. */
  async *follow(rows: AsyncIterable<Row>): AsyncGenerator<CommittedBatch> {
    let sinceMs = performance.now();
    for await (const row of rows) {
      if (performance.now() - sinceMs > breatheMs) {
        await tick();
        sinceMs = performance.now();
      }
      const commands = row.kind === rowKind.upgrade ? await this.upgrade(row) : this.replay(row);
      this.position = { batchNo: row.batchNo, seq: row.lastSeq, hash: row.hash, kernelNo: row.kernelNo };
      yield {
        batchNo: row.batchNo,
        firstSeq: row.firstSeq,
        lastSeq: row.lastSeq,
        hash: row.hash.toString('hex'),
        commands,
      };
    }
  }

  private replay(row: Row): AppliedResult[] {
    if (row.kernelNo !== this.code.no)
      throw new JournalError(
        'REPLAY_DIVERGED',
        `Journal row ${row.batchNo} was written by kernel no. ${row.kernelNo} after rows of kernel no. ` +
          `${this.code.no}, with no upgrade between them.`,
        { batchNo: row.batchNo },
      );
    const commands = row.kind === rowKind.proof ? [] : this.apply(row);
    if (commands.length !== row.lastSeq - row.firstSeq + 1) throw diverged(row, 'another number of commands');
    if (!digestOf(this.code, commands).equals(row.eventsDigest)) throw diverged(row, 'other events');
    if (row.stateDigest !== null && !Buffer.from(this.kernel.stateHash(), 'hex').equals(row.stateDigest))
      throw diverged(row, 'another state');
    return commands;
  }

  private apply(row: Row): AppliedResult[] {
    try {
      const envelopes = this.code.module.decodeEnvelopes(unpackPayload(row));
      return envelopes.map((envelope) => new AppliedResult(envelope, this.kernel.apply(envelope)));
    } catch (cause) {
      throw new JournalError(
        'REPLAY_DIVERGED',
        `Journal row ${row.batchNo} can not be replayed: ${wordsOf(cause)}`,
        { cause, batchNo: row.batchNo },
      );
    }
  }

  private async upgrade(row: Row): Promise<AppliedResult[]> {
    const next = await this.kernels.get(row.kernelNo);
    const said = JSON.parse(Buffer.from(unpackPayload(row)).toString()) as UpgradePayload;
    this.kernel = migrate(this.kernel, this.code, next);
    this.code = next;
    if (this.kernel.stateHash() !== said.stateHash) throw diverged(row, 'another state after the upgrade');
    return [];
  }
}

/** Returns the number of the kernel that wrote the first row, also where that lies in an archive; null in an empty journal. */
async function firstKernelNo(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ kernel_no: number }>(
    'SELECT kernel_no FROM journal.batches WHERE batch_no = 1',
  );
  if (rows[0] !== undefined) return rows[0].kernel_no;
  for await (const [first] of archivedRows(client, 1, 1)) return first?.kernel_no ?? null;
  return null;
}

/** Hands the state of one kernel version to another. Throws UPGRADE_IMPOSSIBLE. */
export function migrate(kernel: Kernel, from: KernelCode, to: KernelCode): Kernel {
  try {
    return to.module.loadKernel(kernel.snapshot());
  } catch (cause) {
    throw new JournalError(
      'UPGRADE_IMPOSSIBLE',
      `Kernel ${nameOf(to)} can not take over the state that kernel ${nameOf(from)} left (${wordsOf(cause)}). ` +
        'Run the version of Candor that wrote this journal.',
      { cause },
    );
  }
}

function diverged(row: Row, what: string): JournalError {
  return new JournalError(
    'REPLAY_DIVERGED',
    `Replaying journal row ${row.batchNo} (commands ${row.firstSeq} to ${row.lastSeq}) gives ${what} than when it ` +
      'was written.',
    { batchNo: row.batchNo },
  );
}
