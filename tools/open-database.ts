import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataFolder } from '../apps/server/base/data-folder/index.ts';
import { StartupError } from '../apps/server/base/errors/startup-error.ts';
import { startPostgres } from '../apps/server/base/postgres/launch.ts';
import { embeddedLogins, grantRuntime } from '../apps/server/base/postgres/runtime-role.ts';
import { type Config, readConfig } from '../apps/server/program/config/index.ts';
import { root } from './run.ts';

type Use<T> = (connectionString: string) => Promise<T>;
type Say = (line: string) => void;

function settings(): Config {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  return readConfig(process.env, [], root);
}

/** Returns the configured data folder. */
export const configuredDataDir = (): string => settings().dataDir;

/** The login of a PostgreSQL of one's own that the settings give, its owner's first; null for the embedded one. */
export const ownDatabase = ({
  databaseUrl,
  databaseRuntimeUrl,
}: Pick<Config, 'databaseUrl' | 'databaseRuntimeUrl'>): string | null => databaseUrl ?? databaseRuntimeUrl;

/** The login that the program works as, on a PostgreSQL of one's own; null for the embedded one. */
export const runtimeDatabase = ({
  databaseUrl,
  databaseRuntimeUrl,
}: Pick<Config, 'databaseUrl' | 'databaseRuntimeUrl'>): string | null => databaseRuntimeUrl ?? databaseUrl;

/**
 * Runs `use` on the database of the configured data folder, which no Candor may be running on meanwhile: the folder is
 * taken for as long. It works as the program does, never as the owner: what the program's role made could act by the
 * rights of whoever writes there. Throws StartupError.
 */
export async function withRuntimeDatabase(say: Say, use: Use<void>): Promise<void> {
  const config = settings();
  const folder = await openDataFolder(config.dataDir);
  try {
    const own = runtimeDatabase(config);
    if (own !== null) return await use(own);
    await onServer(folder.path, say, async (owner) => {
      const logins = embeddedLogins(owner);
      await grantRuntime(logins, true);
      await use(logins.runtime);
    });
  } finally {
    folder.close();
  }
}

/** Runs `use`, which changes nothing, on the configured database, also while Candor is running on it. Throws StartupError. */
export function withReadDatabase(say: Say, use: Use<void>): Promise<void> {
  const config = settings();
  const own = ownDatabase(config);
  return own === null ? withServer(config.dataDir, say, use) : use(own);
}

/** Runs `use` on the embedded server of a data folder while Candor runs there, else on one that is started for as long. */
export async function withServer<T>(dataDir: string, say: Say, use: Use<T>): Promise<T> {
  const folder = await openDataFolder(dataDir).catch((error: unknown) => {
    if (error instanceof StartupError && error.code === 'DATA_IN_USE') return null;
    throw error;
  });
  if (folder === null) return use(await runningServer(join(dataDir, 'postgres/cluster')));
  try {
    return await onServer(folder.path, say, use);
  } finally {
    folder.close();
  }
}

async function onServer<T>(folder: string, say: Say, use: Use<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: say });
  try {
    return await use(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}

/** Returns the address of the running server of a cluster, by what it wrote when it started. */
async function runningServer(cluster: string): Promise<string> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const socketDir = text.split('\n')[4] ?? '';
  if (socketDir === '')
    throw new StartupError(
      'DATABASE_UNREACHABLE',
      `The database of ${cluster} is not running yet. Try again in a moment.`,
    );
  return `postgresql://candor@/candor?host=${encodeURIComponent(socketDir)}`;
}
