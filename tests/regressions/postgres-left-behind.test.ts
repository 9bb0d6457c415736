import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { startPostgres } from '../../apps/server/base/postgres/launch.ts';
import { eventually } from '../support/patience.ts';
import { processesIn } from '../support/program.ts';

/** A backend that hangs notices nothing of the postmaster's death, and PostgreSQL refuses to start beside it. */
test('a PostgreSQL that was killed starts again although it left a backend behind', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-left-'));
  const first = await startPostgres({ dataDir, log: () => {} });
  const client = new Client({ connectionString: first.connectionString });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const { pid } = rows[0]!;
  process.kill(pid, 'SIGSTOP');
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  await eventually(async () => expect(await processesIn(dataDir)).toEqual([pid]));
  const second = await startPostgres({ dataDir, log: () => {} });
  try {
    expect(await processesIn(dataDir)).not.toContain(pid);
  } finally {
    await second.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
