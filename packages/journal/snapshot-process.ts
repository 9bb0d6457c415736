/** Makes one snapshot for the engine that started this process, answers it, and ends; ends at once when it is gone. */
import process from 'node:process';
import { snapshotByReplay } from './snapshot-replay.ts';

process.once('message', async (connectionString: string) => {
  const answer = await snapshotByReplay(connectionString);
  process.send?.(answer, () => process.disconnect());
});
process.once('disconnect', () => process.exit());
