import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const apps = join(import.meta.dirname, '../..');
/** They bound the wait for a file, and say that it was lost. */
const HELPERS = ['web/common/lazy-page.ts', 'web/common/lazy-part.tsx', 'console/shell/lazy-page.ts'];

it('is loaded by the helpers alone, so that no file can hang for ever or take a page with it', async () => {
  const found: string[] = [];
  for await (const file of glob('{web,console}/**/*.{ts,tsx}', { cwd: apps })) {
    if (HELPERS.includes(file) || /\.test\.tsx?$/.test(file)) continue;
    const text = readFileSync(join(apps, file), 'utf8');
    if (/\blazyRouteComponent\b(?!`)|\blazy\(/.test(text)) found.push(file);
  }
  expect(found).toEqual([]);
});
