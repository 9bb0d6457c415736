import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/program.ts';

/** The tests that a table names: each file with the titles that follow it in quotes. */
function named(table: string): readonly (readonly [file: string, title: string])[] {
  return table.split('\n').flatMap((row) => {
    if (!row.startsWith('| ')) return [];
    let file = '';
    return [...row.matchAll(/`([\w/.-]+\.test\.tsx?)`|"([^"]+)"/g)].flatMap(([, path, title]) => {
      if (path !== undefined) file = path;
      return title === undefined || file === '' ? [] : [[file, title] as const];
    });
  });
}

/** Numbered rows of the table under a heading. */
function rowsOf(page: string, heading: string): readonly string[] {
  const [, table = ''] = page.split(`\n## ${heading}\n`);
  return (table.split('\n## ')[0] ?? '').split('\n').filter((row) => /^\| \d+\. /.test(row));
}

const numberOf = (row: string) => Number(/\d+/.exec(row)?.[0]);

it.each(['identity', 'earn', 'community'])(
  'each case of docs/%s-cases.md names tests that exist',
  async (subject) => {
    const tests = named(await readFile(join(root, `docs/${subject}-cases.md`), 'utf8'));
    expect(tests.length).toBeGreaterThan(20);
    const gone = [];
    for (const [file, title] of tests) {
      const source = await readFile(join(root, file), 'utf8').catch(() => '');
      if (!source.includes(`'${title}'`)) gone.push(`${file}: ${title}`);
    }
    expect(gone).toEqual([]);
  },
);

it.each([
  'GUARANTEES.md',
  'community-cases.md',
  'earn-cases.md',
  'identity-cases.md',
  'security.md',
  'wallet-cases.md',
])('docs/%s names files of tests that exist', async (page) => {
  const text = await readFile(join(root, 'docs', page), 'utf8');
  const files = [...text.matchAll(/`((?:apps|packages|tests)\/[\w/.-]+\.test\.tsx?)`/g)].map(
    ([, file = '']) => file,
  );
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('each of the 27 cases of earning and borrowing has a row in order, with a test', async () => {
  const rows = rowsOf(await readFile(join(root, 'docs/earn-cases.md'), 'utf8'), 'Cases');
  expect(rows.map(numberOf)).toEqual(Array.from({ length: 27 }, (_, at) => at + 1));
  expect(rows.filter((row) => named(row).length === 0)).toEqual([]);
});

it('each of the 10 vectors of earning and borrowing has a row in order, with a test or the reason for none', async () => {
  const rows = rowsOf(await readFile(join(root, 'docs/earn-cases.md'), 'utf8'), 'Vectors');
  expect(rows.map(numberOf)).toEqual(Array.from({ length: 10 }, (_, at) => at + 1));
  const bare = rows.filter((row) => named(row).length === 0);
  expect(bare.map((row) => row.split(' | ')[1])).toEqual([
    'none: no product shares one ([why](../packages/kernel/README.md)) |',
  ]);
});

it('each of the 35 cases of the community has a row in order, with a test', async () => {
  const rows = (await readFile(join(root, 'docs/community-cases.md'), 'utf8'))
    .split('\n')
    .flatMap((row) => (/^\| (\d+)\. /.test(row) ? [row] : []));
  expect(rows.map((row) => Number(/\d+/.exec(row)?.[0]))).toEqual(
    Array.from({ length: 35 }, (_, at) => at + 1),
  );
  expect(rows.filter((row) => named(row).length === 0)).toEqual([]);
});
