// Own server: two on a PostgreSQL with two logins, one on a data folder from before there was a run-time role.
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { startPostgres } from '../../apps/server/base/postgres/launch.ts';
import { RUNTIME_ROLE } from '../../apps/server/base/postgres/runtime-role.ts';
import { eventually } from '../support/patience.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { begunDataDir, endAll, type RunningProgram, startProgram, untilReady } from '../support/program.ts';
import { belongings, registerTrader, signIn } from '../support/trader.ts';

const REFUSED = { code: '42501' };
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  ends.push(() => client.end().catch(() => {}));
  return client;
}

async function stop(program: RunningProgram): Promise<void> {
  program.child.kill('SIGTERM');
  expect(await program.ended, program.output()).toBe(0);
}

/** The roles that the program's connections work as, by the name of each connection. */
async function rolesOf(client: Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ role: string; names: string[] }>(
    `select usename as role, array_agg(distinct application_name) as names from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() group by usename`,
  );
  return new Map(rows.map(({ role, names }) => [role, names]));
}

/** Makes two logins as docs/security.md says. */
async function twoLogins(database: FreshDatabase) {
  const mark = randomBytes(6).toString('hex');
  const names = { owner: `owner_${mark}`, runtime: `runtime_${mark}` };
  const as = (role: string) => database.connectionString.replace('//candor@', `//${role}@`);
  const admin = await connect(database.connectionString);
  await admin.query(`create role ${names.owner} login; create role ${names.runtime} login`);
  const { rows } = await admin.query('select current_database() as name');
  await admin.query(
    `alter database "${rows[0].name}" owner to ${names.owner}; grant ${names.runtime} to ${names.owner}`,
  );
  return { owner: as(names.owner), runtime: as(names.runtime), admin, names };
}

it('on a server of its own the processes work as the login of DATABASE_RUNTIME_URL', async () => {
  const database = await freshDatabase();
  ends.push(() => database.drop());
  const { owner, runtime, admin, names } = await twoLogins(database);

  const dataDir = await mkdtemp(join(tmpdir(), 'candor-databases-'));
  ends.push(() => endAll(dataDir));
  const env = { DATABASE_URL: owner, DATABASE_RUNTIME_URL: runtime };
  const first = await startProgram({ dataDir, env });
  const { url } = await first.ready();
  await untilReady(url);
  const before = await belongings(await registerTrader(url, 'two_logins'));
  expect(first.output()).not.toContain('DATABASE_RUNTIME_URL is not set');
  const roles = await rolesOf(admin);
  expect(roles.get(names.runtime)?.length).toBeGreaterThan(3);
  for (const name of roles.get(names.owner) ?? []) expect(name).not.toMatch(/door|core|console|jobs|history/);
  const client = await connect(runtime);
  await expect(client.query('delete from journal.batches')).rejects.toMatchObject(REFUSED);
  await expect(client.query('delete from operator.log')).rejects.toMatchObject(REFUSED);
  await stop(first);

  const second = await startProgram({ dataDir, env });
  const again = await second.ready();
  await untilReady(again.url);
  const trader = await signIn(again.url, 'two_logins');
  await eventually(async () => expect(await belongings(trader)).toEqual(before));
  await stop(second);
});

it('the lesser role alone starts on tables that the owner made, and else names the step', async () => {
  const database = await freshDatabase();
  ends.push(() => database.drop());
  const { owner, runtime, admin } = await twoLogins(database);
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-databases-'));
  ends.push(() => endAll(dataDir));
  const env = { DATABASE_RUNTIME_URL: runtime };
  const early = await startProgram({ dataDir, env });
  expect(await early.ended, early.output()).toBe(1);
  expect(early.output()).toMatch(/The database lacks tables of this version .*Run `npm run migrate`/);
  expect(early.output()).not.toMatch(/^ {4}at /m);

  const migrate = async () => {
    const command = [process.execPath, 'tools/migrate.ts'] as const;
    const step = await startProgram({ dataDir, env: { ...env, DATABASE_URL: owner }, command: [...command] });
    expect(await step.ended, step.output()).toBe(0);
    return step.output();
  };
  expect(await migrate()).toMatch(/All tables stand\. \d\d schemas were made\./);
  const program = await startProgram({ dataDir, env });
  const { url } = await program.ready();
  await untilReady(url);
  await registerTrader(url, 'lesser_role');
  expect([...(await rolesOf(admin)).keys()]).not.toContain(new URL(owner.replace(/@\//, '@x/')).username);
  const client = await connect(runtime);
  await expect(client.query('delete from journal.batches')).rejects.toMatchObject(REFUSED);
  await expect(client.query('create table operator.other (n integer)')).rejects.toMatchObject(REFUSED);
  await stop(program);
  expect(await migrate()).toContain('Nothing was missing');

  // a room of a later version that nobody made yet
  await admin.query('drop schema alerts cascade');
  const later = await startProgram({ dataDir, env });
  expect(await later.ended, later.output()).toBe(1);
  expect(later.output()).toMatch(/lacks tables of this version \(alerts\)/);
});

it('a data folder from before the role gets it at its start, and keeps what was there', async () => {
  const dataDir = await begunDataDir();
  ends.push(() => endAll(dataDir));
  const first = await startProgram({ dataDir });
  const { url } = await first.ready();
  await untilReady(url);
  const before = await belongings(await registerTrader(url, 'old_folder'));
  await stop(first);

  // as the folder was before: one role owns everything, and no other exists
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), log: () => {} });
  const old = await connect(postgres.connectionString);
  await old.query(`reassign owned by ${RUNTIME_ROLE} to candor`);
  await old.query(`drop owned by ${RUNTIME_ROLE}`);
  await old.query(`drop role ${RUNTIME_ROLE}`);
  await old.end();
  await postgres.stop();

  const second = await startProgram({ dataDir });
  const again = await second.ready();
  await untilReady(again.url);
  const trader = await signIn(again.url, 'old_folder');
  await eventually(async () => expect(await belongings(trader)).toEqual(before));
  await trader.client.call('takePracticeFunds', { body: { coin: 'BTC', amount: '1' } });
  const server = `host=${encodeURIComponent(join(dataDir, 'postgres'))}`;
  const client = await connect(`postgresql://${RUNTIME_ROLE}@/candor?${server}`);
  await expect(client.query('delete from journal.batches')).rejects.toMatchObject(REFUSED);
  expect((await rolesOf(client)).get(RUNTIME_ROLE)?.length).toBeGreaterThan(3);
  await stop(second);
});
