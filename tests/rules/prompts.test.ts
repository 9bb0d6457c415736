import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../tools/run.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const files = globSync('apps/{web,console}/**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] });

/** The opening tags of an element, to the `>` outside of braces. */
function tagsOf(name: string, code: string): string[] {
  return [...code.matchAll(new RegExp(`<${name}\\b`, 'g'))].map(({ index }) => {
    let depth = 0;
    let end = index;
    for (; end < code.length && (code[end] !== '>' || depth > 0); end++)
      depth += code[end] === '{' ? 1 : code[end] === '}' ? -1 : 0;
    return code.slice(index, end);
  });
}

it('every field of a customer’s form that must be filled names what it asks for', () => {
  const asked = files
    .filter((file) => file.startsWith('apps/web/'))
    .flatMap((file) => tagsOf('FormField', read(file)).map((tag) => ({ file, tag })));
  expect(asked.length).toBeGreaterThan(40);
  const silent = asked.filter(({ tag }) => !/\bprompt=|\brequired=\{false\}/.test(tag));
  expect(silent.map(({ file, tag }) => `${file}: ${/name=\S+/.exec(tag)?.[0]}`)).toEqual([]);
});

it('every number is typed into a NumberField: a plain field takes codes, ids and numbers of phones alone', () => {
  const texts = files.flatMap((file) => tagsOf('TextField', read(file)).map((tag) => ({ file, tag })));
  expect(texts.length).toBeGreaterThan(30);
  const decimals = texts.filter(({ tag }) => /inputMode="decimal"|type="number"/.test(tag));
  expect(decimals.map(({ file }) => file)).toEqual([]);
  const digits = texts.filter(
    ({ file, tag }) =>
      tag.includes('inputMode="numeric"') &&
      !/one-time-code/.test(tag) &&
      !/user-id-field|record-screens/.test(file),
  );
  expect(digits.map(({ file }) => file)).toEqual([]);
});
