import { JournalError, readCommitted } from '@candor/journal';
import { rebuild, UnknownTableError } from '@candor/projections';
import { StartupError } from '../apps/server/base/errors/startup-error.ts';
import { leaseDatabase } from '../apps/server/base/postgres/lease.ts';
import { withRuntimeDatabase } from './open-database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Rebuilds the tables that the command names, or all, and says if the old rows were the same. */
async function rebuildFrom(connectionString: string): Promise<void> {
  const lease = await leaseDatabase(connectionString, () => {});
  try {
    const rebuilt = await rebuild({
      connectionString,
      tables: process.argv.slice(2),
      replay: (afterSeq) => readCommitted({ connectionString, afterSeq, log: say }),
      onProgress: (seq) => say(`  command ${seq}`),
    });
    for (const { table, rows, identical } of rebuilt.tables) {
      const before =
        identical === null ? '' : identical ? ', the same as before' : ', not the same as before';
      say(`${table}: ${rows} rows${before}`);
    }
    say(`Rebuilt from the journal, up to command ${rebuilt.seq}.`);
  } finally {
    await lease.release();
  }
}

try {
  await withRuntimeDatabase(say, rebuildFrom);
} catch (error) {
  if (!(error instanceof StartupError || error instanceof JournalError || error instanceof UnknownTableError))
    throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
