import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ArchiveEntry } from '@candor/journal';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { StartupError } from '../../apps/server/base/errors/startup-error.ts';
import { postgresMajor } from '../../apps/server/base/postgres/binaries.ts';
import { type Config, readConfig } from '../../apps/server/program/config/index.ts';
import { ownDatabase, withServer } from '../open-database.ts';
import { root } from '../run.ts';
import { type Archived, type Source, writeArchive } from './archive.ts';
import { BackupError, fileSentence } from './backup-error.ts';
import { copyCluster, type JournalHead } from './cluster.ts';
import { dumpDatabase, lookAtDatabase } from './dump.ts';
import { addArchives, namedArchives, placeOfArchive } from './journal-archives.ts';
import { MANIFEST, type Manifest } from './manifest.ts';
import { writeMark } from './mark.ts';
import { CLUSTER_FOLDER, filesBelow, placeOf } from './places.ts';

const usage = `Backs up a running or stopped exchange into two encrypted archives.

  npm run backup -- --to <folder>      Writes candor-<time>.data.age (database, files, prices) and candor-<time>.keys.age
  npm run backup -- --to <folder> --without-database
                                       The same without the database of DATABASE_URL, which its own server archives
  npm run backup -- --new-key          Makes a key pair for one of them and shows it once

Archives of the journal are in it wherever they lie. One that is missing fails the backup, unless you say
--without-missing-archives: a restore of that one lacks its rows.

A PostgreSQL of your own (DATABASE_URL) is dumped by pg_dump, which must be of its version or a newer one.

BACKUP_RECIPIENT and BACKUP_KEYS_RECIPIENT are the public keys (age1…), two different ones. The secret keys stay off this
machine: whoever has both, and both archives, has the exchange.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Recipients {
  readonly data: string;
  readonly keys: string;
}

async function newKey(): Promise<void> {
  const identity = await generateX25519Identity();
  say(`# public key: ${await identityToRecipient(identity)}`);
  say(identity);
  say('# Put the public key into the settings. Keep the secret key somewhere else: it is kept nowhere here.');
}

function recipientsOf({ backup }: Config): Recipients {
  const { recipient, keysRecipient } = backup;
  if (recipient === null || keysRecipient === null)
    throw new BackupError(
      'BACKUP_RECIPIENT and BACKUP_KEYS_RECIPIENT are needed. `npm run backup -- --new-key` makes a key pair.',
    );
  if (recipient === keysRecipient)
    throw new BackupError('BACKUP_RECIPIENT and BACKUP_KEYS_RECIPIENT must be two different keys.');
  return { data: recipient, keys: keysRecipient };
}

/** Copy of the database: its form in the archive, and the journal's last row that it is sure to hold. */
interface Copy {
  readonly database: Manifest['database'];
  readonly postgresMajor: number;
  readonly journal: JournalHead;
  /** Files of older rows, listed after the copy: each one whose rows the copy lacks is among them. */
  readonly archives: readonly ArchiveEntry[];
}

/** Copies the database of the settings through `add`, or looks alone where its own server keeps its log elsewhere. */
async function copyDatabase(
  config: Config,
  isWithout: boolean,
  dataDir: string,
  add: (source: Source) => Promise<Archived | null>,
): Promise<Copy> {
  const databaseUrl = ownDatabase(config);
  if (databaseUrl === null) {
    return withServer(config.dataDir, say, async (connectionString) => {
      const journal = await copyCluster(connectionString, join(dataDir, CLUSTER_FOLDER), add);
      const archives = await namedArchives(connectionString);
      return { database: 'cluster', postgresMajor, journal, archives };
    });
  }
  const { head, major } = await (isWithout ? lookAtDatabase(databaseUrl) : dumpDatabase(databaseUrl, add));
  const archives = await namedArchives(databaseUrl);
  return { database: isWithout ? 'none' : 'dump', postgresMajor: major, journal: head, archives };
}

/** Adds the archives of the journal. Returns those that are in the backup. Throws BackupError where one is missing. */
async function copyArchives(
  archives: readonly ArchiveEntry[],
  mayMiss: boolean,
  add: (source: Source) => Promise<Archived | null>,
): Promise<readonly ArchiveEntry[]> {
  const { added, missing } = await addArchives(archives, add);
  for (const { path } of missing) say(`This archive of the journal is missing: ${path}`);
  if (missing.length > 0 && !mayMiss)
    throw new BackupError(
      'A restore would lack the rows of these files. Bring them back, or say where they lie now: ' +
        '`npm run archive -- --found-in <folder>`. --without-missing-archives makes a backup without them.',
    );
  return added;
}

interface Asked {
  readonly to: string;
  readonly isWithout: boolean;
  readonly mayMiss: boolean;
}

async function backUp(config: Config, { to, isWithout, mayMiss }: Asked): Promise<void> {
  if (isWithout && ownDatabase(config) === null)
    throw new BackupError(
      'The embedded PostgreSQL is always in the backup: --without-database needs DATABASE_URL.',
    );
  if (!existsSync(join(config.dataDir, 'candor.json')))
    throw new BackupError(`There is nothing to back up: ${config.dataDir} holds no exchange.`);
  const recipients = recipientsOf(config);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const backup = `candor-${new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}`;
  const dataDir = await realpath(config.dataDir);
  // The database first: each file that a row names was written before that row. The journal takes later prices again.
  let copy: Omit<Copy, 'archives'> | null = null;
  let archives: readonly ArchiveEntry[] = [];
  const write = async (
    kind: 'data' | 'keys',
    fill: (add: (source: Source) => Promise<Archived | null>) => Promise<void>,
  ) => {
    const file = join(to, `${backup}.${kind}.age`);
    const files: Archived[] = [];
    const written = await writeArchive(file, recipients[kind], async (add) => {
      await fill(async (source) => {
        const archived = await add(source);
        if (archived !== null) files.push(archived);
        return archived;
      });
      const added = new Set(archives.map(placeOfArchive));
      const paths = (await filesBelow(dataDir)).filter((path) => placeOf(path) === kind && !added.has(path));
      for (const path of paths) {
        const archived = await add({ path, file: join(dataDir, path) });
        if (archived !== null) files.push(archived);
      }
      const format = copy?.database === 'cluster' ? 1 : 2;
      const manifest: Manifest = Object.assign({ format, backup, files } as const, copy!);
      await add({ path: MANIFEST, text: `${JSON.stringify(manifest, null, 2)}\n` });
    });
    say(`${file}: ${files.length} files, ${written.bytes} bytes, SHA-256 ${written.sha256}`);
  };
  await write('data', async (add) => {
    const { archives: named, ...copied } = await copyDatabase(config, isWithout, dataDir, add);
    copy = copied;
    archives = await copyArchives(named, mayMiss, add);
  });
  await write('keys', async () => {});
  await writeMark(dataDir, backup, archives);
  const { batchNo, seq, hash } = copy!.journal;
  const row = `row ${batchNo} (command ${seq}) with the hash ${hash}`;
  say(
    isWithout
      ? `The database is not in it. A restore needs it with ${row} at least.`
      : `The journal is in it up to ${row} at least.`,
  );
  say('Keep the two archives at different places, and the checksums at a third.');
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      'without-database': { type: 'boolean', default: false },
      'without-missing-archives': { type: 'boolean', default: false },
      'new-key': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values['new-key']) {
    await newKey();
    return 0;
  }
  if (values.help || values.to === undefined) {
    say(usage);
    return values.help ? 0 : 2;
  }
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  await backUp(readConfig(process.env, [], root), {
    to: resolve(root, values.to),
    isWithout: values['without-database'],
    mayMiss: values['without-missing-archives'],
  });
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
