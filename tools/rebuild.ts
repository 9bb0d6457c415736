import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { JournalError, readCommitted } from '@candor/journal';
import { rebuild } from '@candor/projections';
import { readConfig } from '../apps/server/config/index.ts';
import { openDataFolder } from '../apps/server/data-folder/index.ts';
import { startPostgres } from '../apps/server/postgres/launch.ts';
import { leaseDatabase } from '../apps/server/postgres/lease.ts';
import { StartupError } from '../apps/server/startup-error.ts';
import { root } from './run.ts';

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

async function run(): Promise<void> {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const config = readConfig(process.env, [], root);
  // Taking the folder proves that no Candor is running on it.
  const folder = await openDataFolder(config.dataDir);
  try {
    if (config.databaseUrl !== null) return await rebuildFrom(config.databaseUrl);
    const postgres = await startPostgres({ dataDir: join(folder.path, 'postgres'), log: say });
    try {
      await rebuildFrom(postgres.connectionString);
    } finally {
      await postgres.stop();
    }
  } finally {
    folder.close();
  }
}

try {
  await run();
} catch (error) {
  if (!(error instanceof StartupError || error instanceof JournalError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
