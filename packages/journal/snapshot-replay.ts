import { connect } from './connection.ts';
import { JournalError, type JournalErrorCode, wordsOf } from './errors.ts';
import { KernelLibrary } from './kernel-code.ts';
import { Replayer } from './replay.ts';
import { writeSnapshot } from './snapshots.ts';

/** The last command that the new snapshot covers, with the damaged ones that were passed over; or why there is none. */
export type SnapshotAnswer =
  | { readonly seq: number; readonly skipped: readonly string[] }
  | { readonly code: JournalErrorCode | null; readonly message: string };

/**
 * Makes a snapshot beside the engine: from the newest one, replays the journal to its head and writes what it got. So
 * the engine is never held up, and every snapshot is at the same time a proof that the journal replays.
 */
export async function snapshotByReplay(connectionString: string): Promise<SnapshotAnswer> {
  try {
    const client = await connect(connectionString, 5_000, 'candor-journal-snapshot');
    try {
      const { rows } = await client.query<{ batch_no: string }>('SELECT batch_no FROM journal.head');
      const lastBatchNo = Number(rows[0]?.batch_no ?? 0);
      const skipped: string[] = [];
      const replayer = await Replayer.open(client, new KernelLibrary(client, null), lastBatchNo, (line) =>
        skipped.push(line),
      );
      if (replayer === null) return { seq: 0, skipped };
      for await (const _ of replayer.run(client, lastBatchNo));
      await writeSnapshot(client, replayer.position, replayer.kernel.snapshot(), replayer.kernel.stateHash());
      return { seq: replayer.position.seq, skipped };
    } finally {
      await client.end();
    }
  } catch (error) {
    return { code: error instanceof JournalError ? error.code : null, message: wordsOf(error) };
  }
}
