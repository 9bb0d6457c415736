import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadMessages } from '../packages/i18n/load-messages.ts';

const root = join(import.meta.dirname, '..');
/** Ids as JSX and the formatter take them; a helper's ids are checked by their type. */
const named = /\bid(?:: |=)['"]([a-z]\w*(?:\.[\w-]+)+)['"]/g;

async function sources(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|stories)\.tsx?$|node_modules|dist\//.test(name))
    .map((name) => join(folder, name));
}

it('every message that a source names is in the catalogue', async () => {
  const messages = await loadMessages('en');
  const files = (await Promise.all(['apps/web', 'apps/console', 'packages/ui'].map(sources))).flat();
  const uses = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8');
      return [...text.matchAll(named)].map(([, id = '']) => ({ file, id }));
    }),
  );
  expect(uses.flat().length).toBeGreaterThan(300);
  expect(uses.flat().filter(({ id }) => !(id in messages))).toEqual([]);
});
