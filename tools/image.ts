/**
 * Lays the program as an image holds it into an empty folder: sources without tests, pages and program as built, and the packages
 * that run. The build remembers its place, so the folder is the one that the program later runs in.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { root, run } from './run.ts';

const SOURCES = [
  'apps',
  'packages',
  'tools',
  'monitoring',
  'docs',
  'deploy',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'tsconfig.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  '.env.example',
];
/** Folders and files that no image needs. */
const LEFT_OUT =
  /^(node_modules|dist|storybook-static|\.storybook|__screenshots__|screenshots)$|\.(test|stories)\.tsx?$/;

/** Files of packages that only people and compilers read. */
const UNREAD = ['*.map', '*.d.ts', '*.d.mts', '*.d.cts', '*.md'];

const say = (line: string) => process.stdout.write(`${line}\n`);

interface LockEntry {
  readonly dev?: boolean;
  /** Needed for development, and by a package that goes without it. */
  readonly devOptional?: boolean;
}

/** Runs a command, and throws with its last words where it fails. */
async function done(file: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await run(file, args, { cwd });
  if (code !== 0) throw new Error(`${basename(file)} ${args.join(' ')} failed:\n${output.slice(-2000)}`);
}

/** Copies the packages by links where both folders are on one disk: the image's folder is only read and pruned. */
async function copyPackages(folder: string): Promise<void> {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  const linked = await run('cp', ['-al', from, to]);
  if (linked.code === 0) return;
  await rm(to, { recursive: true, force: true });
  await done('cp', ['-a', from, to], root);
}

/** Removes what the lockfile marks as needed for development alone. */
async function prune(folder: string): Promise<number> {
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  const development = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => dev || devOptional || /(^|\/)@typescript\//.test(path),
  );
  for (const [path] of development) await rm(join(folder, path), { recursive: true, force: true });
  for (const name of await readdir(join(folder, 'node_modules')))
    if (/^\.(vite|cache|package-lock)/.test(name))
      await rm(join(folder, 'node_modules', name), { recursive: true, force: true });
  const names = UNREAD.flatMap((name, at) => [...(at === 0 ? [] : ['-o']), '-name', name]);
  await done('find', [join(folder, 'node_modules'), '-type', 'f', '(', ...names, ')', '-delete'], folder);
  return development.length;
}

async function lay(folder: string): Promise<void> {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty. Name a new folder.`);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  for (const source of SOURCES)
    await cp(join(root, source), join(folder, source), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(basename(path)),
    });
  await copyPackages(folder);
  say('Building the pages and the program');
  await done(join(folder, 'node_modules/.bin/node'), ['tools/build.ts'], folder);
  say(`${await prune(folder)} packages of development are left out`);
  const { output } = await run('du', ['-sm', folder]);
  say(`${folder}: ${output.split('\t')[0]} MB`);
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  say(
    'npm run image -- <folder>   Lays the program as an image holds it into an empty folder, in which it later runs',
  );
  process.exitCode = 2;
} else await lay(resolve(root, folder));
