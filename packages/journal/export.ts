import type { Client } from 'pg';
import { connect, destroy } from './connection.ts';
import { type ExportEnd, encodeEnd, encodeKernel, encodeRow, magic } from './export-frames.ts';
import { readKernel } from './kernel-code.ts';
import { readRawRows } from './raw-rows.ts';

const connectTimeoutMs = 5_000;

export interface ExportOptions {
  readonly connectionString: string;
  /** Takes the file's next bytes; resolves when it wants more. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Leaves out the rows that lie in archive files alone: the verifier reads them from there. */
  readonly withoutArchived?: boolean;
}

/** End of an export, and the number of its rows: the first comes after those that were left to archive files. */
export interface Exported extends ExportEnd {
  readonly rows: number;
  /** Rows before its first one. */
  readonly before: number;
}

/**
 * Writes the whole journal as one stream: each kernel's code before its first row, every row as it lies in the
 * database or in an archive, and the head at the end. It needs no lock and changes nothing. What is committed later is not
 * in it. Throws DATABASE_UNREACHABLE, KERNEL_MISSING, ARCHIVE_UNREADABLE.
 */
export async function exportJournal(options: ExportOptions): Promise<Exported> {
  const { connectionString, write, withoutArchived = false } = options;
  const client = await connect(connectionString, connectTimeoutMs, 'candor-journal-export');
  try {
    const { rows } = await client.query<{ batch_no: string; seq: string; hash: Buffer }>(
      'SELECT batch_no, seq, hash FROM journal.head',
    );
    const head = rows[0];
    const end: ExportEnd = {
      batchNo: Number(head?.batch_no ?? 0),
      seq: Number(head?.seq ?? 0),
      hash: head?.hash ?? Buffer.alloc(32),
    };
    const before = withoutArchived ? await rowsBefore(client) : 0;
    await write(magic);
    const written = new Set<number>();
    let count = 0;
    for await (const page of readRawRows(client, before, end.batchNo)) {
      const frames: Buffer[] = [];
      for (const row of page) {
        if (!written.has(row.kernel_no))
          frames.push(encodeKernel(await readKernel(client, row.kernel_no, Number(row.batch_no))));
        written.add(row.kernel_no);
        frames.push(encodeRow(row));
      }
      await write(Buffer.concat(frames));
      count += page.length;
    }
    await write(encodeEnd(end));
    return { batchNo: end.batchNo, seq: end.seq, hash: end.hash, rows: count, before };
  } finally {
    destroy(client);
  }
}

/** Returns the number of rows before the first one that the database holds. */
async function rowsBefore(client: Client): Promise<number> {
  const { rows } = await client.query<{ first: string | null }>(
    'SELECT min(batch_no) AS first FROM journal.batches',
  );
  return Number(rows[0]?.first ?? 1) - 1;
}
