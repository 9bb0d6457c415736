import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SCHEMAS } from '../../apps/server/base/database/schemas.ts';
import { root } from '../support/program.ts';

const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
/** The table from what one wants to change to where it stands. */
const rows = (text.split('## Where to find things')[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '));
/** A name that stands for one of several, such as `<subject>`, stands for one that exists. */
const EXAMPLES: Readonly<Record<string, string>> = {
  wing: 'trading',
  subject: 'perpetual',
  product: 'perpetual',
  language: 'en',
};

const pathsOf = (row: string): string[] =>
  [...row.matchAll(/`([^`]*\/[^`]*)`/g)].map(([, path = '']) =>
    path.replace(/<(\w+)>/g, (_, name: string) => EXAMPLES[name] ?? name),
  );

it('every file that ARCHITECTURE names for a change is there', () => {
  const paths = rows.flatMap(pathsOf);
  expect(paths.length).toBeGreaterThan(8);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('a newcomer finds the taker fee: the first row names the file, and the file has the rates', () => {
  const fee = rows.find((row) => row.includes('taker'));
  const [, name = '', path = ''] = /`(\w+)` in `([^`]+)`/.exec(fee ?? '') ?? [];
  expect(fee).toBe(rows.filter((row) => pathsOf(row).length > 0)[0]);
  expect(readFileSync(join(root, path), 'utf8')).toMatch(new RegExp(`const ${name}\\b[^=]*= \\[`));
});

it('every schema of the database is named, and no other one', () => {
  const [lies = ''] = (text.split('## Where things lie')[1] ?? '').split('\n## ');
  const cells = [...lies.matchAll(/^\| [^|]+ \| (`.*) \|$/gm)].map(([, cell = '']) => cell);
  const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(named.toSorted()).toEqual([...SCHEMAS].toSorted());
});
