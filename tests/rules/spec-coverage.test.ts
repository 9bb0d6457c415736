import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@candor/api';
import { expect, test } from 'vitest';
import { root } from '../../tools/run.ts';
import { sharedFolder } from '../support/shared-folder.ts';
import { cellsOf, specSentences } from './spec-sentences.ts';

const shared = sharedFolder('spec');
const document = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8');
const specification = readFileSync(join(shared, 'product-spec.md'), 'utf8');

interface Row {
  readonly section: string;
  readonly text: string;
  readonly state: string;
  readonly doneBy: string;
  readonly shownBy: string;
}

const rows: readonly Row[] = document
  .split('\n')
  .filter((line) => /^\| §\d/.test(line))
  .map((line) => {
    const [section = '', text = '', state = '', doneBy = '', shownBy = ''] = cellsOf(line);
    return { section: section.slice(1), text, state, doneBy, shownBy };
  });

const STATES = /^(done|open|part: .+|deviation: .+ \(\[ADR \d{4}\]\(adr\/[\w-]+\.md\)\)|asks for nothing)$/;
const where = ({ section, text }: Row) => `§${section} ${text.slice(0, 80)}`;

test('the table answers every sentence of the specification, in its order', () => {
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.map(({ section, text }) => ({ section, text }))).toEqual(specSentences(specification));
});

test('every answer is done, part, open, a deviation with its ADR, or that nothing is asked', () => {
  expect(rows.filter(({ state }) => !STATES.test(state)).map(where)).toEqual([]);
  const missing = rows.flatMap((row) => {
    const [, file] = /\((adr\/[\w-]+\.md)\)/.exec(row.state) ?? [];
    return file === undefined || existsSync(join(root, 'docs', file)) ? [] : [`${where(row)}: ${file}`];
  });
  expect(missing).toEqual([]);
});

test('what is done or part says by what', () => {
  const silent = rows.filter(({ state, doneBy }) => /^(done|part|deviation)/.test(state) && doneBy === '');
  expect(silent.map(where)).toEqual([]);
});

test('the calls that it names are in the table of calls', () => {
  const unknown = rows.flatMap((row) =>
    [...row.doneBy.matchAll(/`([a-zA-Z]\w*)`/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !(name in calls))
      .map((name) => `${where(row)}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('the tests that it names are there, under the names that it gives', () => {
  const texts = new Map<string, string | null>();
  const textOf = (file: string): string | null => {
    const path = join(root, file);
    if (!texts.has(file)) texts.set(file, existsSync(path) ? readFileSync(path, 'utf8') : null);
    return texts.get(file) ?? null;
  };
  const wrong = rows.flatMap((row) =>
    row.shownBy
      .split('; ')
      .filter((reference) => reference !== '')
      .filter((reference) => {
        const [file = '', ...title] = reference.split(': ');
        const text = textOf(file);
        return !file.includes('.test.ts') || text === null || !text.includes(title.join(': '));
      })
      .map((reference) => `${where(row)}: ${reference}`),
  );
  expect(wrong).toEqual([]);
});

test('every call of the specification is in the table of calls or in the list of those that are open', () => {
  const known = new Set(
    Object.values(calls)
      .flatMap(({ method, path, aliases }) => [{ method, path }, ...aliases])
      .map(({ method, path }) => `${method} ${path.replace(/\{(?!head\})\w+\}/g, '{}')}`),
  );
  const openCalls = new Set([...document.matchAll(/^- `((?:GET|POST) \S+)`$/gm)].map(([, call]) => call));
  const named = readFileSync(join(shared, 'calls.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t').slice(0, 2) as [string, string])
    .filter(([, path]) => path.startsWith('/api/'));
  expect(named.length).toBeGreaterThan(100);
  const isServed = ([method, path]: [string, string]) =>
    known.has(`${method} ${path.replace(/\{(?!head\})\w+\}/g, '{}')}`);
  const missing = named.filter((call) => !isServed(call)).map((call) => call.join(' '));
  expect([...openCalls].sort()).toEqual(missing.sort());
});
