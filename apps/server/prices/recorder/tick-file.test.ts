import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PriceTicks } from '@candor/money';
import { NO_TICK_HASH, tickHash } from '@candor/prices';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChainEnd, type ChainedTick, endOf } from './messages.ts';
import { TickFile } from './tick-file.ts';

const NONE: ChainEnd = { tickNo: 0, chainedMs: 0, recordNo: 0, hash: NO_TICK_HASH };
const START = 7_000_000_000;

let folder: string;
let said: string[];
const opened: TickFile[] = [];
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'candor-ticks-')), 'recorder');
  said = [];
});
afterEach(async () => {
  for (const file of opened.splice(0)) await file.close();
  await rm(join(folder, '..'), { recursive: true });
});

async function openFile(segmentRecords = 4): Promise<TickFile> {
  const file = await TickFile.open({ folder, segmentRecords, log: (line) => said.push(line) });
  opened.push(file);
  return file;
}

/** Returns this many ticks after an end. */
function ticksAfter(end: ChainEnd, count: number): ChainedTick[] {
  const made: ChainedTick[] = [];
  let { hash: previousHash } = end;
  for (let no = end.recordNo + 1; no <= end.recordNo + count; no++) {
    const tickNo = START + no;
    const price = (1_000 + no) as PriceTicks;
    const quotes = [
      { venueId: 1, symbolId: 1, bidTicks: price, askTicks: price, venueTimeMs: tickNo * 250 - 3 },
    ];
    const tick = { tickNo, chainedMs: tickNo * 250, quotes };
    const record = { no, previousHash, hash: tickHash({ ...tick, no, previousHash }) };
    made.push({ type: 'indexTick', ...tick, record });
    previousHash = record.hash;
  }
  return made;
}

const names = async () => (await readdir(folder)).sort();
const segments = async () => (await names()).filter((name) => name.startsWith('ticks-'));

/** Writes a file with this many records and closes it. */
async function filled(count: number): Promise<ChainedTick[]> {
  const ticks = ticksAfter(NONE, count);
  const file = await openFile();
  for (const tick of ticks) await file.append(tick);
  await file.close();
  return ticks;
}

test('what was appended is there after a restart, verbatim, and goes on', async () => {
  const ticks = ticksAfter(NONE, 10);
  let file = await openFile();
  expect([file.end, await file.after(NONE)]).toEqual([null, null]);
  await Promise.all(ticks.slice(0, 7).map((tick) => file.append(tick)));
  expect(file.end).toEqual(endOf(ticks[6]!));
  await file.close();
  file = await openFile();
  expect(file.end).toEqual(endOf(ticks[6]!));
  for (const tick of ticks.slice(7)) await file.append(tick);
  expect(await file.after(NONE)).toEqual(ticks);
  for (const [at, tick] of ticks.entries())
    expect(await file.after(endOf(tick))).toEqual(ticks.slice(at + 1));
  expect(await segments()).toHaveLength(3);
  expect(said).toEqual([]);
});

test('it does not go on from a record that it does not have', async () => {
  const ticks = await filled(6);
  const file = await openFile();
  expect(await file.after({ ...endOf(ticks[2]!), hash: 'ab'.repeat(32) })).toBeNull();
  expect(await file.after({ ...endOf(ticks[5]!), recordNo: 7 })).toBeNull();
  expect(await file.after({ ...NONE, hash: 'ab'.repeat(32) })).toBeNull();
});

test.each([1, 5, 60, 200])(
  'a last record that was cut off by %i bytes is dropped and said',
  async (missing) => {
    const ticks = await filled(7);
    const [, last] = await segments();
    const path = join(folder, last!);
    const bytes = await readFile(path);
    const frame = bytes.length / 3;
    const whole = 7 - Math.ceil(missing / frame);
    await writeFile(path, bytes.subarray(0, bytes.length - missing));
    const file = await openFile();
    expect(file.end).toEqual(endOf(ticks[whole - 1]!));
    expect(said).toEqual([expect.stringMatching(/not written whole: \d+ bytes cut off/)]);
    for (const tick of ticks.slice(whole)) await file.append(tick);
    expect(await file.after(NONE)).toEqual(ticks);
    await file.close();
    said = [];
    expect((await openFile()).end).toEqual(endOf(ticks[6]!));
    expect(said).toEqual([]);
  },
);

test('every byte that is flipped is found, and the record named; what stood before goes on', async () => {
  const ticks = await filled(6);
  const [first] = await segments();
  const path = join(folder, first!);
  const bytes = await readFile(path);
  const frame = bytes.length / 4;
  const before = new Map(
    await Promise.all(
      (await segments()).map(async (name) => [name, await readFile(join(folder, name))] as const),
    ),
  );
  for (let at = frame; at < 3 * frame; at += 7) {
    for (const name of await names()) await rm(join(folder, name));
    for (const [name, whole] of before) await writeFile(join(folder, name), whole);
    const flipped = Buffer.from(bytes);
    flipped[at]! ^= 0x10;
    await writeFile(path, flipped);
    said = [];
    const file = await openFile();
    const no = Math.floor(at / frame) + 1;
    expect(said).toEqual([
      expect.stringContaining(`Record ${no} of the recorder's file is damaged (${first}, byte`),
    ]);
    expect(file.end).toEqual(endOf(ticks[no - 2]!));
    expect(await segments()).toEqual([first]);
    expect((await names()).filter((name) => name.startsWith('aside-'))).toHaveLength(2);
    await file.close();
  }
});

test('a record of another chain between two is found', async () => {
  const ticks = await filled(3);
  const file = await openFile();
  const [stranger] = ticksAfter({ ...endOf(ticks[2]!), hash: 'ab'.repeat(32) }, 1);
  await file.append(stranger!);
  await file.close();
  const again = await openFile();
  expect(said).toEqual([expect.stringContaining('record 4 does not follow record 3')]);
  expect(again.end).toEqual(endOf(ticks[2]!));
});

test('segments go when all of them is journaled and old enough, but never the last', async () => {
  const ticks = await filled(12);
  const file = await openFile();
  const hour = 3_600_000;
  const nowMs = ticks[11]!.chainedMs + hour + 1;
  await file.dropJournaled(12, ticks[11]!.chainedMs);
  expect(await segments()).toHaveLength(3);
  await file.dropJournaled(7, nowMs);
  expect(await segments()).toHaveLength(2);
  expect(await file.after(NONE)).toBeNull();
  expect(await file.after(endOf(ticks[3]!))).toEqual(ticks.slice(4));
  await file.dropJournaled(12, nowMs);
  expect(await segments()).toHaveLength(1);
  expect(file.end).toEqual(endOf(ticks[11]!));
});

test('a file that is put aside leaves room for a chain that begins anywhere', async () => {
  await filled(6);
  const file = await openFile();
  await file.setAside('the journal is another one');
  expect([file.end, await segments()]).toEqual([null, []]);
  const after = { ...NONE, recordNo: 40, hash: 'cd'.repeat(32) };
  const ticks = ticksAfter(after, 6);
  for (const tick of ticks) await file.append(tick);
  await file.close();
  said = [];
  const again = await openFile();
  expect(await again.after(after)).toEqual(ticks);
  expect(said).toEqual([]);
});

test('files that were moved aside stay bounded, and the last move is kept whole', async () => {
  const aside = async () => (await names()).filter((name) => name.startsWith('aside-'));
  let after = NONE;
  const move = async (records: number) => {
    const file = await openFile();
    for (const tick of ticksAfter(after, records)) await file.append(tick);
    after = { ...NONE, recordNo: after.recordNo + 100 };
    await file.setAside('the journal is another one');
    await file.close();
  };
  for (let moves = 0; moves < 15; moves++) await move(8);
  const before = await aside();
  expect(before).toHaveLength(26);
  await move(160);
  expect(await aside()).toHaveLength(24 + 40);
  expect(await aside()).toEqual(expect.arrayContaining(before.slice(-24)));
  expect(await aside()).not.toContain(before[0]);
});

test('a disk that takes nothing for a while loses no tick', async () => {
  const ticks = ticksAfter(NONE, 4);
  const file = await openFile(2);
  await file.append(ticks[0]!);
  await file.append(ticks[1]!);
  const aside = `${folder}-away`;
  await rename(folder, aside);
  const writing = Promise.all(ticks.slice(2).map((tick) => file.append(tick)));
  await expect.poll(() => said).toEqual([expect.stringContaining('cannot write')]);
  await rename(aside, folder);
  await writing;
  expect(said[1]).toBe('The recorder writes to its file again');
  await file.close();
  expect(await (await openFile(2)).after(NONE)).toEqual(ticks);
});

test('its files are this user’s alone', async () => {
  await filled(1);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, (await segments())[0]!))).mode & 0o777).toBe(0o600);
  await appendFile(join(folder, 'strange'), 'x');
  expect((await openFile()).end?.recordNo).toBe(1);
});
