import { ChainError } from '@candor/chains';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { openSweeper } from '../../apps/server/money/treasury/index.ts';
import { openTreasuryBench, type TreasuryBench } from '../support/treasury-bench.ts';

const NEEDED = 6;
/** Rounds after which what a block took is final: two epochs, and the round that ends it. */
const FINAL = 14;
const ETHER = 10n ** 18n;
const U = 10n ** 6n;
const [usdt, eth] = PRACTICE_CHAIN.assets as [
  (typeof PRACTICE_CHAIN.assets)[number],
  (typeof PRACTICE_CHAIN.assets)[number],
];

let bench: TreasuryBench;
beforeAll(async () => {
  bench = await openTreasuryBench();
  await bench.chain.sendEth(bench.gas, ETHER);
  await bench.mineAndRead(NEEDED);
  await bench.reconcile();
});
afterAll(() => bench?.stop());

const balance = async (address: string, asset: typeof usdt) =>
  bench.chain.adapter.balanceAt(address, asset, (await bench.chain.adapter.head()).hash);
const sweepOut = async (rounds: number) => {
  for (let i = 0; i < rounds; i += 1) {
    await bench.sweeper.round();
    await bench.mineAndRead();
    expect([i, await bench.reconcile()]).toEqual([i, true]);
  }
};
const movements = async () =>
  (await bench.house.pool.query('select kind, coin, state from treasury.movement order by movement_no')).rows;

it('deposits from the threshold on are swept to the hot wallet, gas and costs at the house’s expense', async () => {
  const [rich, poor, native] = [
    await bench.address(1_001),
    await bench.address(1_002),
    await bench.address(1_003),
  ];
  for (const userId of [1_001, 1_002, 1_003])
    await bench.house.engine.submit({
      userId: 0,
      key: null,
      bodyHash: null,
      body: { type: 'openAccount', accountUserId: userId, kind: 'user' },
    });
  await bench.chain.sendUsdt(rich, 50n * U);
  await bench.chain.sendUsdt(poor, 19n * U);
  await bench.chain.sendEth(native, ETHER);
  await bench.mineAndRead(1);
  await bench.sweeper.round();
  expect(await movements()).toEqual([]);
  await bench.mineAndRead(NEEDED);
  const [hotUsdt, hotEth] = [await balance(bench.hot, usdt), await balance(bench.hot, eth)];
  const credited = await bench.house.engine.read((view) => view.balances(1_001));
  await sweepOut(NEEDED + FINAL);
  expect(await movements()).toEqual([
    { kind: 'gas', coin: 'ETH', state: 'done' },
    { kind: 'sweep', coin: 'ETH', state: 'done' },
    { kind: 'sweep', coin: 'USDT', state: 'done' },
  ]);
  expect((await balance(bench.hot, usdt)) - hotUsdt).toBe(50n * U);
  expect(await balance(rich, usdt)).toBe(0n);
  expect(await balance(poor, usdt)).toBe(19n * U);
  expect((await balance(bench.hot, eth)) - hotEth).toBeGreaterThan(ETHER - ETHER / 100n);
  // Gas is no deposit, and the user's balance has nothing to do with any of it.
  expect(await bench.house.engine.read((view) => view.balances(1_001))).toEqual(credited);
  const { networkCosts } = await bench.house.engine.read((view) =>
    view.custody.custodyOf(bench.assetIdOf('ETH')),
  );
  const { rows } = await bench.house.pool.query('select sum(cost) as cost from treasury.movement');
  expect(networkCosts).toBe(-BigInt(rows[0].cost));
  expect(networkCosts).toBeLessThan(0n);
});

it('coins that no transfer explains stay where they are until their owner has them', async () => {
  const address = await bench.address(1_003);
  const before = await balance(address, eth);
  // A contract that destroys itself pays like this: without a transaction.
  await bench.chain.ask('anvil_setBalance', [address, `0x${(before + 5n * ETHER).toString(16)}`]);
  await bench.mineAndRead(1);
  await bench.sweeper.round();
  expect((await movements()).length).toBe(3);
  expect(await bench.reconcileFinally()).toBe(true);
  expect((await bench.custody('ETH')).suspense).toBe(0n);
  // Found at a final block and credited, they are swept with a deposit that comes there later.
  await bench.chain.sendEth(address, ETHER);
  await bench.mineAndRead(NEEDED);
  await sweepOut(NEEDED + 1);
  expect(await balance(address, eth)).toBeLessThan(ETHER / 100n);
});

it('a sweep that was signed and not sent is sent again, and one that its token refuses costs the house alone', async () => {
  const address = await bench.address(1_004);
  await bench.house.engine.submit({
    userId: 0,
    key: null,
    bodyHash: null,
    body: { type: 'openAccount', accountUserId: 1_004, kind: 'user' },
  });
  await bench.chain.sendUsdt(address, 30n * U);
  await bench.mineAndRead(NEEDED);
  await bench.sweeper.round();
  await bench.chain.ask('anvil_dropAllTransactions', []);
  await bench.mineAndRead(1);
  expect((await movements()).at(-1)).toEqual({ kind: 'gas', coin: 'ETH', state: 'signed' });
  await sweepOut(NEEDED + 1);
  await bench.sweeper.round();
  expect((await movements()).at(-1)).toEqual({ kind: 'sweep', coin: 'USDT', state: 'signed' });
  await bench.chain.issuer('addBlackList', [address]);
  await sweepOut(FINAL);
  expect(['done', 'failed']).toContain((await movements()).at(-1).state);
});

it.each([
  ['ETH', 1_031],
  ['USDT', 1_032],
])('a sweep of %s that nodes call too cheap is signed again for a higher fee', async (coin, userId) => {
  await bench.house.engine.submit({
    userId: 0,
    key: null,
    bodyHash: null,
    body: { type: 'openAccount', accountUserId: userId, kind: 'user' },
  });
  const address = await bench.address(userId);
  if (coin === 'ETH') await bench.chain.sendEth(address, ETHER);
  else await bench.chain.sendUsdt(address, 50n * U);
  await bench.mineAndRead(NEEDED);
  const cheap = new Set<string>();
  const { adapter } = bench.deps;
  const sweeper = await openSweeper({
    ...bench.deps,
    adapter: {
      ...adapter,
      async broadcast(raw) {
        const { rows } = await bench.house.pool.query(
          `select from treasury.movement where raw = $1 and kind = 'sweep' and earlier = '{}'`,
          [raw],
        );
        if (rows.length > 0) cheap.add(raw);
        if (cheap.has(raw)) throw new ChainError('UNDERPRICED', 'transaction underpriced');
        return adapter.broadcast(raw);
      },
    },
  });
  for (let round = 0; round < 2 * NEEDED + 2 * FINAL; round += 1) {
    await sweeper.round();
    await bench.mineAndRead();
  }
  expect(cheap.size).toBe(1);
  const { rows } = await bench.house.pool.query(
    `select state, cardinality(earlier) as versions from treasury.movement where address = $1 and kind = 'sweep'`,
    [address],
  );
  expect(rows).toEqual([{ state: 'done', versions: 1 }]);
  expect(await balance(address, coin === 'ETH' ? eth : usdt)).toBeLessThan(10n ** 15n);
  expect(await bench.reconcile()).toBe(true);
});
