import { cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../../tools/run.ts';
import { cleanEnvironment, root } from '../support/program.ts';

let clone = '';

/** Copies as much of a bare clone as the set-up looks at. */
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'candor-setup-'));
  const manifests = globSync('{packages,apps}/*/package.json', { cwd: root });
  const tools = ['tools/setup.mjs', 'tools/message-rooms.mjs', 'packages/i18n/messages/en'];
  for (const file of ['package.json', 'package-lock.json', '.npmrc', ...tools, ...manifests])
    cpSync(join(root, file), join(clone, file), { recursive: true });
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

const offline = {
  npm_config_registry: 'http://127.0.0.1:1/',
  npm_config_fetch_retries: '0',
  npm_config_offline: 'false',
};

function setUp(env: NodeJS.ProcessEnv, command: readonly string[] = []) {
  const [file, ...args] = [...command, process.execPath, 'tools/setup.mjs'];
  const cache = { npm_config_cache: join(clone, '.cache') };
  return run(file as string, args, { cwd: clone, env: { ...cleanEnvironment(), ...cache, ...env } });
}

test('without a network the first start says so, and what to do', async () => {
  const { code, output } = await setUp(offline);
  expect(code).toBe(1);
  expect(output).toMatch(/Installing \d+ packages from the lockfile/);
  expect(output).toMatch(/The npm registry cannot be reached/);
  expect(output).not.toMatch(/^ {4}at .*setup\.mjs/m);
  expect(existsSync(join(clone, 'node_modules', '.candor-setup'))).toBe(false);
});

test('without space it says that', async () => {
  const modules = join(clone, 'node_modules');
  const script = `mkdir -p '${modules}' && mount -t tmpfs -o size=1m tmpfs '${modules}' && exec "$@"`;
  const mount = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh'];
  const { code, output } = await setUp(
    { npm_config_cache: undefined, npm_config_prefer_offline: 'true' },
    mount,
  );
  expect(code).toBe(1);
  expect(output).toMatch(
    /There is no space left on the disk of .*: the packages need 1000 MB, and 1 MB are free/,
  );
});

test('where all is installed it does nothing and says nothing', async () => {
  const { code, output } = await run(process.execPath, [join(root, 'tools/setup.mjs')], { env: offline });
  expect({ code, output }).toEqual({ code: 0, output: '' });
});
