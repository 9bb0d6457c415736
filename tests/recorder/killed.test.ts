import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, createKernel, type IndexTick } from '@candor/kernel';
import type { Amount, Lots } from '@candor/money';
import { NO_TICK_HASH } from '@candor/prices';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TickFile } from '../../apps/server/prices/recorder/tick-file.ts';
import { Random } from '../../tools/workload/random.ts';
import { endWithMe } from '../support/end-with-me.ts';
import { eventually } from '../support/patience.ts';

const KILLS = 6;
const SYMBOLS = 10;

let folder: string;
let child: ChildProcess | null = null;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'candor-killed-')), 'recorder');
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(join(folder, '..'), { recursive: true });
});

const listing: readonly Command[] = [
  { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab' },
  { type: 'listAsset', assetId: 1001, code: 'USDT', name: 'Tether', scale: 8 },
  ...Array.from({ length: SYMBOLS }, (_, at): Command[] => [
    { type: 'listAsset', assetId: 1002 + at, code: `C${at}`, name: `Coin ${at}`, scale: 8 },
    {
      type: 'listSymbol',
      symbolId: at + 1,
      name: `C${at}USDT`,
      baseAssetId: 1002 + at,
      quoteAssetId: 1001,
      tickDecimal: '0.01',
      lotDecimal: '0.001',
      minNotional: 1n as Amount,
      maxLots: 1_000 as Lots,
      maxOpenOrders: 5,
      priceBandPpm: 0,
    },
  ]).flat(),
  ...[1, 2, 3].map((venueId): Command => ({ type: 'setVenue', venueId, name: 'one', weightPpm: 300_000 })),
];

test('a recorder killed at any moment loses no tick that it synced: the next sends them verbatim, as one chain', async () => {
  const random = new Random(41);
  const synced: IndexTick[] = [];
  const said: string[] = [];
  for (let round = 0; round < KILLS; round++) {
    const running = fork(join(import.meta.dirname, 'child.ts'), [folder], { serialization: 'advanced' });
    child = running;
    endWithMe(running);
    const before = synced.length;
    running.on('message', (message: { tick?: IndexTick; log?: string }) => {
      if (message.tick !== undefined) synced.push(message.tick);
      else said.push(message.log!);
    });
    await eventually(() => expect(synced.length).toBeGreaterThan(before));
    await sleep(random.int(0, 700));
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  }
  // Only the end of a record may have been cut off; nothing was damaged or moved aside.
  for (const line of said) expect(line).toMatch(/not written whole|Index ticks wait/);
  const file = await TickFile.open({ folder, log: () => {} });
  const kept = await file.after({ recordNo: 0, hash: NO_TICK_HASH });
  await file.close();
  const byNo = new Map(kept!.map((tick) => [tick.record.no, tick]));
  for (const tick of synced) expect(byNo.get(tick.record!.no)).toEqual(tick);

  const kernel = createKernel();
  const timeMs = Date.now();
  const apply = (body: Command) =>
    kernel.apply({ seq: kernel.seq + 1, timeMs, userId: 0, key: null, bodyHash: null, body }).outcome;
  for (const body of listing) expect(apply(body)).toMatchObject({ ok: true });
  for (const tick of kept!) expect(apply(tick)).toMatchObject({ ok: true });
  expect(kernel.chain.recordNo).toBe(kept!.length);
});
