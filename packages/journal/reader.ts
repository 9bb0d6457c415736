import type { Client } from 'pg';
import { connect, destroy } from './connection.ts';
import { KernelLibrary } from './kernel-code.ts';
import { Replayer, readChain } from './replay.ts';
import type { CommittedBatch } from './types.ts';

export interface ReadOptions {
  readonly connectionString: string;
  /** Only batches that hold commands after this one are given. 0 gives them all. */
  readonly afterSeq: number;
  readonly log?: (line: string) => void;
}

const connectTimeoutMs = 5_000;

/**
 * Reads committed batches again: a kernel starts at a snapshot at or before `afterSeq` and replays the journal up to
 * where its head was at the call. Needs no lock and writes nothing. Throws CHAIN_BROKEN, REPLAY_DIVERGED,
 * KERNEL_MISSING, DATABASE_UNREACHABLE.
 */
export async function* readCommitted(options: ReadOptions): AsyncGenerator<CommittedBatch> {
  const { afterSeq, log = () => {} } = options;
  const client = await connect(options.connectionString, connectTimeoutMs, 'candor-journal-reader');
  try {
    const lastBatchNo = await headBatchNo(client);
    const { rows } = await client.query<{ batch_no: string }>(
      'SELECT coalesce(max(batch_no), 0) AS batch_no FROM journal.snapshots WHERE seq <= $1',
      [afterSeq],
    );
    const replayer = await Replayer.open(
      client,
      new KernelLibrary(client, null),
      Number(rows[0]?.batch_no),
      log,
    );
    if (replayer === null) return;
    for await (const batch of replayer.run(client, lastBatchNo)) if (batch.lastSeq > afterSeq) yield batch;
  } finally {
    destroy(client);
  }
}

export interface ChainSummary {
  readonly rows: number;
  readonly commands: number;
  readonly headHash: string;
}

/** Checks every row of the chain from the first on, and that it ends at the head. Throws CHAIN_BROKEN naming the first bad row. */
export async function verifyChain(connectionString: string): Promise<ChainSummary> {
  const client = await connect(connectionString, connectTimeoutMs, 'candor-journal-verifier');
  try {
    const start = { batchNo: 0, seq: 0, hash: Buffer.alloc(32) };
    const summary = { rows: 0, commands: 0, headHash: start.hash.toString('hex') };
    for await (const row of readChain(
      client,
      new KernelLibrary(client, null),
      start,
      await headBatchNo(client),
    )) {
      summary.rows += 1;
      summary.commands = row.lastSeq;
      summary.headHash = row.hash.toString('hex');
    }
    return summary;
  } finally {
    destroy(client);
  }
}

async function headBatchNo(client: Client): Promise<number> {
  const { rows } = await client.query<{ batch_no: string }>('SELECT batch_no FROM journal.head');
  return Number(rows[0]?.batch_no ?? 0);
}
