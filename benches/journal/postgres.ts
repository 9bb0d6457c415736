import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { startPostgres } from '../../apps/server/base/postgres/launch.ts';

export interface BenchDatabase {
  readonly connectionString: string;
  /** Makes an empty database beside the first one, on the same server. */
  another(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL, as the server runs it, in a temporary folder, with more in its environment. */
export async function startDatabase(
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const { connectionString, stop } = await startPostgres({ dataDir, log: () => {}, environment });
  return {
    connectionString,
    another: async (name) => {
      const client = new Client({ connectionString });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return connectionString.replace('/candor?', `/${name}?`);
    },
    stop: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const run = promisify(execFile);

/** Transactions a second of pgbench's TPC-B with 8 clients. Throws where pgbench is not installed. */
export async function pgbenchTpcB(connectionString: string, seconds: number): Promise<number> {
  await run('pgbench', ['-i', '-q', '-s', '8', connectionString]);
  const { stdout } = await run('pgbench', ['-c', '8', '-j', '2', '-T', `${seconds}`, '-n', connectionString]);
  const found = /tps = ([\d.]+)/.exec(stdout);
  if (found === null) throw new Error(`pgbench said: ${stdout}`);
  return Number(found[1]);
}
