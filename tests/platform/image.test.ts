// Own server: it runs from the files of the image, as another user that may not write them.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../tools/run.ts';
import { eventually } from '../support/patience.ts';
import { cleanEnvironment, endAll, startProgram } from '../support/program.ts';

/** A user whom every machine knows, as PostgreSQL asks for the name: nobody. */
const UID = 65_534;
const isRoot = process.getuid?.() === 0;

let place: string;
let folder: string;
let dataDir: string;

beforeAll(async () => {
  // on the disk of most checkouts, where packages are linked, and where another user may enter
  place = await mkdtemp('/var/tmp/candor-image-');
  await chmod(place, 0o755);
  folder = join(place, 'candor');
  dataDir = join(place, 'data');
  const laid = await run(process.execPath, ['tools/image.ts', folder], { env: cleanEnvironment() });
  expect(laid.output).toMatch(/packages of development are left out/);
  expect(laid.code, laid.output).toBe(0);
  await mkdir(dataDir, { mode: 0o700 });
  if (isRoot) await chown(dataDir, UID, UID);
});
afterAll(async () => {
  await endAll();
  await rm(place, { recursive: true, force: true });
});

/** Prefix of a command line that runs it as the user of the image; a checkout of an ordinary user runs it as that. */
const asUser = isRoot
  ? ['setpriv', `--reuid=${UID}`, `--regid=${UID}`, '--clear-groups', '--no-new-privs', '--']
  : ['env'];

it('the image has no tests and no packages of development, and all that its commands import', async () => {
  const tests = globSync('{apps,packages,tools}/**/*.test.{ts,tsx}', { cwd: folder });
  expect(tests).toEqual([]);
  for (const path of [
    'tests',
    'benches',
    'node_modules/vite',
    'node_modules/vitest',
    'node_modules/typescript',
  ])
    expect(existsSync(join(folder, path)), path).toBe(false);
  const size = Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);
  expect(size).toBeLessThan(800);
  for (const [tool, ...args] of [
    ['tools/backup/backup.ts', '--help'],
    ['tools/backup/restore.ts', '--help'],
    ['apps/verifier/main.ts', '--help'],
  ]) {
    const ran = await run(
      asUser[0]!,
      [...asUser.slice(1), join(folder, 'node_modules/.bin/node'), tool!, ...args],
      {
        cwd: folder,
        env: cleanEnvironment(),
      },
    );
    expect(ran.output, tool).not.toMatch(/ERR_MODULE_NOT_FOUND|Cannot find/);
  }
});

it('it starts as its user, makes nothing, and serves its pages', async () => {
  const program = await startProgram({
    command: [asUser[0]!, ...asUser.slice(1), join(folder, 'node_modules/.bin/node'), 'apps/server/main.ts'],
    cwd: folder,
    dataDir,
    env: { HOST: '127.0.0.1', HOME: '/nonexistent' },
  });
  const { url, consoleUrl } = await program.ready();
  expect(program.output()).not.toMatch(/Building|Installing/);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
  for (const page of [url, consoleUrl]) expect(await (await fetch(page)).text()).toContain('<!doctype html');
  program.child.kill('SIGTERM');
  expect(await program.ended, program.output()).toBe(0);
});
