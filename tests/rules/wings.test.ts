import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/program.ts';

const server = join(root, 'apps/server');
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory() && each.name !== 'node_modules')
    .map(({ name }) => name);

/** The wings as ARCHITECTURE draws them, from the ground up. */
const drawn =
  /### The wings of the server[\s\S]*?```\n([\s\S]*?)```/.exec(text('ARCHITECTURE.md'))?.[1] ?? '';
const wings = drawn
  .trim()
  .split('\n')
  .map((line) => line.split(' ')[0]!)
  .reverse();

/** Imports between wings that run up, `from -> to` each. */
function arrowsUp(): string[] {
  const files = globSync('apps/server/*/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(500);
  return files.flatMap((file) =>
    [...text(file).matchAll(/(?:from|import|module)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, what = '']) => {
      const target = join(dirname(file), what);
      const [from, to] = [file, target].map((path) => wings.indexOf(path.split('/')[2] ?? ''));
      return target.startsWith('apps/server/') && to! > from! ? [`${file} -> ${target}`] : [];
    }),
  );
}

it('no arrow runs back up between the wings', () => {
  const up = arrowsUp();
  console.log(`arrows that run back up between the wings of the server: ${up.length}`);
  expect(up).toEqual([]);
});

it('the wings are drawn in the order that the import rules hold, and every folder is one', () => {
  const listed = /const serverWings = \[([^\]]*)\]/.exec(text('.dependency-cruiser.cjs'))?.[1] ?? '';
  expect([...listed.matchAll(/'([a-z]+)'/g)].map(([, wing]) => wing)).toEqual(wings);
  expect(foldersOf(server).sort()).toEqual([...wings].sort());
});

it.each(wings)('the head of the wing %s names each of its rooms and the wings below', (wing) => {
  expect(existsSync(join(server, wing, 'README.md'))).toBe(true);
  const head = text(`apps/server/${wing}/README.md`);
  const rooms = [...head.matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, room]) => room);
  expect(rooms).toEqual(foldersOf(join(server, wing)).sort());
  const below = /^May import: (.*?)\./m.exec(head)?.[1] ?? '';
  expect([...below.matchAll(/`([a-z]+)`/g)].map(([, each]) => each)).toEqual(
    wings.slice(0, wings.indexOf(wing)),
  );
});
