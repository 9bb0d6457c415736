import type { Command } from '@candor/kernel';
import { expect, test } from 'vitest';
import { BTCPERP, BTCUSDT } from '../../../../tests/api/support/listing.ts';
import { ReadModelBench } from '../../../../tests/support/read-model-bench.ts';

const START_MS = Date.UTC(2026, 0, 1);
const bench = new ReadModelBench(START_MS);

async function perform(body: Command): Promise<void> {
  bench.nowMs += 1_000;
  await bench.submit(0, body);
}

const state = (type: 'setSymbolState' | 'setPerpetualState', symbolId: number, to: string, reason: string) =>
  perform({ type, symbolId, state: to, reason } as Command);

test('states and price bands are kept with their reasons and the values before', async () => {
  await state('setSymbolState', BTCUSDT, 'halted', 'Venue outage');
  await state('setPerpetualState', BTCPERP, 'post-only', 'Index under review');
  await perform({ type: 'setPriceBand', symbolId: BTCUSDT, priceBandPpm: 70_000 });
  // In force already: no change.
  await perform({ type: 'setPriceBand', symbolId: BTCUSDT, priceBandPpm: 70_000 });
  await perform({ type: 'setPriceBand', symbolId: 60_000, priceBandPpm: 70_000 });
  await state('setSymbolState', BTCUSDT, 'trading', 'The venues are back');

  const { rows, next } = await bench.projections.market.changes(BTCUSDT, null, 100);
  expect(next).toBeNull();
  const [reopened, band, halted, listed] = rows;
  expect(rows).toHaveLength(4);
  expect(reopened).toMatchObject({
    kind: 'state',
    reason: 'The venues are back',
    before: { state: 'halted', priceBandPpm: null },
    after: { state: 'trading', priceBandPpm: null },
  });
  expect(band).toMatchObject({
    kind: 'price-band',
    reason: '',
    timeMs: START_MS + 3_000,
    before: { state: null, priceBandPpm: listed?.after.priceBandPpm },
    after: { state: null, priceBandPpm: 70_000 },
  });
  expect(halted).toMatchObject({
    kind: 'state',
    reason: 'Venue outage',
    timeMs: START_MS + 1_000,
    before: { state: 'trading' },
    after: { state: 'halted' },
  });
  expect(listed).toMatchObject({ kind: 'listed', before: { state: null, priceBandPpm: null } });
  const perpetual = await bench.projections.market.changes(BTCPERP, null, 100);
  expect(perpetual.rows.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['state', 'Index under review'],
    ['listed', ''],
  ]);
});

test('the symbols that were listed last come first, spot and perpetuals', async () => {
  const all = await bench.projections.market.listings(100);
  expect(all.map(({ symbolId }) => symbolId)).toEqual(expect.arrayContaining([BTCUSDT, BTCPERP]));
  expect(new Set(all.map(({ symbolId }) => symbolId)).size).toBe(all.length);
  expect(await bench.projections.market.listings(1)).toEqual(all.slice(0, 1));
  expect(all.at(-1)).toEqual({ symbolId: BTCUSDT, timeMs: START_MS });
});

test('pages join without a gap, and a foreign cursor gives nothing', async () => {
  const { rows: whole } = await bench.projections.market.changes(BTCUSDT, null, 100);
  const first = await bench.projections.market.changes(BTCUSDT, null, 3);
  const second = await bench.projections.market.changes(BTCUSDT, first.next, 3);
  expect([...first.rows, ...second.rows]).toEqual(whole);
  expect(second.next).toBeNull();
  expect((await bench.projections.market.changes(BTCUSDT, 'x', 3)).rows).toEqual([]);
});

test('a rebuild gives the same rows', async () => {
  const tables = await bench.rebuild(['market_changes']);
  expect(tables).toMatchObject([{ table: 'market_changes', identical: true }]);
  expect(tables[0]?.rows).toBeGreaterThan(5);
});
