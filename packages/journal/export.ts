import { connect, destroy } from './connection.ts';
import { JournalError } from './errors.ts';
import {
  type ExportEnd,
  type ExportedKernel,
  encodeEnd,
  encodeKernel,
  encodeRow,
  magic,
} from './export-frames.ts';
import { type RawRow, readRawRows } from './replay.ts';

const connectTimeoutMs = 5_000;

export interface ExportOptions {
  readonly connectionString: string;
  /** Takes the file's next bytes; resolves when it wants more. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
}

/**
 * Writes the whole journal as one stream: each kernel's code before its first row, every row as it lies in the
 * database, and the head at the end. It needs no lock and changes nothing. What is committed later is not in it.
 * Throws DATABASE_UNREACHABLE, KERNEL_MISSING, CHAIN_BROKEN where a row is missing.
 */
export async function exportJournal({ connectionString, write }: ExportOptions): Promise<ExportEnd> {
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
    await write(magic);
    const written = new Set<number>();
    for await (const page of readRawRows(client, 0, end.batchNo)) {
      const frames: Buffer[] = [];
      for (const row of page) {
        if (!written.has(row.kernel_no)) frames.push(encodeKernel(await kernelOf(row)));
        written.add(row.kernel_no);
        frames.push(encodeRow(row));
      }
      await write(Buffer.concat(frames));
    }
    await write(encodeEnd(end));
    return end;
  } finally {
    destroy(client);
  }

  async function kernelOf(row: RawRow): Promise<ExportedKernel> {
    const { rows } = await client.query<{ version: string; code_hash: Buffer; bundle: Buffer }>(
      'SELECT version, code_hash, bundle FROM journal.kernels WHERE no = $1',
      [row.kernel_no],
    );
    const kernel = rows[0];
    if (kernel === undefined)
      throw new JournalError(
        'KERNEL_MISSING',
        `Kernel version no. ${row.kernel_no}, which wrote journal row ${row.batch_no}, is not in the database.`,
        { batchNo: Number(row.batch_no) },
      );
    return { no: row.kernel_no, version: kernel.version, codeHash: kernel.code_hash, bundle: kernel.bundle };
  }
}
