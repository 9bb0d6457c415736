import { appendFile, mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { foldersSynced } from '../../tests/support/synced-folders.ts';
import { LineFile } from './line-file.ts';
import { writeWhole } from './whole-file.ts';

interface Line {
  readonly no: number;
}

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-lines-'));
  path = join(folder, 'lines.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function opened(): Promise<{ readonly file: LineFile<Line>; readonly lines: Line[] }> {
  const file = new LineFile<Line>(path);
  const lines: Line[] = [];
  await file.read((line) => void lines.push(line));
  return { file, lines };
}

it('takes out what a write left that a full disk cut off, before it writes on', async () => {
  const { file } = await opened();
  await file.append({ no: 1 });
  // the disk took a part of the line, and refused to have it taken out again
  await appendFile(path, '{"no":2,"raw":"0x02f8');
  await file.appendAll([{ no: 3 }, { no: 4 }]);
  expect((await opened()).lines).toEqual([{ no: 1 }, { no: 3 }, { no: 4 }]);
});

it('forgets lines that were written and could not be synced', async () => {
  const { file } = await opened();
  await file.append({ no: 1 });
  await appendFile(path, '{"no":2}\n');
  await file.append({ no: 3 });
  expect((await opened()).lines).toEqual([{ no: 1 }, { no: 3 }]);
});

it('drops the torn last line of a kill at its start', async () => {
  const { file } = await opened();
  await file.append({ no: 1 });
  await appendFile(path, '{"no":2');
  const again = await opened();
  expect(again.lines).toEqual([{ no: 1 }]);
  await again.file.append({ no: 5 });
  expect(await readFile(path, 'utf8')).toBe('{"no":1}\n{"no":5}\n');
});

it('writes nothing once lines that were answered are gone', async () => {
  const { file } = await opened();
  await file.append({ no: 1 });
  await truncate(path, 3);
  await expect(file.append({ no: 2 })).rejects.toThrow('lost lines');
});

it('has its name on the disk with the first line, as a file that is replaced whole', async () => {
  const { file } = await opened();
  expect(await foldersSynced(() => file.append({ no: 1 }))).toBe(1);
  expect(await foldersSynced(() => file.append({ no: 2 }))).toBe(0);
  expect(await foldersSynced(() => writeWhole(path, '{}'))).toBe(1);
});
