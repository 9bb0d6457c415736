import { createBitcoinAdapter } from '@candor/chains/bitcoin';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PRACTICE_BITCOIN, requireChainOfMode } from '../../apps/server/money/chains/index.ts';
import { type BitcoinStandIn, startBitcoinStandIn } from '../support/bitcoin-stand-in/node.ts';
import {
  openTestWallet,
  type TestWallet,
  type TestWalletCoin,
} from '../support/bitcoin-stand-in/test-wallet.ts';
import { type DepositBench, openDepositBench } from '../support/deposit-bench.ts';

const COIN = 100_000_000n;
let node: BitcoinStandIn;
let bench: DepositBench;
let testWallet: TestWallet;
let coin: TestWalletCoin;
let keys = 0;

const adapterOf = (url: string) => createBitcoinAdapter({ ...PRACTICE_BITCOIN, url });
const addresses = {
  next: async (count: number) =>
    Array.from({ length: count }, () => {
      keys += 1;
      return { index: keys, address: openTestWallet(node, `user ${keys}`).address };
    }),
};

let coins: TestWalletCoin[] = [];

beforeAll(async () => {
  node = await startBitcoinStandIn();
  testWallet = openTestWallet(node, 'stranger');
  bench = await openDepositBench(adapterOf(node.url), { chain: PRACTICE_BITCOIN, addresses });
  coins = testWallet.split(testWallet.earn(), 12);
});
afterAll(async () => {
  await bench.close();
  await node.stop();
});
beforeEach(async () => {
  coin = coins.pop() ?? coin;
  await bench.scanner.advance(1_000);
  await bench.reset();
});

/** Sends a payment of the stranger into the pool. */
function send(outputs: readonly { readonly to: string; readonly amount: bigint }[], fee = 1_000n) {
  const payment = testWallet.pay([coin], outputs, { fee });
  node.pool.add(payment.raw);
  return payment;
}
const states = async () => (await bench.deposits()).map(({ state }) => state);

describe('a deposit of Bitcoin', () => {
  it('is seen in its first block and credited once, with its third', async () => {
    const to = await bench.address(7);
    const { hash } = send([{ to, amount: COIN + 1n }]);
    await bench.scanner.advance();
    expect(await bench.deposits()).toEqual([]);
    node.mine();
    await bench.scanner.advance();
    expect(await bench.deposits()).toMatchObject([
      { state: 'seen', transaction_hash: hash, ordinal: 0, coin: 'BTC', amount: '100000001' },
    ]);
    node.mine();
    await bench.scanner.advance();
    expect(await states()).toEqual(['seen']);
    node.mine();
    await bench.scanner.advance();
    expect(await bench.ledger()).toEqual({ '7 BTC': 100_000_001n });
    node.mine(20);
    await bench.scanner.advance();
    expect(await bench.ledger()).toEqual({ '7 BTC': 100_000_001n });
  });

  it('is an output: two of them in one transaction are two, and each user gets their own', async () => {
    const [first, second] = [await bench.address(1), await bench.address(2)];
    const outputs = [
      { to: first, amount: COIN },
      { to: testWallet.address, amount: COIN / 8n },
      { to: second, amount: COIN / 2n },
      { to: first, amount: COIN / 4n },
    ];
    send(outputs);
    node.mine(3);
    await bench.scanner.advance();
    expect((await bench.deposits()).map(({ ordinal }) => ordinal)).toEqual([0, 2, 3]);
    expect(await bench.ledger()).toEqual({ '1 BTC': (5n * COIN) / 4n, '2 BTC': COIN / 2n });
  });

  it('that is below the minimum counts with the next one', async () => {
    const to = await bench.address(3);
    const first = send([{ to, amount: 6_000n }]);
    node.mine(3);
    await bench.scanner.advance();
    expect(await bench.ledger()).toEqual({});
    coin = first.change!;
    send([{ to, amount: 5_000n }]);
    node.mine(3);
    await bench.scanner.advance();
    expect(await bench.ledger()).toEqual({ '3 BTC': 11_000n });
  });

  it('by a coinbase output waits a hundred blocks', async () => {
    const to = await bench.address(4);
    node.mine(1, to);
    node.mine(98);
    await bench.scanner.advance(1_000);
    expect(await states()).toEqual(['seen']);
    node.mine();
    await bench.scanner.advance();
    expect(await states()).toEqual(['credited']);
    expect((await bench.ledger())['4 BTC']).toBeGreaterThan(0n);
  });
});

describe('a chain that is reorganised', () => {
  it.each([1, 2])('by %i blocks gives a deposit back in another one, once', async (depth) => {
    const to = await bench.address(5);
    send([{ to, amount: COIN }]);
    node.mine(depth);
    await bench.scanner.advance();
    expect(await states()).toEqual(['seen']);
    // The pool has it again; an empty block comes first.
    node.unwind(depth);
    node.mine(depth, undefined, []);
    node.mine();
    await bench.scanner.advance();
    node.mine(3);
    await bench.scanner.advance();
    expect(await bench.ledger()).toEqual({ '5 BTC': COIN });
    expect((await states()).filter((state) => state === 'credited')).toHaveLength(1);
    expect(bench.alarms).toEqual([]);
  });

  it('takes away what a payment of the same coins to another replaced', async () => {
    const to = await bench.address(6);
    send([{ to, amount: COIN }]);
    node.mine(2);
    await bench.scanner.advance();
    node.unwind(2, true);
    const other = testWallet.pay([coin], [{ to: testWallet.address, amount: COIN }], { fee: 9_000n });
    node.mine(1, undefined, [other.raw]);
    node.mine(5);
    await bench.scanner.advance();
    expect(await bench.ledger()).toEqual({});
    expect(await states()).toEqual(['gone']);
  });

  it('credits only what stands where a transaction pays another amount at the same place', async () => {
    const to = await bench.address(8);
    send([{ to, amount: COIN }]);
    node.mine();
    await bench.scanner.advance();
    node.unwind(1, true);
    const other = testWallet.pay([coin], [{ to, amount: 2n * COIN }], { fee: 9_000n });
    node.mine(1, undefined, [other.raw]);
    node.mine(3);
    await bench.scanner.advance();
    expect(await bench.ledger()).toEqual({ '8 BTC': 2n * COIN });
  });

  it('deeper than the confirmations takes a credit back with an alarm, and gives it again once', async () => {
    const to = await bench.address(9);
    const { raw } = send([{ to, amount: COIN }]);
    node.mine(4);
    await bench.scanner.advance();
    expect(await bench.ledger()).toEqual({ '9 BTC': COIN });
    node.unwind(4, true);
    node.mine(5);
    await bench.scanner.advance();
    expect(await states()).toEqual(['taken-back']);
    expect(bench.alarms).toHaveLength(1);
    node.mine(1, undefined, [raw]);
    node.mine(3);
    await bench.scanner.advance();
    expect(await states()).toEqual(['credited']);
    expect(await bench.ledger()).toEqual({ '9 BTC': COIN });
  });
});

it('a payment that is replaced in the pool before a block has it is no deposit', async () => {
  const to = await bench.address(10);
  send([{ to, amount: COIN }]);
  const other = testWallet.pay([coin], [{ to: testWallet.address, amount: COIN }], { fee: 9_000n });
  node.pool.add(other.raw);
  node.mine(4);
  await bench.scanner.advance();
  expect(await bench.deposits()).toEqual([]);
});

it('a node that is away or lags behind moves nothing', async () => {
  const to = await bench.address(11);
  send([{ to, amount: COIN }]);
  node.mine(3);
  node.isAway = true;
  await expect(bench.scanner.advance()).rejects.toMatchObject({ code: 'NODE_UNREACHABLE' });
  node.isAway = false;
  const adapter = adapterOf(node.url);
  const lagging = bench.follow({
    ...adapter,
    transfersOf: async () => null,
    head: async () => (await adapter.blockAt(1))!,
  });
  await lagging.advance();
  expect(await bench.deposits()).toEqual([]);
  await bench.scanner.advance();
  expect(await bench.ledger()).toEqual({ '11 BTC': COIN });
});

it('a journal touches the network of its mode alone', () => {
  const mainnet = 'bip122:000000000019d6689c085ae165831e93';
  const testnet = 'bip122:000000000933ea01ad0ee984209779ba';
  expect(() => requireChainOfMode('practice', PRACTICE_BITCOIN.chainId)).not.toThrow();
  expect(() => requireChainOfMode('practice', mainnet)).toThrow(/must not touch/);
  expect(() => requireChainOfMode('practice', testnet)).toThrow(/must not touch/);
  expect(() => requireChainOfMode('real', mainnet)).not.toThrow();
  expect(() => requireChainOfMode('real', PRACTICE_BITCOIN.chainId)).toThrow(/must not touch/);
  expect(() => requireChainOfMode('real', testnet)).toThrow(/must not touch/);
});
