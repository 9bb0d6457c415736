// A disk that refuses to keep one file or folder: what is not on it is never noted.
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshEngines } from '../../tests/support/fresh-engines.ts';
import { firstUserId, limitOrder, submission } from '../../tools/workload/exchange.ts';
import { archiveJournal, moveArchive } from './index.ts';

const disk = vi.hoisted(() => ({ refused: '' }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const open: typeof real.open = async (path, ...rest) => {
    const handle = await real.open(path, ...rest);
    if (path === disk.refused)
      handle.sync = () => Promise.reject(Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' }));
    return handle;
  };
  return { ...real, open };
});

const { open, query, connectionString } = freshEngines();

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-archive-'));
  disk.refused = '';
  const engine = await open();
  for (let i = 0; i < 4; i++)
    await engine.submit(submission(firstUserId, limitOrder(1, 'buy', 100_00, 1_000)));
  await engine.stop();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const archive = (into = folder) =>
  archiveJournal({
    connectionString: connectionString(),
    folder: into,
    beforeMs: Number.MAX_SAFE_INTEGER,
    prune: true,
  });

const noted = () => query<{ folder: string }>('SELECT folder FROM journal.archives');
const REFUSED = { code: 'EIO' };

test('a file that was left behind is noted once it and its name are on the disk', async () => {
  const { files } = await archiveJournal({
    connectionString: connectionString(),
    folder,
    beforeMs: Number.MAX_SAFE_INTEGER,
    prune: false,
  });
  await query('DELETE FROM journal.archives');
  for (const path of [files[0]!.path, folder]) {
    disk.refused = path;
    await expect(archive(), path).rejects.toMatchObject(REFUSED);
    expect(await noted()).toEqual([]);
  }
  disk.refused = '';
  expect((await archive()).deletedRows).toBe(files[0]!.lastRow);
});

test('a new folder is on the disk before a file in it is noted', async () => {
  for (const above of [folder, join(folder, 'a')]) {
    await rm(join(folder, 'a'), { recursive: true, force: true });
    disk.refused = above;
    await expect(archive(join(folder, 'a', 'b')), above).rejects.toMatchObject(REFUSED);
    expect(await noted()).toEqual([]);
  }
  disk.refused = '';
  expect((await archive(join(folder, 'a', 'b'))).deletedRows).toBeGreaterThan(0);
});

test('a file that was moved is looked for there once it and its name are on the disk', async () => {
  const { files } = await archive();
  const elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere);
  const moved = join(elsewhere, files[0]!.file);
  await rename(files[0]!.path, moved);
  for (const path of [moved, elsewhere]) {
    disk.refused = path;
    await expect(moveArchive(connectionString(), elsewhere), path).rejects.toMatchObject(REFUSED);
    expect(await noted()).toEqual([{ folder }]);
  }
  disk.refused = '';
  expect(await moveArchive(connectionString(), elsewhere)).toEqual({ files: 1, missing: [] });
});
