// Own server: it is backed up while users trade, and restored beside itself.
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArchiveEntry, archiveJournal, moveArchive } from '@candor/journal';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '../../apps/server/base/postgres/launch.ts';
import { readArchive } from '../../tools/backup/archive.ts';
import { readMark } from '../../tools/backup/mark.ts';
import { ARCHIVE_FOLDER, filesBelow, placeOf } from '../../tools/backup/places.ts';
import { run } from '../../tools/run.ts';
import { Random } from '../../tools/workload/random.ts';
import { photo } from '../api/support/photos.ts';
import { upload } from '../api/support/upload.ts';
import { CleanReplay, query } from '../crash/support.ts';
import { expectTold, Told } from '../crash/told.ts';
import { Trader, TradingThrough } from '../crash/trader.ts';
import { begunDataDir, cleanEnvironment, endAll, startProgram, untilReady } from '../support/program.ts';

const PASSWORD = 'correct-horse-9';

let folder: string;
let dataDir: string;
let restoredDir: string;
let archives: { readonly data: string; readonly keys: string };
let identities: { readonly data: string; readonly keys: string };
let recipients: Readonly<Record<string, string>>;
const traders = Array.from({ length: 3 }, (_, index) => new Trader(`kept_${index}`, new Random(7 + index)));
let acknowledgedBefore: readonly string[];
let archivedFiles: readonly ArchiveEntry[];

const databaseOf = (data: string) =>
  `postgresql://candor@/candor?host=${encodeURIComponent(join(data, 'postgres'))}`;

/** Runs one of the two commands on a data folder. */
async function command(
  name: 'backup' | 'restore',
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  return run(process.execPath, [`tools/backup/${name}.ts`, ...args], {
    env: { ...cleanEnvironment(), ...env },
  });
}

function restore(
  into: string,
  given: Partial<Record<'data' | 'keys' | 'identity' | 'keysIdentity', string>>,
  ...more: readonly string[]
) {
  const { data, keys, identity, keysIdentity } = {
    ...archives,
    identity: identities.data,
    keysIdentity: identities.keys,
    ...given,
  };
  const flags = ['--identity', identity, '--keys-identity', keysIdentity];
  return command('restore', [data, keys, ...flags, ...more], { CANDOR_DATA: into });
}

async function makeKey(name: string): Promise<{ file: string; recipient: string }> {
  const identity = await generateX25519Identity();
  const file = join(folder, `${name}.identity`);
  await writeFile(file, `# made by a test\n${identity}\n`, { mode: 0o600 });
  return { file, recipient: await identityToRecipient(identity) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-backup-'));
  restoredDir = join(folder, 'restored');
  dataDir = await begunDataDir();
  const [data, keys] = [await makeKey('data'), await makeKey('keys')];
  identities = { data: data.file, keys: keys.file };
  recipients = { BACKUP_RECIPIENT: data.recipient, BACKUP_KEYS_RECIPIENT: keys.recipient };
  const program = await startProgram({ dataDir, env: { CALLS_PER_SECOND: '1000000' } });
  const { url } = await program.ready();
  await untilReady(url);
  for (const trader of traders) {
    trader.connect(url);
    await trader.register();
  }
  const session = await signIn(url, 'kept_0');
  expect((await upload({ url } as never, { token: session }, await photo())).code).toBe(200);
  const trading = new TradingThrough(traders);
  await trading.answered(10);
  acknowledgedBefore = traders.flatMap(({ orders }) =>
    [...orders.values()].map((order) => order.clientOrderId),
  );
  // Old rows lie in files outside of the data folder, and the first of these in it.
  const archived = await archiveJournal({
    connectionString: databaseOf(dataDir),
    folder: join(folder, 'archives'),
    beforeMs: Number.MAX_SAFE_INTEGER,
    prune: true,
    fileBytes: 1_000,
  });
  expect(archived.deletedRows).toBeGreaterThan(0);
  expect(archived.files.length).toBeGreaterThan(1);
  archivedFiles = archived.files;
  const inside = join(await realpath(dataDir), ARCHIVE_FOLDER);
  await mkdir(inside);
  await rename(archivedFiles[0]!.path, join(inside, archivedFiles[0]!.file));
  expect((await moveArchive(databaseOf(dataDir), inside)).files).toBe(1);
  const ran = await command('backup', ['--to', join(folder, 'backups')], {
    ...recipients,
    CANDOR_DATA: dataDir,
  });
  expect(ran.output).toMatch(/The journal is in it up to row \d+/);
  expect(ran.code).toBe(0);
  const holds = await readMark(dataDir);
  expect(archivedFiles.map(holds)).toEqual(archivedFiles.map(() => true));
  await trading.answered(10);
  await trading.stop();
  expect(traders.flatMap(({ unanswered }) => unanswered)).toEqual([]);
  program.child.kill('SIGTERM');
  await program.ended;
  const names = (await readdir(join(folder, 'backups'))).sort();
  expect(names).toEqual([
    expect.stringMatching(/^candor-[\dTZ-]+\.data\.age$/),
    expect.stringMatching(/^candor-[\dTZ-]+\.keys\.age$/),
  ]);
  const [dataFile = '', keysFile = ''] = names.map((name) => join(folder, 'backups', name));
  archives = { data: dataFile, keys: keysFile };
  expect((await stat(dataFile)).mode & 0o777).toBe(0o600);
});

afterAll(async () => {
  await endAll(dataDir, restoredDir);
  await rm(folder, { recursive: true, force: true });
});

async function signIn(url: string, account: string): Promise<string> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'account', account, password: PASSWORD }),
  });
  const { data } = (await response.json()) as { data: { satoken: string } };
  return data.satoken;
}

test('a backup of a running exchange restores the same journal, the same state and the same files', async () => {
  const ran = await restore(restoredDir, {});
  expect(ran.output).toMatch(/^Restored to /m);
  expect(ran.code).toBe(0);
  const told = new Told();
  const restored = await startPostgres({ dataDir: join(restoredDir, 'postgres'), log: () => {} });
  try {
    await expectTold(restored.connectionString, [], told);
    // The older rows were read from the files that came back: they are looked for there from now on.
    const folders = await query<{ folder: string }>(
      restored.connectionString,
      'SELECT DISTINCT folder FROM journal.archives',
    );
    expect(folders).toEqual([{ folder: join(await realpath(restoredDir), ARCHIVE_FOLDER) }]);
  } finally {
    await restored.stop();
  }
  for (const id of acknowledgedBefore)
    expect(told.accepted.get(id), `${id} is in the backup`).toHaveLength(1);
  expect(acknowledgedBefore.length).toBeGreaterThan(10);
  const seqAtBackup = told.replay.kernel.seq;

  // The restored journal is a part of the one that went on: the row at its head has the same hash there.
  const original = await startPostgres({ dataDir: join(dataDir, 'postgres'), log: () => {} });
  try {
    await told.replay.follow(original.connectionString);
    expect(told.replay.kernel.seq).toBeGreaterThan(seqAtBackup);
  } finally {
    await original.stop();
  }
  const paths = (await filesBelow(dataDir)).filter((path) => placeOf(path) !== null);
  expect(paths.some((path) => path.startsWith('files/'))).toBe(true);
  for (const path of paths) {
    const [before, after] = [await readFile(join(dataDir, path)), await readFile(join(restoredDir, path))];
    // Prices went on being recorded; all else is as it was.
    const same = path.startsWith('ticks/') ? before.subarray(0, after.length) : before;
    expect(after.equals(same), path).toBe(true);
    expect((await stat(join(restoredDir, path))).mode & 0o777).toBe(0o600);
  }

  const program = await startProgram({ dataDir: restoredDir });
  const { url } = await program.ready();
  await untilReady(url);
  expect(await signIn(url, 'kept_0')).toMatch(/^[\w-]{20,}$/);
  const replay = new CleanReplay();
  await replay.follow(databaseOf(restoredDir));
  expect(replay.kernel.seq).toBeGreaterThanOrEqual(seqAtBackup);
  program.child.kill('SIGTERM');
  await program.ended;
});

test('the archive of the data holds none of the keys', async () => {
  const into = join(folder, 'data-alone');
  const identity = (await readFile(identities.data, 'utf8')).split('\n')[1]!;
  const found = await readArchive(archives.data, identity, into);
  expect(found.filter(({ path }) => placeOf(path) === 'keys')).toEqual([]);
  const secrets = (await filesBelow(dataDir)).filter((path) => path.endsWith('.secret'));
  expect(secrets.length).toBeGreaterThan(3);
  const others = await Promise.all(
    found.filter(({ path }) => !path.startsWith('postgres/')).map(({ path }) => readFile(join(into, path))),
  );
  for (const secret of secrets) {
    const text = (await readFile(join(dataDir, secret), 'utf8')).trim();
    expect(
      others.some((bytes) => bytes.includes(text)),
      secret,
    ).toBe(false);
  }
  // and nobody reads the keys with the key of the data
  await expect(readArchive(archives.keys, identity, join(folder, 'keys-alone'))).rejects.toThrow(
    /with this key/,
  );
});

test('with another key nothing is restored, and nothing is left', async () => {
  const ran = await restore(join(folder, 'refused'), { identity: identities.keys });
  expect(ran.output).toMatch(/cannot be read with this key/);
  expect(ran.output).not.toMatch(/^ +at /m);
  expect(ran.code).toBe(1);
  expect((await readdir(folder)).filter((name) => name.startsWith('refused'))).toEqual([]);
});

test('a file that is not there is said in a sentence', async () => {
  const ran = await restore(join(folder, 'refused'), { data: join(folder, 'gone.age') });
  expect(ran.output).toBe(`${join(folder, 'gone.age')} is not there.\n`);
  expect(ran.code).toBe(1);
});

test('the embedded database does not come back into another one', async () => {
  const flags = ['--identity', identities.data, '--keys-identity', identities.keys];
  const ran = await command('restore', [archives.data, archives.keys, ...flags], {
    CANDOR_DATA: join(folder, 'refused'),
    DATABASE_URL: 'postgresql://a@127.0.0.1:1/c',
  });
  expect(ran.output).toMatch(/holds the embedded PostgreSQL/);
  expect(ran.code).toBe(1);
});

test('a folder that holds something is never overwritten', async () => {
  const ran = await restore(dataDir, {});
  expect(ran.output).toMatch(/is not empty/);
  expect(ran.code).toBe(1);
});

test.each([
  ['no public keys', () => ({}), /BACKUP_RECIPIENT and BACKUP_KEYS_RECIPIENT are needed/],
  [
    'one key for both',
    () => ({ ...recipients, BACKUP_KEYS_RECIPIENT: recipients.BACKUP_RECIPIENT! }),
    /two different keys/,
  ],
  [
    'a database that is not there',
    () => ({ ...recipients, DATABASE_URL: 'postgresql://a@127.0.0.1:1/c' }),
    /^The database of DATABASE_URL could not be read: /m,
  ],
])('with %s there is no backup', async (_, env, wrong) => {
  const ran = await command('backup', ['--to', join(folder, 'none')], { ...env(), CANDOR_DATA: dataDir });
  expect(ran.output).toMatch(wrong);
  expect(ran.code).toBe(1);
});

test('an archive of the journal that is missing fails the backup, and a restore without it', async () => {
  const { path } = archivedFiles.at(-1)!;
  await rename(path, `${path}.away`);
  const env = { ...recipients, CANDOR_DATA: dataDir };
  const to = join(folder, 'without');
  const failed = await command('backup', ['--to', to], env);
  expect(failed.output).toContain(`This archive of the journal is missing: ${path}\n`);
  expect(failed.code).toBe(1);
  expect(await readdir(to)).toEqual([]);
  const flag = '--without-missing-archives';
  const made = await command('backup', ['--to', to, flag], env);
  expect(made.code, made.output).toBe(0);
  expect((await readMark(dataDir))(archivedFiles.at(-1)!)).toBe(false);
  const [data = '', keys = ''] = (await readdir(to)).sort().map((name) => join(to, name));
  const into = join(folder, 'refused');
  const refused = await restore(into, { data, keys });
  expect(refused.output).toContain(`This archive of the journal was not in the backup: ${path}\n`);
  expect(refused.code).toBe(1);
  expect((await readdir(folder)).filter((name) => name.startsWith('refused'))).toEqual([]);
  const restored = await restore(into, { data, keys }, flag);
  expect(restored.output).toMatch(/^Restored to /m);
  expect(restored.code).toBe(0);
  await rename(`${path}.away`, path);
});
