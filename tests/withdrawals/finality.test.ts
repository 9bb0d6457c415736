import { numberToHex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { entersNothing } from '../../apps/server/gateway/http/enter-answer.ts';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { openChainAlarms } from '../../apps/server/money/treasury/index.ts';
import type { PayerDeps } from '../../apps/server/money/withdrawals/index.ts';
import { newAddress, openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';

const NEEDED = 6;
const FINAL = 13;
const L = 100_000_000n;
let bench: PayoutBench;
let who: Withdrawer;
beforeAll(async () => {
  bench = await openPayoutBench();
  who = await bench.withdrawer();
  await bench.chain.mine(FINAL);
});
afterAll(() => bench?.stop());

const row = async (id: number) => (await bench.log(who)).find((each) => each.id === id)!;
const alarms = async () => (await openChainAlarms(kyselyOf(bench.house.pool))).map(({ kind }) => kind);
const held = async () => {
  const balances = await bench.house.engine.read((view) => view.balances(who.person.userId));
  return balances.find(({ assetId }) => assetId === 1002)!.held;
};
const endOf = async (id: number) =>
  (await bench.house.pool.query('select body from outbox.command where key = $1', [`withdrawal-end:${id}`]))
    .rows.length;
/** Rounds of a payer with a block between. */
async function rounds(count: number, payer = bench.payer): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await payer.round();
    await bench.chain.mine();
  }
  await payer.round();
}
/** Requests and sends one, which no block holds yet. */
async function sent(amount = '10', payer = bench.payer) {
  const { id } = await bench.request(who, amount, newAddress());
  await payer.round();
  await payer.round();
  expect(await row(id)).toMatchObject({ state: 'broadcast' });
  return id;
}

it('is done after its confirmations, and settled once its block is final', async () => {
  const id = await sent();
  await rounds(NEEDED);
  expect(await row(id)).toMatchObject({
    state: 'done',
    status: 'passed',
    deadline: null,
    confirmations: NEEDED,
  });
  expect((await row(id)).steps.at(-1)).toMatchObject({ state: 'done', reason: null });
  expect([await endOf(id), await held()]).toEqual([0, 10n * L]);
  await rounds(FINAL - NEEDED);
  expect(await row(id)).toMatchObject({ state: 'done' });
  await bench.house.outbox.deliver(`withdrawal-end:${id}`);
  expect([await endOf(id), await held()]).toEqual([1, 0n]);
});

it.each([1, NEEDED, NEEDED + 2, FINAL - 2])(
  'a payment that leaves the chain after %s blocks is sent again from its bytes, with an alarm until it is mined',
  async (depth) => {
    const id = await sent();
    const { transaction, address, arrives } = await row(id);
    await rounds(depth);
    await bench.chain.reorganise(depth);
    await bench.payer.round();
    expect(await row(id)).toMatchObject({ state: 'broadcast', reason: 'reorganised', confirmations: 0 });
    expect(await alarms()).toContain('left');
    expect([await endOf(id), await bench.usdtOf(address)]).toEqual([0, 0n]);
    await rounds(2);
    expect(await alarms()).toEqual([]);
    await rounds(FINAL);
    expect(await row(id)).toMatchObject({ state: 'done', reason: null, transaction });
    expect(await bench.usdtOf(address)).toBe(BigInt(Math.round(Number(arrives) * 1e6)));
    expect(await endOf(id)).toBe(1);
  },
);

it('a large one says done only once its block is final', async () => {
  const chain: PayerDeps['chain'] = {
    ...PRACTICE_CHAIN,
    assets: PRACTICE_CHAIN.assets.map((asset) => ({ ...asset, large: { from: '5', confirmations: 12 } })),
  };
  const payer = await bench.openPayer({ chain });
  const id = await sent('10', payer);
  await rounds(FINAL - 2, payer);
  expect(await row(id)).toMatchObject({ state: 'broadcast', status: 'review' });
  await rounds(2, payer);
  expect(await row(id)).toMatchObject({ state: 'done' });
});

it('a nonce that all nodes forgot is found and filled while later ones wait for it', async () => {
  const ids = [await sent(), await sent(), await sent()];
  await bench.chain.ask('anvil_dropTransaction', [(await row(ids[0]!)).transaction]);
  await bench.chain.mine();
  await bench.payer.round();
  expect(await alarms()).toEqual(['gap']);
  await bench.chain.mine();
  await bench.payer.round();
  expect(await alarms()).toEqual([]);
  await rounds(FINAL);
  for (const id of ids) expect(await row(id)).toMatchObject({ state: 'done' });
});

it('one that became too cheap to be sent is signed for a higher fee at once', async () => {
  const ids = [await sent(), await sent()];
  await bench.chain.ask('anvil_dropAllTransactions', []);
  await bench.chain.ask('anvil_setNextBlockBaseFeePerGas', [numberToHex(60n * 10n ** 9n)]);
  await bench.chain.mine();
  await rounds(3);
  const { rows } = await bench.house.pool.query(
    'select count(*)::int as count from withdrawals.transaction where withdrawal_no = $1',
    [ids[0]],
  );
  expect(rows[0].count).toBeGreaterThan(1);
  await rounds(FINAL);
  for (const id of ids) expect(await row(id)).toMatchObject({ state: 'done' });
});

it('one whose clock was set back between its versions is sent in the newest one', async () => {
  const id = await sent();
  const { pool } = bench.house;
  await pool.query(
    "update withdrawals.transaction set signed_at = signed_at + interval '1 day' where withdrawal_no = $1",
    [id],
  );
  await bench.chain.ask('anvil_dropAllTransactions', []);
  await bench.chain.ask('anvil_setNextBlockBaseFeePerGas', [numberToHex(60n * 10n ** 9n)]);
  await bench.chain.mine();
  await bench.payer.round();
  const { rows: versions } = await pool.query<{ hash: string }>(
    'select hash from withdrawals.transaction where withdrawal_no = $1 order by max_fee::numeric',
    [id],
  );
  expect(versions.length).toBeGreaterThan(1);
  expect(await row(id)).toMatchObject({ transaction: versions.at(-1)!.hash });
  expect(await bench.chain.ask('eth_getTransactionByHash', [versions.at(-1)!.hash])).not.toBeNull();
  await rounds(FINAL);
  expect(await row(id)).toMatchObject({ state: 'done' });
});

it('gas that a recipient burns is paid by the fee, counts against the day, and costs again only by two operators', async () => {
  const { requests } = bench.house.withdrawals;
  await who.person.client.call('takePracticeFunds', { body: { coin: 'ETH', amount: '1' } });
  const recipient = newAddress();
  const setCode = (code: string) => bench.chain.ask('anvil_setCode', [recipient, code]);
  const ask = async (amount: string) => {
    const { list } = await who.person.client.call('getWithdrawalCurrency');
    const { fee, network } = list.find(({ coin }) => coin === 'ETH')!;
    return requests.request(
      who.person.userId,
      { coin: 'ETH', network, address: recipient, amount, fee: fee! },
      entersNothing,
    );
  };
  const eth = async () => {
    const balances = await bench.house.engine.read((view) => view.balances(who.person.userId));
    return balances.find(({ assetId }) => assetId === bench.catalogues.current().asset('ETH').assetId)!;
  };
  const before = await eth();
  const taken = await requests.takenToday(who.person.userId);
  const other = await sent('10');
  const { id, fee } = await ask('0.02');
  await bench.payer.round();
  await bench.payer.round();
  // It took coins when the gas was estimated, and fails with all that it gets once it is paid.
  await setCode('0xfe');
  await rounds(NEEDED + 1);
  expect(await row(id)).toMatchObject({ state: 'broadcast' });
  await rounds(FINAL);
  expect(await row(id)).toMatchObject({ state: 'rejected', status: 'failed', reason: 'recipient' });
  expect(await row(other)).toMatchObject({ state: 'done' });
  await bench.house.outbox.deliver(`withdrawal-end:${id}`);
  const kept = BigInt(Math.round(Number(fee) * 1e8));
  expect(await eth()).toMatchObject({ available: before.available - kept, held: 0n });
  expect(await requests.takenToday(who.person.userId)).toBeGreaterThan(taken + 10n * L);
  await setCode('0x');
  const again = await ask('0.03');
  await rounds(2);
  expect(await row(again.id)).toMatchObject({ state: 'review', reason: 'failedBefore' });
});

it('one that ended is sent again where the chain lost blocks that it called final', async () => {
  const id = await sent();
  await rounds(FINAL);
  const { transaction, address, arrives } = await row(id);
  await bench.chain.mine(2);
  const paid = await bench.usdtOf(address);
  await bench.chain.rollback(FINAL + 3);
  expect(await bench.usdtOf(address)).toBe(0n);
  await bench.payer.round();
  expect(await alarms()).toContain('left');
  await rounds(FINAL);
  expect(await row(id)).toMatchObject({ state: 'done', transaction });
  expect(await bench.usdtOf(address)).toBe(paid);
  expect(paid).toBe(BigInt(Math.round(Number(arrives) * 1e6)));
  expect([await endOf(id), await alarms()]).toEqual([1, []]);
});
