import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtFolder, hashSources } from './built-folder.ts';
import type { Bundle } from './bundle.ts';

/**
 * The program as few files. Node needs about a millisecond for each module that a process loads, and a door has 1,900:
 * see apps/server/program/README.md.
 */

const sources = ['apps/server', 'apps/signer', 'packages', 'package-lock.json'];
const notSources =
  /(^|\/)(node_modules|fixtures|storybook-static|\.storybook)$|^packages\/(ui|i18n\/sources|i18n\/terms)$|\.(test|stories)\.tsx?$|\.(md|css)$/;

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
      hash: hashSources(root, sources, notSources),
      proof: `${Object.keys(entries)[0]}.mjs`,
      make: (folder) => bundleApart({ root, entries, folder }),
    });
  } catch (error) {
    if (isUnwritable(error)) return null;
    throw error;
  }
}

const isUnwritable = (error: unknown): boolean =>
  ['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Bundles in a process that ends: the 500 MB of the bundler would stay with this one. */
async function bundleApart(bundle: Bundle): Promise<void> {
  // here, so that a folder that may not be written is found out as such
  await mkdir(bundle.folder);
  const main = join(import.meta.dirname, 'bundle-process.ts');
  await promisify(execFile)(process.execPath, [main, JSON.stringify(bundle)]);
}
