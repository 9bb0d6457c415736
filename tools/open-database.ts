import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../apps/server/base/data-folder/index.ts';
import { startPostgres } from '../apps/server/base/postgres/launch.ts';
import { readConfig } from '../apps/server/program/config/index.ts';
import { root } from './run.ts';

/**
 * Runs `use` on the database of the configured data folder, which no Candor may be running on meanwhile: the folder is
 * taken for as long. Throws StartupError.
 */
export async function withDatabase(
  say: (line: string) => void,
  use: (connectionString: string) => Promise<void>,
): Promise<void> {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const config = readConfig(process.env, [], root);
  const folder = await openDataFolder(config.dataDir);
  try {
    if (config.databaseUrl !== null) return await use(config.databaseUrl);
    const postgres = await startPostgres({ dataDir: join(folder.path, 'postgres'), log: say });
    try {
      await use(postgres.connectionString);
    } finally {
      await postgres.stop();
    }
  } finally {
    folder.close();
  }
}
