import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './program.ts';
import { inTurn, LONG_FILES, suiteOf, TURNING_FILES } from './suite.ts';

const rows = ['a', 'b', 'c', 'd', 'e'];
const quickly = (commit: string, count: number, table = 'rows') =>
  inTurn(table, rows, count, { quick: true, commit });
const commits = Array.from({ length: 60 }, (_, at) => `commit ${at}`);

describe('a table that turns', () => {
  it('is whole in every run but the quick one', () => {
    expect(inTurn('rows', rows, 2, { quick: false, commit: 'any' })).toEqual(rows);
  });

  it('gives each row to some commit, as many rows as were asked for, and the same to one commit', () => {
    const met = new Set(commits.flatMap((commit) => quickly(commit, 2)));
    expect([...met].toSorted()).toEqual(rows);
    for (const commit of commits) {
      expect(new Set(quickly(commit, 2)).size).toBe(2);
      expect(quickly(commit, 2)).toEqual(quickly(commit, 2));
    }
  });

  it('turns by its own name, and is whole where more is asked for than it holds', () => {
    expect(commits.some((commit) => quickly(commit, 1)[0] !== quickly(commit, 1, 'others')[0])).toBe(true);
    expect(quickly('any', 9)).toEqual(rows);
  });
});

it('a suite has one of three names', () => {
  expect([suiteOf(undefined), suiteOf('quick'), suiteOf('long')]).toEqual(['all', 'quick', 'long']);
  expect(() => suiteOf('slow')).toThrow(RangeError);
});

it('every file of the long run, and every one that turns, exists once', () => {
  const files = [...LONG_FILES, ...TURNING_FILES];
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});
