import { JournalError, readCommitted } from '@candor/journal';
import { rebuild } from '@candor/projections';
import { leaseDatabase } from '../apps/server/postgres/lease.ts';
import { StartupError } from '../apps/server/startup-error.ts';
import { withDatabase } from './open-database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Makes the read models anew from the journal, and tells whether the old ones were the same. */
async function rebuildFrom(connectionString: string): Promise<void> {
  const lease = await leaseDatabase(connectionString, () => {});
  try {
    const rebuilt = await rebuild({
      connectionString,
      batches: readCommitted({ connectionString, afterSeq: 0, log: say }),
      onProgress: (seq) => say(`  command ${seq}`),
    });
    for (const { table, rows, identical } of rebuilt.tables) {
      const before =
        identical === null ? '' : identical ? ', the same as before' : ', not the same as before';
      say(`${table}: ${rows} rows${before}`);
    }
    say(`The read models were made anew from the journal, up to command ${rebuilt.seq}.`);
  } finally {
    await lease.release();
  }
}

try {
  await withDatabase(say, rebuildFrom);
} catch (error) {
  if (!(error instanceof StartupError || error instanceof JournalError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
