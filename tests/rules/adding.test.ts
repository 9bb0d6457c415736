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
import { root, run, runTypes } from '../../tools/run.ts';
import { declaration, lines, room } from './toy-product.ts';

/** One step of a recipe: text for a new file, or text to put before a line of an existing one. */
interface Step {
  readonly file: string;
  readonly place: 'new' | 'first' | 'last';
  readonly line: string;
  readonly text: string;
}

const steps =
  /^\d+\. `([^`]+)`(?: \((new)\)|, before the (first|last) `([^`]+)`):\n\n```(?:ts|tsx|json)\n([\s\S]*?)```$/gm;

/** Reads the steps of a recipe out of docs/ADDING.md. */
function recipe(title: string): Step[] {
  const whole = readFileSync(join(root, 'docs/ADDING.md'), 'utf8');
  const section = whole.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(steps)].map(([, file = '', isNew, place, line = '', text = '']) => ({
    file,
    line,
    text,
    place: isNew === undefined ? (place as 'first' | 'last') : 'new',
  }));
}

const FILES = [
  '.dependency-cruiser.cjs',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'package.json',
  'tools/messages.ts',
  'tools/message-files.ts',
  'tools/message-history.ts',
  'tools/message-rooms.mjs',
  'tools/message-rooms.d.mts',
];

let copy = '';

/** A copy of the packages and the apps, in a project that links everything else. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'candor-adding-'));
  mkdirSync(join(copy, 'tools'));
  for (const file of FILES) cpSync(join(root, file), join(copy, file));
  for (const folder of ['packages', 'apps/server', 'apps/signer', 'apps/web', 'apps/console'])
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !/node_modules|storybook|\.stories\.tsx$|\.test\.tsx?$/.test(path),
    });
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@candor'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@candor') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(modules, '@candor', name));
  const server = { extends: './tsconfig.json', include: ['packages/api', 'apps/server'] };
  const pages = { extends: './tsconfig.web.json', include: ['apps/web/app', 'apps/console/app'] };
  writeFileSync(join(copy, 'tsconfig.server-part.json'), JSON.stringify(server));
  writeFileSync(join(copy, 'tsconfig.pages-part.json'), JSON.stringify(pages));
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

/** Puts text before a line of a file of the copy. */
function insert(file: string, before: string, text: string): void {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  expect(whole.split(before), `${before} in ${file}`).toHaveLength(2);
  writeFileSync(
    path,
    whole.replace(before, () => `${text}${before}`),
  );
}

/** Lines of the toy product outside the kernel: its refusal is one that users know by another name. */
const REFUSAL = [
  'apps/server/engine/acts/rejections.ts',
  '  NOT_GENESIS:',
  "  LOCKER_TIME_INVALID: 'INVALID_INPUT',\n",
] as const;
/** The table of who may make a call, which a new call does not compile without. */
const POLICY = 'tests/api/support/who-may.ts';
/** Existing files that a product with a user's command, the system's, a kind of entry, a screen and a desk may change. */
const MOST_FILES = 12;

/** Stands in for the translators: each language gets the new files. */
function translate(recipeSteps: readonly Step[]): void {
  const messages = 'packages/i18n/messages';
  const added = recipeSteps.filter(({ file, place }) => file.startsWith(messages) && place === 'new');
  for (const language of readdirSync(join(copy, messages)))
    for (const step of added) take({ ...step, file: step.file.replace('/en/', `/${language}/`) });
}

/** The type checker's complaints, one a line. A second run checks only what changed. */
async function typeErrors(part: 'server' | 'pages'): Promise<string[]> {
  const config = ['-p', `tsconfig.${part}-part.json`, '--noEmit'];
  const kept = ['--incremental', '--tsBuildInfoFile', `types-${part}.json`];
  const { output } = await runTypes([...config, ...kept], { cwd: copy });
  return output.split('\n').filter((line) => line.includes('error TS'));
}

/** The server and the pages are type-checked once, which takes a minute on a busy machine. */
const TIMEOUT_MS = 600_000;

test(
  'call, subject, screen, console page and product are added by docs/ADDING.md, and none compiles without its parts',
  async () => {
    const [record, handler] = recipe('A call');
    const subject = recipe('A subject');
    const screen = recipe('A screen');
    const desk = recipe('A console page');
    expect([subject.length, screen.length, desk.length]).toEqual([12, 6, 14]);
    const deskHandler = desk.find(
      ({ file, place }) => file === 'apps/server/program/subjects/desks.ts' && place === 'first',
    );
    const deskSteps = desk.filter((step) => step.file !== deskHandler!.file);
    for (const step of [record!, ...subject, ...screen, ...deskSteps]) take(step);
    expect((await typeErrors('server')).sort()).toEqual([
      expect.stringMatching(/^apps\/server\/program\/subjects\/desks\.ts.* 'getGreetingDesk' is missing/),
      expect.stringMatching(/^apps\/server\/trading\/watchlist\/handlers\.ts.* 'countOptional' is missing/),
    ]);
    for (const step of [handler!, ...desk.filter((each) => each.file === deskHandler!.file)]) take(step);
    expect(await typeErrors('server')).toEqual([]);

    translate([...screen, ...desk]);
    const listed = await run(process.execPath, [join(copy, 'tools/messages.ts')], { cwd: copy });
    expect(listed).toMatchObject({ code: 0 });
    expect(await typeErrors('pages')).toEqual([]);

    const { modules, violations } = await checkImports(copy);
    // The other packages are here without their tests, which are all that some of their files serve.
    expect(violations.filter((line) => /packages\/api|apps\//.test(line))).toEqual([]);
    expect(modules).toBeGreaterThan(300);

    take({ file: 'packages/products/locker.ts', place: 'new', line: '', text: declaration });
    for (const [name, text] of Object.entries(room))
      take({ file: `packages/kernel/products/locker/${name}`, place: 'new', line: '', text });
    for (const [file, before, line] of lines) insert(file, before, line);
    expect(await typeErrors('server')).toEqual([
      expect.stringMatching(/^apps\/server\/engine\/acts\/rejections\.ts.* is not assignable/),
    ]);
    insert(...REFUSAL);
    expect(await typeErrors('server')).toEqual([]);

    const steps = [...subject.filter(({ file }) => !file.endsWith('live-queries.ts')), ...screen, ...desk];
    const changed = new Set([
      ...steps.filter(({ place }) => place !== 'new').map(({ file }) => file),
      ...lines.map(([file]) => file),
      REFUSAL[0],
      POLICY,
    ]);
    const outside = [...changed].filter((file) => !file.startsWith('packages/i18n/messages'));
    expect(outside.sort(), 'existing files that a product changes').toHaveLength(MOST_FILES);
  },
  TIMEOUT_MS,
);
