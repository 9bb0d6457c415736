import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeFunctionData, erc20Abi, parseTransaction, recoverTransactionAddress } from 'viem';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openSigner, practiceSignerPolicy, type Signer } from './index.ts';
import { walletKeys } from './keystore.ts';

const USDT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const CHAIN = 31_337;
const DAY_MS = 86_400_000;
const keys = walletKeys('test test test test test test test test test test test junk');
const policy = practiceSignerPolicy(CHAIN, [
  { code: 'USDT', contract: USDT, decimals: 6 },
  { code: 'ETH', contract: null, decimals: 18 },
]);
const fees = { gas: '90000', maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1000000000' };
const ETHER = 10n ** 18n;

let nowMs = Date.UTC(2026, 0, 5);
let at: string;
let signer: Signer;
const folders: string[] = [];
beforeEach(async () => {
  at = await mkdtemp(join(tmpdir(), 'signer-own-'));
  folders.push(at);
  signer = await openSigner({ keys, folder: at, policy, now: () => nowMs });
  await signer.next(2);
});
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true }))));

const sweep = (more: object = {}) => ({
  chainId: CHAIN,
  index: 1,
  nonce: 0,
  asset: { code: 'USDT', contract: USDT },
  amount: '5000000',
  ...fees,
  ...more,
});
const gas = (more: object = {}) => ({
  chainId: CHAIN,
  index: 1,
  nonce: 0,
  amount: `${ETHER / 50n}`,
  ...fees,
  ...more,
});
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code?: string }) => error.code,
  );

it('a sweep pays the hot wallet from the deposit address, whatever the request says', async () => {
  const request = { ...sweep(), to: keys.depositAddress(0) };
  const { raw } = await signer.signSweep(request);
  expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(
    keys.depositAddress(1),
  );
  const { data, to } = parseTransaction(raw);
  expect(to?.toLowerCase()).toBe(USDT.toLowerCase());
  expect(decodeFunctionData({ abi: erc20Abi, data: data! }).args).toEqual([keys.hot.address, 5_000_000n]);
  const coin = await signer.signSweep(sweep({ asset: { code: 'ETH', contract: null } }));
  expect(parseTransaction(coin.raw).to?.toLowerCase()).toBe(keys.hot.address.toLowerCase());
});

it('gas pays a deposit address that was given out, from a wallet of its own', async () => {
  const { raw } = await signer.signGas(gas());
  expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(
    await signer.gasAddress(),
  );
  expect(parseTransaction(raw).to?.toLowerCase()).toBe(keys.depositAddress(1).toLowerCase());
  expect(await signer.gasAddress()).not.toBe(await signer.hotAddress());
});

it.each([
  ['INDEX_UNKNOWN', { index: 2 }],
  ['INDEX_UNKNOWN', { index: -1 }],
  ['INDEX_UNKNOWN', { index: 0.5 }],
  ['CHAIN_NOT_LISTED', { chainId: 17_000 }],
  ['AMOUNT_INVALID', { amount: '0' }],
  ['REQUEST_INVALID', { amount: '-1' }],
  ['REQUEST_INVALID', { nonce: -1 }],
  ['REQUEST_INVALID', { maxPriorityFeePerGas: '3000000000' }],
  ['FEE_TOO_HIGH', { maxFeePerGas: '1000000000000' }],
] as const)('both are refused with %s for %j', async (code, more) => {
  expect(await codeOf(signer.signSweep(sweep(more)))).toBe(code);
  expect(await codeOf(signer.signGas(gas(more)))).toBe(code);
});

it('a sweep is of a listed asset alone', async () => {
  const other = { code: 'USDT', contract: keys.hot.address };
  expect(await codeOf(signer.signSweep(sweep({ asset: other })))).toBe('ASSET_NOT_LISTED');
});

it('gas is limited for each address and for all of them in a day, also after a restart', async () => {
  expect(await codeOf(signer.signGas(gas({ amount: `${ETHER / 50n + 1n}` })))).toBe('LIMIT_REACHED');
  for (let nonce = 0; nonce < 49; nonce += 1) await signer.signGas(gas({ nonce }));
  const again = await openSigner({ keys, folder: at, policy, now: () => nowMs });
  await again.signGas(gas({ nonce: 49 }));
  expect(await codeOf(again.signGas(gas({ nonce: 50, amount: '1' })))).toBe('LIMIT_REACHED');
  nowMs += DAY_MS;
  await again.signGas(gas({ nonce: 50 }));
});
