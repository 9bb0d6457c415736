// Own server: it starts from a clone under a closed home.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endAll, root, startProgram, untilNobodyIn, untilReady } from '../support/program.ts';

const isRoot = process.getuid?.() === 0;
const left = new Set(['node_modules', '.git', '.data', '.cache', 'dist', 'storybook-static', 'coverage']);
let closedHome = '';
let clone = '';

/** The first start builds the pages and makes the database, beside all other tests. */
const BUILDS = { timeout: 900_000 };

/** A clone under a home that no other user may enter: root's own where the tests run as root. */
beforeAll(() => {
  closedHome = mkdtempSync(join(isRoot ? homedir() : '/tmp', 'candor-home-'));
  clone = join(closedHome, 'candor');
  mkdirSync(clone);
  cpSync(root, clone, { recursive: true, filter: (path) => path === root || !left.has(basename(path)) });
  linkModules(join(root, 'node_modules'), join(clone, 'node_modules'));
});
afterEach(() => endAll());
afterAll(() => rmSync(closedHome, { recursive: true, force: true }));

/**
 * Links each file of the installed packages into the clone, which takes seconds where a copy takes minutes; a home on
 * another disk gets a copy. Links of the workspaces are relative, so they point to the clone's own packages. What tools
 * keep beside the packages is left out: they would write into linked files.
 */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  const kept = new Set(['.bin', '.package-lock.json']);
  const names = readdirSync(from).filter((name) => !name.startsWith('.') || kept.has(name));
  const paths = names.map((name) => join(from, name));
  const isSameDisk = statSync(from).dev === statSync(to).dev;
  execFileSync('cp', ['-a', ...(isSameDisk ? ['-l'] : []), '-t', to, ...paths]);
}

/** `npm start` in the clone, with all its pages, until it answers; then a stop of npm alone. */
async function startsAndStops(command: [string, ...string[]]): Promise<string> {
  const dataDir = join(clone, '.data');
  const program = await startProgram({ command, cwd: clone, dataDir });
  const { url, consoleUrl } = await program.ready();
  await untilReady(url);
  for (const page of [`${url}/home/index`, `${consoleUrl}/`])
    expect(await (await fetch(page)).text()).toMatch(/<div id="root">/);
  program.child.kill('SIGTERM');
  await program.ended;
  expect(await untilNobodyIn(dataDir)).toEqual([]);
  return program.output();
}

test('npm start works in a clone under a closed home, with no ../shared beside it', BUILDS, async () => {
  expect(existsSync(join(clone, '..', 'shared'))).toBe(false);
  const said = await startsAndStops(['npm', 'start']);
  expect(said).toMatch(/Building the pages of the customer app/);
  expect(said).toMatch(/Simulated prices/);
});

test('the same clone starts for a user without any privilege, and builds nothing twice', BUILDS, async () => {
  const said = await startsAndStops([
    'unshare',
    '--user',
    '--map-user=1000',
    '--map-group=1000',
    'npm',
    'start',
  ]);
  expect(said).not.toMatch(/Building|Making/);
});
