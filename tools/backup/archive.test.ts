import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readArchive, type Source, writeArchive } from './archive.ts';

type Fill = Parameters<typeof writeArchive>[2];
type Add = Parameters<Fill>[0];

/** A disk that opens each file some turns later than it was asked to, as a busy one does. */
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const late = (turns: number, act: () => void): unknown =>
    setImmediate(() => (turns === 0 ? act() : late(turns - 1, act)));
  const open = (
    path: string,
    flags: string,
    mode: number,
    done: (error: Error | null, file: number) => void,
  ) => late(10, () => real.open(path, flags, mode, done));
  const createWriteStream = (path: string, options: object) =>
    real.createWriteStream(path, { ...options, fs: { ...real, open } });
  return { ...real, createWriteStream };
});

let folder: string;
let identity: string;
let recipient: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-archive-'));
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function archiveOf(...sources: Source[]): Promise<string> {
  const file = join(folder, 'made.age');
  await writeArchive(file, recipient, async (add) => {
    for (const source of sources) await add(source);
  });
  return file;
}

async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, bytes);
  return file;
}

test('an archive gives back what was put in, large, empty and nested', async () => {
  const large = randomBytes(3_000_000);
  const file = await archiveOf(
    { path: 'a/large', file: await fileOf('large', large) },
    { path: 'empty', file: await fileOf('empty', new Uint8Array()) },
    { path: 'a/b/text', text: 'Grüße' },
  );
  const into = join(folder, 'into');
  const found = await readArchive(file, identity, into);
  expect(found.map(({ path, bytes }) => [path, bytes])).toEqual([
    ['a/large', 3_000_000],
    ['empty', 0],
    ['a/b/text', 7],
  ]);
  expect((await readFile(join(into, 'a/large'))).equals(large)).toBe(true);
  expect(await readFile(join(into, 'a/b/text'), 'utf8')).toBe('Grüße');
  expect((await stat(join(into, 'empty'))).mode & 0o777).toBe(0o600);
  expect((await readFile(file)).includes('Grüße')).toBe(false);
});

test('a file that has gone meanwhile is left out, and one that grows is taken as far as it was', async () => {
  const growing = await fileOf('growing', Buffer.alloc(400_000, 1));
  const made = join(folder, 'made.age');
  const seen: unknown[] = [];
  await writeArchive(made, recipient, async (add) => {
    seen.push(await add({ path: 'gone', file: join(folder, 'gone') }));
    const adding = add({ path: 'growing', file: growing });
    await appendFile(growing, 'more');
    seen.push((await adding)?.bytes);
  });
  expect(seen[0]).toBe(null);
  const [found] = await readArchive(made, identity, join(folder, 'into'));
  expect(found?.bytes).toBe(seen[1]);
});

test('a key that is not its own opens nothing', async () => {
  const file = await archiveOf({ path: 'a', text: 'b' });
  await expect(readArchive(file, await generateX25519Identity(), join(folder, 'into'))).rejects.toThrow(
    /cannot be read with this key/,
  );
});

test('each flipped byte and each cut is noticed', async () => {
  const file = await archiveOf({ path: 'a', file: await fileOf('random', randomBytes(200_000)) });
  const whole = await readFile(file);
  const damaged = [
    ...[0.3, 0.5, 0.9].map((part) => {
      const bytes = Buffer.from(whole);
      bytes[Math.floor(bytes.length * part)]! ^= 1;
      return bytes;
    }),
    ...[1, 20, 70_000].map((cut) => whole.subarray(0, whole.length - cut)),
  ];
  for (const [index, bytes] of damaged.entries()) {
    const other = await fileOf(`damaged-${index}`, bytes);
    await expect(readArchive(other, identity, join(folder, `into-${index}`))).rejects.toThrow(/damaged/);
  }
});

test.each(['../outside', '/etc/outside', 'a/../../outside', 'a//b'])(
  'an entry named %s is refused',
  async (path) => {
    const file = await archiveOf({ path, text: 'x' });
    await expect(readArchive(file, identity, join(folder, 'into'))).rejects.toThrow(/strange entry/);
    expect(await readdir(folder)).not.toContain('outside');
  },
);

const sources: Readonly<Record<string, (add: Add) => Promise<void>>> = {
  'before the first file': () => Promise.reject(new Error('the database went away')),
  'after a file': async (add) => {
    await add({ path: 'a', text: 'b' });
    throw new Error('the database went away');
  },
  'while files are read': async (add) => {
    const large = await fileOf('large', randomBytes(3_000_000));
    void add({ path: 'large', file: large }).catch(() => {});
    await rm(large);
    throw new Error('the database went away');
  },
};

test.each(Object.keys(sources))(
  'a source that fails %s leaves no file behind, now or later',
  async (when) => {
    const file = join(folder, 'made.age');
    for (let round = 0; round < 10; round += 1) {
      await expect(writeArchive(file, recipient, sources[when] as Fill)).rejects.toThrow(
        /the database went away/,
      );
      const left = [await readdir(folder)];
      for (let turn = 0; turn < 50; turn += 1) await nextTurn();
      left.push(await readdir(folder));
      expect(left).toEqual([[], []]);
    }
  },
);

test('a disk that refuses the file ends the sources too, and touches nothing', async () => {
  const large = await fileOf('large', randomBytes(3_000_000));
  const file = join(folder, 'nowhere', 'made.age');
  const ended: string[] = [];
  await expect(
    writeArchive(file, recipient, async (add) => {
      try {
        for (;;) await add({ path: 'large', file: large });
      } finally {
        ended.push('sources');
      }
    }),
  ).rejects.toThrow(/ENOENT/);
  expect(ended).toEqual(['sources']);
  expect(await readdir(folder)).toEqual(['large']);
});

test('nobody writes into the folder of a damaged archive after it was refused', async () => {
  const files = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => ({
      path: `f/${at}`,
      file: await fileOf(`f${at}`, randomBytes(200_000)),
    })),
  );
  const whole = await readFile(await archiveOf(...files));
  const into = join(folder, 'into');
  const written = () => readdir(join(into, 'f')).catch(() => []);
  for (let part = 0.1; part < 1; part += 0.1) {
    const damaged = await fileOf('damaged', whole.subarray(0, Math.floor(whole.length * part)));
    await expect(readArchive(damaged, identity, into)).rejects.toThrow(/damaged/);
    const left = await written();
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    expect(await written()).toEqual(left);
    await rm(into, { recursive: true, force: true });
  }
});
