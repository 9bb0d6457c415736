import type { SwapQuoteRow } from '@candor/api';
import { JOIN_REGISTRY_ADDRESS } from '@candor/chains';
import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { INDEX_GRID_MS } from '@candor/prices';
import { checkMining } from '@candor/proofs';
import type { PrivateKeyAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { serveChain } from '../../apps/server/money/defi/index.ts';
import { loginMessage } from '../../apps/server/money/defi/login-message.ts';
import { eventually } from '../support/patience.ts';
import { openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';
import { ETH, ETHUSDT, HOUSE, indexTick, USDT } from './support/listing.ts';
import { type MiningHands, miningHands, wallet } from './support/mining-hands.ts';
import { clientOf, newPerson, refusal } from './support/person.ts';
import { toldOf } from './support/told.ts';

let bench: PayoutBench;
let hands: MiningHands;
let stop: () => void;
const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;

beforeAll(async () => {
  bench = await openPayoutBench({ notices: true });
  stop = serveChain(bench.house.bus, bench.chain.adapter, PRACTICE_CHAIN);
  hands = miningHands(bench);
});
afterAll(async () => {
  stop?.();
  await bench?.stop();
});

async function system(body: Command): Promise<void> {
  const { outcome } = await bench.house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}

describe('a linked wallet', () => {
  it('signs the text of EIP-4361, as the library writes it', () => {
    const { address } = wallet();
    const issuedMs = Date.UTC(2026, 10, 29);
    const text = {
      origin: new URL('https://candor.example'),
      address,
      chainId: 1,
      nonce: 'abcdef0123456789',
      issuedMs,
    };
    expect(loginMessage(text)).toBe(
      createSiweMessage({
        address,
        chainId: 1,
        domain: 'candor.example',
        nonce: text.nonce,
        version: '1',
        uri: 'https://candor.example',
        statement:
          'Link this wallet to your Candor account. Signing moves nothing, approves nothing and costs nothing.',
        issuedAt: new Date(issuedMs),
        expirationTime: new Date(issuedMs + 300_000),
      }),
    );
  });

  it('is linked by its signature once, shown in getInfo, and unlinked with factors', async () => {
    const person = await newPerson(bench.house);
    const account = wallet();
    const { message, expiresAt, chainId } = await person.client.call('getLoginMessage', {
      query: { address: account.address.toLowerCase() },
    });
    expect({ chainId, lasts: expiresAt > bench.house.now() }).toEqual({ chainId: 31_337, lasts: true });
    const signature = await account.signMessage({ message });
    const row = await person.client.call('linkWallet', { body: { message, signature } });
    expect(row).toMatchObject({ address: account.address, kind: 'plain', bound: null });
    const { user } = await person.client.call('getInfo');
    expect(user.walletAddress).toBe(account.address);
    const again = await refusal(person.client.call('linkWallet', { body: { message, signature } }));
    expect(again.key).toBe('WALLET_MESSAGE_UNKNOWN');
    const other = await refusal(hands.linked(person));
    expect(other.key).toBe('WALLET_ALREADY_LINKED');
    const body = { address: account.address };
    expect((await refusal(person.client.call('unlinkWallet', { body }))).key).toBe('STEP_UP_REQUIRED');
  });

  it('is refused for another domain, chain or nonce, one newline more, and another signer', async () => {
    const person = await newPerson(bench.house);
    const account = wallet();
    const issue = () => person.client.call('getLoginMessage', { query: { address: account.address } });
    for (const change of [
      (text: string) => text.replace(/^\S+/, 'candor-login.example'),
      (text: string) => text.replace('Version: 1', 'Version: 2'),
      (text: string) => text.replace('Chain ID: 31337', 'Chain ID: 1'),
      (text: string) => text.replace(/Nonce: ./, 'Nonce: z'),
      (text: string) => `${text}\n`,
    ]) {
      const message = change((await issue()).message);
      const signature = await account.signMessage({ message });
      const refused = await refusal(person.client.call('linkWallet', { body: { message, signature } }));
      expect(refused.key).toBe('WALLET_MESSAGE_UNKNOWN');
    }
    const { message } = await issue();
    const signature = await wallet().signMessage({ message });
    const failed = await refusal(person.client.call('linkWallet', { body: { message, signature } }));
    expect(failed.key).toBe('WALLET_AUTHORIZATION_FAILED');
    const late = await issue();
    bench.house.advance(300_000);
    const body = { message: late.message, signature: await account.signMessage({ message: late.message }) };
    expect((await refusal(person.client.call('linkWallet', { body }))).key).toBe('WALLET_MESSAGE_UNKNOWN');
  });

  it('belongs to one account', async () => {
    const [one, other] = [await newPerson(bench.house), await newPerson(bench.house)];
    const account = await hands.linked(one);
    expect((await refusal(hands.linked(other, account))).key).toBe('MINING_ADDRESS_TAKEN');
  });
});

describe('a join', () => {
  it('is seen, confirmed, and known to the ledger for ever', async () => {
    const person = await newPerson(bench.house);
    const account = await hands.joined(person);
    const { address, wallet: own, join } = await person.client.call('getMiningAccount');
    expect({ address, bound: own?.bound }).toEqual({ address: account.address, bound: 'joined' });
    const twice = await person.client.call('sendApproveHash', { body: { hash: join!.hash } });
    expect(twice).toEqual(join);
    const other = await newPerson(bench.house);
    await hands.linked(other);
    const replay = await refusal(other.client.call('sendApproveHash', { body: { hash: join!.hash } }));
    expect(replay.key).toBe('JOIN_HASH_USED');
    const { participants, registry } = await clientOf(bench.house).call('getMiningOverview');
    expect(participants).toBeGreaterThan(0);
    expect(registry).toMatchObject({ chainId: 31_337, address: JOIN_REGISTRY_ADDRESS, confirmations: 6 });
    const { rows } = await bench.house.pool.query('select address from withdrawals.house_address');
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(registry?.houseAddresses)).toEqual(new Set(rows.map(({ address }) => address)));
  });

  it('that fails when it is mined again does not join', async () => {
    const person = await newPerson(bench.house);
    const account = await hands.linked(person);
    // the first one waits in no block; another one of the wallet comes before it and takes its nonce's place
    const hash = await hands.callJoin(account);
    await bench.chain.mine();
    await person.client.call('sendApproveHash', { body: { hash } });
    const raw = await bench.chain.raw(hash);
    await bench.chain.rollback(1);
    await hands.follow();
    expect((await person.client.call('getMiningAccount')).join).toMatchObject({ state: 'seen' });
    const news = async () =>
      (await toldOf(bench.house, person, 'mining-join')).map(({ facts }) => [facts.state, facts.reason]);
    expect(await news()).toEqual([['lost', null]]);
    await bench.chain.ask('anvil_setCode', [JOIN_REGISTRY_ADDRESS, '0x5f5ffd']);
    await bench.chain.ask('eth_sendRawTransaction', [raw]).catch(() => {});
    await bench.chain.mine(6);
    await hands.follow();
    expect((await person.client.call('getMiningAccount')).join).toMatchObject({
      state: 'refused',
      reason: 'JOIN_FAILED',
    });
    expect(await news()).toEqual([
      ['refused', 'JOIN_FAILED'],
      ['lost', null],
    ]);
    expect((await person.client.call('getMiningAccount')).address).toBeNull();
    const { state, registry } = await clientOf(bench.house).call('getMiningOverview');
    expect({ state, registry }).toEqual({ state: 'closed', registry: null });
    const { JOIN_REGISTRY_RUNTIME } = await import('@candor/chains');
    await bench.chain.ask('anvil_setCode', [JOIN_REGISTRY_ADDRESS, JOIN_REGISTRY_RUNTIME]);
  });

  it('is answered with a warning where the hash is an approval’s, also before a wallet is linked', async () => {
    const person = await newPerson(bench.house);
    const account = wallet();
    const data = `0x095ea7b3${'0'.repeat(24)}${'11'.repeat(20)}${'ff'.repeat(32)}`;
    const hash = await hands.callJoin(account, { to: PRACTICE_CHAIN.assets[0]!.contract, data });
    await bench.chain.mine();
    const refused = await refusal(person.client.call('sendApproveHash', { body: { hash } }));
    expect(refused.key).toBe('APPROVALS_NEVER_ASKED');
    const honest = await hands.callJoin(wallet());
    await bench.chain.mine();
    const none = await refusal(person.client.call('sendApproveHash', { body: { hash: honest } }));
    expect(none.key).toBe('WALLET_NOT_LINKED');
  });
});

/** Has a wallet delegate its code to a contract (EIP-7702), or take that back by the address of nobody. */
async function delegate(account: PrivateKeyAccount, to: string): Promise<void> {
  const { chainId } = PRACTICE_CHAIN;
  const nonce = Number(await bench.chain.ask<string>('eth_getTransactionCount', [account.address, 'latest']));
  const authorization = await account.signAuthorization({
    address: to as `0x${string}`,
    chainId,
    nonce: nonce + 1,
  });
  const raw = await account.signTransaction({
    type: 'eip7702',
    chainId,
    to: account.address,
    nonce,
    gas: 200_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    authorizationList: [authorization],
  });
  await bench.chain.ask('eth_sendRawTransaction', [raw]);
  await bench.chain.mine();
}

/** A wallet that delegates its code after a withdrawal was asked for gets nothing, and its rewards come back. */
async function seeDelegated(who: Withdrawer, account: PrivateKeyAccount, body: object): Promise<void> {
  const { client } = who.person;
  const before = await client.call('getMiningAccount');
  const asked = await hands.withdraw(who, body);
  expect(asked.data).toMatchObject({ address: account.address });
  await delegate(account, JOIN_REGISTRY_ADDRESS);
  await bench.payOut(2);
  const [ended] = await bench.log(who);
  expect(ended).toMatchObject({ state: 'rejected', reason: 'delegated', transaction: null });
  await eventually(async () => {
    expect((await client.call('getMiningAccount')).rewards).toEqual(before.rewards);
  });
  expect(await bench.usdtOf(account.address)).toBe(0n);
  const { records } = await client.call('getMiningRecords', { query: { kind: 'returned' } });
  expect(records).toMatchObject([{ coin: 'USDT', amount: '100' }]);
  expect((await hands.withdraw(who, body)).data).toMatchObject({ key: 'WALLET_DELEGATED' });
  await delegate(account, `0x${'0'.repeat(40)}`);
}

/** The record of a conversion holds the quote that it was made by, and recomputes by it. */
async function expectRecomputes({ client }: Withdrawer['person'], quote: SwapQuoteRow): Promise<void> {
  const { records } = await client.call('getMiningRecords', { query: { kind: 'converted' } });
  expect(records).toMatchObject([{ amount: quote.amount, into: { amount: quote.arrives }, quote }]);
  const receipt = await client.call('getMiningRecord', { query: { id: records[0]!.id } });
  expect(receipt.quote).toEqual(quote);
  expect(checkMining(receipt)).toMatchObject({ ok: true });
  expect(checkMining({ ...receipt, into: { amount: '1' } }).ok).toBe(false);
}

it('earns by the second, is claimed, converted, and withdrawn to the linked wallet alone', async () => {
  const { house } = bench;
  await system({
    type: 'setMiningTerms',
    assetId: ETH,
    gears: [
      { minAmount: coins(1), dailyPpm: 1_000 },
      { minAmount: coins(100), dailyPpm: 10_000 },
    ],
  });
  await system({
    type: 'fundMining',
    assetId: ETH,
    amount: coins(1_000_000),
    fromUserId: 0,
    reason: 'Rewards of this test',
  });
  for (const [assetId, symbolId] of [
    [ETH, ETHUSDT],
    [USDT, 0],
  ] as const) {
    const bounds = { minAmount: 1n as Amount, maxAmount: coins(1_000_000), maxInventory: coins(10_000_000) };
    const reason = 'Terms of this test';
    await system({ type: 'setSwapTerms', assetId, symbolId, spreadPpm: 500, ...bounds, reason });
    await system({ type: 'fundSwaps', assetId, amount: coins(1_000_000), fromUserId: 0, reason });
  }
  const who = await bench.withdrawer();
  const { person } = who;
  await system({
    type: 'practiceFunds',
    accountUserId: person.userId,
    assetId: ETH,
    amount: coins(10_000_000),
  });
  const { termsHash, gears } = await clientOf(house).call('getMiningOverview');
  expect(gears.map(({ gear, minAmount, dailyRate }) => [gear, minAmount, dailyRate])).toEqual([
    [1, '1', '0.001'],
    [2, '100', '0.01'],
  ]);
  const lock = (amount: string, hash = termsHash!) =>
    person.client.call('lockMining', { body: { amount, termsHash: hash } });
  expect((await refusal(lock('1'))).key).toBe('MINING_NOT_JOINED');
  const account = await hands.joined(person);
  expect((await refusal(lock('1', 'ab'.repeat(32)))).key).toBe('MINING_TERMS_CHANGED');
  expect(await lock('5000000')).toMatchObject({ held: '5000000' });
  await eventually(async () => {
    // time passes in the ledger by what is journaled
    await system({ type: 'practiceFunds', accountUserId: HOUSE, assetId: ETH, amount: 1n as Amount });
    const { accrued } = await person.client.call('getMiningAccount');
    expect(Number(accrued)).toBeGreaterThan(1);
  });
  const claimed = await person.client.call('claimMining');
  expect(claimed.rewards).toEqual([
    { coin: 'ETH', scale: 8, amount: expect.stringMatching(/^\d+(\.\d+)?$/) },
  ]);
  expect(await person.client.call('unlockMining', { body: { amount: '5000000' } })).toMatchObject({
    held: '0',
  });
  const { records } = await person.client.call('getMiningRecords', { query: {} });
  expect(records.map(({ kind }) => kind)).toEqual(['unlocked', 'claimed', 'locked', 'joined']);
  for (const { id } of records) {
    const receipt = await person.client.call('getMiningRecord', { query: { id } });
    expect(checkMining(receipt).ok).toBe(true);
  }
  // the index grows stale in seconds
  await system(indexTick(Math.floor(Date.now() / INDEX_GRID_MS), Date.now()));
  const quote = await person.client.call('quoteMiningConversion', { body: { amount: '0.1' } });
  const converted = await person.client.call('convertMining', { body: { id: quote.id } });
  expect(converted).toMatchObject({ from: 'ETH', to: 'USDT', amount: '0.1', arrives: quote.arrives });
  expect(converted.rewards.map(({ coin }) => coin)).toEqual(['USDT', 'ETH']);
  await expectRecomputes(person, quote);
  const { list } = await person.client.call('getWithdrawalCurrency');
  const { fee } = list.find(({ coin }) => coin === 'USDT')!;
  const spotBefore = (await person.client.call('getMyBalance', { query: { type: '1' } })).list;
  const wrong = await hands.withdraw(who, { coin: 'USDT', amount: '100', fee, address: wallet().address });
  expect(wrong.data).toMatchObject({ key: 'MINING_ADDRESS' });
  await seeDelegated(who, account, { coin: 'USDT', amount: '100', fee, address: account.address });
  const done = await hands.withdraw(who, { coin: 'USDT', amount: '100', fee, address: account.address });
  expect(done.data).toMatchObject({ address: account.address, amount: '100', coin: 'USDT' });
  const spotOf = (rows: typeof spotBefore) => rows.find(({ coin }) => coin === 'USDT')?.available;
  const after = (await person.client.call('getMyBalance', { query: { type: '1' } })).list;
  expect(spotOf(after)).toBe(spotOf(spotBefore));
  await bench.payOut();
  // the network's price may have fallen since the fee was shown
  const { arrives } = done.data as { arrives: string };
  expect(Number(arrives)).toBeGreaterThanOrEqual(100 - Number(fee));
  expect(await bench.usdtOf(account.address)).toBe(BigInt(Math.round(Number(arrives) * 1_000_000)));
});
