import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { JournalError, moveArchive } from '@candor/journal';
import { StartupError } from '../../apps/server/base/errors/startup-error.ts';
import { findBinaries, postgresMajor } from '../../apps/server/base/postgres/binaries.ts';
import { startPostgres } from '../../apps/server/base/postgres/launch.ts';
import { createRunner } from '../../apps/server/base/postgres/runner.ts';
import { readConfig } from '../../apps/server/program/config/index.ts';
import { root, run } from '../run.ts';
import { type Archived, readArchive } from './archive.ts';
import { BackupError, fileSentence } from './backup-error.ts';
import { CLUSTER_FOLDERS, expectRow, type JournalHead } from './cluster.ts';
import { restoreDump } from './dump.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { ARCHIVE_FOLDER, CLUSTER_FOLDER, DUMP_FOLDER, filesBelow } from './places.ts';

const usage = `Restores a backup into an empty data folder (CANDOR_DATA).

  npm run restore -- <candor-….data.age> <candor-….keys.age> --identity <file> --keys-identity <file>

The identity files hold the secret keys of the two archives (AGE-SECRET-KEY-1…). Everything is checked before it
takes its place; a restore that fails leaves nothing. Where the database names an archive of the journal that is not in the
backup, the restore fails, unless you say --without-missing-archives: its rows are looked for where it was. A backup of a PostgreSQL of your own comes back into the database of
DATABASE_URL, which must be empty; one that was made --without-database finds it restored there.`;

/** Folder in which everything is checked before it takes its place. */
const DRAFT = 'restoring';
/** Made by Candor in each of its folders. */
const MARKER = 'candor.json';

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Request {
  readonly data: string;
  readonly keys: string;
  readonly identity: string;
  readonly keysIdentity: string;
  /** Goes on where an archive of the journal is not in the backup. */
  readonly mayMiss: boolean;
}

/** Reads the secret key of an identity file, whose other lines are comments. */
async function identityOf(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim());
  const found = lines.find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (found === undefined) throw new BackupError(`${file} holds no secret key (AGE-SECRET-KEY-1…).`);
  return found;
}

/** Extracts an archive and holds each file against the archive's own list. */
async function extracted(file: string, identityFile: string, folder: string): Promise<Manifest> {
  const found = await readArchive(file, await identityOf(identityFile), folder);
  const list = join(folder, MANIFEST);
  const manifest = existsSync(list) ? readManifest(await readFile(list, 'utf8')) : null;
  if (manifest === null) throw new BackupError(`${file} has no list that this version of Candor can read.`);
  await rm(list);
  const known = new Map(manifest.files.map((archived) => [archived.path, archived]));
  const files = found.filter(({ path }) => path !== MANIFEST);
  const wrong = files.find((archived) => !isSame(archived, known.get(archived.path)));
  if (wrong !== undefined || files.length !== known.size)
    throw new BackupError(`${file} does not hold what its list says${wrong ? `: ${wrong.path}` : ''}.`);
  return manifest;
}

function isSame(found: Archived, listed: Archived | undefined): boolean {
  return listed !== undefined && found.bytes === listed.bytes && found.sha256 === listed.sha256;
}

/** Refuses a backup that is of another kind of database than the settings name, or of another version. */
function refuseOther({ database, postgresMajor: major }: Manifest, databaseUrl: string | null): void {
  if (database === 'cluster' && databaseUrl !== null)
    throw new BackupError(
      'The backup holds the embedded PostgreSQL, and DATABASE_URL names one of your own. Remove DATABASE_URL and ' +
        'DATABASE_RUNTIME_URL for it.',
    );
  if (database !== 'cluster' && databaseUrl === null)
    throw new BackupError(
      database === 'dump'
        ? 'The backup is of a PostgreSQL of your own. Set DATABASE_URL to an empty database for it.'
        : 'The backup is without its database. Restore that first by its own server, and set DATABASE_URL to it.',
    );
  if (database === 'cluster' && major !== postgresMajor)
    throw new BackupError(
      `The backup is of PostgreSQL ${major}, and this version of Candor runs ${postgresMajor}.`,
    );
}

interface Places {
  readonly draft: string;
  readonly dataDir: string;
  readonly mayMiss: boolean;
}

/** Brings the database back as the archive has it, and looks the promised row up. */
async function restoredDatabase(
  { database, journal }: Manifest,
  { draft, dataDir, mayMiss }: Places,
  databaseUrl: string | null,
): Promise<JournalHead> {
  const prove = async (connectionString: string) => {
    const head = await expectRow(connectionString, journal);
    await noteArchive(connectionString, { draft, dataDir, mayMiss });
    return head;
  };
  if (databaseUrl === null) return provenDatabase(join(draft, 'postgres'), prove);
  if (database === 'dump') await restoreDump(databaseUrl, draft);
  await rm(join(draft, dirname(DUMP_FOLDER)), { recursive: true, force: true });
  return prove(databaseUrl);
}

/** Verifies the restored archives of the journal, and notes their new folder in the restored database. */
async function noteArchive(connectionString: string, { draft, dataDir, mayMiss }: Places): Promise<void> {
  const restored = join(draft, ARCHIVE_FOLDER);
  await mkdir(restored, { recursive: true, mode: 0o700 });
  try {
    const { files, missing } = await moveArchive(connectionString, join(dataDir, ARCHIVE_FOLDER), restored);
    if (files > 0) say(`${files} archives of the journal were verified.`);
    for (const path of missing) say(`This archive of the journal was not in the backup: ${path}`);
    if (missing.length > 0 && !mayMiss)
      throw new BackupError(
        'The restored journal would lack the rows of these files. Take a backup that holds them, or say ' +
          '--without-missing-archives and bring them back afterwards: `npm run archive -- --found-in <folder>`.',
      );
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    throw new BackupError(error.message, { cause: error });
  }
}

async function restore(request: Request, dataDir: string, databaseUrl: string | null): Promise<JournalHead> {
  // Inside the folder, for its user often may not write beside it.
  const made = await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = join(dataDir, DRAFT);
  if ((await readdir(dataDir)).some((name) => name !== DRAFT))
    throw new BackupError(
      `${dataDir} is not empty. Set CANDOR_DATA to a new folder; nothing is ever overwritten.`,
    );
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  try {
    const manifest = await extracted(request.data, request.identity, draft);
    const keys = await extracted(request.keys, request.keysIdentity, draft);
    if (keys.backup !== manifest.backup)
      throw new BackupError(`The archives are of two backups: ${manifest.backup} and ${keys.backup}.`);
    refuseOther(manifest, databaseUrl);
    const places = { draft, dataDir: await realpath(dataDir), mayMiss: request.mayMiss };
    const head = await restoredDatabase(manifest, places, databaseUrl);
    await toDisk(draft);
    await takePlace(draft, dataDir);
    return head;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    throw error;
  }
}

/** Moves what was proven to its place. The marker comes last: Candor starts on no folder that holds more and not that. */
async function takePlace(draft: string, dataDir: string): Promise<void> {
  const names = (await readdir(draft)).filter((name) => name !== MARKER);
  for (const name of [...names, MARKER]) await rename(join(draft, name), join(dataDir, name));
  await rm(draft, { recursive: true });
  await toDisk(dataDir);
}

/** Brings all files of a folder to the disk with one call; one for each file takes minutes on a busy disk. */
async function toDisk(folder: string): Promise<void> {
  const { code, output } = await run('sync', ['--file-system', folder]);
  if (code !== 0) throw new BackupError(`The restored files could not be brought to the disk: ${output}`);
}

/** Starts the restored server, which replays its log, and looks the promised row up. */
async function provenDatabase(
  postgresDir: string,
  prove: (connectionString: string) => Promise<JournalHead>,
): Promise<JournalHead> {
  const cluster = join(dirname(postgresDir), CLUSTER_FOLDER);
  for (const folder of CLUSTER_FOLDERS) await mkdir(join(cluster, folder), { recursive: true, mode: 0o700 });
  const runner = await createRunner((await findBinaries()).postgres, postgresDir);
  await runner.own(cluster);
  const folders = new Set<string>();
  for (const path of await filesBelow(cluster)) {
    await runner.own(join(cluster, path));
    for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(at);
  }
  for (const folder of [...folders, ...CLUSTER_FOLDERS]) await runner.own(join(cluster, folder));
  const postgres = await startPostgres({ dataDir: postgresDir, log: say });
  try {
    return await prove(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      identity: { type: 'string' },
      'keys-identity': { type: 'string' },
      'without-missing-archives': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [data, keys, ...more] = positionals;
  const { identity, 'keys-identity': keysIdentity, help } = values;
  if (help || !data || !keys || more.length > 0 || !identity || !keysIdentity) {
    say(usage);
    return help ? 0 : 2;
  }
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const { dataDir, databaseUrl, databaseRuntimeUrl } = readConfig(process.env, [], root);
  if (databaseUrl === null && databaseRuntimeUrl !== null)
    throw new BackupError(
      'DATABASE_RUNTIME_URL may make no tables. Set DATABASE_URL, the login of their owner, too.',
    );
  const from = (file: string) => resolve(root, file);
  const head = await restore(
    {
      data: from(data),
      keys: from(keys),
      identity: from(identity),
      keysIdentity: from(keysIdentity),
      mayMiss: values['without-missing-archives'],
    },
    dataDir,
    databaseUrl,
  );
  say(
    `Restored to ${dataDir}: the journal up to row ${head.batchNo} (command ${head.seq}), hash ${head.hash}.`,
  );
  say(
    'What was acknowledged after the backup is not in it. docs/backup.md says what to do before `npm start`.',
  );
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isOurs = error instanceof StartupError || error instanceof BackupError;
  const sentence = isOurs ? error.message : fileSentence(error);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
