import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldersSynced } from '../../../../tests/support/synced-folders.ts';
import { createVault, type Vault } from './vault.ts';

const CLEAR = Buffer.from('a picture of this test');

let folder: string;
let vault: Vault;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-vault-'));
  vault = createVault({ masterKey: Buffer.alloc(32, 7), folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('leaves nothing of a file that it could not write', async () => {
  const id = 'a1-cut-off';
  // a folder where the file belongs: its draft cannot take that place
  await mkdir(join(folder, 'a1', id), { recursive: true });
  await expect(vault.put(id, CLEAR)).rejects.toThrow();
  expect(await readdir(join(folder, 'a1'))).toEqual([id]);
});

it('writes a file anew after a write that a crash cut off', async () => {
  const id = 'b2-written-again';
  await mkdir(join(folder, 'b2'));
  await writeFile(join(folder, 'b2', `${id}.new`), 'half of a');
  await vault.remove(id);
  expect(await readdir(join(folder, 'b2'))).toEqual([]);
  const key = await vault.put(id, CLEAR);
  expect(await vault.get(id, key)).toEqual(CLEAR);
  expect(await readdir(join(folder, 'b2'))).toEqual([id]);
});

it('has the name of a file on the disk before its row can be written, and that of a new folder', async () => {
  expect(await foldersSynced(() => vault.put('c3-first', CLEAR))).toBe(2);
  expect(await foldersSynced(() => vault.put('c3-second', CLEAR))).toBe(1);
});
