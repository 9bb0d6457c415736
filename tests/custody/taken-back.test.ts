import type { Amount } from '@candor/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { createBell, followReconciliation } from '../../apps/server/money/treasury/index.ts';
import { type ChangingContract, deployChanging, type Sending } from '../support/changing-contract.ts';
import { isLongRun } from '../support/long-run.ts';
import { eventually } from '../support/patience.ts';
import { reverseTakenBack } from '../support/reversals.ts';
import { openTreasuryBench, type TreasuryBench } from '../support/treasury-bench.ts';

const NEEDED = 6;
const U = 10n ** 6n;
/** Units of the ledger in one of the token. */
const STEP = 100n;
const usdt = PRACTICE_CHAIN.assets.find(({ code }) => code === 'USDT')!;

let bench: TreasuryBench;
let contract: ChangingContract;
let lastUser = 2_000;
beforeAll(async () => {
  bench = await openTreasuryBench();
  contract = await deployChanging(bench.chain, 1_000_000n * U);
  await bench.mineAndRead(NEEDED);
  await bench.reconcile();
});
afterAll(() => bench?.stop());

async function newUser(): Promise<{ userId: number; address: string }> {
  lastUser += 1;
  await bench.house.engine.submit({
    userId: 0,
    key: null,
    bodyHash: null,
    body: { type: 'openAccount', accountUserId: lastUser, kind: 'user' },
  });
  return { userId: lastUser, address: await bench.address(lastUser) };
}

const spot = async (userId: number) => {
  const found = (await bench.house.engine.read((view) => view.balances(userId))).find(
    ({ assetId }) => assetId === bench.assetIdOf('USDT'),
  );
  return { available: found?.available ?? 0n, held: found?.held ?? 0n };
};
const onChain = async (address: string) =>
  (await bench.chain.adapter.balanceAt(address, usdt, (await bench.chain.adapter.head()).hash)) * STEP;
const rows = async (userId: number) =>
  (
    await bench.house.pool.query<{ deposit_no: string; state: string; ordinal: number }>(
      'select deposit_no, state, ordinal from deposits.deposit where user_id = $1 order by deposit_no',
      [userId],
    )
  ).rows;

/** Does what two operators' approval does to what waits for them. */
async function reverse(userId: number): Promise<void> {
  for (const { deposit_no } of await rows(userId)) await reverseTakenBack(bench, Number(deposit_no));
}

const sent: Sending = { amounts: [20n * U, 0n], isShifted: false };
/** Transfers that the same transaction sends in the blocks that replace its own. */
const CHANGES: readonly (readonly [string, Sending])[] = [
  ['the same', sent],
  ['at another place', { ...sent, isShifted: true }],
  ['a larger amount', { amounts: [31n * U, 0n], isShifted: false }],
  ['a larger amount at another place', { amounts: [20n * U + 1n, 0n], isShifted: true }],
  ['a smaller amount', { amounts: [7n * U, 0n], isShifted: false }],
  ['a smaller amount at another place', { amounts: [20n * U - 1n, 0n], isShifted: true }],
  ['it behind another transfer', { amounts: [3n * U, 20n * U], isShifted: false }],
  ['two parts', { amounts: [12n * U, 8n * U], isShifted: false }],
  ['nothing', { amounts: [0n, 0n], isShifted: false }],
];

/** Blocks from the deposit's own to the newest, all of which leave the chain, and the changes that are tried there. */
const DEPTHS = (
  isLongRun ? [1, NEEDED - 1, NEEDED, NEEDED + 1, 2 * NEEDED, 3 * NEEDED] : [1, NEEDED, 3 * NEEDED]
).map((depth) => [depth, isLongRun || depth === NEEDED ? CHANGES : CHANGES.slice(3, 5)] as const);

describe.each(DEPTHS)('%i blocks leave the chain with a deposit', (depth, changes) => {
  it.each(changes)('whose transaction is mined again with %s', async (_, change) => {
    const { userId, address } = await newUser();
    const isCredited = depth >= NEEDED;
    await contract.set(sent);
    await bench.mineAndRead();
    const raw = await bench.chain.raw(await contract.call(address));
    await bench.mineAndRead(depth);
    expect(await spot(userId)).toEqual({ available: isCredited ? 20n * U * STEP : 0n, held: 0n });

    await bench.chain.rollback(depth);
    await bench.chain.ask('anvil_dropAllTransactions', []);
    await contract.set(change);
    await bench.mineAndRead();
    // Gone from the chain, nothing of it can be spent, and the books of everybody else agree.
    expect(await spot(userId)).toEqual({ available: 0n, held: isCredited ? 20n * U * STEP : 0n });
    expect(await bench.reconcile()).toBe(true);

    await bench.chain.adapter.broadcast(raw as `0x${string}`);
    for (let block = 1; block < NEEDED; block += 1) {
      await bench.mineAndRead();
      expect((await spot(userId)).available).toBe(0n);
    }
    await bench.mineAndRead();
    expect(await bench.reconcile()).toBe(true);
    await reverse(userId);
    await bench.mineAndRead();
    expect(await spot(userId)).toEqual({ available: await onChain(address), held: 0n });
    expect(await bench.reconcile()).toBe(true);
    const { suspense, shortage } = await bench.custody('USDT');
    expect({ suspense, shortage }).toEqual({ suspense: 0n, shortage: 0n });
    expect(await bench.house.engine.read((view) => view.custody.heldDeposits())).toEqual([]);
    expect((await rows(userId)).every(({ state }) => !/taken|return|reduc/.test(state))).toBe(true);
  });
});

it('is credited once, however often it leaves its chain and returns', async () => {
  const { userId, address } = await newUser();
  await contract.set(sent);
  await bench.mineAndRead();
  const raw = await bench.chain.raw(await contract.call(address));
  await bench.mineAndRead(NEEDED);
  for (const blocks of [0, 1, NEEDED - 1, NEEDED, 1]) {
    await bench.chain.rollback(NEEDED + (blocks === 0 ? 0 : 1));
    await contract.set({ ...sent, isShifted: blocks % 2 === 1 });
    await bench.chain.ask('anvil_dropAllTransactions', []);
    await bench.mineAndRead();
    await bench.chain.adapter.broadcast(raw as `0x${string}`);
    await bench.mineAndRead(NEEDED);
    expect(await spot(userId)).toEqual({ available: 20n * U * STEP, held: 0n });
  }
  expect(await rows(userId)).toHaveLength(1);
});

/** An owner whose chain took a deposit back while all but 5 steps of the coins are in another wallet, with a withdrawal. */
async function lacking() {
  const owner = await bench.withdrawer();
  const { userId } = owner.person;
  await contract.set(sent);
  await bench.mineAndRead();
  const raw = await bench.chain.raw(await contract.call(await bench.address(userId)));
  await bench.mineAndRead(NEEDED);
  const waiting = await bench.request(owner, '9');
  const { available } = await spot(userId);
  const away = (available - 5n * U * STEP) as Amount;
  const move = (from: 'spot' | 'contract', to: 'spot' | 'contract') =>
    bench.house.engine.submit({
      userId,
      key: null,
      bodyHash: null,
      body: {
        type: 'transfer',
        from,
        fromSymbolId: 0,
        to,
        toSymbolId: 0,
        assetId: bench.assetIdOf('USDT'),
        amount: away,
      },
    });
  await move('spot', 'contract');
  expect((await spot(userId)).available).toBe(5n * U * STEP);
  await bench.chain.rollback(NEEDED);
  await bench.chain.ask('anvil_dropAllTransactions', []);
  await bench.mineAndRead();
  const row = async () => (await bench.log(owner)).find(({ id }) => id === waiting.id);
  for (let round = 0; round < 3; round += 1) await bench.payer.round();
  expect(await row()).toMatchObject({ state: 'signing', reason: 'takenBack' });
  await expect(bench.request(owner, '4')).rejects.toMatchObject({ key: 'WITHDRAWAL_DEPOSIT_TAKEN_BACK' });
  return { owner, raw: raw as `0x${string}`, row, move };
}

it('stops the withdrawals of its owner, not of others, while coins of it are missing', async () => {
  const { raw, row } = await lacking();
  await bench.request(await bench.withdrawer(), '4');

  await bench.chain.adapter.broadcast(raw);
  await bench.mineAndRead(NEEDED);
  await bench.payer.round();
  expect(await row()).toMatchObject({ state: 'broadcast' });
});

it('lets withdrawals go on once its owner has the missing coins again', async () => {
  const { owner, row, move } = await lacking();
  await move('contract', 'spot');
  // A waiting payment is made without another request: the payer has the coins held.
  await eventually(async () => {
    await bench.payer.round();
    expect(await row()).toMatchObject({ state: 'broadcast' });
  });
  await bench.request(owner, '4');
});

it('has custody compared at once', async () => {
  const bell = createBell();
  const count = async () =>
    Number((await bench.house.pool.query('select count(*) from treasury.report')).rows[0].count);
  const nowMs = bench.house.now();
  const stop = followReconciliation({ ...bench.deps, now: () => nowMs, bell });
  try {
    const before = await count();
    await eventually(async () => expect(await count()).toBeGreaterThan(before));
    // The clock stands still: the next one would be due in ten minutes.
    for (let ring = 0; ring < 2; ring += 1) {
      const reached = await count();
      bell.ring();
      await eventually(async () => expect(await count()).toBeGreaterThan(reached));
    }
  } finally {
    await stop();
  }
});
