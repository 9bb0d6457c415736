import type { BlockRef, ChainAdapter } from '@candor/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { firstBlockOf } from '../../apps/server/money/deposits/follow-chain.ts';
import { type DepositBench, openDepositBench } from '../support/deposit-bench.ts';

const HEIGHT = 100;

/** A chain of blocks without transfers; a fork changes the hashes from its height on. */
const chain = {
  height: HEIGHT,
  forkFrom: Number.MAX_SAFE_INTEGER,
  asked: 0,
  knowsTransfers: true,
  isTorn: false,
};
const hashOf = (number: number) => `0x${number}${number >= chain.forkFrom ? 'b' : 'a'}`;
const blockOf = (number: number): BlockRef => ({
  number,
  hash: hashOf(number),
  parentHash: chain.isTorn ? 'another' : hashOf(number - 1),
  timeMs: number * 1_000,
});
const adapter = {
  head: async () => blockOf(chain.height),
  blockAt: async (number: number) => (number > chain.height ? null : blockOf(number)),
  finalNumber: async () => null,
  async transfersOf() {
    chain.asked += 1;
    return chain.knowsTransfers ? [] : null;
  },
} as unknown as ChainAdapter;

let bench: DepositBench;
beforeAll(async () => {
  const firstBlock = await firstBlockOf({ practice: null, adapter, chain: PRACTICE_CHAIN });
  bench = await openDepositBench(adapter, { firstBlock });
});
afterAll(() => bench?.close());

test('a chain that takes back the newest blocks of its first reading is followed on', async () => {
  await bench.scanner.advance();
  chain.forkFrom = HEIGHT - 5;
  chain.height = HEIGHT + 1;
  expect(await bench.scanner.advance()).toMatchObject({ rolledBack: 6 });
  expect(await bench.scanner.advance()).toMatchObject({ blocks: 0, rolledBack: 0 });
});

test.each([
  ['does not know what a block holds', { knowsTransfers: false }],
  ['says another parent each time', { isTorn: true }],
])('a node that %s is asked again later, and not without a pause', async (_, broken) => {
  chain.height += 1;
  Object.assign(chain, broken);
  expect(await bench.scanner.advance()).toMatchObject({ blocks: 0 });
  expect(chain.asked).toBeLessThan(500);
  Object.assign(chain, { knowsTransfers: true, isTorn: false });
  expect(await bench.scanner.advance()).toMatchObject({ blocks: 1 });
});
