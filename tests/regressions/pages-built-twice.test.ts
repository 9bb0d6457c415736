import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takePlace } from '../../apps/server/program/builds/built-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-built-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function draft(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  await writeFile(join(path, 'index.html'), name);
  return path;
}

/*
 * Two servers that started from one checkout at once built the same pages, and the second ended with ENOTEMPTY when it
 * gave its folder the name.
 */
it('pages that two servers build at once are those of the first, and both go on', async () => {
  const built = join(folder, 'built');
  await takePlace(await draft('one'), built, 'index.html');
  await takePlace(await draft('two'), built, 'index.html');
  expect(await readFile(join(built, 'index.html'), 'utf8')).toBe('one');
});

it('a draft that can not take its place without another one there is told', async () => {
  await expect(takePlace(join(folder, 'nothing'), join(folder, 'nowhere'), 'index.html')).rejects.toThrow(
    /ENOENT/,
  );
});
