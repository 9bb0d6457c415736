import { type Engine, openEngine, readCommitted } from '@candor/journal';
import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BTC, BTCUSDT, bootstrap, indexTick, USDT } from '../../../../tests/api/support/listing.ts';
import { PATIENCE_MS } from '../../../../tests/support/patience.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { type Projections, rebuild, startProjections } from '../../index.ts';

const ALICE = 1000;
const COIN = 100_000_000n;
const amount = (units: bigint) => units as Amount;
let database: FreshDatabase;
let engine: Engine;
let projections: Projections;
let nowMs = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  database = await freshDatabase();
  engine = await openEngine({
    connectionString: database.connectionString,
    genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null },
    bootstrap,
    tuning: patientTuning,
    now: () => nowMs,
  });
  projections = await startProjections({ connectionString: database.connectionString, engine });
});

afterAll(async () => {
  await projections?.stop();
  await engine?.stop();
  await database?.drop();
});

async function perform(userId: number, body: Command): Promise<number> {
  const { seq, outcome } = await engine.submit({ userId, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
  expect(await projections.caughtUp(seq, PATIENCE_MS)).toBe(true);
  return outcome.kind === 'swap' ? outcome.swapId : 0;
}

test('swaps and changes are kept whole, newest first, and the same after a rebuild', async () => {
  const reason = 'Terms of this test';
  for (const [assetId, symbolId] of [[BTC, BTCUSDT] as const, [USDT, 0] as const]) {
    await perform(0, { type: 'fundSwaps', assetId, amount: amount(COIN), fromUserId: 0, reason });
    await perform(0, {
      type: 'setSwapTerms',
      assetId,
      symbolId,
      spreadPpm: 1_000,
      reason,
      minAmount: amount(1n),
      maxAmount: amount(1_000n * COIN),
      maxInventory: amount(10_000n * COIN),
    });
  }
  await perform(0, { type: 'openAccount', accountUserId: ALICE, kind: 'user' });
  await perform(0, {
    type: 'practiceFunds',
    accountUserId: ALICE,
    assetId: USDT,
    amount: amount(900n * COIN),
  });
  nowMs += 250;
  await perform(0, indexTick(Math.floor(nowMs / 250), nowMs));
  const ids: number[] = [];
  for (const units of [100n * COIN, 7n]) {
    if (units === 7n) nowMs += 1;
    const body = {
      type: 'quoteSwap',
      fromAssetId: USDT,
      toAssetId: BTC,
      amount: amount(100n * COIN + units),
    } as const;
    const swapId = await perform(ALICE, body);
    ids.unshift(swapId);
    await perform(ALICE, { type: 'acceptSwap', swapId });
  }
  const { rows, next } = await projections.swaps.swaps({ userId: ALICE, cursor: null, limit: 1 });
  expect(rows.map(({ swapId }) => swapId)).toEqual(ids.slice(0, 1));
  const rest = await projections.swaps.swaps({ userId: ALICE, cursor: next, limit: 10 });
  expect(rest.rows.map(({ swapId }) => swapId)).toEqual(ids.slice(1));
  expect(rest.rows[0]).toMatchObject({
    userId: ALICE,
    amount: 200n * COIN,
    arrives: 399_200n,
    timeMs: nowMs - 1,
    from: { assetId: USDT, symbolId: 0, priceTicks: 1, quotePerTickLot: 1n, basePerLot: 1n },
    to: { assetId: BTC, symbolId: BTCUSDT, priceTicks: 5_000_000, spreadPpm: 1_000 },
  });
  expect(await projections.swaps.swap(ALICE, ids[0]!)).toEqual(rows[0]);
  expect(await projections.swaps.swap(ALICE + 1, ids[0]!)).toBeNull();
  await perform(0, { type: 'setSwapState', state: 'halted', reason: 'Checking the inventory' });
  const changes = await projections.swaps.changes(null, 10);
  expect(changes.rows.map(({ assetId, change, reason: why }) => [assetId, change.what, why])).toEqual([
    [0, 'state', 'Checking the inventory'],
    ...[USDT, BTC].flatMap((assetId) => [
      [assetId, 'terms', reason],
      [assetId, 'inventory', reason],
    ]),
  ]);
  expect(changes.rows[1]?.change).toMatchObject({ before: null, after: { maxAmount: 1_000n * COIN } });
  expect(changes.rows[2]?.change).toEqual({ what: 'inventory', before: 0n, after: COIN });

  const { connectionString } = database;
  const replay = (afterSeq: number) => readCommitted({ connectionString, afterSeq });
  const { tables } = await rebuild({
    connectionString,
    replay,
    tables: ['swaps', 'swap_quotes', 'swap_changes'],
  });
  expect(tables.map(({ table, rows: count, identical }) => [table, count, identical])).toEqual([
    ['swaps', 2, true],
    ['swap_quotes', 2, true],
    ['swap_changes', 5, true],
  ]);
});
