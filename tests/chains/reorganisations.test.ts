import { ChainError } from '@candor/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DepositBench, openDepositBench } from '../support/deposit-bench.ts';
import { isLongRun } from '../support/long-run.ts';
import { type ChainBench, openChainBench } from '../support/practice-chain.ts';

/** Deposits and blocks of a run: the long one takes the sizes of the promise. */
const [DEPOSITS, BLOCKS] = isLongRun ? [10_000, 100] : [150, 30];
const USERS = 12;
const DEEPEST = 10;
const NEEDED = 6;

let chain: ChainBench;
let bench: DepositBench;
beforeAll(async () => {
  chain = await openChainBench();
  bench = await openDepositBench(chain.adapter);
});
afterAll(async () => {
  await bench.close();
  await chain.end();
});

/** Numbers that are the same in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('the ledger equals the chain, whatever it takes back', { timeout: 900_000 }, async () => {
  const pick = random(7);
  const addresses = await Promise.all(Array.from({ length: USERS }, (_, user) => bench.address(user + 1)));
  const sent: string[] = [];
  let rolledBack = 0;
  for (let block = 0; block < BLOCKS; block += 1) {
    for (let count = 0; count < DEPOSITS / BLOCKS; count += 1) {
      const to = addresses[pick(USERS)]!;
      const isUsdt = pick(2) === 0;
      const hash = isUsdt
        ? await chain.sendUsdt(to, BigInt(1 + pick(3_000_000)))
        : await chain.sendEth(to, BigInt(1 + pick(1_000)) * 123_456_789_012_345n);
      sent.push(await chain.raw(hash));
    }
    await chain.mine(1 + pick(2));
    if (pick(3) > 0) rolledBack += (await bench.scanner.advance()).rolledBack;
    // Operators reverse now and then, while the chain goes on to change.
    if (pick(8) === 0) await bench.reverse();
    if (pick(3) === 0) {
      // The first block holds the token itself.
      const { number } = await chain.adapter.head();
      const depth = Math.min(pick(2) === 0 ? DEEPEST : 1 + pick(DEEPEST), number - 1);
      if (pick(2) === 0) await chain.reorganise(depth);
      else await chain.rollback(depth);
      // Transactions that were taken back are sent again by their owners, some of them only later.
      if (pick(2) === 0) await sendAgain(sent.slice(-60));
    }
  }
  await sendAgain(sent);
  await chain.mine(NEEDED);
  await bench.scanner.advance(10_000);
  await bench.reverse();
  rolledBack += (await bench.scanner.advance(10_000)).rolledBack;

  expect(rolledBack).toBeGreaterThan(10);
  const states = new Set((await bench.deposits()).map(({ state }) => state));
  for (const state of ['credited', 'dust', 'gone', 'reversed']) expect(states).toContain(state);
  const head = await chain.adapter.head();
  const [ledger, dust] = [await bench.ledger(), await bench.dust()];
  for (const [at, address] of addresses.entries()) {
    for (const asset of chain.adapter.assets) {
      const key = `${at + 1} ${asset.code}`;
      const credited = ((ledger[key] ?? 0n) * 10n ** BigInt(asset.decimals)) / 10n ** 8n;
      expect([key, credited + (dust[key] ?? 0n)]).toEqual([
        key,
        await chain.adapter.balanceAt(address, asset, head.hash),
      ]);
    }
  }
});

/** Sends every transaction again that the chain does not hold; those that it holds are refused for their nonce. */
async function sendAgain(raws: readonly string[]): Promise<void> {
  for (const raw of raws)
    await chain.ask('eth_sendRawTransaction', [raw]).catch((error: unknown) => {
      if (!(error instanceof ChainError) || error.code !== 'NODE_REFUSED') throw error;
    });
}
