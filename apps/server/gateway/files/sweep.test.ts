import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSweep, SWEPT_AFTER_MS } from './sweep.ts';
import { createVault, type Vault } from './vault.ts';

const CLEAR = Buffer.from('a picture of this test');

let folder: string;
let vault: Vault;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-sweep-'));
  vault = createVault({ masterKey: Buffer.alloc(32, 7), folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const kept = async (): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

it('removes bytes that were without a row for seven days, and leaves those of a row and young ones', async () => {
  const ids = Array.from({ length: 5 }, () => randomUUID());
  const [ofRow, orphan, late, young, cutOff] = ids as [string, string, string, string, string];
  const ofRowKey = await vault.put(ofRow, CLEAR);
  for (const id of [orphan, late]) await vault.put(id, CLEAR);
  await mkdir(join(folder, cutOff.slice(0, 2)), { recursive: true });
  for (const id of [cutOff, ofRow]) await writeFile(join(folder, id.slice(0, 2), `${id}.new`), 'half of a');
  await writeFile(join(folder, orphan.slice(0, 2), 'a note of somebody'), 'no file of the vault');
  const named = new Set([ofRow]);
  let ageMs = 0;
  const swept: number[] = [];
  const round = createSweep({
    folder,
    namesAny: async () => named.size > 0,
    named: async (asked) => new Set(asked.filter((id) => named.has(id))),
    now: () => Date.now() + ageMs,
    elapsed: () => performance.now() + ageMs,
    onSwept: (bytes) => void swept.push(bytes),
  });
  const all = [ofRow, `${ofRow}.new`, orphan, late, `${cutOff}.new`, 'a note of somebody'];

  // the first round finds them, however old they are
  ageMs = 30 * SWEPT_AFTER_MS;
  await round();
  ageMs = SWEPT_AFTER_MS - 60_000;
  await round();
  expect(await kept()).toEqual(all.sort());

  // a row that comes later, as after a restore of the database, finds its bytes
  named.add(late);
  await vault.put(young, CLEAR);
  ageMs = SWEPT_AFTER_MS + 60_000;
  await round();
  expect(await kept()).toEqual([ofRow, late, young, 'a note of somebody'].sort());
  expect(swept).toHaveLength(3);
  expect(await vault.get(ofRow, ofRowKey)).toEqual(CLEAR);
  named.delete(late);
  await round();
  expect(await kept()).toContain(late);
  // a database that names no file at all is another one
  named.clear();
  ageMs = 60 * SWEPT_AFTER_MS;
  await round();
  await round();
  expect(await kept()).toContain(late);
});

/** A clock that was set a week ahead had bytes removed six hours after they were marked. */
it('begins the time again where the clock was moved between two rounds', async () => {
  const own = await mkdtemp(join(tmpdir(), 'candor-moved-'));
  const id = randomUUID();
  await createVault({ masterKey: Buffer.alloc(32, 7), folder: own }).put(id, CLEAR);
  let movedMs = 0;
  let passedMs = 0;
  const swept: number[] = [];
  const round = createSweep({
    folder: own,
    namesAny: async () => true,
    named: async () => new Set(),
    now: () => Date.now() + passedMs + movedMs,
    elapsed: () => performance.now() + passedMs,
    onSwept: (bytes) => void swept.push(bytes),
  });
  await round();
  for (const each of [2 * SWEPT_AFTER_MS, 0]) {
    movedMs = each;
    await round();
    expect(swept).toEqual([]);
  }
  passedMs = SWEPT_AFTER_MS + 60_000;
  await round();
  expect(swept).toHaveLength(1);
  await rm(own, { recursive: true });
});
