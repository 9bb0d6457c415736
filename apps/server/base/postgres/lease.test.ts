import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/patience.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { createPatience } from '../database/index.ts';
import { type DatabaseLease, leaseDatabase } from './lease.ts';

const SOCKET = '.s.PGSQL.5432';
let database: FreshDatabase;
let admin: Client;
const leases: DatabaseLease[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  admin = new Client({ connectionString: database.connectionString });
  await admin.connect();
});
afterEach(async () => {
  for (const lease of leases.splice(0)) await lease.release();
  await admin.end();
  await database.drop();
});

/** The folder and the name of a server's socket, of which a test makes its own. */
async function ownSocket() {
  const url = new URL(database.connectionString.replace('@/', '@localhost/'));
  const real = join(url.searchParams.get('host') ?? '', SOCKET);
  const folder = await mkdtemp(join(tmpdir(), 'lease-'));
  const host = `host=${encodeURIComponent(folder)}`;
  return {
    folder,
    connectionString: database.connectionString.replace(/host=[^&]*/, host),
    appear: () => symlink(real, join(folder, SOCKET)),
  };
}

async function lease(onTaken: (reason: string) => void = () => {}): Promise<DatabaseLease> {
  const taken = await leaseDatabase(database.connectionString, onTaken);
  leases.push(taken);
  return taken;
}

const holders =
  "FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
const holder = async () => (await admin.query<{ pid: number }>(`SELECT pid ${holders}`)).rows[0]?.pid ?? null;

test('a second one is refused until the first lets go', async () => {
  const first = await lease();
  await expect(lease()).rejects.toMatchObject({ code: 'DATA_IN_USE' });
  await first.release();
  leases.splice(0);
  await lease();
});

test('a lost connection is made again, and the lease with it', async () => {
  await lease(() => {
    throw new Error('nobody took it');
  });
  const before = await holder();
  await admin.query('SELECT pg_terminate_backend($1)', [before]);
  await eventually(async () => expect([before, null]).not.toContain(await holder()));
  await expect(lease()).rejects.toMatchObject({ code: 'DATA_IN_USE' });
});

test('who was slower hears that another process has the database', async () => {
  const heard: string[] = [];
  await lease((reason) => heard.push(reason));
  const waiting = admin.query(`SELECT pg_advisory_lock(objid::bigint) ${holders} LIMIT 1`);
  const other = new Client({ connectionString: database.connectionString });
  await other.connect();
  await eventually(async () =>
    expect((await other.query(`SELECT 1 ${holders} AND NOT granted`)).rowCount).toBe(1),
  );
  await other.query(`SELECT pg_terminate_backend(pid) ${holders} AND granted`);
  await other.end();
  await waiting;
  await eventually(() => expect(heard).toHaveLength(1));
  expect(heard).toEqual([expect.stringMatching(/Another Candor is running on this database/)]);
});

test('the program waits for its own server where that is away, and refuses another that never answered', async () => {
  const { folder, connectionString, appear } = await ownSocket();
  const lines: string[] = [];
  const patience = createPatience({
    log: (line) => lines.push(line),
    signal: new AbortController().signal,
  });
  try {
    await expect(leaseDatabase(connectionString, () => {}, { patience })).rejects.toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      message: expect.stringMatching(/Check DATABASE_URL/),
    });
    expect(lines).toEqual([]);
    const waiting = leaseDatabase(connectionString, () => {}, { isOwn: true, patience });
    await eventually(() => expect(lines).toHaveLength(1));
    await appear();
    leases.push(await waiting);
    expect(lines).toHaveLength(2);
    await expect(lease()).rejects.toMatchObject({ code: 'DATA_IN_USE' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
