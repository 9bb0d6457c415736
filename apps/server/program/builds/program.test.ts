import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { bundle, inAscii, keepPlaces, runForEffect } from './bundle.ts';
import { buildProgram } from './program.ts';

const project = join(import.meta.dirname, '../../../..');
let folder: string;

afterEach(() => rm(folder, { recursive: true, force: true }));

test('a bundled module still finds what lies beside its source', async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-places-'));
  await writeFile(join(folder, 'words-en.json'), '{"hello":"Hello"}');
  const source = `
    export const dirname = import.meta.dirname;
    export const url = import.meta.url;
    export const words = async (language) =>
      (await import(\`./words-\${language}.json\`, { with: { type: 'json' } })).default;`;
  const id = join(folder, 'room', '..', 'source.ts');
  const moved = await mkdtemp(join(folder, 'bundle-'));
  await writeFile(join(moved, 'main.mjs'), keepPlaces(source, id));
  const bundled = await import(pathToFileURL(join(moved, 'main.mjs')).href);
  expect(bundled.url).toBe(pathToFileURL(id).href);
  expect(join(bundled.dirname)).toBe(folder);
  expect(await bundled.words('en')).toEqual({ hello: 'Hello' });
});

test('a bundle is ASCII, and says the same', async () => {
  const source = [
    "export const größe = 'é\\é\\\\é\\\\\\é 😀' + `€–`; // ü \\",
    "export const isDash = (text) => /^[–—]\\\\?$/u.test(text) && /\\–|😀/.test(text + '–');",
  ].join('\n');
  const ascii = inAscii(source);
  expect(ascii).toMatch(/^[\n -~]+$/);
  const load = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);
  const [before, after] = [await load(source), await load(ascii)];
  expect(after.größe).toBe('éé\\é\\é 😀€–');
  expect(before.größe).toBe(after.größe);
  for (const text of ['–', '—\\', 'x']) expect(after.isDash(text)).toBe(before.isDash(text));
});

/** The sources of the program's processes, without tests. */
function programSources(): string[] {
  const files = globSync('{apps/server,apps/signer,packages}/**/*.ts', {
    cwd: project,
    exclude: (path) => /(^|\/)node_modules$|\.test\.ts$/.test(String(path)),
  });
  expect(files.length).toBeGreaterThan(800);
  return files;
}

test('no source asks for its place in a way that the bundle does not keep', () => {
  const files = programSources();
  const asking = files.filter((file) =>
    /import\.meta\.(?!dirname\b|url\b)/.test(readFileSync(join(project, file), 'utf8')),
  );
  // The supervisor asks whether it runs bundled; the check of the catalogues is no part of the program.
  expect(asking.sort()).toEqual([
    'apps/server/program/builds/bundle.ts',
    'apps/server/program/start/main.ts',
    'packages/i18n/check.ts',
  ]);
});

test('the bundle keeps each module that runs for its effect, and names no other', () => {
  const imported = programSources().flatMap((file) =>
    [...readFileSync(join(project, file), 'utf8').matchAll(/^import '((?:\.|@candor\/)[^']+)';/gm)].map(
      ([, path]) => join(dirname(file), String(path)),
    ),
  );
  expect([...new Set(imported)].sort()).toEqual([...runForEffect].sort());
});

test("a bundled process loads of Node's own modules and of ours what it uses", async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-lean-'));
  const write = (name: string, code: string) => writeFile(join(folder, name), code);
  await write('unused.ts', "console.log('loaded in vain');\nexport const unused = 1;\n");
  await write('barrel.ts', "export { unused } from './unused.ts';\nexport const used = 'used';\n");
  await write(
    'main.ts',
    `import process, { argv } from 'node:process';
    import * as path from 'path';
    import { createServer, STATUS_CODES } from 'node:http';
    import { used } from './barrel.ts';
    const loaded = process.moduleLoadList.filter((name) => name.includes('undici'));
    const { join } = await import('node:path');
    console.log(used, typeof createServer, STATUS_CODES[404], argv === process.argv, join === path.join, loaded.length);`,
  );
  const built = join(folder, 'built');
  await bundle({ root: folder, entries: { main: join(folder, 'main.ts') }, folder: built });
  const said = execFileSync(process.execPath, [join(built, 'main.mjs')], { encoding: 'utf8' });
  expect(said).toBe('used function Not Found true true 0\n');
  // what is left out: by an import statement the same list names undici
  const script =
    "import 'node:http'; console.log(process.moduleLoadList.some((name) => name.includes('undici')))";
  const plain = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(plain).toBe('true\n');
});

test('the program is built once for the same sources', async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-build-'));
  await writeFile(join(folder, 'package-lock.json'), '{}');
  await writeFile(join(folder, 'first.ts'), 'export const answer: number = 42;\n');
  const build = () => buildProgram({ root: folder, entries: { main: join(folder, 'first.ts') } });
  const built = await build();
  expect((await import(pathToFileURL(join(built!, 'main.mjs')).href)).answer).toBe(42);
  expect(await build()).toBe(built);
  await writeFile(join(folder, 'package-lock.json'), '{"changed":true}');
  expect(await build()).not.toBe(built);
  expect(await readdir(join(folder, '.cache/program'))).toHaveLength(2);
});

test('a room is a source whatever its name is', async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-build-'));
  const room = join(folder, 'apps/server/users/terms');
  await mkdir(room, { recursive: true });
  await writeFile(join(room, 'first.ts'), 'export const answer: number = 42;\n');
  const build = () => buildProgram({ root: folder, entries: { main: join(room, 'first.ts') } });
  const built = await build();
  await writeFile(join(room, 'first.ts'), 'export const answer: number = 43;\n');
  expect(await build()).not.toBe(built);
});
