// Own server: it runs on a PostgreSQL of the machine's packages, is backed up, and comes back on another one.
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, run } from '../../tools/run.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { eventually } from '../support/patience.ts';
import {
  cleanEnvironment,
  endAll,
  type RunningProgram,
  startProgram,
  untilReady,
} from '../support/program.ts';
import { belongings, registerTrader, signIn } from '../support/trader.ts';

type Logins = Awaited<ReturnType<OwnPostgres['makeDatabase']>>;

let postgres: OwnPostgres;
let folder: string;
let logins: Logins;
let program: RunningProgram;
let url: string;
let recipients: Readonly<Record<string, string>>;
let had: Awaited<ReturnType<typeof belongings>>;

const settingsOf = ({ owner, runtime }: Logins) => ({ DATABASE_URL: owner, DATABASE_RUNTIME_URL: runtime });

/** Runs one of the two commands with the programs of that PostgreSQL. */
function command(name: 'backup' | 'restore', args: readonly string[], env: Readonly<Record<string, string>>) {
  const PATH = `${postgres.programs}:${process.env.PATH}`;
  return run(process.execPath, [`tools/backup/${name}.ts`, ...args], {
    env: { ...cleanEnvironment(), PATH, ...recipients, ...env },
  });
}

async function backup(...flags: string[]): Promise<{ readonly archives: string[]; readonly output: string }> {
  const to = await mkdtemp(join(folder, 'backups-'));
  // the login of the program, which may read all tables
  const env = { CANDOR_DATA: program.dataDir, DATABASE_RUNTIME_URL: logins.runtime };
  const ran = await command('backup', ['--to', to, ...flags], env);
  expect(ran.code, ran.output).toBe(0);
  return { archives: (await readdir(to)).sort().map((name) => join(to, name)), output: ran.output };
}

function restore(archives: readonly string[], into: string, env: Readonly<Record<string, string>>) {
  const identities = ['--identity', join(folder, 'data.key'), '--keys-identity', join(folder, 'keys.key')];
  return command('restore', [...archives, ...identities], { CANDOR_DATA: into, ...env });
}

async function stop(running: RunningProgram): Promise<void> {
  running.child.kill('SIGTERM');
  expect(await running.ended, running.output()).toBe(0);
}

async function makeKey(name: string): Promise<string> {
  const identity = await generateX25519Identity();
  await writeFile(join(folder, `${name}.key`), `${identity}\n`, { mode: 0o600 });
  return identityToRecipient(identity);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-own-backup-'));
  recipients = { BACKUP_RECIPIENT: await makeKey('data'), BACKUP_KEYS_RECIPIENT: await makeKey('keys') };
  const wal = join(folder, 'wal');
  await mkdir(wal, { mode: 0o777 });
  const guide = await readFile(join(root, 'docs/backup.md'), 'utf8');
  const command = /^archive_command = '.*'$/m.exec(guide)?.[0] ?? '';
  postgres = await startOwnPostgres(["archive_mode = 'on'", command.replaceAll('/mnt/wal', wal)]);
  logins = await postgres.makeDatabase('candor');
  program = await startProgram({ dataDir: join(folder, 'data'), env: settingsOf(logins) });
  url = (await program.ready()).url;
  await untilReady(url);
  const trader = await registerTrader(url, 'kept_by_own');
  await trader.client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '100' } });
  had = await eventually(async () => {
    const now = await belongings(trader);
    expect(JSON.stringify(now)).toContain('100');
    return now;
  });
});

afterAll(async () => {
  await endAll();
  await postgres?.remove();
  await rm(folder, { recursive: true, force: true });
});

test('a dump comes back in an empty database, with the same users, balances and rights', async () => {
  const { archives, output } = await backup();
  expect(output).toMatch(/The journal is in it up to row \d+/);
  const second = await postgres.makeDatabase('second');
  const into = join(folder, 'second');
  const ran = await restore(archives, into, { DATABASE_URL: second.owner });
  expect(ran.output).toMatch(/^Restored to .*: the journal up to row \d+/m);
  expect(ran.code, ran.output).toBe(0);
  const again = await startProgram({ dataDir: into, env: settingsOf(second) });
  const there = await again.ready();
  await untilReady(there.url);
  const trader = await signIn(there.url, 'kept_by_own');
  await eventually(async () => expect(await belongings(trader)).toEqual(had));
  // it goes on trading, and the role of the processes changes no kept row
  await trader.client.call('takePracticeFunds', { body: { coin: 'BTC', amount: '1' } });
  const client = new Client({ connectionString: second.runtime });
  await client.connect();
  await expect(client.query('delete from journal.batches')).rejects.toMatchObject({ code: '42501' });
  await client.end();
  await stop(again);

  const filled = await restore(archives, join(folder, 'third'), { DATABASE_URL: second.owner });
  expect(filled.output).toMatch(/holds an exchange already/);
  const without = await restore(archives, join(folder, 'third'), {});
  expect(without.output).toMatch(/Set DATABASE_URL to an empty database/);
  expect([filled.code, without.code]).toEqual([1, 1]);
  expect((await readdir(folder)).filter((name) => name.startsWith('third'))).toEqual([]);
});

test('a lost database comes back to its last command by its log, and files and keys to it', async () => {
  const base = join(folder, 'base');
  await postgres.run('pg_basebackup', [
    '--pgdata',
    base,
    '--checkpoint',
    'fast',
    '--wal-method',
    'none',
    '--dbname',
    postgres.adminUrl('postgres'),
  ]);
  const { archives, output } = await backup('--without-database');
  expect(output).toMatch(/The database is not in it/);
  await registerTrader(url, 'after_the_base');
  await stop(program);
  const client = new Client({ connectionString: postgres.adminUrl('postgres') });
  await client.connect();
  const { rows } = await client.query<{ segment: string }>(
    'select pg_walfile_name(pg_switch_wal()) as segment',
  );
  const archived = 'select last_archived_wal >= $1 as is from pg_stat_archiver';
  await eventually(async () =>
    expect((await client.query(archived, [rows[0]?.segment])).rows).toEqual([{ is: true }]),
  );
  await client.end();

  await postgres.stop('killed');
  await rm(postgres.cluster, { recursive: true });
  await postgres.run('pg_verifybackup', ['--no-parse-wal', base]);
  await run('cp', ['-a', base, postgres.cluster]);
  await appendFile(join(postgres.cluster, 'postgresql.conf'), `restore_command = 'cp ${folder}/wal/%f %p'\n`);
  await writeFile(join(postgres.cluster, 'recovery.signal'), '');
  await postgres.start();

  const into = join(folder, 'recovered');
  const ran = await restore(archives, into, { DATABASE_URL: logins.owner });
  expect(ran.output).toMatch(/^Restored to /m);
  expect(await readFile(join(into, 'candor.json'), 'utf8')).toContain('layout');
  const again = await startProgram({ dataDir: into, env: settingsOf(logins) });
  const there = await again.ready();
  await untilReady(there.url);
  await eventually(() => signIn(there.url, 'after_the_base'));
  const trader = await signIn(there.url, 'kept_by_own');
  await eventually(async () => expect(await belongings(trader)).toEqual(had));
  await stop(again);
});

test('the embedded database is never left out', async () => {
  const ran = await command('backup', ['--to', join(folder, 'none'), '--without-database'], {
    CANDOR_DATA: program.dataDir,
  });
  expect(ran.output).toMatch(/--without-database needs DATABASE_URL/);
  expect(ran.code).toBe(1);
});
