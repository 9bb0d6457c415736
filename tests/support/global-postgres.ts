import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Postgres, startPostgres } from '../../apps/server/base/postgres/launch.ts';

/** One for all projects of a run, although each project loads this module by itself. */
interface Shared {
  users: number;
  readonly postgres: Promise<Postgres>;
  readonly folders: Promise<readonly [string, string]>;
}

const SHARED = Symbol.for('candor.tests.shared');
const holder = globalThis as { [SHARED]?: Shared };

function start(): Shared {
  const folder = (name: string) => mkdtemp(join(tmpdir(), `candor-${name}-`));
  const folders = Promise.all([folder('test'), folder('run')]);
  const postgres = folders.then(([dataDir]) => startPostgres({ dataDir, log: () => {} }));
  return { users: 0, folders, postgres };
}

/**
 * Starts one PostgreSQL for the whole run and makes a folder of what its files share. The last project to end removes
 * both.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  holder[SHARED] ??= start();
  const shared = holder[SHARED];
  shared.users += 1;
  const postgres = await shared.postgres;
  const folders = await shared.folders;
  process.env.CANDOR_TEST_RUN = folders[1];
  project.provide('postgres', postgres.connectionString);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder[SHARED];
    await postgres.stop();
    for (const path of folders) await rm(path, { recursive: true, force: true });
  };
}
