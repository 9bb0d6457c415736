import type { OutputChain } from '@candor/chains';
import { createBitcoinAdapter } from '@candor/chains/bitcoin';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { PRACTICE_BITCOIN } from '../../apps/server/money/chains/index.ts';
import {
  createPoolReader,
  noteHouseTransaction,
  type PoolReader,
} from '../../apps/server/money/deposits/index.ts';
import { type BitcoinStandIn, startBitcoinStandIn } from '../support/bitcoin-stand-in/node.ts';
import {
  openTestWallet,
  type TestWallet,
  type TestWalletCoin,
} from '../support/bitcoin-stand-in/test-wallet.ts';
import { type DepositBench, openDepositBench } from '../support/deposit-bench.ts';

/** A tenth of a coin. */
const SOME = 10_000_000n;
let node: BitcoinStandIn;
let adapter: OutputChain;
let bench: DepositBench;
let testWallet: TestWallet;
let coins: TestWalletCoin[];
let reader: PoolReader;
let to: string;
let keys = 0;

beforeAll(async () => {
  node = await startBitcoinStandIn();
  adapter = createBitcoinAdapter({ ...PRACTICE_BITCOIN, url: node.url });
  testWallet = openTestWallet(node, 'stranger');
  const next = async (count: number) =>
    Array.from({ length: count }, () => {
      keys += 1;
      return { index: keys, address: openTestWallet(node, `user ${keys}`).address };
    });
  bench = await openDepositBench(adapter, { chain: PRACTICE_BITCOIN, addresses: { next } });
  coins = testWallet.split(testWallet.earn(), 80);
});
afterAll(async () => {
  await bench.close();
  await node.stop();
});
beforeEach(async () => {
  node.mine();
  await bench.scanner.advance(1_000);
  await bench.reset();
  await bench.pool.query('delete from deposits.pooled');
  reader = open();
  to = await bench.address(7);
});

const open = (mostAtOnce?: number) =>
  createPoolReader({
    pool: bench.pool,
    chain: PRACTICE_BITCOIN,
    adapter,
    ...(mostAtOnce === undefined ? {} : { mostAtOnce }),
  });
/** Reads as the process of the chains does: the pool is listed first, then its blocks are read. */
async function read(between: () => void = () => {}): Promise<void> {
  const view = await reader.look();
  between();
  await bench.scanner.advance();
  if (view !== null) await reader.note(view);
}
const pay = (amount: bigint, { coin = coins.pop()!, fee = 1_000n, address = to } = {}) => {
  const payment = testWallet.pay([coin], [{ to: address, amount }], { fee });
  node.pool.add(payment.raw);
  return { ...payment, coin };
};
const pooled = async () =>
  (await bench.pool.query('select * from deposits.pooled order by deposit_no')).rows as {
    readonly deposit_no: string;
    readonly transaction_hash: string;
    readonly amount: string;
    readonly seen_at: Date;
  }[];
const amounts = async () => (await pooled()).map(({ amount }) => BigInt(amount));
const asked = (method: string) => node.asked[method] ?? 0;

describe('a payment that no block has yet', () => {
  it('is seen, becomes a deposit under its number and time, and is credited once', async () => {
    const { hash } = pay(SOME);
    await read();
    const [seen, ...others] = await pooled();
    expect(others).toEqual([]);
    expect(seen).toMatchObject({
      transaction_hash: hash,
      ordinal: 0,
      user_id: '7',
      address: to,
      coin: 'BTC',
      amount: `${SOME}`,
      decimals: 8,
      confirmations_needed: 3,
      is_large: false,
    });
    expect(await bench.deposits()).toEqual([]);
    node.mine();
    await read();
    expect(await pooled()).toEqual([]);
    expect(await bench.deposits()).toMatchObject([
      { state: 'seen', deposit_no: seen!.deposit_no, seen_at: seen!.seen_at },
    ]);
    node.mine(2);
    await read();
    await read();
    expect(await bench.ledger()).toEqual({ '7 BTC': SOME });
  });

  it('shows a large one with what it will need', async () => {
    pay(50n * SOME, { coin: testWallet.earn() });
    await bench.scanner.advance(1_000);
    await read();
    expect(await pooled()).toMatchObject([{ confirmations_needed: 6, is_large: true }]);
  });

  it('shows only what is paid to users, and nothing of the house', async () => {
    pay(SOME, { address: testWallet.address });
    const own = pay(SOME / 2n);
    await kyselyOf(bench.pool)
      .transaction()
      .execute((trx) => noteHouseTransaction(trx, PRACTICE_BITCOIN.key, own.hash));
    await read();
    expect(await pooled()).toEqual([]);
  });

  it('leaves when it is replaced by one that pays elsewhere, and is never credited', async () => {
    const { coin } = pay(SOME);
    await read();
    expect(await amounts()).toEqual([SOME]);
    pay(SOME, { coin, fee: 9_000n, address: testWallet.address });
    await read();
    expect(await pooled()).toEqual([]);
    node.mine(4);
    await read();
    expect(await bench.deposits()).toEqual([]);
    expect(await bench.ledger()).toEqual({});
  });

  it('is one row where its sender raised the fee', async () => {
    const { coin } = pay(SOME);
    await read();
    const { hash } = pay(SOME, { coin, fee: 9_000n });
    await read();
    expect((await pooled()).map((each) => each.transaction_hash)).toEqual([hash]);
    node.mine(3);
    await read();
    expect(await bench.ledger()).toEqual({ '7 BTC': SOME });
    expect(await pooled()).toEqual([]);
  });

  it('leaves when the pool drops it, and is seen again when it comes back or is mined', async () => {
    const { hash, raw } = pay(SOME);
    await read();
    node.pool.evict(hash);
    await read();
    expect(await pooled()).toEqual([]);
    node.pool.add(raw);
    await read();
    expect(await amounts()).toEqual([SOME]);
    node.pool.evict(hash);
    await read();
    node.mine(1, undefined, [raw]);
    node.mine(2);
    await read();
    expect(await bench.ledger()).toEqual({ '7 BTC': SOME });
  });

  it('stays while the block that may have it was not read, and becomes that deposit', async () => {
    pay(SOME);
    await read();
    const [seen] = await pooled();
    node.mine();
    const view = await reader.look();
    await reader.note(view!);
    expect(await pooled()).toEqual([seen]);
    await bench.scanner.advance();
    await reader.note(view!);
    expect(await pooled()).toEqual([]);
    expect(await bench.deposits()).toMatchObject([{ deposit_no: seen!.deposit_no }]);
  });

  it('that is mined between both readings is a deposit, and no payment beside it', async () => {
    pay(SOME);
    await read(() => node.mine());
    expect(await pooled()).toEqual([]);
    expect(await bench.deposits()).toMatchObject([{ state: 'seen' }]);
  });

  it('is seen again when its block leaves the chain, until another one has it', async () => {
    pay(SOME);
    node.mine();
    await read();
    node.unwind(1);
    node.mine(2, undefined, []);
    await read();
    expect((await bench.deposits()).map(({ state }) => state)).toEqual(['gone']);
    expect(await amounts()).toEqual([SOME]);
    node.mine(3);
    await read();
    expect(await pooled()).toEqual([]);
    expect(await bench.ledger()).toEqual({ '7 BTC': SOME });
  });

  it('is not shown beside a credited deposit whose block left the chain', async () => {
    pay(SOME);
    node.mine(3);
    await read();
    node.unwind(3);
    node.mine(4, undefined, []);
    await read();
    expect((await bench.deposits()).map(({ state }) => state)).toEqual(['taken-back']);
    expect(await pooled()).toEqual([]);
  });
});

describe('a large pool', () => {
  it('is read once each, so many at a time, and what is new comes before the backlog', async () => {
    reader = open(10);
    const backlog = coins.splice(0, 25).map((coin) => pay(SOME / 10n, { coin }));
    const before = asked('getrawtransaction');
    await read();
    expect(asked('getrawtransaction') - before).toBe(10);
    expect(await pooled()).toHaveLength(10);
    const { hash } = pay(SOME);
    await read();
    expect((await pooled()).map((each) => each.transaction_hash)).toContain(hash);
    expect(await pooled()).toHaveLength(20);
    await read();
    await read();
    await read();
    expect(await pooled()).toHaveLength(backlog.length + 1);
    expect(asked('getrawtransaction') - before).toBe(backlog.length + 1);
  });

  it('is listed the less often the larger it is', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
    let size = 25_000;
    const large = createPoolReader({
      pool: bench.pool,
      chain: PRACTICE_BITCOIN,
      adapter: { ...adapter, pooledHashes: async () => ids(size) },
    });
    const looks = async (count: number) => {
      const found = [];
      for (let at = 0; at < count; at++) found.push((await large.look()) === null ? 'rests' : 'lists');
      return found;
    };
    expect(await looks(4)).toEqual(['lists', 'rests', 'rests', 'lists']);
    size = 9_999;
    expect(await looks(5)).toEqual(['rests', 'rests', 'lists', 'lists', 'lists']);
  });
});
