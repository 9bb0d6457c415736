import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../apps/server/postgres/launch.ts';

/** Starts one PostgreSQL for the whole run in a temporary folder and removes it afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-test-'));
  const postgres = await startPostgres({ dataDir, log: () => {} });
  project.provide('postgres', postgres.connectionString);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
