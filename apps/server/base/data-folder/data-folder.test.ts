import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { foldersSynced } from '../../../../tests/support/synced-folders.ts';
import { openDataFolder } from './data-folder.ts';

it('makes a secret once, also for those who ask for it at the same time', async () => {
  const path = await mkdtemp(join(tmpdir(), 'candor-secrets-'));
  const folder = await openDataFolder(path);
  let first = '';
  try {
    const asked = await Promise.all(Array.from({ length: 8 }, () => folder.secret('files')));
    expect(new Set(asked).size).toBe(1);
    [first = ''] = asked;
    expect(first).toMatch(/^[0-9a-f]{64}$/);
  } finally {
    folder.close();
  }
  const again = await openDataFolder(path);
  expect(await again.secret('files')).toBe(first);
  again.close();
  await rm(path, { recursive: true, force: true });
});

it('has the name of a secret on the disk before anybody uses it', async () => {
  const path = await mkdtemp(join(tmpdir(), 'candor-names-'));
  const folder = await openDataFolder(path);
  try {
    expect(await foldersSynced(() => folder.secret('files'))).toBe(1);
    expect(await foldersSynced(() => folder.secret('files'))).toBe(0);
  } finally {
    folder.close();
  }
  await rm(path, { recursive: true, force: true });
});
