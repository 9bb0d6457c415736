import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { StartupError } from '../../base/errors/startup-error.ts';
import { builtFolder, hashSources } from './built-folder.ts';
import { compressFiles } from './compress.ts';

export type WebAppName = 'web' | 'console';

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
  'packages/products',
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
  return builtFolder({
    cache: join(root, '.cache', 'web-apps'),
    name,
    hash: hashSources(root, [`apps/${name}`, ...sharedSources], notSources),
    proof: 'index.html',
    async make(draft) {
      log(
        `Building the pages of the ${name === 'web' ? 'customer app' : 'operator console'} (only when they changed)`,
      );
      await runVite(root, name, draft, signal);
      await compressFiles(draft);
    },
  });
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
