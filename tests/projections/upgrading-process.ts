/** Writes the read models in a process that a test kills. Arguments: the database, and the command to die at. */
import process from 'node:process';
import { readCommitted } from '@candor/journal';
import { type BatchSource, startProjections } from '@candor/projections';
import { nextModels } from './next-models.ts';

const [connectionString = '', dieAt = ''] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
let committedSeq = 0;
let reading = 0;

/** The journal stands still while this process runs. */
const engine: BatchSource = {
  onCommitted: () => () => {},
  status: () => ({ committedSeq }),
  async *replay(afterSeq) {
    reading += 1;
    // The first reading is the live writer's; the second fills the draft.
    const isFilling = reading > 1;
    if (isFilling) say(`filling after ${afterSeq}`);
    for await (const batch of readCommitted({ connectionString, afterSeq })) {
      committedSeq = Math.max(committedSeq, batch.lastSeq);
      yield batch;
      if (isFilling && dieAt !== '' && batch.lastSeq >= Number(dieAt)) process.kill(process.pid, 'SIGKILL');
    }
  },
};
for await (const batch of readCommitted({ connectionString, afterSeq: 0 })) committedSeq = batch.lastSeq;
await startProjections({ connectionString, engine, models: nextModels(), flushRows: 200, log: say });
