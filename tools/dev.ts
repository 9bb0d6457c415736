import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from './run.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const children = new Set<ChildProcess>();
let stopping = false;

/** Stops all of it; the server takes its PostgreSQL down with it. */
function stop(code: number): void {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
}

function start(what: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  children.add(child);
  child.once('exit', (code) => {
    children.delete(child);
    if (!stopping) say(`${what} ended`);
    stop(code ?? 1);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));

const [apiPort, consoleApiPort] = [await freePort(), await freePort()];
const ports = { web: process.env.PORT || '8080', console: process.env.CONSOLE_PORT || '8081' };
start(
  'The server',
  [
    '--watch',
    '--watch-preserve-output',
    'apps/server/program/start/main.ts',
    '--without-pages',
    ...process.argv.slice(2),
  ],
  {
    PORT: String(apiPort),
    CONSOLE_PORT: String(consoleApiPort),
    CHECK_ANSWERS: 'yes',
  },
);
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
for (const [name, backendPort] of [
  ['web', apiPort],
  ['console', consoleApiPort],
] as const) {
  if (!existsSync(join(root, 'apps', name, 'index.html'))) continue;
  const args = [vite, `apps/${name}`, '--port', ports[name], '--strictPort', '--logLevel', 'warn'];
  const backend = `http://127.0.0.1:${backendPort}`;
  start(`The pages of apps/${name}`, args, { CANDOR_BACKEND: backend, CANDOR_CONSOLE_BACKEND: backend });
}
say(`Pages that reload on change: http://localhost:${ports.web} and http://localhost:${ports.console}`);
