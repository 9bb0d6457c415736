/** Runs the real program on a separate PostgreSQL, whose journal can be read at the same time. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../apps/server/base/postgres/launch.ts';
import { endAll, type RunningProgram, startProgram } from '../../tests/support/program.ts';

/** Starts the program with these settings, and removes everything afterwards. */
export function withProgram<T>(
  env: NodeJS.ProcessEnv,
  use: (program: RunningProgram, connectionString: string) => Promise<T>,
): Promise<T> {
  return withDatabase(async (connectionString, dataDir) =>
    use(await startProgram({ dataDir, env: { ...env, DATABASE_URL: connectionString } }), connectionString),
  );
}

/** Provides a database and a data folder for consecutive programs, and a folder of the bench's own. */
export async function withDatabase<T>(
  use: (connectionString: string, dataDir: string, ownDir: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const ownDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-data-'));
  const postgres = await startPostgres({ dataDir: folder, log: () => {} });
  try {
    return await use(postgres.connectionString, dataDir, ownDir);
  } finally {
    await endAll(dataDir);
    await postgres.stop();
    for (const made of [folder, ownDir]) await rm(made, { recursive: true, force: true });
  }
}
