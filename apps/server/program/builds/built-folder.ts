import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Builds of one kind that stay in the cache beside the new one. */
const KEPT_BUILDS = 8;

export interface BuiltFolderOptions {
  /** The folder of all builds. */
  readonly cache: string;
  /** The first part of the folder's name. */
  readonly name: string;
  /** The hash of all sources, from `hashSources`. */
  readonly hash: string;
  /** The file that a finished build has. */
  readonly proof: string;
  /** Writes the build into a folder that nobody else uses. */
  readonly make: (draft: string) => Promise<void>;
}

/**
 * Returns the folder of a build, which is named by the hash of its sources, and makes it only if it is missing. Another
 * program may make the same one meanwhile.
 */
export async function builtFolder(options: BuiltFolderOptions): Promise<string> {
  const { cache, name, hash, proof, make } = options;
  const built = join(cache, `${name}-${hash}`);
  if (existsSync(join(built, proof))) return built;
  const draft = `${built}.${process.pid}`;
  await mkdir(cache, { recursive: true });
  try {
    await make(draft);
    await removeOldest(cache, name);
    await takePlace(draft, built, proof);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return built;
}

/** Gives a finished draft its name. Where another server has built the same sources meanwhile, its folder stays. */
export async function takePlace(draft: string, built: string, proof: string): Promise<void> {
  try {
    await rename(draft, built);
  } catch (error) {
    if (!existsSync(join(built, proof))) throw error;
  }
}

/**
 * Returns the start of the hash of all files below the paths, without those whose path matches `without`. It blocks its
 * caller: a promise for each of some 2,000 files costs twenty times as much as the read.
 */
export function hashSources(root: string, paths: readonly string[], without: RegExp): string {
  const hash = createHash('sha256');
  const addFile = (path: string): void => {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  };
  const addFolder = (path: string): void => {
    const entries = readdirSync(join(root, path), { withFileTypes: true });
    for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
      const child = `${path}/${entry.name}`;
      if (without.test(child)) continue;
      if (entry.isDirectory()) addFolder(child);
      else addFile(child);
    }
  };
  for (const path of paths) {
    const found = without.test(path) ? undefined : statSync(join(root, path), { throwIfNoEntry: false });
    if (found?.isDirectory()) addFolder(path);
    else if (found !== undefined) addFile(path);
  }
  return hash.digest('hex').slice(0, 20);
}

/** Another server may be running from the same folder with an older build: the newest ones stay. */
async function removeOldest(cache: string, name: string): Promise<void> {
  const names = (await readdir(cache)).filter((entry) => new RegExp(`^${name}-[0-9a-f]{20}$`).test(entry));
  const aged = await Promise.all(
    names.map(async (entry) => ({
      path: join(cache, entry),
      madeMs: (await stat(join(cache, entry))).mtimeMs,
    })),
  );
  const old = aged.sort((left, right) => right.madeMs - left.madeMs).slice(KEPT_BUILDS);
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })));
}
