import { createBitcoinAdapter } from '@candor/chains/bitcoin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PRACTICE_BITCOIN } from '../../apps/server/money/chains/index.ts';
import { type BitcoinStandIn, startBitcoinStandIn } from '../support/bitcoin-stand-in/node.ts';
import { RuleError } from '../support/bitcoin-stand-in/rules.ts';
import {
  openTestWallet,
  type TestWallet,
  type TestWalletCoin,
} from '../support/bitcoin-stand-in/test-wallet.ts';
import { type DepositBench, openDepositBench } from '../support/deposit-bench.ts';
import { isLongRun } from '../support/long-run.ts';

const BLOCKS = isLongRun ? 1_000 : 40;
const USERS = 8;
const DEEPEST = 6;

let node: BitcoinStandIn;
let bench: DepositBench;
let testWallet: TestWallet;
beforeAll(async () => {
  node = await startBitcoinStandIn();
  let keys = 0;
  bench = await openDepositBench(createBitcoinAdapter({ ...PRACTICE_BITCOIN, url: node.url }), {
    chain: PRACTICE_BITCOIN,
    addresses: {
      next: async (count) =>
        Array.from({ length: count }, () => {
          keys += 1;
          return { index: keys, address: openTestWallet(node, `user ${keys}`).address };
        }),
    },
  });
  testWallet = openTestWallet(node, 'stranger');
});
afterAll(async () => {
  await bench.close();
  await node.stop();
});

/** Numbers that are the same in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Sends payments into the pool; those that the chain has, or whose coins are gone, are refused. */
function send(raws: readonly string[]): void {
  for (const raw of raws) {
    try {
      node.pool.add(raw);
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
    }
  }
}

test('the ledger equals the chain, whatever it takes back', async () => {
  const pick = random(11);
  const addresses = await Promise.all(Array.from({ length: USERS }, (_, user) => bench.address(user + 1)));
  const coins: TestWalletCoin[] = testWallet.split(testWallet.earn(), 60);
  node.mine(DEEPEST);
  await bench.scanner.advance(1_000);
  const sent: string[] = [];
  let rolledBack = 0;
  for (let block = 0; block < BLOCKS; block += 1) {
    const coin = coins.shift();
    if (coin !== undefined) {
      const outputs = Array.from({ length: 1 + pick(4) }, () => ({
        to: addresses[pick(USERS)]!,
        amount: BigInt(600 + pick(pick(2) === 0 ? 9_000 : 3_000_000)),
      }));
      const payment = testWallet.pay([coin], outputs);
      sent.push(payment.raw);
      // Now and then the stranger takes a payment back before it is mined: one of both counts.
      if (pick(5) === 0)
        sent.push(
          testWallet.pay([coin], [{ to: addresses[pick(USERS)]!, amount: 50_000n }], { fee: 20_000n }).raw,
        );
      send(sent.slice(-2));
    }
    node.mine(1 + pick(2));
    if (pick(3) > 0) rolledBack += (await bench.scanner.advance()).rolledBack;
    if (pick(8) === 0) await bench.reverse();
    if (pick(3) === 0) {
      node.unwind(1 + pick(DEEPEST), pick(2) === 0);
      if (pick(2) === 0) node.mine(1 + pick(3), undefined, []);
      if (pick(2) === 0) send(sent.slice(-20));
    }
  }
  send(sent);
  node.mine(DEEPEST);
  await bench.scanner.advance(1_000);
  await bench.reverse();
  node.mine(3);
  rolledBack += (await bench.scanner.advance(1_000)).rolledBack;

  expect(rolledBack).toBeGreaterThan(10);
  const states = new Set((await bench.deposits()).map(({ state }) => state));
  for (const state of ['credited', 'dust', 'gone']) expect(states).toContain(state);
  const adapter = createBitcoinAdapter({ ...PRACTICE_BITCOIN, url: node.url });
  const head = await adapter.head();
  const onChain = await adapter.balancesAt(addresses, adapter.assets[0]!, head.hash);
  const [ledger, dust] = [await bench.ledger(), await bench.dust()];
  const held = addresses.map((_, at) => (ledger[`${at + 1} BTC`] ?? 0n) + (dust[`${at + 1} BTC`] ?? 0n));
  expect(held).toEqual(onChain);
});
