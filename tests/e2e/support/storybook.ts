import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface BuiltStorybook {
  /** Address at which it is served, with no slash at the end. */
  url: string;
  stories: readonly { id: string; title: string; name: string }[];
  stop(): Promise<void>;
}

/** Builds the Storybook of packages/ui into a temporary folder and serves it on a free port. */
export async function buildStorybook(): Promise<BuiltStorybook> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-stories-'));
  await promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules/.bin/storybook'),
      'build',
      '--config-dir',
      'packages/ui/.storybook',
      '--output-dir',
      folder,
      '--quiet',
    ],
    {
      cwd: root,
      env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' },
      maxBuffer: 64 * 1024 * 1024,
    },
  );

  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) {
      response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'max-age=3600',
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the stories are not served on a port');

  const index: { entries: Record<string, { id: string; title: string; name: string; type: string }> } =
    JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'));
  return {
    url: `http://127.0.0.1:${address.port}`,
    stories: Object.values(index.entries).filter(({ type }) => type === 'story'),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
