// Own server: starts that fail are under test.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  begunDataDir,
  endAll,
  type ProgramOptions,
  root,
  startProgram,
  untilReady,
} from '../support/program.ts';

const folders: string[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await endAll(...folders.splice(0));
});

const isRoot = process.getuid?.() === 0;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'candor-data-'));
  folders.push(path);
  return path;
}

/** Starts the program, which must end by itself with one paragraph, and gives that. */
async function refusal(options: ProgramOptions): Promise<string> {
  const program = await startProgram({ dataDir: folder(), ...options });
  expect(await program.ended, program.output()).toBe(1);
  const said = program.output();
  expect(said, 'no stack trace').not.toMatch(/^ {4}at |node:internal|Error:/m);
  const paragraph = said.trim().split('\n').at(-1) ?? '';
  expect(paragraph.length).toBeGreaterThan(60);
  return paragraph;
}

/** The server's command line in a mount namespace, where `prepare` may mount over the data folder. */
function inMountNamespace(prepare: string): [string, ...string[]] {
  const server = `exec '${process.execPath}' apps/server/main.ts --without-pages`;
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', `set -e; ${prepare}; ${server}`];
}

/** The server's command line as a user without any privilege, also where the tests run as root. */
const asOrdinaryUser: [string, ...string[]] = [
  'unshare',
  '--user',
  '--map-user=1000',
  '--map-group=1000',
  process.execPath,
  'apps/server/main.ts',
  '--without-pages',
] as const;

function listen(host: string): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
    servers.push(server);
  });
}

test.each(['PORT', 'CONSOLE_PORT'])('a taken %s is named, with the variable to change', async (variable) => {
  const port = await listen('127.0.0.1');
  const said = await refusal({ env: { [variable]: String(port) } });
  expect(said).toContain(`Port ${port} on 127.0.0.1 is taken`);
  expect(said).toContain(`Set ${variable} to another one`);
});

test('a read-only data folder is named', async () => {
  const dataDir = folder();
  const mount = `mount --bind '${dataDir}' '${dataDir}'; mount -o remount,ro,bind '${dataDir}'`;
  const said = await refusal({ dataDir, command: inMountNamespace(mount) });
  expect(said).toMatch(new RegExp(`data folder ${dataDir} cannot be written to .*EROFS.*CANDOR_DATA`));
});

test('a data folder without write permission is named', async () => {
  const dataDir = folder();
  chmodSync(dataDir, 0o500);
  expect(await refusal({ dataDir, command: asOrdinaryUser })).toMatch(/cannot be written to .*EACCES/);
});

test('a data folder of another user is named', async () => {
  const dataDir = isRoot ? folder() : '/usr';
  if (isRoot) chownSync(dataDir, 65534, 65534);
  expect(await refusal({ dataDir })).toMatch(/belongs to another user/);
});

test('a folder with things of others in it is not written to', async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'thesis.txt'), 'mine');
  expect(await refusal({ dataDir })).toMatch(/holds things that Candor did not make \(thesis\.txt\)/);
});

test('a file in place of the data folder is named', async () => {
  const path = join(folder(), 'file');
  writeFileSync(path, '');
  expect(await refusal({ dataDir: path })).toMatch(/is not a folder .*Set CANDOR_DATA/);
});

test('a data folder of a newer version is refused', async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'candor.json'), '{"layout":99}\n');
  expect(await refusal({ dataDir })).toMatch(/was made by a newer Candor/);
});

test('a cluster of another PostgreSQL is refused', async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'candor.json'), '{"layout":1}\n');
  mkdirSync(join(dataDir, 'postgres', 'cluster'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '14\n');
  expect(await refusal({ dataDir })).toMatch(/was made by PostgreSQL 14, and this version of Candor runs/);
});

test('beside a running server a second one is refused, on its data and on its database, and the first goes on', async () => {
  const dataDir = await begunDataDir();
  folders.push(dataDir);
  const first = await startProgram({ dataDir });
  const { url } = await first.ready();
  expect(await refusal({ dataDir })).toContain(
    `Another Candor (process ${first.pid}) is running on the data folder ${dataDir}`,
  );
  const server = `host=${encodeURIComponent(join(dataDir, 'postgres'))}`;
  expect(await refusal({ env: { DATABASE_URL: `postgresql://candor@/candor?${server}` } })).toMatch(
    /Another Candor is running on this database/,
  );
  expect(await refusal({ env: { DATABASE_URL: `postgresql://candor@/absent?${server}` } })).toMatch(
    /database "absent" does not exist/,
  );
  await untilReady(url);
});

test('no space left is said as that', async () => {
  const dataDir = folder();
  const mount = `mount -t tmpfs -o size=12m tmpfs '${dataDir}'`;
  const said = await refusal({ dataDir, command: inMountNamespace(mount) });
  expect(said).toMatch(/There is no space left on the disk that holds the data folder/);
});

test.each([
  ['postgresql://nobody:hunter2@127.0.0.1:1/none', /127\.0\.0\.1:1\/none cannot be used: .*ECONNREFUSED/],
  ['postgresql://nobody@no-such-host.invalid/none', /cannot be used: .*(ENOTFOUND|EAI_AGAIN)/],
  ['mysql://root@localhost/candor', /DATABASE_URL: is a URL like postgresql:/],
  ['127.0.0.1:5432', /DATABASE_URL: is a URL like postgresql:/],
])('DATABASE_URL=%s is refused in words', async (url, words) => {
  const said = await refusal({ env: { DATABASE_URL: url } });
  expect(said).toMatch(words);
  expect(said).not.toContain('hunter2');
});

test('a bad flag is refused with the known ones', async () => {
  expect(await refusal({ args: ['--fead', 'simulator'] })).toMatch(/--fead.*Known are --feed/);
});

test('the tests really run in a mount namespace of their own', () => {
  const command = inMountNamespace('true').slice(0, -1);
  expect(execFileSync(command[0] as string, [...command.slice(1), 'id -u'], { cwd: root }).toString()).toBe(
    '0\n',
  );
});
