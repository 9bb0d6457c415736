import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../tools/run.ts';

/** Choices about a product, a pool or an article, which start with a value: nobody is judged by them. */
const ABOUT_THINGS: readonly string[] = [
  'articles/dialogs.tsx: kind',
  'articles/dialogs.tsx: topic',
  'content/dialogs.tsx: place',
  'earn/dialogs.tsx: zone',
  'loan/offer-dialog.tsx: cycle',
  'loan/offer-dialog.tsx: method',
  'notice/terms-dialog.tsx: borrowable',
  'seconds/dialogs.tsx: source',
  'shell/fund-dialog.tsx: direction',
  'shell/fund-dialog.tsx: source',
  'support/answers.tsx: language',
];

const FIELD =
  /<FormField\b(?:(?!<\/FormField>)[\s\S])*?\bname="(\w+)"(?:(?!<\/FormField>)[\s\S])*<\/FormField>/g;
const FIRST_VALUES = /(?:defaultValues: |const [A-Z_]+(?:: \w+)? = )\{/g;

/** The code from an opening brace to its closing one. */
function block(code: string, from: number): string {
  let depth = 0;
  let end = from;
  do {
    depth += code[end] === '{' ? 1 : code[end] === '}' ? -1 : 0;
    end++;
  } while (depth > 0 && end < code.length);
  return code.slice(from, end);
}

/** The choices of a file's forms, each with the value that it starts with. */
function choicesOf(code: string): { readonly name: string; readonly first: string }[] {
  const values = [...code.matchAll(FIRST_VALUES)].map(({ 0: begin, index }) =>
    block(code, index + begin.length - 1),
  );
  const names = [...code.matchAll(FIELD)].flatMap(([field, name = '']) =>
    /<(?:Select|SegmentedControl)\b/.test(field) ? [name] : [],
  );
  return [...new Set(names)].map((name) => ({
    name,
    first: new RegExp(`\\b${name}: ([^,\\n}]+)`).exec(values.join('\n'))?.[1] ?? '',
  }));
}

it('nothing is chosen before a person decides about another', () => {
  const choices = globSync('apps/{console,web/otc}/**/*.tsx', { cwd: root }).flatMap((file) =>
    choicesOf(readFileSync(join(root, file), 'utf8')).map((choice) => ({ ...choice, file })),
  );
  const decisions = choices.filter(({ name }) =>
    /^(?:choice|code|fault|mark|role|state|why|winner)$/.test(name),
  );
  expect(decisions.length).toBeGreaterThanOrEqual(10);
  const preselected = choices
    .filter(({ first }) => /'[^']+'/.test(first))
    .map(({ file, name }) => `${file.replace(/^apps\/(?:console\/)?/, '')}: ${name}`);
  expect(preselected.sort()).toEqual(ABOUT_THINGS);
});
