import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Kernel } from '@candor/kernel';
import type { Client } from 'pg';
import { assertSnapshot } from './asserts.ts';
import type { KernelSource } from './kernel-code.ts';

const partBytes = 4 << 20;
/** Kept are the newest few, and the newest of each of the last days that have one. */
const keptSnapshots = 3;
const keptDays = 7;
const dayMs = 86_400_000;

/** Position of a kernel's state in the chain. */
export interface Position {
  readonly batchNo: number;
  readonly seq: number;
  /** Hash of the row batchNo: 32 zero bytes before the first row. */
  readonly hash: Buffer;
  readonly kernelNo: number;
}

export interface LoadedSnapshot extends Position {
  readonly kernel: Kernel;
}

/** Writes a snapshot in one transaction and forgets those that the rule does not keep. */
export async function writeSnapshot(
  client: Client,
  at: Position,
  bytes: Uint8Array,
  stateHash: string,
): Promise<void> {
  assertSnapshot(at, bytes.length, stateHash);
  const partCount = Math.ceil(bytes.length / partBytes);
  await client.query('BEGIN');
  try {
    const head = await client.query(
      `INSERT INTO journal.snapshots (batch_no, seq, batch_hash, kernel_no, state_hash, bytes_hash, part_count)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (batch_no) DO NOTHING`,
      [at.batchNo, at.seq, at.hash, at.kernelNo, stateHash, hashOf(bytes), partCount],
    );
    if (head.rowCount === 1)
      for (let part = 0; part < partCount; part++)
        await client.query('INSERT INTO journal.snapshot_parts (batch_no, part, bytes) VALUES ($1, $2, $3)', [
          at.batchNo,
          part,
          zstdCompressSync(bytes.subarray(part * partBytes, (part + 1) * partBytes)),
        ]);
    await client.query(
      `DELETE FROM journal.snapshots WHERE batch_no NOT IN (
         (SELECT batch_no FROM journal.snapshots ORDER BY batch_no DESC LIMIT $1)
         UNION ALL
         (SELECT max(s.batch_no) FROM journal.snapshots s JOIN journal.batches b ON b.batch_no = s.batch_no
          GROUP BY b.time_ms / $3 ORDER BY b.time_ms / $3 DESC LIMIT $2))`,
      [keptSnapshots, keptDays, dayMs],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

interface SnapshotRow {
  readonly batch_no: string;
  readonly seq: string;
  readonly batch_hash: Buffer;
  readonly kernel_no: number;
  readonly state_hash: string;
  readonly bytes_hash: Buffer;
  readonly part_count: number;
}

/**
 * Loads the newest snapshot at or before `maxBatchNo` that is whole, stands on the chain and gives the state hash that
 * it was written with; null where there is none. A snapshot that is passed over is reported to `log`.
 */
export async function loadSnapshot(
  client: Client,
  kernels: KernelSource,
  maxBatchNo: number,
  log: (line: string) => void,
): Promise<LoadedSnapshot | null> {
  const { rows } = await client.query<SnapshotRow>(
    `SELECT s.* FROM journal.snapshots s JOIN journal.batches b ON b.batch_no = s.batch_no AND b.hash = s.batch_hash
     WHERE s.batch_no <= $1 ORDER BY s.batch_no DESC`,
    [maxBatchNo],
  );
  for (const row of rows) {
    const code = await kernels.get(row.kernel_no);
    const bytes = await readParts(client, row);
    if (bytes === null) {
      log(`The snapshot at journal row ${row.batch_no} is damaged: an older one is used`);
      continue;
    }
    const kernel = code.module.loadKernel(bytes);
    if (kernel.stateHash() !== row.state_hash) {
      log(`The snapshot at journal row ${row.batch_no} gives another state: an older one is used`);
      continue;
    }
    return {
      kernel,
      batchNo: Number(row.batch_no),
      seq: Number(row.seq),
      hash: row.batch_hash,
      kernelNo: row.kernel_no,
    };
  }
  return null;
}

/** The snapshot's bytes, or null where a part is missing or altered. */
async function readParts(client: Client, row: SnapshotRow): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  for (let part = 0; part < row.part_count; part++) {
    const { rows } = await client.query<{ bytes: Buffer }>(
      'SELECT bytes FROM journal.snapshot_parts WHERE batch_no = $1 AND part = $2',
      [row.batch_no, part],
    );
    const packed = rows[0]?.bytes;
    if (packed === undefined) return null;
    try {
      parts.push(zstdDecompressSync(packed, { maxOutputLength: partBytes }));
    } catch {
      return null;
    }
  }
  const bytes = Buffer.concat(parts);
  return hashOf(bytes).equals(row.bytes_hash) ? bytes : null;
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
