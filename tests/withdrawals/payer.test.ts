import { noticeLink } from '@candor/api';
import { ChainError } from '@candor/chains';
import { createEvmAdapter } from '@candor/chains/evm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entersNothing } from '../../apps/server/gateway/http/enter-answer.ts';
import {
  FAUCET_ADDRESS,
  PRACTICE_CHAIN,
  PRACTICE_USDT_ADDRESS,
} from '../../apps/server/money/chains/index.ts';
import { noteHouseAddresses, type Payer } from '../../apps/server/money/withdrawals/index.ts';
import { mailed, reached, toldOf, toldTo } from '../api/support/told.ts';
import { newAddress, openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';

let bench: PayoutBench;
beforeAll(async () => {
  bench = await openPayoutBench({ notices: true });
});
afterAll(() => bench?.stop());

const available = async (userId: number) =>
  (await bench.house.engine.read((view) => view.balances(userId))).find(({ assetId }) => assetId === 1002)!;
const U = 100_000_000n;

describe('before every signature', () => {
  const signing = async (who: Withdrawer, payer: Payer) => {
    await payer.round();
    await payer.round();
    return (await bench.log(who))[0]!;
  };

  it('the chain is one of the mode of the journal, and the node still serves it', async () => {
    const who = await bench.withdrawer();
    await bench.withdraw(who);
    const real = {
      ...bench.catalogues,
      current: () => ({ ...bench.catalogues.current(), mode: 'real' as const }),
    };
    const alarms: string[] = [];
    const other = await bench.openPayer({ catalogues: real, alarm: (line) => alarms.push(line) });
    expect(await signing(who, other)).toMatchObject({ state: 'signing', transaction: null });
    expect(alarms.join()).toMatch(/real journal must not touch the chain 31337/);

    let served = bench.chain.adapter;
    const moved = await bench.openPayer({
      adapter: { ...served, checkChain: () => served.checkChain() },
      alarm: (line) => alarms.push(line),
    });
    served = createEvmAdapter({ url: bench.chain.url, chainId: 1, assets: [] });
    expect(await signing(who, moved)).toMatchObject({ state: 'signing', transaction: null });
    expect(alarms.join()).toMatch(/serves chain 31337, and 1 is configured/);
    await bench.payOut();
    expect((await bench.log(who))[0]?.state).toBe('done');
  });

  it('the signer is there, or the withdrawal waits and goes on by itself', async () => {
    const who = await bench.withdrawer();
    await bench.withdraw(who);
    const gone = async () => {
      throw new Error('The signer is gone');
    };
    const payer = await bench.openPayer({ signer: { ...bench.signer, signRow: gone } });
    expect(await signing(who, payer)).toMatchObject({
      state: 'signing',
      reason: 'unreachable',
      transaction: null,
    });
    expect(await available(who.person.userId)).toMatchObject({ held: 100n * U });
    await bench.payOut();
    const [row] = await bench.log(who);
    expect(row?.state).toBe('done');
    const told = (await toldTo(bench.house, who.person)).filter(({ kind }) => kind.startsWith('withdrawal'));
    expect(told.map(({ kind }) => kind)).toEqual(['withdrawal-done', 'withdrawal-sent']);
    expect(told[0]?.facts).toMatchObject({ withdrawalId: row?.id, arrives: row?.arrives, reason: null });
  });

  it('the signer answers for the number before, or no other payment takes one', async () => {
    const [first, second] = [await bench.withdrawer(), await bench.withdrawer()];
    await bench.withdraw(first);
    const rows: number[][] = [];
    const killed = async (requests: Parameters<typeof bench.signer.signRow>[0]) => {
      rows.push(requests.map(({ withdrawalNo }) => withdrawalNo));
      throw new Error('The signer was killed');
    };
    const payer = await bench.openPayer({ signer: { ...bench.signer, signRow: killed } });
    const { id } = await signing(first, payer);
    await bench.withdraw(second);
    expect(await signing(second, payer)).toMatchObject({
      state: 'signing',
      reason: 'unreachable',
      canCancel: true,
    });
    expect(rows).toEqual([[id], [id], [id]]);
    await bench.payOut();
    for (const who of [first, second]) expect((await bench.log(who))[0]?.state).toBe('done');
    const wallets = await bench.house.pool.query('select stopped from withdrawals.wallet');
    expect(wallets.rows).toEqual([{ stopped: null }]);
  });

  it('a hold that began since the checks is looked at by two operators', async () => {
    const who = await bench.withdrawer();
    await bench.withdraw(who);
    const away = async () => {
      throw new Error('not yet');
    };
    const payer = await bench.openPayer({
      signer: { ...bench.signer, signRow: away },
      isHeld: async () => true,
    });
    const early = await bench.openPayer({ signer: { ...bench.signer, signRow: away } });
    await early.round();
    expect((await bench.log(who))[0]).toMatchObject({ state: 'signing', transaction: null });
    expect(await signing(who, payer)).toMatchObject({ state: 'review', reason: 'hold', transaction: null });
    const { id } = (await bench.log(who))[0]!;
    const [held, ...others] = await toldOf(bench.house, who.person, 'withdrawal-held');
    expect(others).toEqual([]);
    expect(held).toMatchObject({
      read: false,
      facts: { withdrawalId: id, reason: 'hold', transaction: null },
    });
    expect(noticeLink(held!)).toBe('/account/wallet/history-withdrawal');
    await reached(bench.house, who.person);
    expect(await mailed(bench.house, who.person)).toEqual([['withdrawal-held']]);
  });

  it('the gas is at least the published, and a recipient that takes more than twice that is not paid', async () => {
    const who = await bench.withdrawer();
    await who.person.client.call('takePracticeFunds', { body: { coin: 'ETH', amount: '1' } });
    const contract = newAddress();
    // writes three words into its storage when it is paid
    const code = '0x60016000556001600155600160025500';
    await fetch(bench.chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params: [contract, code] }),
    });
    const { list } = await who.person.client.call('getWithdrawalCurrency');
    const eth = list.find(({ coin }) => coin === 'ETH')!;
    const asked = { coin: 'ETH', network: eth.network, address: contract, amount: '0.01', fee: eth.fee! };
    await bench.house.withdrawals.requests.request(who.person.userId, asked, entersNothing);
    await bench.withdraw(who);
    await bench.payOut(16);
    const log = await bench.log(who);
    expect(log.find(({ coin }) => coin === 'ETH')).toMatchObject({
      state: 'rejected',
      reason: 'gas',
      transaction: null,
    });
    expect(log.find(({ coin }) => coin === 'USDT')?.state).toBe('done');
    const [declined, ...others] = await toldOf(bench.house, who.person, 'withdrawal-declined');
    expect(others).toEqual([]);
    expect(declined?.facts).toMatchObject({ coin: 'ETH', reason: 'gas', transaction: null });
    expect(noticeLink(declined!)).toBe('/account/wallet/history-withdrawal');
    const { rows } = await bench.house.pool.query(
      'select min(gas::integer) as least from withdrawals.transaction',
    );
    expect(rows).toEqual([{ least: 70_000 }]);
  });

  it('an owner who can be asked for no step-up is looked at by two operators', async () => {
    const [before, after] = [await bench.withdrawer(), await bench.withdrawer()];
    const forget = (who: Withdrawer) =>
      bench.house.pool.query('delete from factors.authenticator where user_id = $1', [who.person.userId]);
    await bench.withdraw(before);
    await forget(before);
    expect(await signing(before, bench.payer)).toMatchObject({ state: 'review', reason: 'hold' });

    await bench.withdraw(after);
    // It passed the checks, and the factor is gone before it is signed.
    const checksOnly = await bench.openPayer({
      isSteppedUp: async () => true,
      signer: {
        ...bench.signer,
        signRow: async () => {
          throw new Error('not yet');
        },
      },
    });
    await checksOnly.round();
    expect((await bench.log(after))[0]).toMatchObject({ state: 'signing', transaction: null });
    await forget(after);
    expect(await signing(after, bench.payer)).toMatchObject({
      state: 'review',
      reason: 'hold',
      transaction: null,
    });
  });
});

describe('a withdrawal', () => {
  it('is held, checked, signed, sent, confirmed and paid, with each time on its clock', async () => {
    const who = await bench.withdrawer();
    const to = newAddress();
    const answer = await bench.withdraw(who, { address: to.toLowerCase() });
    expect(answer).toMatchObject({ code: 200 });
    expect(await available(who.person.userId)).toMatchObject({ available: 9_900n * U, held: 100n * U });
    expect((await bench.log(who))[0]).toMatchObject({
      state: 'checks',
      status: 'review',
      address: to,
      amount: '100',
      canCancel: true,
      isLate: false,
    });
    await bench.payOut();
    const [row] = await bench.log(who);
    expect(row).toMatchObject({ state: 'done', status: 'passed', deadline: null, canCancel: false });
    expect(row!.steps.map(({ state }) => state)).toEqual([
      'requested',
      'checks',
      'signing',
      'broadcast',
      'done',
    ]);
    expect(row!.confirmations).toBe(row!.confirmationsNeeded);
    expect(await bench.usdtOf(to)).toBe(BigInt(Math.round(Number(row!.arrives) * 1e6)));
    expect(Number(row!.arrives) + Number(row!.fee)).toBeCloseTo(100, 6);
    await bench.house.outbox.deliver(`withdrawal-end:${row!.id}`);
    expect(await available(who.person.userId)).toMatchObject({ available: 9_900n * U, held: 0n });
    const custody = await bench.house.engine.read((view) => view.custody.custodyOf(1003));
    expect(custody.held).toBeLessThan(0n);
  });

  it('is cancelled by its owner until it is signed, and not after', async () => {
    const who = await bench.withdrawer();
    const first = (await bench.withdraw(who)).data as { id: number };
    const cancelled = await who.person.client.call('cancelWithdrawal', { body: { id: first.id } });
    expect(cancelled).toMatchObject({ state: 'cancelled', status: 'failed', reason: 'owner' });
    expect(await available(who.person.userId)).toMatchObject({ available: 10_000n * U, held: 0n });
    await bench.payOut(2);
    expect((await bench.log(who))[0]?.transaction).toBeNull();
    const second = (await bench.withdraw(who)).data as { id: number };
    await bench.payer.round();
    await bench.payer.round();
    const late = who.person.client.call('cancelWithdrawal', { body: { id: second.id } });
    await expect(late).rejects.toMatchObject({ key: 'WITHDRAWAL_SIGNED' });
    await bench.payOut();
    expect((await bench.log(who))[0]?.state).toBe('done');
  });

  it('is refused beforehand for what is wrong with it', async () => {
    const who = await bench.withdrawer();
    const hot = await bench.signer.hotAddress();
    const cases: readonly (readonly [object, string])[] = [
      [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79c8' }, 'WITHDRAWAL_ADDRESS_INVALID'],
      [{ address: PRACTICE_USDT_ADDRESS }, 'WITHDRAWAL_ADDRESS_OURS'],
      [{ address: hot }, 'WITHDRAWAL_ADDRESS_OURS'],
      [{ address: await bench.signer.gasAddress() }, 'WITHDRAWAL_ADDRESS_OURS'],
      [{ address: FAUCET_ADDRESS }, 'WITHDRAWAL_ADDRESS_OURS'],
      [{ address: (await bench.signer.gasAddress()).toLowerCase() }, 'WITHDRAWAL_ADDRESS_OURS'],
      [{ network: 'tron' }, 'WITHDRAWAL_NETWORK_CLOSED'],
      [{ coin: 'BTC' }, 'WITHDRAWAL_NETWORK_CLOSED'],
      [{ amount: '1.0000001' }, 'AMOUNT_INVALID'],
      [{ amount: '0.5' }, 'WITHDRAWAL_TOO_SMALL'],
      [{ fee: '0' }, 'WITHDRAWAL_FEE_CHANGED'],
      [{ amount: '1000.01' }, 'WITHDRAWAL_TOO_LARGE'],
      [{ fundPassword: '0'.repeat(64) }, 'FUND_PASSWORD_WRONG'],
    ];
    for (const [more, key] of cases)
      expect((await bench.withdraw(who, more)).data, key).toMatchObject({ key });
    expect((await bench.withdraw(who, { amount: '1000.01' })).data).toMatchObject({
      details: { limit: '1000', coin: 'USDT' },
    });
    const { list } = await who.person.client.call('getWithdrawalCurrency');
    expect(list.every(({ isReviewed }) => !isReviewed)).toBe(true);
    // An address that was the house's is ours still, and the signer refuses it by itself.
    const past = newAddress();
    await noteHouseAddresses(bench.house.pool, PRACTICE_CHAIN, [past]);
    expect((await bench.withdraw(who, { address: past })).data).toMatchObject({
      key: 'WITHDRAWAL_ADDRESS_OURS',
    });
    const request = {
      withdrawalNo: 900_001,
      chainId: PRACTICE_CHAIN.chainId,
      nonce: 900_001,
      amount: '1',
      to: await bench.signer.gasAddress(),
      asset: { code: 'ETH', contract: null },
      gas: '21000',
      maxFeePerGas: '2',
      maxPriorityFeePerGas: '1',
    };
    await expect(bench.signer.sign(request)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it('that a token refuses is released after finality, and its gas falls on the house', async () => {
    const who = await bench.withdrawer();
    await bench.withdraw(who);
    const unsent = await bench.openPayer({
      adapter: {
        ...bench.chain.adapter,
        broadcast: async () => {
          throw new ChainError('NODE_REFUSED', 'not now');
        },
      },
    });
    await unsent.round();
    await unsent.round();
    expect((await bench.log(who))[0]?.state).toBe('broadcast');
    // the token pauses between the signature and the block
    await bench.chain.issuer('pause', []);
    await bench.chain.mine();
    await bench.payOut();
    const [row] = await bench.log(who);
    expect(row).toMatchObject({ state: 'rejected', reason: 'token', status: 'failed' });
    await bench.house.outbox.deliver(`withdrawal-end:${row!.id}`);
    expect(await available(who.person.userId)).toMatchObject({ available: 10_000n * U, held: 0n });
  });
});
