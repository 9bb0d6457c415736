import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { createRunner } from '../../apps/server/base/postgres/runner.ts';
import { run } from '../../tools/run.ts';
import { endWithMe } from './end-with-me.ts';
import { eventually } from './patience.ts';
import { quietPorts } from './program.ts';

/** A PostgreSQL of the machine's own packages, as whoever runs an exchange brings it. */
export interface OwnPostgres {
  /** Folder of its cluster, and of what a test keeps beside it. */
  readonly cluster: string;
  readonly folder: string;
  /** Runs one of its programs as the user that its server runs as. Throws where it fails. */
  run(program: string, args: readonly string[]): Promise<void>;
  /** Folder of its programs, to be put into PATH. */
  readonly programs: string;
  /** Address of a database for the superuser. */
  adminUrl(database: string): string;
  /** Makes a database as docs/security.md says, with two logins. */
  makeDatabase(name: string): Promise<{ readonly owner: string; readonly runtime: string }>;
  /** Stops it, cleanly or as a machine that loses power, and starts it again. */
  stop(how: 'clean' | 'killed'): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';
const PASSWORD = 'p@ss/w:rd';

function programsFolder(): string | null {
  const packaged = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((major) => join(DEBIAN, major, 'bin')) : [];
  const folders = [...packaged.sort().reverse(), ...(process.env.PATH ?? '').split(delimiter)];
  return (
    folders.find((folder) => ['postgres', 'pg_dump'].every((name) => existsSync(join(folder, name)))) ?? null
  );
}

/** Finds PostgreSQL's server and programs or, as root on Debian and its like, installs them. Throws with how to get them. */
async function ensurePrograms(): Promise<string> {
  const found = programsFolder();
  if (found !== null) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], { env });
  }
  const installed = programsFolder();
  if (installed !== null) return installed;
  throw new Error(
    'Backups of an own PostgreSQL are tested with one (on Debian: apt-get install postgresql).',
  );
}

/** Makes a cluster with passwords on a port of loopback, and starts it. `settings` are lines of its configuration. */
export async function startOwnPostgres(settings: readonly string[] = []): Promise<OwnPostgres> {
  const programs = await ensurePrograms();
  const folder = await mkdtemp(join(tmpdir(), 'candor-own-'));
  const cluster = join(folder, 'cluster');
  await mkdir(cluster, { mode: 0o700 });
  const runner = await createRunner(join(programs, 'postgres'), folder);
  await runner.own(cluster);
  const words = join(folder, 'password');
  await writeFile(words, `${PASSWORD}\n`);
  await runner.own(words);
  const [port] = await quietPorts(1);
  const made = runner.command(join(programs, 'initdb'), [
    '--pgdata',
    cluster,
    '--username',
    'postgres',
    '--pwfile',
    words,
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
    '--no-locale',
  ]);
  await promisify(execFile)(made.file, made.args, { cwd: folder });
  await appendFile(
    join(cluster, 'postgresql.conf'),
    [`port = ${port}`, `unix_socket_directories = '${folder}'`, ...settings, ''].join('\n'),
  );
  let child: ChildProcess | null = null;
  const url = (role: string, database: string) =>
    `postgresql://${role}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
  const own: OwnPostgres = {
    cluster,
    folder,
    programs,
    async run(program, args) {
      const { file, args: given } = runner.command(join(programs, program), args);
      await promisify(execFile)(file, given, { cwd: folder });
    },
    adminUrl: (database) => url('postgres', database),
    async makeDatabase(name) {
      const [owner, runtime] = [`${name}_owner`, `${name}_runtime`];
      const client = new Client({ connectionString: url('postgres', 'postgres') });
      await client.connect();
      await client.query(`create role ${owner} login password '${PASSWORD}'`);
      await client.query(`create role ${runtime} login password '${PASSWORD}'`);
      await client.query(`create database ${name} owner ${owner}`);
      await client.query(`grant ${runtime} to ${owner}`);
      await client.end();
      return { owner: url(owner, name), runtime: url(runtime, name) };
    },
    async stop(how) {
      if (child === null) return;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill(how === 'clean' ? 'SIGINT' : 'SIGQUIT');
      await ended;
      child = null;
    },
    async start() {
      const { file, args } = runner.command(join(programs, 'postgres'), ['-D', cluster]);
      child = spawn(file, args, { cwd: cluster, stdio: 'ignore' });
      endWithMe(child);
      await eventually(async () => {
        const client = new Client({ connectionString: url('postgres', 'postgres') });
        client.on('error', () => {});
        try {
          await client.connect();
        } finally {
          await client.end().catch(() => {});
        }
      });
    },
    async remove() {
      await own.stop('killed');
      await rm(folder, { recursive: true, force: true });
    },
  };
  await own.start();
  return own;
}
