import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../tools/run.ts';

/** Pages that the server renders by itself, outside of the app. */
const OUTSIDE = /^\/docs\b/;

it('a page of the app is opened by the router: an ordinary link would load the whole app again and lose what was typed', () => {
  const files = globSync('apps/web/**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] });
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/href=(?:"|\{`)(\/[^"`]*)(?:"|`\})\s*(target=)?/g)]
      // a window of its own loads the app anyway
      .filter(([, , target]) => target === undefined)
      .map(([, address = '']) => ({ file, address })),
  );
  expect(found.filter(({ address }) => !OUTSIDE.test(address))).toEqual([]);
});
