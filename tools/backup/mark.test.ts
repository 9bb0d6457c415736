import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMark, writeMark } from './mark.ts';

test('the mark of a backup names the archives of the journal that it holds, by their content', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'candor-mark-'));
  try {
    const archive = { file: 'journal-1.archive', sha256: 'ab'.repeat(32) };
    expect((await readMark(folder))(archive)).toBe(false);
    await writeMark(folder, 'candor-now', [archive]);
    const holds = await readMark(folder);
    expect(holds(archive)).toBe(true);
    expect(holds({ ...archive, file: 'journal-2.archive' })).toBe(false);
    expect(holds({ ...archive, sha256: 'cd'.repeat(32) })).toBe(false);
    await writeMark(folder, 'candor-later', []);
    expect((await readMark(folder))(archive)).toBe(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
