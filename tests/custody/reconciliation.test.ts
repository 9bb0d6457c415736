import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAddress } from '../support/payout-bench.ts';
import { openTreasuryBench, type TreasuryBench } from '../support/treasury-bench.ts';

/** Confirmations of both coins. */
const NEEDED = 6;
const USDT = 100n;
const ETHER = 10n ** 18n;

let bench: TreasuryBench;
beforeAll(async () => {
  bench = await openTreasuryBench();
});
afterAll(() => bench?.stop());

describe('custody', () => {
  it('is what the chain holds from the first block on: the float is booked once its blocks confirm it', async () => {
    await bench.mineAndRead(1);
    expect((await bench.custody('USDT')).held).toBe(0n);
    expect(await bench.reconcile()).toBe(true);
    expect(await bench.report('USDT')).toMatchObject({ hot: '1000000000000', incoming: '100000000000000' });
    await bench.mineAndRead(NEEDED);
    expect(await bench.reconcile()).toBe(true);
    expect(await bench.custody('USDT')).toMatchObject({
      held: 1_000_000n * 10n ** 8n,
      houseFloat: 1_000_000n * 10n ** 8n,
      suspense: 0n,
      shortage: 0n,
    });
    expect((await bench.custody('ETH')).held).toBe(10n * 10n ** 8n);
  });

  it('agrees while a deposit and a withdrawal are under way, at every block', async () => {
    const who = await bench.withdrawer();
    await bench.chain.sendUsdt(await bench.address(who.person.userId), 5_000_000n);
    await bench.chain.sendEth(await bench.address(who.person.userId), ETHER / 7n);
    await bench.withdraw(who);
    for (let block = 0; block < 4 * NEEDED; block += 1) {
      await bench.payer.round();
      await bench.mineAndRead();
      expect([block, await bench.reconcile()]).toEqual([block, true]);
    }
    expect((await bench.log(who))[0]).toMatchObject({ state: 'done' });
    const [usdt, eth] = [await bench.custody('USDT'), await bench.custody('ETH')];
    expect(usdt).toMatchObject({ suspense: 0n, shortage: 0n });
    expect(usdt.held).toBe((await bench.usdtOf(bench.hot)) * USDT + 5_000_000n * USDT);
    expect(eth).toMatchObject({ suspense: 0n, shortage: 0n });
    // Eight decimals of eighteen: the deposit's rest is dust, and the cost was rounded up.
    expect(await bench.report('ETH')).toMatchObject({ dust: String((ETHER / 7n) % 10n ** 10n) });
  });

  it('puts a stranger’s coins into the suspense account, to the base unit, and stops nothing', async () => {
    const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const send = (to: string, value: bigint) =>
      bench.chain.ask('eth_sendTransaction', [{ from: stranger, to, value: `0x${value.toString(16)}` }]);
    const { held } = await bench.custody('ETH');
    await send(bench.cold, 3n * 10n ** 10n + 1n);
    await bench.mineAndRead();
    // One comparison posts nothing: the block may leave the chain, and the coins may be explained.
    expect(await bench.reconcile()).toBe(false);
    expect(await bench.custody('ETH')).toMatchObject({ held, suspense: 0n, shortage: 0n });
    expect(await bench.report('ETH')).toMatchObject({ unexplained: '3', surplus: '0' });
    expect(await bench.reconcileFinally()).toBe(true);
    expect(await bench.custody('ETH')).toMatchObject({ held: held + 3n, suspense: 3n, shortage: 0n });
    // Parts below the ledger's unit count once they make a whole one.
    await send(bench.hot, 10n ** 10n - 1n);
    await bench.mineAndRead();
    expect(await bench.reconcileFinally()).toBe(true);
    expect(await bench.custody('ETH')).toMatchObject({
      held: held + 4n,
      suspense: 4n,
      houseFloat: 10n ** 9n,
    });
    const { rows } = await bench.house.pool.query(
      'select kind, class from treasury.receipt where sender = $1 order by receipt_no',
      [stranger],
    );
    expect(rows).toEqual([
      { kind: 'stranger', class: 'cold' },
      { kind: 'stranger', class: 'hot' },
    ]);
  });

  it('posts no surplus whose block leaves the chain again', async () => {
    const { held, suspense } = await bench.custody('ETH');
    const balance = await bench.chain.ask<string>('eth_getBalance', [bench.cold, 'latest']);
    await bench.mineAndRead(2);
    for (const blocks of [1, 3]) {
      await bench.chain.ask('anvil_setBalance', [bench.cold, `0x${(BigInt(balance) + ETHER).toString(16)}`]);
      await bench.mineAndRead(blocks);
      expect(await bench.reconcile()).toBe(false);
      await bench.mineAndRead(1);
      expect(await bench.reconcile()).toBe(false);
      await bench.chain.rollback(blocks + 1);
      await bench.chain.ask('anvil_setBalance', [bench.cold, balance]);
      await bench.mineAndRead(1);
      expect(await bench.reconcileFinally()).toBe(true);
      expect(await bench.custody('ETH')).toMatchObject({ held, suspense, shortage: 0n });
    }
  });

  it('stops withdrawals while the chain lacks coins, with that reason, and goes on by itself', async () => {
    const who = await bench.withdrawer();
    const waiting = await bench.request(who, '10', newAddress());
    // The issuer destroys coins of the hot wallet: no Transfer event says so.
    const before = await bench.usdtOf(bench.hot);
    await bench.chain.issuer('addBlackList', [bench.hot]);
    await bench.chain.issuer('destroyBlackFunds', [bench.hot]);
    await bench.mineAndRead();
    expect(await bench.usdtOf(bench.hot)).toBe(0n);
    expect(await bench.reconcile()).toBe(false);
    expect((await bench.custody('USDT')).shortage).toBe(before * USDT);
    expect(bench.alarms.join('\n')).toMatch(/lacks \d+ base units of USDT/);
    await expect(bench.request(who, '10')).rejects.toMatchObject({ key: 'WITHDRAWALS_STOPPED' });
    for (let i = 0; i < 3; i += 1) await bench.payer.round();
    const row = async () => (await bench.log(who)).find(({ id }) => id === waiting.id);
    expect(await row()).toMatchObject({ state: 'signing', reason: 'books' });
    // The house fills it with coins of its own: they are no float.
    const { houseFloat } = await bench.custody('USDT');
    await bench.chain.sendUsdt(bench.hot, before);
    await bench.mineAndRead(NEEDED);
    expect(await bench.reconcile()).toBe(true);
    expect(await bench.custody('USDT')).toMatchObject({ houseFloat, shortage: 0n });
    const after = await bench.request(who, '10');
    expect(after.state).toBe('checks');
    await bench.payer.round();
    // It went on; the token refuses the wallet that its issuer blocked, and so does a final block.
    expect(await row()).toMatchObject({ state: 'signing', reason: 'refusedNow' });
    await bench.mineAndRead(2 * NEEDED + 1);
    await bench.payer.round();
    expect(await row()).toMatchObject({ state: 'rejected', reason: 'token' });
  });
});
