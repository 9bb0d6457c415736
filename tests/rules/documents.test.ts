import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { targets } from '../../benches/targets.ts';
import { root } from '../../tools/run.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** Texts of the help centre: their links are addresses of pages. */
const ARTICLES = 'apps/server/users/articles/first/';
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const documents = tracked.filter((file) => file.endsWith('.md') && !file.startsWith(ARTICLES));
const adrs = readdirSync(join(root, 'docs/adr')).filter((name) => /^\d{4}-.*\.md$/.test(name));
const adrNumbers = new Set(adrs.map((name) => Number(name.slice(0, 4))));

/** Returns the relative links of a page, without their anchors. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** Returns the numbers of the decisions that a text names. */
const namedIn = (text: string): number[] =>
  [...text.matchAll(/\bADRs?[\s*/]+\[?(\d{1,4})\b/g)].map(([, number]) => Number(number));

describe('documents', () => {
  it('link to files that are there', () => {
    expect(linksIn('[a](b.md#c) [d](https://e) [f](../g.ts)')).toEqual(['b.md', '../g.ts']);
    expect(documents.length).toBeGreaterThan(60);
    const dangling = documents.flatMap((file) =>
      linksIn(read(file))
        .filter((target) => !existsSync(join(root, dirname(file), target)))
        .map((target) => `${file}: ${target}`),
    );
    expect(dangling).toEqual([]);
  });
});

describe('the page of performance', () => {
  it('has each row of the benches', () => {
    const page = read('docs/performance.md');
    expect(Object.keys(targets).filter((row) => !page.includes(`\`${row}\``))).toEqual([]);
  });
});

describe('decisions', () => {
  it('are listed once each, by the title that their page has', () => {
    const listed = [...read('docs/adr/README.md').matchAll(/^\| (\d+) \| \[(.+)\]\((.+)\) \|/gm)].map(
      ([, number, title, file]) => `${file}: ${number}. ${title}`,
    );
    const pages = adrs.map((name) => `${name}: ${read(`docs/adr/${name}`).split('\n')[0]?.slice(2)}`);
    expect(listed.toSorted()).toEqual(pages.toSorted());
  });

  it('are there where a document or a comment names one', () => {
    expect(namedIn('see ADR 12, [ADR\n34](x) and ADRs 5')).toEqual([12, 34, 5]);
    const sources = tracked.filter(
      (file) => /\.(md|ts|tsx|mjs|cjs)$/.test(file) && basename(file) !== 'documents.test.ts',
    );
    const unknown = sources.flatMap((file) =>
      namedIn(read(file))
        .filter((number) => !adrNumbers.has(number))
        .map((number) => `${file}: ADR ${number}`),
    );
    expect(unknown).toEqual([]);
  });
});
