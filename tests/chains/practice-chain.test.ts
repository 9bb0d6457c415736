import { createEvmAdapter } from '@candor/chains/evm';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { PRACTICE_CHAIN, requireChainOfMode } from '../../apps/server/money/chains/index.ts';
import { startPracticeChain } from '../../apps/server/money/practice-chain/index.ts';
import { openChainBench } from '../support/practice-chain.ts';

const [USDT, ETH] = PRACTICE_CHAIN.assets as [
  (typeof PRACTICE_CHAIN.assets)[0],
  (typeof PRACTICE_CHAIN.assets)[0],
];
const someone = () => privateKeyToAccount(generatePrivateKey()).address;

test('a killed chain comes back with the blocks that were reported, and mines what waited', async () => {
  const chain = await openChainBench();
  const [to, late] = [someone(), someone()];
  await chain.sendUsdt(to, 25n);
  expect(await chain.tick()).toBe(true);
  const reported = await chain.adapter.head();
  await chain.sendEth(late, 3n);
  // The tick keeps it, and the node dies before it mined a block.
  const { ask } = chain;
  await chain.keepWaiting();
  process.kill(chain.pid, 'SIGKILL');
  await chain.exited;
  await expect(ask('eth_chainId', [])).rejects.toMatchObject({ code: 'NODE_UNREACHABLE' });

  const again = await startPracticeChain({ folder: chain.folder, now: Date.now });
  const adapter = createEvmAdapter({
    url: again.url,
    chainId: PRACTICE_CHAIN.chainId,
    assets: PRACTICE_CHAIN.assets,
  });
  expect(await adapter.head()).toEqual(reported);
  expect(await adapter.balanceAt(to, USDT, reported.hash)).toBe(25n);
  expect(await again.tick()).toBe(true);
  expect(await adapter.balanceAt(late, ETH, (await adapter.head()).hash)).toBe(3n);
  await again.stop();
  const third = await startPracticeChain({ folder: chain.folder, now: Date.now });
  expect(third.url).toBe(again.url);
  await third.stop();
});

test('it mines for what waits, for confirmations and until that is final, then rests', async () => {
  let timeMs = 0;
  const chain = await openChainBench({ now: () => timeMs });
  const first = (await chain.adapter.head()).number;
  for (let mined = 0; mined < 14; mined += 1) {
    timeMs += 2_000;
    expect(await chain.tick()).toBe(true);
    expect(await chain.tick()).toBe(false);
  }
  timeMs += 3_600_000;
  expect(await chain.tick()).toBe(false);
  expect(await chain.adapter.finalNumber()).toBeGreaterThanOrEqual(first);
  await chain.sendEth(someone(), 1n);
  expect(await chain.tick()).toBe(true);
  await chain.end();
});

test('what comes while a block is mined is confirmed like all else', async () => {
  let timeMs = 0;
  const chain = await openChainBench({ now: () => (timeMs += 60_000) });
  const rest = async () => {
    while (await chain.tick());
  };
  // The ways of a send and of a tick through the node differ by the moment: some of these meet within a tick.
  for (let round = 0; round < 12; round += 1) {
    await rest();
    await chain.sendEth(someone(), 1n);
    await chain.tick();
    const ticking = chain.tick();
    for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate);
    const hash = await chain.sendEth(someone(), 1n);
    await ticking;
    await rest();
    const mined = await chain.ask<{ blockNumber: string }>('eth_getTransactionReceipt', [hash]);
    expect((await chain.adapter.head()).number - Number(mined.blockNumber)).toBe(14);
  }
  await chain.end();
});

test('a practice journal touches practice chains alone, and a real one none of them', () => {
  expect(() => requireChainOfMode('practice', 1)).toThrow(/must not touch/);
  expect(() => requireChainOfMode('practice', 31_337)).not.toThrow();
  expect(() => requireChainOfMode('real', 31_337)).toThrow(/must not touch/);
  expect(() => requireChainOfMode('real', 11_155_111)).toThrow(/must not touch/);
  expect(() => requireChainOfMode('real', 1)).not.toThrow();
});
