import { afterAll, beforeAll, expect, it } from 'vitest';
import { deployPaying, type PayingContracts } from '../support/paying-contract.ts';
import { openTreasuryBench, type TreasuryBench } from '../support/treasury-bench.ts';

const NEEDED = 6;
/** Blocks after which what a block holds is final. */
const FINAL = 18;
const ETHER = 10n ** 18n;
/** Units of the chain in one of the ledger. */
const STEP = 10n ** 10n;
const MINIMUM = ETHER / 1_000n;

let bench: TreasuryBench;
let contracts: PayingContracts;
let users = 2_000;
beforeAll(async () => {
  bench = await openTreasuryBench({ hasTraces: false });
  contracts = await deployPaying(bench.chain);
  await bench.chain.sendEth(bench.gas, ETHER);
  await bench.mineAndRead(FINAL);
  expect(await bench.reconcileFinally()).toBe(true);
});
afterAll(() => bench?.stop());

async function newUser(): Promise<{ readonly userId: number; readonly address: string }> {
  users += 1;
  const userId = users;
  await bench.house.engine.submit({
    userId: 0,
    key: null,
    bodyHash: null,
    body: { type: 'openAccount', accountUserId: userId, kind: 'user' },
  });
  return { userId, address: await bench.address(userId) };
}
const eth = (userId: number): Promise<bigint> =>
  bench.house.engine.read((view) => {
    const row = view.balances(userId).find(({ assetId }) => assetId === bench.assetIdOf('ETH'));
    return row?.available ?? 0n;
  });
const rows = async (userId: number) =>
  (
    await bench.house.pool.query(
      'select state, transaction_hash, ordinal, amount, credited from deposits.deposit where user_id = $1 order by deposit_no',
      [userId],
    )
  ).rows;
/** Mines until all is final, and compares. Everything promised is delivered at the end. */
const compareFinally = async () => {
  await bench.mineAndRead(FINAL);
  await bench.reconcile();
  await bench.mineAndRead(1);
  await bench.reconcile();
};
const surplus = async () => (await bench.custody('ETH')).suspense;

it('coins that no block names are found at a final block, and their owners get them once', async () => {
  const before = await surplus();
  const ways = [
    (to: string, wei: bigint) => contracts.grant(to, wei),
    (to: string, wei: bigint) => contracts.pay('forwards', to, wei),
    (to: string, wei: bigint) => contracts.pay('destructs', to, wei),
  ];
  const owners = await Promise.all(ways.map(() => newUser()));
  for (const [at, arrive] of ways.entries()) await arrive(owners[at]!.address, ETHER / 3n + BigInt(at));
  await bench.mineAndRead(1);
  // It may leave the chain again: nothing is credited, and nothing becomes the suspense account's.
  expect(await bench.reconcile()).toBe(true);
  await bench.mineAndRead(NEEDED);
  expect(await bench.reconcile()).toBe(true);
  for (const { userId } of owners) expect(await rows(userId)).toEqual([]);
  await compareFinally();
  // Neither a later comparison nor one of the same block finds it again, and the books agree.
  expect(await bench.reconcile()).toBe(true);
  await bench.mineAndRead(FINAL);
  expect(await bench.reconcile()).toBe(true);
  for (const [at, { userId }] of owners.entries()) {
    expect(await eth(userId)).toBe(ETHER / 3n / STEP);
    const [row, ...more] = await rows(userId);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ state: 'credited', amount: `${ETHER / 3n + BigInt(at)}` });
    expect(row.transaction_hash).toMatch(/^block:0x[0-9a-f]{64}$/);
  }
  expect(await surplus()).toBe(before);
  expect(await bench.custody('ETH')).toMatchObject({ shortage: 0n });
});

it('coins below the minimum wait at their address until they add up, and make no row', async () => {
  const { userId, address } = await newUser();
  const before = await surplus();
  for (let piece = 0; piece < 3; piece += 1) {
    await contracts.grant(address, MINIMUM / 4n);
    await bench.mineAndRead(1);
  }
  await compareFinally();
  expect(await rows(userId)).toEqual([]);
  expect(await bench.reconcileFinally()).toBe(true);
  expect(await surplus()).toBe(before);
  await contracts.grant(address, MINIMUM / 4n);
  await compareFinally();
  expect(await rows(userId)).toMatchObject([{ state: 'credited', amount: `${MINIMUM}` }]);
  expect(await eth(userId)).toBe(MINIMUM / STEP);
});

it('beside a transfer, a sweep and its gas they are found to the last unit', async () => {
  const { userId, address } = await newUser();
  await bench.chain.sendEth(address, ETHER);
  await bench.chain.sendUsdt(address, 50n * 10n ** 6n);
  await contracts.grant(address, ETHER / 5n + 7n);
  for (let block = 0; block < 3 * FINAL; block += 1) {
    await bench.sweeper.round();
    await bench.mineAndRead(1);
    if (block % NEEDED === 0) await bench.reconcile();
  }
  expect((await rows(userId)).map(({ state, amount }) => [state, amount])).toEqual(
    expect.arrayContaining([
      ['credited', `${ETHER}`],
      ['credited', `${ETHER / 5n + 7n}`],
      ['credited', `${50n * 10n ** 6n}`],
    ]),
  );
  expect(await rows(userId)).toHaveLength(3);
  expect(await eth(userId)).toBe((ETHER + ETHER / 5n) / STEP);
  expect(await bench.reconcileFinally()).toBe(true);
});

it('found coins whose block leaves the chain are held, and stand again where they are there again', async () => {
  const { userId, address } = await newUser();
  await contracts.grant(address, ETHER / 2n);
  await compareFinally();
  const credited = ETHER / 2n / STEP;
  expect(await eth(userId)).toBe(credited);
  // Deeper than the chain promises.
  await bench.chain.rollback(2 * FINAL + 4);
  const { state } = (await rows(userId))[0];
  expect(state).toBe('credited');
  // a node that knows fewer blocks than were read may only be behind
  await bench.mineAndRead(2 * FINAL + 5);
  await bench.reconcile();
  expect(await rows(userId)).toMatchObject([{ state: 'taken-back' }]);
  expect(await eth(userId)).toBe(0n);
  await contracts.grant(address, ETHER / 2n + ETHER);
  await bench.mineAndRead(2 * FINAL);
  await compareFinally();
  await compareFinally();
  expect(await rows(userId)).toMatchObject([
    { state: 'credited', amount: `${ETHER / 2n}` },
    { state: 'credited', amount: `${ETHER}` },
  ]);
  expect(await eth(userId)).toBe(credited + ETHER / STEP);
  expect(await bench.reconcile()).toBe(true);
});
