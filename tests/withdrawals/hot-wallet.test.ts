import { encodeAbiParameters, keccak256, numberToHex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRACTICE_CHAIN, PRACTICE_USDT_ADDRESS } from '../../apps/server/money/chains/index.ts';
import type { Withdrawer } from '../support/payout-bench.ts';
import { openTreasuryBench, type TreasuryBench } from '../support/treasury-bench.ts';

const NEEDED = 6;
const L = 100_000_000n;
const U = 10n ** 6n;
const ETHER = 10n ** 18n;
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

const balance = async (address: string, asset = usdt) =>
  bench.chain.adapter.balanceAt(address, asset, (await bench.chain.adapter.head()).hash);
const stateOf = async (who: Withdrawer) => {
  const { state, reason } = (await bench.log(who))[0]!;
  return { state, reason };
};
const usdtOf = async ({ person }: Withdrawer) => {
  const balances = await bench.house.engine.read((view) => view.balances(person.userId));
  return balances.find(({ assetId }) => assetId === bench.assetIdOf('USDT'))!;
};
const payAndRead = async (rounds = NEEDED + 2) => {
  for (let i = 0; i < rounds; i += 1) {
    await bench.payer.round();
    await bench.mineAndRead();
  }
  await bench.payer.round();
};

/** Writes a balance into the practice USDT, whose third variable holds them. */
const setUsdt = (address: string, units: bigint) =>
  bench.chain.ask('anvil_setStorageAt', [
    PRACTICE_USDT_ADDRESS,
    keccak256(
      encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [address as `0x${string}`, 2n]),
    ),
    numberToHex(units, { size: 32 }),
  ]);

/** Leaves so much in the hot wallet; the rest lies in cold storage, as if somebody had moved it by hand. */
async function leaveHot(units: bigint): Promise<void> {
  const [hot, cold] = [await balance(bench.hot), await balance(bench.cold)];
  await setUsdt(bench.hot, units);
  await setUsdt(bench.cold, cold + hot - units);
  await bench.chain.mine();
}

it('two payments that together are more than the hot wallet holds: one is paid, one awaits a refill', async () => {
  const [first, second, depositor] = [
    await bench.withdrawer(),
    await bench.withdrawer(),
    await bench.withdrawer(),
  ];
  await leaveHot(150n * U);
  // Coins that are not swept yet do not count.
  const address = await bench.address(depositor.person.userId);
  await bench.chain.sendUsdt(address, 5_000n * U);
  await bench.mineAndRead(NEEDED);
  expect(await usdtOf(depositor)).toMatchObject({ available: 15_000n * L });
  await bench.withdraw(first);
  await bench.withdraw(second);
  await payAndRead();
  expect(await stateOf(first)).toEqual({ state: 'done', reason: null });
  expect(await stateOf(second)).toEqual({ state: 'signing', reason: 'refill' });
  expect((await bench.log(second))[0]).toMatchObject({ canCancel: true, transaction: null });
  expect(bench.alarms.filter((line) => line.includes('awaits a refill')).length).toBe(1);
  expect(await usdtOf(second)).toMatchObject({ held: 100n * L });
  expect(await balance(address)).toBe(5_000n * U);
  // The sweep is the refill.
  for (let i = 0; i < 2 * NEEDED + 2; i += 1) {
    await bench.sweeper.round();
    await bench.mineAndRead();
  }
  expect(await balance(address)).toBe(0n);
  await payAndRead();
  expect(await stateOf(second)).toEqual({ state: 'done', reason: null });
  expect(await bench.reconcile()).toBe(true);
});

it('a hot wallet without gas awaits a refill, and rejects nothing', async () => {
  const who = await bench.withdrawer();
  const gas = await balance(bench.hot, eth);
  await bench.chain.ask('anvil_setBalance', [bench.hot, '0x0']);
  await bench.chain.mine();
  await bench.withdraw(who);
  await bench.payOut(3);
  expect(await stateOf(who)).toEqual({ state: 'signing', reason: 'refill' });
  await bench.chain.ask('anvil_setBalance', [bench.hot, numberToHex(gas)]);
  await bench.chain.mine();
  await payAndRead();
  expect(await stateOf(who)).toEqual({ state: 'done', reason: null });
});

it('a sweep that is stuck delays no withdrawal', async () => {
  const [depositor, who] = [await bench.withdrawer(), await bench.withdrawer()];
  const address = await bench.address(depositor.person.userId);
  await bench.chain.sendUsdt(address, 50n * U);
  await bench.mineAndRead(NEEDED);
  await bench.sweeper.round();
  await bench.chain.ask('anvil_dropAllTransactions', []);
  const movement = async () =>
    (await bench.house.pool.query('select state from treasury.movement order by movement_no desc limit 1'))
      .rows[0].state;
  expect(await movement()).toBe('signed');
  await bench.withdraw(who);
  await payAndRead();
  expect(await stateOf(who)).toEqual({ state: 'done', reason: null });
  expect(await movement()).toBe('signed');
});

it('a withdrawal to the deposit address of another user credits that user with what arrives, once', async () => {
  const [from, to] = [await bench.withdrawer(), await bench.withdrawer()];
  const address = await bench.address(to.person.userId);
  await bench.withdraw(from, { address });
  await payAndRead(2 * NEEDED + 2);
  const [paid] = await bench.log(from);
  expect(paid).toMatchObject({ state: 'done', address });
  expect(await bench.reconcile()).toBe(true);
  const arrived = BigInt(Math.round(Number(paid!.arrives) * 1e8));
  expect(await usdtOf(from)).toMatchObject({ available: 9_900n * L, held: 0n });
  expect(await usdtOf(to)).toMatchObject({ available: 10_000n * L + arrived, held: 0n });
  const { records } = await to.person.client.call('getRechargeLog', { body: { type: 1 } });
  expect(records).toMatchObject([{ status: 'passed', amount: paid!.arrives }]);
  await payAndRead(NEEDED);
  expect(await usdtOf(to)).toMatchObject({ available: 10_000n * L + arrived });
});
