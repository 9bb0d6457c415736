import { type ChainAdapter, NATIVE_ORDINAL } from '@candor/chains';
import { createEvmAdapter } from '@candor/chains/evm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { type DepositBench, openDepositBench } from '../support/deposit-bench.ts';
import { deployPaying, type PayingContracts, type Way } from '../support/paying-contract.ts';
import { type ChainBench, openChainBench } from '../support/practice-chain.ts';

let chain: ChainBench;
let bench: DepositBench;
let contracts: PayingContracts;
beforeAll(async () => {
  chain = await openChainBench();
  bench = await openDepositBench(chain.adapter);
  contracts = await deployPaying(chain);
});
afterAll(async () => {
  await bench?.close();
  await chain?.end();
});
beforeEach(async () => {
  await bench.scanner.advance();
  await bench.reset();
});

const NEEDED = 6;
const ETHER = 10n ** 18n;
const mineAndRead = async (blocks: number) => {
  await chain.mine(blocks);
  return bench.scanner.advance();
};

test.each<[Way, number]>([
  ['forwards', 1],
  ['destructs', 1],
  ['reverts', 0],
  ['catches', 0],
])('of a contract that %s, %i payments are deposits of their transaction', async (way, count) => {
  const to = await bench.address(7);
  const hash = await contracts.pay(way, to, ETHER / 2n);
  await mineAndRead(1);
  const there = BigInt(await chain.ask<string>('eth_getBalance', [to, 'latest']));
  expect(there).toBe(BigInt(count) * (ETHER / 2n));
  const found = await bench.deposits();
  expect(found).toMatchObject(
    Array.from({ length: count }, () => ({
      transaction_hash: hash,
      coin: 'ETH',
      amount: `${ETHER / 2n}`,
      state: 'seen',
    })),
  );
  for (const { ordinal } of found) expect(ordinal).toBeLessThan(NATIVE_ORDINAL);
  await mineAndRead(NEEDED);
  expect(await bench.ledger()).toEqual(count === 0 ? {} : { '7 ETH': 50_000_000n });
});

test('one that its chain takes back and mines again is one deposit', async () => {
  const raw = await chain.raw(await contracts.pay('forwards', await bench.address(7), ETHER));
  await mineAndRead(NEEDED + 1);
  expect(await bench.ledger()).toEqual({ '7 ETH': 100_000_000n });
  await chain.reorganise(NEEDED + 1, [[raw, 1]]);
  await mineAndRead(NEEDED + 1);
  expect((await bench.deposits()).map(({ state }) => state)).toEqual(['credited']);
  expect(await bench.ledger()).toEqual({ '7 ETH': 100_000_000n });
});

test('a node without traces, or with an answer that is too long, holds up no other deposit', async () => {
  const { url } = chain;
  const listed = { url, chainId: PRACTICE_CHAIN.chainId, assets: PRACTICE_CHAIN.assets };
  const short = createEvmAdapter({ ...listed, mostTraceBytes: 100 });
  const none: ChainAdapter = { ...chain.adapter, callTransfersOf: async () => null };
  const to = await bench.address(7);
  for (const adapter of [short, none]) {
    await contracts.pay('forwards', to, ETHER);
    await chain.sendUsdt(to, 2_000_000n);
    await chain.mine(NEEDED);
    await bench.follow(adapter).advance();
  }
  expect(await bench.ledger()).toEqual({ '7 USDT': 400_000_000n });
});
