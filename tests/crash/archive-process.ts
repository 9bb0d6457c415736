/** Archives a journal with pruning and is killed after a step. Arguments: database, folder, name of the step. */
import process from 'node:process';
import { archiveJournal } from '@candor/journal';

const [connectionString = '', folder = '', dieAfter = ''] = process.argv.slice(2);
await archiveJournal({
  connectionString,
  folder,
  beforeMs: Number.MAX_SAFE_INTEGER,
  prune: true,
  fileBytes: 2_000,
  onStep: (step) => {
    if (step === dieAfter) process.kill(process.pid, 'SIGKILL');
  },
});
