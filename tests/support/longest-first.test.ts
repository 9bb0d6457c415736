import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONGEST } from './longest-first.ts';
import { root } from './program.ts';

test('every file that is to start first exists', () => {
  expect(LONGEST.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every test that starts a server of its own says why in its first line', () => {
  const files = globSync('tests/**/*.test.ts', { cwd: root, exclude: ['tests/e2e/**'] });
  const starting = files.filter((file) =>
    /await startProgram\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(starting.length).toBeGreaterThan(10);
  const silent = starting.filter(
    (file) => !readFileSync(join(root, file), 'utf8').startsWith('// Own server: '),
  );
  expect(silent).toEqual([]);
});
