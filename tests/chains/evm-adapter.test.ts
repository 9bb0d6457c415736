import { ChainError, NATIVE_ORDINAL } from '@candor/chains';
import { createEvmAdapter } from '@candor/chains/evm';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  FAUCET_ADDRESS,
  PRACTICE_CHAIN,
  PRACTICE_USDT_ADDRESS,
} from '../../apps/server/money/chains/index.ts';
import { type ChainBench, openChainBench } from '../support/practice-chain.ts';

let chain: ChainBench;
beforeAll(async () => {
  chain = await openChainBench();
});
afterAll(() => chain.end());

const [USDT, ETH] = PRACTICE_CHAIN.assets as [
  (typeof PRACTICE_CHAIN.assets)[0],
  (typeof PRACTICE_CHAIN.assets)[0],
];
const someone = () => privateKeyToAccount(generatePrivateKey()).address;
const newest = async () => (await chain.adapter.head()).hash;
const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => (error instanceof ChainError ? error.code : error),
  );

test('coins and tokens of a block, with the place of the log in its receipt', async () => {
  const [coins, tokens] = [someone(), someone()];
  const hashes = [await chain.sendEth(coins, 5n), await chain.sendUsdt(tokens, 7_000_000n)];
  await chain.mine();
  const from = FAUCET_ADDRESS;
  expect(await chain.adapter.transfersOf(await newest())).toEqual([
    {
      transactionHash: hashes[0],
      ordinal: NATIVE_ORDINAL,
      from,
      to: coins,
      contract: null,
      asset: ETH,
      amount: 5n,
    },
    {
      transactionHash: hashes[1],
      ordinal: 0,
      from,
      to: tokens,
      contract: PRACTICE_USDT_ADDRESS,
      asset: USDT,
      amount: 7_000_000n,
    },
  ]);
  expect(await chain.adapter.balanceAt(tokens, USDT, await newest())).toBe(7_000_000n);
  expect(await chain.adapter.balanceAt(coins, ETH, await newest())).toBe(5n);
});

test('nothing of value zero, of a failed transaction or of a token that is not listed counts', async () => {
  const to = someone();
  await chain.sendEth(to, 0n);
  await chain.sendUsdt(to, 0n);
  // more than the issuer has: status 0 and no log
  await chain.sendUsdt(to, 10n ** 30n);
  await chain.mine();
  expect(await chain.adapter.transfersOf(await newest())).toEqual([]);

  await chain.sendUsdt(to, 9n);
  await chain.mine();
  const other = createEvmAdapter({ url: chain.url, chainId: PRACTICE_CHAIN.chainId, assets: [ETH] });
  expect(await other.transfersOf(await newest())).toMatchObject([
    { ordinal: 0, to, asset: null, amount: 9n },
  ]);
});

test('a block is read by its hash, and one that the chain left is not there', async () => {
  await chain.mine(2);
  const left = await chain.adapter.head();
  await chain.reorganise(1);
  expect(await chain.adapter.blockByHash(left.hash)).toBeNull();
  expect(await chain.adapter.transfersOf(left.hash)).toBeNull();
  const now = await chain.adapter.blockAt(left.number);
  expect(now?.parentHash).toBe(left.parentHash);
  expect(now?.hash).not.toBe(left.hash);
  expect(await chain.adapter.blockAt(left.number + 1_000)).toBeNull();
});

test('a payment is built, signed elsewhere, sent twice and paid once', async () => {
  const payer = privateKeyToAccount(generatePrivateKey());
  const to = someone();
  await chain.sendEth(payer.address, 10n ** 18n);
  await chain.sendUsdt(payer.address, 50n);
  await chain.mine();
  const fee = await chain.adapter.feeEstimate();
  const build = (amount: bigint, asset = USDT) =>
    chain.adapter.buildPayment({ from: payer.address, to, asset, amount, nonce: 0, fee });
  expect(await codeOf(build(51n))).toBe('WOULD_FAIL');
  expect(await codeOf(build(10n ** 18n, ETH))).toBe(null);
  const at = await newest();
  const check = (amount: bigint, mostGas = 100_000n) =>
    chain.adapter.checkPayment({ from: payer.address, to, asset: USDT, amount, mostGas }, at);
  expect(await Promise.all([check(50n), check(51n), check(50n, 30_000n)])).toEqual([
    'accepted',
    'refused',
    'gas',
  ]);

  const raw = await payer.signTransaction(await build(50n));
  const hash = await chain.adapter.broadcast(raw);
  expect(await chain.adapter.broadcast(raw)).toBe(hash);
  const own = { hash, from: payer.address, nonce: 0 };
  expect(await chain.adapter.status(own, 3)).toEqual({ state: 'pending' });
  await chain.mine();
  expect(await chain.adapter.broadcast(raw)).toBe(hash);
  expect(await chain.adapter.status(own, 3)).toMatchObject({
    state: 'included',
    confirmations: 1,
    succeeded: true,
  });
  expect(await chain.adapter.balanceAt(to, USDT, await newest())).toBe(50n);

  // another version with the same nonce: refused, and never more than unknown until the nonce is final
  const rival = await payer.signTransaction(await build(1n, ETH));
  expect(await codeOf(chain.adapter.broadcast(rival))).toBe('NONCE_USED');
  const lost = { ...own, hash: `0x${'1'.repeat(64)}` };
  expect(await chain.adapter.status(lost, 3)).toEqual({ state: 'unknown' });
  await chain.mine(2);
  expect(await chain.adapter.status(lost, 3)).toEqual({ state: 'replaced' });
  expect(await chain.adapter.status(own, 3)).toMatchObject({ state: 'included', confirmations: 3 });
});

test('what a node refuses has a code, and a node that is away is told apart', async () => {
  const poor = privateKeyToAccount(generatePrivateKey());
  const fee = await chain.adapter.feeEstimate();
  const unsigned = {
    ...({ type: 'eip1559', chainId: PRACTICE_CHAIN.chainId, nonce: 0, data: '0x', gas: 21_000n } as const),
    to: someone(),
    value: 1n,
    ...fee,
  };
  expect(await codeOf(chain.adapter.broadcast(await poor.signTransaction(unsigned)))).toBe('FUNDS_MISSING');
  expect(await codeOf(chain.adapter.broadcast('0x1234'))).toBe('MALFORMED');
  const away = createEvmAdapter({ url: 'http://127.0.0.1:1', chainId: 1, assets: [] });
  expect(await codeOf(away.head())).toBe('NODE_UNREACHABLE');
  const wrong = createEvmAdapter({ url: chain.url, chainId: 1, assets: [] });
  expect(await codeOf(wrong.checkChain())).toBe('WRONG_CHAIN');
});
