import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from '../api/support/console.ts';
import { refusal } from '../api/support/person.ts';
import { openTreasuryBench, type TreasuryBench } from '../support/treasury-bench.ts';

const NEEDED = 6;
const LARGE = 12;
const L = 100_000_000n;
const REASON = { reason: 'Compared with two nodes: an old key paid nobody' };

let bench: TreasuryBench;
let desk: OperatorsConsole;
beforeAll(async () => {
  bench = await openTreasuryBench();
  desk = await openConsole(bench.house);
  await bench.mineAndRead(NEEDED);
  await bench.reconcile();
});
afterAll(async () => {
  await desk?.stop();
  await bench?.stop();
});

const usdtOf = async (userId: number) => {
  const balances = await bench.house.engine.read((view) => view.balances(userId));
  return balances.find(({ assetId }) => assetId === bench.assetIdOf('USDT'));
};

it('a payment that was evicted from the pool is sent again, and nothing is released', async () => {
  const who = await bench.withdrawer();
  await bench.withdraw(who);
  await bench.payer.round();
  await bench.payer.round();
  const [sent] = await bench.log(who);
  expect(sent).toMatchObject({ state: 'broadcast' });
  for (let i = 0; i < 3; i += 1) {
    await bench.chain.ask('anvil_dropAllTransactions', []);
    await bench.chain.mine();
    expect((await bench.log(who))[0]).toMatchObject({ state: 'broadcast', canCancel: false });
    expect(await usdtOf(who.person.userId)).toMatchObject({ held: 100n * L });
    await bench.payer.round();
  }
  await bench.payOut();
  const [paid] = await bench.log(who);
  expect(paid).toMatchObject({ state: 'done', transaction: sent!.transaction });
  expect(await bench.usdtOf(paid!.address)).toBe(BigInt(Math.round(Number(paid!.arrives) * 1e6)));
});

it('a nonce that is final under an unknown hash stops the wallet until two operators resume it', async () => {
  const [who, next] = [await bench.withdrawer(), await bench.withdrawer()];
  await bench.withdraw(who);
  await bench.payer.round();
  await bench.payer.round();
  const { id } = (await bench.log(who))[0]!;
  await bench.withdraw(next);
  // another holder of the key pays itself with the same nonce
  await bench.chain.ask('anvil_dropAllTransactions', []);
  await bench.chain.ask('anvil_impersonateAccount', [bench.hot]);
  await bench.chain.ask('eth_sendTransaction', [
    { from: bench.hot, to: bench.hot, value: '0x0', gas: '0x5208' },
  ]);
  await bench.chain.ask('anvil_stopImpersonatingAccount', [bench.hot]);
  await bench.mineAndRead(NEEDED + 1);
  await bench.payer.round();
  // It is stopped at once, and ends nothing before the block is one that stays.
  expect(bench.alarms.some((line) => line.includes('by a hash that is not ours'))).toBe(true);
  expect((await bench.log(who))[0]).toMatchObject({ state: 'broadcast', reason: null });
  await bench.mineAndRead(LARGE);
  for (let i = 0; i < 3; i += 1) await bench.payer.round();
  expect((await bench.log(who))[0]).toMatchObject({ state: 'broadcast', reason: 'stopped' });
  expect((await bench.log(next))[0]).toMatchObject({ state: 'signing', reason: 'stopped', canCancel: true });
  const { list } = await next.person.client.call('getWithdrawalCurrency');
  expect(list.find(({ coin }) => coin === 'USDT')).toMatchObject({ open: false, stopped: true });
  expect((await bench.withdraw(await bench.withdrawer(), { fee: '1' })).data).toMatchObject({
    key: 'WITHDRAWAL_WALLET_STOPPED',
  });
  expect(await usdtOf(who.person.userId)).toMatchObject({ held: 100n * L });

  const one = await desk.signIn();
  const other = await desk.add('ria', 'risk', one);
  const { stopped } = await one.call('getCustody');
  expect(stopped).toMatchObject([{ cause: 'nonce', address: bench.hot, replaced: 1 }]);
  const network = stopped[0]!.network;
  const propose = () => one.call('resumeWallet', { params: { network }, body: REASON });
  expect((await refusal(propose())).key).toBe('WALLET_NOT_COMPARED');
  await bench.mineAndRead();
  await bench.reconcile();
  // An approval ends exactly the payments that both operators saw.
  const outdated = await propose();
  const set = (reason: string | null, from: string | null) =>
    bench.house.pool.query(
      `update withdrawals.withdrawal set reason = $1 where state = 'broadcast' and reason is not distinct from $2`,
      [reason, from],
    );
  await set('network', 'stopped');
  const approve = (no: number) => other.call('approveProposal', { params: { id: String(no) }, body: REASON });
  expect((await refusal(approve(outdated.proposalId))).key).toBe('OPERATOR_PROPOSAL_OUTDATED');
  await set('stopped', 'network');
  const { proposalId } = await propose();
  const { records } = await one.call('getProposals', { query: {} });
  expect(records.find((each) => each.id === proposalId)).toMatchObject({
    before: { network, replaced: '1' },
    after: { network, replaced: '0' },
  });
  await bench.payer.round();
  expect((await bench.log(next))[0]).toMatchObject({ reason: 'stopped' });
  await approve(proposalId);
  expect((await one.call('getCustody')).stopped).toEqual([]);
  await bench.house.outbox.deliver(`withdrawal-end:${id}`);
  expect((await bench.log(who))[0]).toMatchObject({ state: 'rejected', reason: 'replaced' });
  expect(await usdtOf(who.person.userId)).toMatchObject({ held: 0n, available: 10_000n * L });
  await bench.payOut();
  expect((await bench.log(next))[0]).toMatchObject({ state: 'done' });
});
