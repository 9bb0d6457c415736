import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkImports } from '../../tools/import-rules.ts';
import { root, runTool } from '../../tools/run.ts';

/** One step of a recipe: text for a new file, or text to put before a line of an existing one. */
interface Step {
  readonly file: string;
  readonly place: 'new' | 'first' | 'last';
  readonly line: string;
  readonly text: string;
}

const steps =
  /^\d+\. `([^`]+)`(?: \((new)\)|, before the (first|last) `([^`]+)`):\n\n```ts\n([\s\S]*?)```$/gm;

/** Reads the steps of a recipe out of docs/ADDING.md. */
function recipe(title: string): Step[] {
  const whole = readFileSync(join(root, 'docs/ADDING.md'), 'utf8');
  const section = whole.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(steps)].map(([, file = '', isNew, place, line = '', text = '']) => ({
    ...{ file, line, text },
    place: isNew === undefined ? (place as 'first' | 'last') : 'new',
  }));
}

let copy = '';

/** A copy of the packages, the server and the signer, in a project that links everything else. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'candor-adding-'));
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json', 'package.json'])
    cpSync(join(root, file), join(copy, file));
  for (const folder of ['packages', 'apps/server', 'apps/signer'])
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !/node_modules|i18n\/messages\/|storybook|\.test\.tsx?$|packages\/ui/.test(path),
    });
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@candor'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@candor') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(modules, '@candor', name));
  const types = { extends: './tsconfig.json', include: ['packages/api', 'apps/server'] };
  writeFileSync(join(copy, 'tsconfig.adding.json'), JSON.stringify(types));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function take({ file, place, line, text }: Step): void {
  const path = join(copy, file);
  if (place === 'new') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  const before = readFileSync(path, 'utf8');
  const at = place === 'first' ? before.indexOf(`\n${line}`) : before.lastIndexOf(`\n${line}`);
  if (at < 0 && !before.startsWith(line)) throw new Error(`${file} has no line ${line}`);
  writeFileSync(path, `${before.slice(0, at + 1)}${text}${before.slice(at + 1)}`);
}

/** The type checker's complaints, one a line. A second run checks only what changed. */
async function typeErrors(): Promise<string[]> {
  const args = ['-p', 'tsconfig.adding.json', '--noEmit', '--incremental', '--tsBuildInfoFile', 'types.json'];
  const { output } = await runTool('typescript/bin/tsc', args, { cwd: copy });
  return output.split('\n').filter((line) => line.includes('error TS'));
}

/** The whole server is type-checked once, which takes a minute on a busy machine. */
const TIMEOUT_MS = 300_000;

test(
  'a call and a subject are added by docs/ADDING.md, and a call without its handler does not compile',
  async () => {
    const [record, handler] = recipe('A call');
    const subject = recipe('A subject');
    expect(subject.length).toBe(11);
    for (const step of [record!, ...subject]) take(step);
    expect(await typeErrors()).toEqual([
      expect.stringMatching(/^apps\/server\/watchlist\/handlers\.ts.* 'countOptional' is missing/),
    ]);
    take(handler!);
    expect(await typeErrors()).toEqual([]);
    const { modules, violations } = await checkImports(copy);
    // The other packages are here without their tests, which are all that some of their files serve.
    expect(violations.filter((line) => /packages\/api|apps\/server/.test(line))).toEqual([]);
    expect(modules).toBeGreaterThan(300);
  },
  TIMEOUT_MS,
);
