import { parentPort, workerData } from 'node:worker_threads';
import { connect } from './connection.ts';
import { JournalError, wordsOf } from './errors.ts';
import { KernelLibrary } from './kernel-code.ts';
import { Replayer } from './replay.ts';
import type { SnapshotAnswer } from './snapshot-schedule.ts';
import { writeSnapshot } from './snapshots.ts';

/**
 * Makes a snapshot beside the engine: from the newest one, replays the journal to its head and writes what it got. So
 * the engine's thread is never held up, and every snapshot is at the same time a proof that the journal replays.
 */
async function snapshot(connectionString: string): Promise<SnapshotAnswer> {
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
  } catch (error) {
    const code = error instanceof JournalError ? error.code : null;
    return { code, message: wordsOf(error) };
  } finally {
    await client.end();
  }
}

parentPort?.postMessage(await snapshot((workerData as { connectionString: string }).connectionString));
