import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The texts between `values({` or `set({` and the brace that closes it. */
function rowsOf(text: string): string[] {
  return [...text.matchAll(/\.(?:values|set)\(\{/g)].map(({ index, 0: opening }) => {
    let depth = 1;
    let end = index + opening.length;
    for (; depth > 0 && end < text.length; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
    return text.slice(index, end);
  });
}

const readings = (row: string) => row.match(/\bnow\(\)/g)?.length ?? 0;

describe('a row', () => {
  it('that holds two times reads the clock once, so that a term is as long as it says', () => {
    expect(rowsOf('.values({ a: now(), ...{ b: now() } }), now()').map(readings)).toEqual([2]);
    const files = globSync('apps/server/**/*.ts', { exclude: ['**/*.test.ts'] });
    expect(files.length).toBeGreaterThan(300);
    const torn = files.filter((file) => rowsOf(readFileSync(file, 'utf8')).some((row) => readings(row) > 1));
    expect(torn).toEqual([]);
  });
});
