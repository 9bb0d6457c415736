import { type Command, idOf } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { expect, test } from 'vitest';
import { BTC } from '../../../../tests/api/support/listing.ts';
import { ReadModelBench } from '../../../../tests/support/read-model-bench.ts';

const ALICE = 1000;
const BOB = 1001;
const COIN = 100_000_000n;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const amount = (units: bigint) => units as Amount;
const bench = new ReadModelBench(Date.UTC(2028, 1, 25));

const perform = (userId: number, body: Command) => bench.perform(userId, body);

test('movements, entries and sums of a pool are kept, and the same after a rebuild', async () => {
  const reason = 'Mining of this test';
  const startMs = bench.nowMs;
  for (const accountUserId of [ALICE, BOB]) {
    await perform(0, { type: 'openAccount', accountUserId, kind: 'user' });
    await perform(0, { type: 'practiceFunds', accountUserId, assetId: BTC, amount: amount(100n * COIN) });
    await perform(0, {
      type: 'joinMining',
      accountUserId,
      address: `0x${`${accountUserId}`.padStart(40, 'a')}`,
    });
  }
  await perform(0, {
    type: 'setMiningTerms',
    assetId: BTC,
    gears: [{ minAmount: amount(COIN), dailyPpm: 1_000 }],
  });
  await perform(0, { type: 'fundMining', assetId: BTC, amount: amount(10n * COIN), fromUserId: 0, reason });
  for (const userId of [ALICE, BOB])
    await perform(userId, { type: 'lockMining', assetId: BTC, amount: amount(50n * COIN), termsNo: 1 });
  bench.nowMs += 2 * DAY_MS;
  const claimed = idOf(await perform(ALICE, { type: 'claimMining', assetId: BTC }));
  const { mining } = bench.projections;
  const paid = { paid7Days: COIN / 10n, paid30Days: COIN / 10n };
  expect(await mining.paid(BTC, bench.nowMs)).toEqual(paid);
  expect(await mining.holders(BTC, 0, 10)).toEqual([ALICE, BOB]);

  // nine tenths leave: what was paid stays paid
  await perform(ALICE, { type: 'unlockMining', assetId: BTC, amount: amount(50n * COIN) });
  await perform(BOB, { type: 'unlockMining', assetId: BTC, amount: amount(40n * COIN) });
  expect(await mining.paid(BTC, bench.nowMs)).toEqual(paid);
  expect(await mining.holders(BTC, 0, 10)).toEqual([BOB]);
  expect(await mining.paid(BTC, bench.nowMs + 7 * DAY_MS - HOUR_MS)).toEqual(paid);
  expect(await mining.paid(BTC, bench.nowMs + 7 * DAY_MS)).toEqual({ ...paid, paid7Days: 0n });
  expect(await mining.paid(BTC, bench.nowMs + 30 * DAY_MS)).toEqual({ paid7Days: 0n, paid30Days: 0n });

  const entries = await mining.entries(BTC, null, 10);
  expect(entries.rows.map(({ kind, amount: units, balance }) => [kind, units, balance]).toReversed()).toEqual(
    [
      ['funding', 10n * COIN, 10n * COIN],
      ['paid', -COIN / 10n, 10n * COIN - COIN / 10n],
    ],
  );
  const asked = { userId: ALICE, kind: null, cursor: null, limit: 10 } as const;
  const { rows } = await mining.moves(asked);
  expect(rows.map(({ kind }) => kind)).toEqual(['unlocked', 'claimed', 'locked', 'joined']);
  expect((await mining.moves({ ...asked, kind: 'claimed' })).rows).toEqual([rows[1]]);
  expect(await mining.moveBy(ALICE, 'claimed', claimed)).toEqual(rows[1]);
  expect(await mining.moveBy(BOB, 'claimed', claimed)).toBeNull();
  expect(await mining.move(BOB, rows[1]!.seq, rows[1]!.line)).toBeNull();

  // what was locked and left again is nothing; what was claimed is the user's, in no wallet
  const today = Math.floor(bench.nowMs / DAY_MS);
  const moved = async (userId: number, fromMs: number) =>
    (await mining.principalMoves(userId, fromMs)).map(({ day, amount: units }) => [day, units]);
  expect(await moved(ALICE, bench.nowMs - HOUR_MS)).toEqual([
    [null, 50n * COIN],
    [today, COIN / 10n - 50n * COIN],
  ]);
  expect(await moved(BOB, 0)).toEqual([
    [today - 2, 50n * COIN],
    [today, -40n * COIN],
  ]);

  const set = { second: Math.floor(startMs / 1_000), seconds: 0 };
  const points = [
    { ...set, free: null },
    { ...set, free: 10n * COIN },
  ];
  expect(await mining.points(BTC, Number.MAX_SAFE_INTEGER, 10)).toEqual(points);
  expect(await mining.points(BTC, Number.MAX_SAFE_INTEGER, 1)).toEqual(points.slice(1));
  expect(await mining.points(BTC, entries.rows.at(-1)!.seq - 1, 10)).toEqual(points.slice(0, 1));

  const names = ['mining_moves', 'mining_entries', 'mining_hours', 'mining_held', 'mining_points'];
  const tables = await bench.rebuild(names);
  expect(tables.map(({ table, rows: count, identical }) => [table, count, identical])).toEqual([
    ['mining_moves', 7, true],
    ['mining_entries', 2, true],
    ['mining_hours', 1, true],
    ['mining_held', 2, true],
    ['mining_points', 2, true],
  ]);
});
