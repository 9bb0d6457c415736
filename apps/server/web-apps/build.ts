import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { compressFiles } from './compress.ts';

export type WebAppName = 'web' | 'console';

/** Builds of one app that stay in the cache beside the new one. */
const KEPT_BUILDS = 8;

export interface BuildOptions {
  /** The folder of the project. */
  readonly root: string;
  readonly name: WebAppName;
  readonly log: (line: string) => void;
  /** Ends the build when aborted. */
  readonly signal: AbortSignal;
}

/** Sources of each app's pages, besides its own folder. */
const sharedSources = [
  'packages/api',
  'packages/i18n',
  'packages/money',
  'packages/prices',
  'packages/proofs',
  'packages/rules',
  'packages/ui',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
];
const notSources =
  /(^|\/)(node_modules|dist|storybook-static|\.storybook|__screenshots__)$|\.(test|stories)\.tsx?$/;

/**
 * Gives the folder with the built pages of an app, building them only when a source changed: the folder is named by
 * the hash of all of them. Throws WEB_BUILD_FAILED with what the builder said.
 */
export async function buildWebApp({ root, name, log, signal }: BuildOptions): Promise<string> {
  const hash = await hashSources(root, [`apps/${name}`, ...sharedSources]);
  const cache = join(root, '.cache', 'web-apps');
  const built = join(cache, `${name}-${hash}`);
  if (existsSync(join(built, 'index.html'))) return built;
  log(
    `Building the pages of the ${name === 'web' ? 'customer app' : 'operator console'} (only when they changed)`,
  );
  const draft = `${built}.${process.pid}`;
  await mkdir(cache, { recursive: true });
  try {
    await runVite(root, name, draft, signal);
    await compressFiles(draft);
    await removeOldest(cache, name);
    await takePlace(draft, built);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return built;
}

/** Gives a finished draft its name. Where another server has built the same sources meanwhile, its folder stays. */
export async function takePlace(draft: string, built: string): Promise<void> {
  try {
    await rename(draft, built);
  } catch (error) {
    if (!existsSync(join(built, 'index.html'))) throw error;
  }
}

async function hashSources(root: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const add = async (path: string): Promise<void> => {
    if (notSources.test(path)) return;
    const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error) => {
      if (error.code === 'ENOTDIR') return null;
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    if (entries === null) {
      hash.update(`${path}\0`).update(await readFile(join(root, path)));
      return;
    }
    const names = entries.map((entry) => entry.name).sort();
    for (const child of names) await add(`${path}/${child}`);
  };
  for (const path of paths) await add(path);
  return hash.digest('hex').slice(0, 20);
}

/** Another server may be running from the same folder with an older build: the newest ones stay. */
async function removeOldest(cache: string, name: WebAppName): Promise<void> {
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

function runVite(root: string, name: WebAppName, outDir: string, signal: AbortSignal): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', join('apps', name), '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let said = '';
  const keep = (chunk: Buffer) => {
    said = (said + chunk).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new StartupError(
            'WEB_BUILD_FAILED',
            `The pages of apps/${name} could not be built.\n${said.trim().slice(-3000)}`,
          ),
        );
    });
  });
}
