import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { expect, test } from 'vitest';
import { BTC, BTCUSDT, indexTick, USDT } from '../../../../tests/api/support/listing.ts';
import { ReadModelBench } from '../../../../tests/support/read-model-bench.ts';

const ALICE = 1000;
const COIN = 100_000_000n;
const amount = (units: bigint) => units as Amount;
const bench = new ReadModelBench(Date.UTC(2026, 0, 1));

async function perform(userId: number, body: Command): Promise<number> {
  const outcome = await bench.perform(userId, body);
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
  bench.nowMs += 250;
  await perform(0, indexTick(Math.floor(bench.nowMs / 250), bench.nowMs));
  const ids: number[] = [];
  for (const units of [100n * COIN, 7n]) {
    if (units === 7n) bench.nowMs += 1;
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
  const { rows, next } = await bench.projections.swaps.swaps({ userId: ALICE, cursor: null, limit: 1 });
  expect(rows.map(({ swapId }) => swapId)).toEqual(ids.slice(0, 1));
  const rest = await bench.projections.swaps.swaps({ userId: ALICE, cursor: next, limit: 10 });
  expect(rest.rows.map(({ swapId }) => swapId)).toEqual(ids.slice(1));
  expect(rest.rows[0]).toMatchObject({
    userId: ALICE,
    amount: 200n * COIN,
    arrives: 399_200n,
    timeMs: bench.nowMs - 1,
    from: { assetId: USDT, symbolId: 0, priceTicks: 1, quotePerTickLot: 1n, basePerLot: 1n },
    to: { assetId: BTC, symbolId: BTCUSDT, priceTicks: 5_000_000, spreadPpm: 1_000 },
  });
  expect(await bench.projections.swaps.swap(ALICE, ids[0]!)).toEqual(rows[0]);
  expect(await bench.projections.swaps.swap(ALICE + 1, ids[0]!)).toBeNull();
  await perform(0, { type: 'setSwapState', state: 'halted', reason: 'Checking the inventory' });
  const changes = await bench.projections.swaps.changes(null, 10);
  expect(changes.rows.map(({ assetId, change, reason: why }) => [assetId, change.what, why])).toEqual([
    [0, 'state', 'Checking the inventory'],
    ...[USDT, BTC].flatMap((assetId) => [
      [assetId, 'terms', reason],
      [assetId, 'inventory', reason],
    ]),
  ]);
  expect(changes.rows[1]?.change).toMatchObject({ before: null, after: { maxAmount: 1_000n * COIN } });
  expect(changes.rows[2]?.change).toEqual({ what: 'inventory', before: 0n, after: COIN });

  const tables = await bench.rebuild(['swaps', 'swap_quotes', 'swap_changes']);
  expect(tables.map(({ table, rows: count, identical }) => [table, count, identical])).toEqual([
    ['swaps', 2, true],
    ['swap_quotes', 2, true],
    ['swap_changes', 5, true],
  ]);
});
