/**
 * A copy of a PostgreSQL of one's own, by its own programs `pg_dump` and `pg_restore`: any role that reads the tables can
 * make it, and any newer PostgreSQL takes it.
 * https://www.postgresql.org/docs/current/app-pgdump.html
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { SCHEMAS } from '../../apps/server/base/database/index.ts';
import type { Archived, Source } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { headOf, type JournalHead } from './cluster.ts';
import { DUMP_FOLDER, filesBelow } from './places.ts';

/** An archive holds files of a known length, so a dump comes in parts. */
const PART_BYTES = 16 * 1024 * 1024;
const MOST_SAID = 2_000;

export interface DumpedDatabase {
  /** The journal's last row that is in the dump. */
  readonly head: JournalHead;
  /** Major version of the server. */
  readonly major: number;
}

/** Dumps the database of one moment through `add`, while others go on writing. Throws BackupError. */
export async function dumpDatabase(
  databaseUrl: string,
  add: (source: Source) => Promise<Archived | null>,
): Promise<DumpedDatabase> {
  return withClient(databaseUrl, async (client) => {
    // pg_dump sees what this transaction sees: the promised row is in the dump, and no later one.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const head = await headOf(client);
    const snapshot = await client.query<{ name: string }>('SELECT pg_export_snapshot() AS name');
    const name = snapshot.rows[0]?.name ?? '';
    const program = start('pg_dump', databaseUrl, [
      '--format=custom',
      '--compress=0',
      '--no-owner',
      '--no-privileges',
      `--snapshot=${name}`,
    ]);
    let no = 0;
    for await (const bytes of partsOf(program.child.stdout!)) {
      no += 1;
      await add({ path: `${DUMP_FOLDER}/${String(no).padStart(6, '0')}`, bytes });
    }
    await program.ended;
    return { head, major: await majorOf(client) };
  });
}

/** Returns the journal's last row and the server's major version, without a copy of the database. */
export function lookAtDatabase(databaseUrl: string): Promise<DumpedDatabase> {
  return withClient(databaseUrl, async (client) => ({
    head: await headOf(client),
    major: await majorOf(client),
  }));
}

/**
 * Brings a dump's parts below `folder` into an empty database, in one transaction: a failure leaves it empty. Throws
 * BackupError.
 */
export async function restoreDump(databaseUrl: string, folder: string): Promise<void> {
  await withClient(databaseUrl, refuseFilled);
  const parts = await filesBelow(join(folder, DUMP_FOLDER));
  const program = start('pg_restore', databaseUrl, [
    '--single-transaction',
    '--exit-on-error',
    '--no-owner',
    '--no-privileges',
  ]);
  const bytes = async function* () {
    for (const part of parts) yield* createReadStream(join(folder, DUMP_FOLDER, part));
  };
  // A program that refuses says why and reads no further.
  await Promise.all([pipeline(Readable.from(bytes()), program.child.stdin!).catch(() => {}), program.ended]);
}

async function refuseFilled(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT nspname AS name FROM pg_namespace WHERE nspname = ANY ($1) ORDER BY 1 LIMIT 1',
    [SCHEMAS],
  );
  if (rows[0] !== undefined)
    throw new BackupError(
      `The database of DATABASE_URL holds an exchange already (schema ${rows[0].name}). Make an empty one and name it; ` +
        'nothing is ever overwritten.',
    );
}

async function withClient<T>(databaseUrl: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'candor-backup' });
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const said = error instanceof Error ? error.message || error.name : String(error);
    throw new BackupError(`The database of DATABASE_URL could not be read: ${said}.`, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}

async function majorOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT current_setting('server_version_num') AS version",
  );
  return Math.floor(Number(rows[0]?.version ?? 0) / 10_000);
}

interface Program {
  readonly child: ChildProcess;
  /** Resolves when the program has ended well. Throws BackupError with its own words. */
  readonly ended: Promise<void>;
}

/** Starts one of PostgreSQL's programs on a database. The password goes by the environment, which other users cannot see. */
function start(name: 'pg_dump' | 'pg_restore', databaseUrl: string, args: readonly string[]): Program {
  const { url, password } = withoutPassword(databaseUrl);
  const env = { ...process.env, PGAPPNAME: 'candor-backup', LC_MESSAGES: 'C' };
  const child = spawn(name, [...args, '--no-password', `--dbname=${url}`], {
    env: password === null ? env : Object.assign(env, { PGPASSWORD: password }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-MOST_SAID);
  });
  child.stdin.on('error', () => {});
  if (name === 'pg_restore') child.stdout.resume();
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', () =>
      reject(
        new BackupError(
          `${name} was not found. Install PostgreSQL's own programs, of the server's version or a newer one (on Debian: ` +
            'apt-get install postgresql-client).',
        ),
      ),
    );
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new BackupError(`${name} ended with ${signal ?? code}: ${said.trim()}`));
    });
  });
  // The caller may read its output first and await the end later.
  ended.catch(() => {});
  return { child, ended };
}

/** Takes the password out of an address, since other users of the machine see the command line. Throws BackupError. */
export function withoutPassword(databaseUrl: string): {
  readonly url: string;
  readonly password: string | null;
} {
  const [, start = '', written, end = ''] =
    /^(postgres(?:ql)?:\/\/[^:@/?#]*)(?::([^@/?#]*)(?=@))?(.*)$/s.exec(databaseUrl) ?? [];
  const [place = '', query] = end.split(/\?(.*)/s, 2);
  const settings = (query ?? '').split('&').filter((setting) => setting !== '');
  const given = settings.findLast((setting) => /^password=/i.test(setting))?.slice('password='.length);
  const kept = settings.filter((setting) => !/^password=/i.test(setting));
  const found = given ?? written;
  // an address of another form might hold a password anywhere
  if (start === '' || place.lastIndexOf('@') > 0 || kept.some((setting) => setting.includes('@')))
    throw new BackupError(
      'DATABASE_URL must have the form postgresql://name:password@host:port/database, with %40 for @, %2F for / and ' +
        '%3A for : in the password.',
    );
  const url = `${start}${place}${kept.length === 0 ? '' : `?${kept.join('&')}`}`;
  return { url, password: found === undefined ? null : decoded(found) };
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    throw new BackupError('The password of DATABASE_URL holds a % that is not written as %25.');
  }
}

async function* partsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    held.push(chunk);
    length += chunk.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}
