import { type Command, idOf } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { expect, test } from 'vitest';
import { USDT } from '../../../../tests/api/support/listing.ts';
import { ReadModelBench } from '../../../../tests/support/read-model-bench.ts';

const ALICE = 1000;
const COIN = 100_000_000n;
const DAY_MS = 86_400_000;
const amount = (units: bigint) => units as Amount;
const bench = new ReadModelBench(Date.UTC(2028, 1, 25));

const perform = async (userId: number, body: Command): Promise<number> =>
  idOf(await bench.perform(userId, body));

test('orders, entries and sums of a pool are kept, and the same after a rebuild', async () => {
  const reason = 'Terms of this test';
  await perform(0, { type: 'openAccount', accountUserId: ALICE, kind: 'user' });
  const funds = { accountUserId: ALICE, assetId: USDT, amount: amount(900n * COIN) };
  await perform(0, { type: 'practiceFunds', ...funds });
  await perform(0, { type: 'fundStaking', assetId: USDT, amount: amount(COIN), fromUserId: 0, reason });
  const offerId = await perform(0, {
    type: 'offerStaking',
    assetId: USDT,
    dailyPpm: 300,
    cycleDays: 7,
    exitPpm: 500_000,
    minAmount: amount(1_000n),
    maxAmount: amount(500n * COIN),
    userCapAmount: amount(800n * COIN),
    capAmount: amount(1_000n * COIN),
    opensMs: 0,
    reason,
  });
  const stake = (units: bigint, autoRenew = false) =>
    perform(ALICE, { type: 'subscribeStaking', offerId, amount: amount(units), autoRenew });
  const first = await stake(100n * COIN);
  const second = await stake(200n * COIN, true);
  bench.nowMs += 2 * DAY_MS + 1;
  await perform(ALICE, { type: 'redeemStaking', orderId: first });
  const { staking } = bench.projections;
  const asked = { userId: ALICE, state: null, cursor: null, limit: 10 } as const;
  const { rows } = await staking.orders(asked);
  expect(rows.map(({ order, end }) => [order.orderId, end?.how ?? null])).toEqual([
    [second, null],
    [first, 'redeemed'],
  ]);
  expect(rows[1]).toMatchObject({
    order: { amount: 100n * COIN, dailyPpm: 300, interest: 21_000_000n },
    offer: { offerId, minAmount: 1_000n, capAmount: 1_000n * COIN },
    end: { wholeDays: 2, paidInterest: 3_000_000n, released: 18_000_000n, endedMs: bench.nowMs },
  });
  expect(await staking.sums(bench.nowMs)).toEqual([
    {
      assetId: USDT,
      daily: 6_000_000n,
      paid: 3_000_000n,
      paid7Days: 3_000_000n,
      paid30Days: 3_000_000n,
      rounded: 0n,
    },
  ]);
  bench.nowMs += 5 * DAY_MS;
  await perform(0, { type: 'practiceFunds', ...funds });
  const renewed = (await staking.orders({ ...asked, state: 'open' })).rows;
  expect(renewed.map(({ order }) => [order.renewalOf, order.autoRenew])).toEqual([[second, true]]);
  expect((await staking.orders({ ...asked, state: 'matured' })).rows[0]).toMatchObject({
    order: { orderId: second },
    end: { paidInterest: 42_000_000n, renewedAs: renewed[0]!.order.orderId },
  });
  const entries = await staking.entries(USDT, null, 100);
  expect(entries.rows.map(({ kind, amount: units, balance }) => [kind, units, balance]).toReversed()).toEqual(
    [
      ['funding', COIN, COIN],
      ['reserved', -21_000_000n, 79_000_000n],
      ['reserved', -42_000_000n, 37_000_000n],
      ['paid', -3_000_000n, 37_000_000n],
      ['released', 18_000_000n, 55_000_000n],
      ['paid', -42_000_000n, 55_000_000n],
      ['reserved', -42_000_000n, 13_000_000n],
    ],
  );
  expect(await staking.paidTo(ALICE)).toEqual(new Map([[USDT, 45_000_000n]]));
  const later = await staking.sums(bench.nowMs + 7 * DAY_MS + 3_600_000);
  expect(later[0]).toMatchObject({ paid: 45_000_000n, paid7Days: 0n, paid30Days: 45_000_000n });

  // of 12,345 units two days bring 7.407, of which half is kept, and seven 25.9245: what both payments lose is counted
  const [leaves] = [await stake(12_345n), await stake(12_345n)];
  bench.nowMs += 2 * DAY_MS + 1;
  await perform(ALICE, { type: 'redeemStaking', orderId: leaves });
  bench.nowMs += 5 * DAY_MS;
  await perform(0, { type: 'practiceFunds', ...funds });
  expect((await staking.sums(bench.nowMs))[0]).toMatchObject({ rounded: 703_500n + 924_500n });
  // of 1,000 units two days bring 0.6, of which half is kept: nothing is paid, and what is lost counts all the same
  const nothing = await stake(1_000n);
  bench.nowMs += 2 * DAY_MS + 1;
  await perform(ALICE, { type: 'redeemStaking', orderId: nothing });
  expect((await staking.orders(asked)).rows[0]).toMatchObject({
    order: { orderId: nothing },
    end: { how: 'redeemed', wholeDays: 2, paidInterest: 0n },
  });
  expect((await staking.sums(bench.nowMs))[0]).toMatchObject({ rounded: 703_500n + 924_500n + 300_000n });
  const tables = await bench.rebuild([
    'staking_offers',
    'staking_orders',
    'staking_entries',
    'staking_pools',
    'staking_paid',
  ]);
  expect(tables.map(({ table, rows: count, identical }) => [table, count, identical])).toEqual([
    ['staking_offers', 1, true],
    ['staking_orders', 6, true],
    ['staking_entries', 15, true],
    ['staking_pools', 1, true],
    ['staking_paid', 1, true],
  ]);
});
