import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshEngines } from '../../tests/support/fresh-engines.ts';
import { firstUserId, limitOrder, submission } from '../../tools/workload/exchange.ts';
import { ArchiveBuilder, ArchiveFile } from './archive-file.ts';
import {
  type ArchiveEntry,
  ArchiveFolder,
  type ArchiveOptions,
  type ArchiveSummary,
  archiveJournal,
  exportJournal,
  type JournalError,
  lookAtArchives,
  moveArchive,
  readCommitted,
  readPlaces,
  type VerifyOptions,
  verifyChain,
  verifyExport,
} from './index.ts';
import { bareOf } from './raw-row.ts';
import { rowHash } from './row.ts';

const { open, query, connectionString } = freshEngines();
const orders = 40;
/** Bytes after which a file ends: a few rows. */
const fileBytes = 2_000;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-archive-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Journals some orders, a row each; the stop leaves a snapshot behind the last one. */
async function trade(): Promise<string> {
  const engine = await open();
  for (let i = 0; i < orders; i++)
    await engine.submit(
      submission(firstUserId + (i % 2), limitOrder(1, i % 2 === 0 ? 'buy' : 'sell', 100_00, 1_000)),
    );
  const { headHash } = engine.status();
  await engine.stop();
  return headHash;
}

/** One more row behind the snapshot, so that a restart has something to replay. */
async function tradeOnce(): Promise<void> {
  const engine = await open();
  await engine.submit(submission(firstUserId, limitOrder(1, 'buy', 99_00, 1_000)));
  await engine.stop();
}

function archive(more: Partial<ArchiveOptions> = {}): Promise<ArchiveSummary> {
  return archiveJournal({
    connectionString: connectionString(),
    folder,
    beforeMs: Date.now() + 1_000,
    prune: true,
    fileBytes,
    ...more,
  });
}

async function exported(withoutArchived = false): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  await exportJournal({
    connectionString: connectionString(),
    withoutArchived,
    write: async (part) => {
      parts.push(part);
    },
  });
  return Buffer.concat(parts);
}

async function* whole(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function verified(options: Omit<VerifyOptions, 'trusts'>) {
  let rows = 0;
  let commands = 0;
  let hash = '';
  for await (const { batch } of verifyExport({ ...options, trusts: () => true })) {
    rows += 1;
    commands += batch.commands.length;
    hash = batch.hash;
  }
  return { rows, commands, hash };
}

async function firstRow(): Promise<number> {
  const [row] = await query<{ first: string }>('SELECT min(batch_no) AS first FROM journal.batches');
  return Number(row?.first);
}

async function hashes(afterSeq: number): Promise<string[]> {
  const found: string[] = [];
  for await (const { hash } of readCommitted({ connectionString: connectionString(), afterSeq }))
    found.push(hash);
  return found;
}

describe('an archived range', () => {
  test('is gone from the database, and an export of it is the same, byte for byte', async () => {
    await trade();
    const before = await exported();
    const chain = await verifyChain(connectionString());
    const { files, deletedRows, lastRow } = await archive();
    expect(files.length).toBeGreaterThan(2);
    expect(deletedRows).toBe(lastRow);
    expect(await firstRow()).toBe(lastRow + 1);
    expect(lastRow).toBeGreaterThan(orders - 5);
    expect((await exported()).equals(before)).toBe(true);
    expect(await verifyChain(connectionString())).toEqual(chain);
    expect(await archive()).toMatchObject({ files: [], deletedRows: 0, lastRow });
  });

  test('leaves a restart what it needs, and a restart without any snapshot reads the files', async () => {
    const headHash = await trade();
    const all = await hashes(0);
    await archive();
    const again = await open();
    expect(again.status().headHash).toBe(headHash);
    await again.stop();
    expect(await hashes(0)).toEqual(all);
    await query('DELETE FROM journal.snapshots');
    const fromFiles = await open();
    expect(fromFiles.status().headHash).toBe(headHash);
    await fromFiles.stop();
  });

  test('keeps the place of each command', async () => {
    await trade();
    const pool = new Pool({ connectionString: connectionString() });
    try {
      const [head] = await query<{ seq: string }>('SELECT seq FROM journal.head');
      const seqs = Array.from({ length: Number(head?.seq) }, (_, index) => index + 1);
      const before = await readPlaces(pool, seqs);
      expect(before.size).toBe(seqs.length);
      const { files } = await archive();
      expect(await readPlaces(pool, seqs)).toEqual(before);
      // Only its own rows are lost with a file: their places are known to be away, and all others are there.
      const [first, second] = files;
      expect(await lookAtArchives(pool)).toMatchObject({ files: files.length, missingFiles: 0 });
      await rm(first!.path);
      expect(await lookAtArchives(pool)).toMatchObject({ files: files.length, missingFiles: 1 });
      const left = await readPlaces(pool, seqs);
      expect(left.get(first!.lastSeq)).toBe(null);
      expect(left.get(second!.firstSeq)).toEqual(before.get(second!.firstSeq));
    } finally {
      await pool.end();
    }
  });

  test('is verified from its files and the rest, and from its files alone', async () => {
    await trade();
    const all = await verified({ bytes: whole(await exported()) });
    const { lastRow, files } = await archive();
    const rest = await exported(true);
    // the summary of an export counts its own rows
    const count = (withoutArchived: boolean) =>
      exportJournal({ connectionString: connectionString(), withoutArchived, write: async () => {} });
    expect(await count(false)).toMatchObject({ rows: all.rows, before: 0 });
    expect(await count(true)).toMatchObject({ rows: all.rows - lastRow, before: lastRow });
    const files_ = new ArchiveFolder(folder);
    expect(await verified({ bytes: whole(rest), archive: files_ })).toEqual(all);
    const alone = await verified({ bytes: null, archive: files_ });
    expect(alone).toMatchObject({ rows: lastRow, hash: files.at(-1)?.hash });
    expect(await verified({ bytes: whole(await exported()), archive: files_ })).toEqual(all);
    await expect(verified({ bytes: whole(rest) })).rejects.toMatchObject({
      code: 'CHAIN_BROKEN',
      batchNo: 1,
    });
    const { path: newest } = files.at(-1)!;
    await rename(newest, `${newest}.away`);
    await expect(verified({ bytes: whole(rest), archive: files_ })).rejects.toMatchObject({
      code: 'CHAIN_BROKEN',
      batchNo: files.at(-1)!.firstRow,
    });
    await rename(`${newest}.away`, newest);
    // A file that is missing before another is a gap, and no end.
    await rm(files[1]!.path);
    const gap = {
      code: 'ARCHIVE_UNREADABLE',
      batchNo: files[1]!.firstRow,
      message: expect.stringContaining(`The last row before them is ${files[0]!.lastRow}.`),
    };
    await expect(verified({ bytes: whole(rest), archive: files_ })).rejects.toMatchObject(gap);
    await expect(verified({ bytes: null, archive: files_ })).rejects.toMatchObject(gap);
  });
});

describe('files that were moved', () => {
  test('are looked for in their new folder once each was read there', async () => {
    await trade();
    const { files } = await archive();
    const chain = await verifyChain(connectionString());
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    const [first, ...others] = files;
    for (const { path, file } of others) await rename(path, join(elsewhere, file));
    expect(await moveArchive(connectionString(), elsewhere)).toEqual({
      files: others.length,
      missing: [first!.path],
    });
    expect(await verifyChain(connectionString())).toEqual(chain);
    const moved = join(elsewhere, others[0]!.file);
    const bytes = await readFile(moved);
    await rename(first!.path, join(elsewhere, first!.file));
    await writeFile(moved, bytes.subarray(1));
    await expect(moveArchive(connectionString(), elsewhere)).rejects.toMatchObject({
      code: 'ARCHIVE_UNREADABLE',
    });
    await writeFile(moved, bytes);
    expect(await moveArchive(connectionString(), elsewhere)).toEqual({ files: files.length, missing: [] });
    expect(await verifyChain(connectionString())).toEqual(chain);
  });
});

describe('the rule', () => {
  test('archives nothing that is not old enough', async () => {
    await trade();
    const times = await query<{ time_ms: string }>('SELECT time_ms FROM journal.batches ORDER BY batch_no');
    const beforeMs = Number(times[20]?.time_ms);
    const older = times.filter(({ time_ms }) => Number(time_ms) < beforeMs).length;
    expect(await archive({ beforeMs })).toMatchObject({ lastRow: older, deletedRows: older });
    expect(await archive({ beforeMs: 0 })).toMatchObject({ lastRow: older, deletedRows: 0, files: [] });
  });

  test('keeps the row of the oldest snapshot and all behind it, and everything without a snapshot', async () => {
    await trade();
    const [oldest] = await query<{ batch_no: string }>('SELECT batch_no FROM journal.snapshots');
    await tradeOnce();
    await archive();
    expect(await firstRow()).toBe(Number(oldest?.batch_no));
    await query('DELETE FROM journal.snapshots');
    expect(await archive()).toMatchObject({ files: [], deletedRows: 0 });
  });

  test('deletes nothing unless it is asked to, and goes on where it ended', async () => {
    await trade();
    const { files, lastRow } = await archive({ prune: false });
    expect(await firstRow()).toBe(1);
    await tradeOnce();
    await query(
      'DELETE FROM journal.snapshots WHERE batch_no = (SELECT min(batch_no) FROM journal.snapshots)',
    );
    const later = await archive();
    expect(later.files[0]?.firstRow).toBe(lastRow + 1);
    expect(later.files[0]?.previousHash).toBe(files.at(-1)?.hash);
    expect(later.deletedRows).toBe(later.lastRow);
  });
});

/** Writes a sound file in place of one, in which a row has another time, and notes it for that one. */
async function forge(entry: ArchiveEntry): Promise<void> {
  const file = await ArchiveFile.open(entry.path);
  const kernels = await file.kernels();
  const builder = new ArchiveBuilder();
  for (const kernel of kernels.values()) builder.addKernel(kernel);
  let previous: Buffer = Buffer.from(entry.previousHash, 'hex');
  for await (const page of file.rows(entry.firstRow, entry.lastRow))
    for (const raw of page) {
      const { version: kernelVersion, codeHash } = kernels.get(raw.kernel_no)!;
      const bare = bareOf(raw);
      const timeMs = bare.timeMs + (bare.batchNo === entry.lastRow ? 1 : 0);
      const row = { ...bare, kernelVersion, codeHash, timeMs };
      const hash = rowHash(previous, row);
      builder.add({ ...row, hash }, previous);
      previous = hash;
    }
  await file.close();
  const { header, bytes, sha256 } = builder.finish()!;
  await writeFile(entry.path, bytes);
  await query(
    `UPDATE journal.archives SET hash = decode('${header.hash}', 'hex'), sha256 = decode('${sha256}', 'hex'),
       bytes = ${bytes.length} WHERE first_row = ${entry.firstRow}`,
  );
}

describe('a note that is not true', () => {
  test('of a sound file with other rows deletes none', async () => {
    await trade();
    const { files } = await archive({ prune: false, fileBytes: 1 << 20 });
    expect(files).toHaveLength(1);
    await forge(files[0]!);
    await expect(archive()).rejects.toMatchObject({
      code: 'ARCHIVE_UNREADABLE',
      batchNo: files[0]!.lastRow,
    });
    expect(await firstRow()).toBe(1);
  });

  test('of files that do not follow one another deletes none', async () => {
    await trade();
    const { files } = await archive({ prune: false });
    await query(`DELETE FROM journal.archives WHERE first_row = ${files[1]!.firstRow}`);
    await expect(archive()).rejects.toMatchObject({
      code: 'ARCHIVE_UNREADABLE',
      batchNo: files[2]!.firstRow,
    });
    expect(await firstRow()).toBe(1);
  });
});

test('rows whose file is in no backup yet stay, and all behind them', async () => {
  await trade();
  const { files } = await archive({ prune: false });
  const isBackedUp = ({ file }: ArchiveEntry) => file !== files[1]!.file;
  const first = await archive({ isBackedUp });
  expect(first).toMatchObject({
    deletedRows: files[0]!.lastRow,
    waitingFiles: files.slice(1).map(({ path }) => path),
  });
  expect(await firstRow()).toBe(files[1]!.firstRow);
  expect(await archive()).toMatchObject({ waitingFiles: [] });
  expect(await firstRow()).toBe(files.at(-1)!.lastRow + 1);
});

test('two runs at once: the second is refused while the first goes on', async () => {
  await trade();
  const locker = new Client({ connectionString: connectionString() });
  await locker.connect();
  try {
    await locker.query('SELECT pg_advisory_lock(1128353362, 1246709327)');
    await expect(archive()).rejects.toMatchObject({ code: 'ALREADY_RUNNING' });
  } finally {
    await locker.end();
  }
  expect((await archive()).deletedRows).toBeGreaterThan(0);
});

describe('a file', () => {
  test('that was altered anywhere is refused, and nothing is deleted', async () => {
    await trade();
    const { files } = await archive({ prune: false });
    const { path } = files[1]!;
    const bytes = await readFile(path);
    const steps = 40;
    for (let step = 0; step < steps; step++) {
      const at = Math.floor((step * bytes.length) / steps);
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
      await writeFile(path, flipped);
      const error = (await archive().catch((thrown: unknown) => thrown)) as JournalError;
      expect(error.code, `byte ${at}`).toBe('ARCHIVE_UNREADABLE');
      // Files before it were verified, so their rows may be gone; its own are all there.
      expect(await firstRow()).toBe(files[1]!.firstRow);
    }
    for (const cut of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.alloc(1)]), Buffer.alloc(0)]) {
      await writeFile(path, cut);
      await expect(archive()).rejects.toMatchObject({ code: 'ARCHIVE_UNREADABLE' });
    }
    await rm(path);
    await expect(archive()).rejects.toMatchObject({ code: 'ARCHIVE_UNREADABLE' });
    expect(await firstRow()).toBe(files[1]!.firstRow);
    await writeFile(path, bytes);
    expect(await archive()).toMatchObject({ lastRow: files.at(-1)?.lastRow });
    expect(await firstRow()).toBe(files.at(-1)!.lastRow + 1);
  });

  test('that was altered after its rows were deleted is named by whoever reads it', async () => {
    await trade();
    const { files } = await archive();
    const { path, firstRow: row } = files[1]!;
    const bytes = await readFile(path);
    const chunkAt = bytes.length - 40;
    bytes.writeUInt8(bytes.readUInt8(chunkAt) ^ 1, chunkAt);
    await writeFile(path, bytes);
    const named = { code: 'ARCHIVE_UNREADABLE', batchNo: row, message: expect.stringContaining(path) };
    await expect(verifyChain(connectionString())).rejects.toMatchObject(named);
    await expect(exported()).rejects.toMatchObject(named);
    await expect(verified({ bytes: null, archive: new ArchiveFolder(folder) })).rejects.toMatchObject(named);
  });

  test('that was altered is named to whoever seeks a place in it, and a command that it lacks has none', async () => {
    await trade();
    const { files } = await archive();
    const { path, firstSeq } = files[1]!;
    const whole = await readFile(path);
    const pool = new Pool({ connectionString: connectionString() });
    const heard: [string, number, string | null][] = [];
    const placesOf = (...seqs: number[]) =>
      readPlaces(pool, seqs, (entry, seq, error) => heard.push([entry.path, seq, error?.code ?? null]));
    try {
      const bent = Buffer.from(whole);
      const chunkAt = bent.length - 40;
      bent.writeUInt8(bent.readUInt8(chunkAt) ^ 1, chunkAt);
      await writeFile(path, bent);
      expect([...(await placesOf(firstSeq))]).toEqual([[firstSeq, null]]);
      await writeFile(path, whole);
      expect((await placesOf(firstSeq)).get(firstSeq)).toMatchObject({ seq: firstSeq });
      // an entry that claims more than its file holds
      const last = files.at(-1)!;
      const beyond = last.lastSeq + 1_000;
      await query(`UPDATE journal.archives SET last_seq = ${beyond} WHERE first_row = ${last.firstRow}`);
      expect((await placesOf(beyond)).size).toBe(0);
      expect(heard).toEqual([
        [path, firstSeq, 'ARCHIVE_UNREADABLE'],
        [path, firstSeq, null],
        [last.path, beyond, null],
      ]);
    } finally {
      await pool.end();
    }
  });

  test('whose rows and checksum were made up fits no chain', async () => {
    await trade();
    const { files } = await archive();
    const [first, second] = files;
    await writeFile(second!.path, await readFile(first!.path));
    await expect(verifyChain(connectionString())).rejects.toMatchObject({ code: 'ARCHIVE_UNREADABLE' });
    await expect(verified({ bytes: null, archive: new ArchiveFolder(folder) })).rejects.toMatchObject({
      code: 'ARCHIVE_UNREADABLE',
      batchNo: second!.firstRow,
    });
  });

  test('that another journal left under the same name is never taken or replaced', async () => {
    await trade();
    const { files } = await archive({ prune: false });
    const strange = await readFile(files[1]!.path);
    await query('DELETE FROM journal.archives');
    for (const name of await readdir(folder)) await rm(join(folder, name));
    await writeFile(files[0]!.path, strange);
    await expect(archive()).rejects.toMatchObject({ code: 'ARCHIVE_UNREADABLE' });
    expect(await readFile(files[0]!.path)).toEqual(strange);
    expect(await firstRow()).toBe(1);
  });
});
