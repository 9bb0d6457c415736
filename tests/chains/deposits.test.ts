import { type ChainAdapter, ChainError } from '@candor/chains';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { addressOf, createAddressPool } from '../../apps/server/money/deposits/index.ts';
import { type DepositBench, openDepositBench, testAddresses } from '../support/deposit-bench.ts';
import { type ChainBench, openChainBench, UNREAD_CHAIN, withTransferFee } from '../support/practice-chain.ts';

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
beforeEach(async () => {
  await bench.scanner.advance();
  await bench.reset();
});

const NEEDED = 6;
const ETHER = 10n ** 18n;
const states = async () => (await bench.deposits()).map(({ state }) => state);
const mineAndRead = async (blocks: number) => {
  await chain.mine(blocks);
  return bench.scanner.advance();
};

test('a deposit is seen in its first block and credited once, at its last confirmation', async () => {
  await chain.sendUsdt(await bench.address(7), 12_345_678n);
  await mineAndRead(1);
  expect(await bench.deposits()).toMatchObject([
    { user_id: '7', coin: 'USDT', amount: '12345678', state: 'seen' },
  ]);
  await mineAndRead(NEEDED - 2);
  expect(await bench.ledger()).toEqual({});
  await mineAndRead(1);
  expect(await bench.ledger()).toEqual({ '7 USDT': 1_234_567_800n });
  await mineAndRead(20);
  expect(await bench.ledger()).toEqual({ '7 USDT': 1_234_567_800n });
  expect(await states()).toEqual(['credited']);
});

test('of ETH the ledger takes eight decimals, and the rest counts with the next deposit', async () => {
  const to = await bench.address(7);
  await chain.sendEth(to, ETHER + 6_000_000_001n);
  await mineAndRead(NEEDED);
  expect(await bench.ledger()).toEqual({ '7 ETH': 100_000_000n });
  expect(await bench.dust()).toEqual({ '7 ETH': 6_000_000_001n });
  await chain.sendEth(to, ETHER + 4_000_000_000n);
  await mineAndRead(NEEDED);
  expect(await bench.ledger()).toEqual({ '7 ETH': 200_000_001n });
  expect(await bench.dust()).toEqual({ '7 ETH': 1n });
});

test('what is under the minimum adds up until it counts', async () => {
  const to = await bench.address(7);
  for (const units of [400_000n, 500_000n]) {
    await chain.sendUsdt(to, units);
    await mineAndRead(NEEDED);
  }
  expect(await bench.ledger()).toEqual({});
  expect(await bench.dust()).toEqual({ '7 USDT': 900_000n });
  await chain.sendUsdt(to, 100_000n);
  await mineAndRead(NEEDED);
  expect(await bench.ledger()).toEqual({ '7 USDT': 100_000_000n });
  expect(await bench.dust()).toEqual({ '7 USDT': 0n });
  expect(await states()).toEqual(['dust', 'dust', 'credited']);
});

test('a transaction mined again elsewhere is one deposit, under the number of the block that stands', async () => {
  const hash = await chain.sendUsdt(await bench.address(7), 5_000_000n);
  const raw = await chain.raw(hash);
  await mineAndRead(2);
  await chain.reorganise(2, [[raw, 1]]);
  await mineAndRead(NEEDED);
  expect(await states()).toEqual(['gone', 'credited']);
  expect(await bench.ledger()).toEqual({ '7 USDT': 500_000_000n });
});

test('a transaction of the same nonce that pays elsewhere takes the deposit away', async () => {
  const payer = privateKeyToAccount(generatePrivateKey());
  await chain.sendEth(payer.address, 2n * ETHER);
  await mineAndRead(1);
  const fee = await chain.adapter.feeEstimate();
  const pay = async (to: string, amount: bigint) => {
    const asset = PRACTICE_CHAIN.assets.find(({ contract }) => contract === null)!;
    const unsigned = await chain.adapter.buildPayment({
      from: payer.address,
      to,
      asset,
      amount,
      nonce: 0,
      fee,
    });
    return payer.signTransaction(unsigned);
  };
  const [mine, theirs] = [await bench.address(7), await bench.address(8)];
  const rival = await pay(theirs, ETHER / 2n);
  await chain.adapter.broadcast(await pay(mine, ETHER));
  await mineAndRead(1);
  expect(await states()).toEqual(['seen']);
  await chain.reorganise(1, [[rival, 0]]);
  await mineAndRead(NEEDED);
  expect(await bench.ledger()).toEqual({ '8 ETH': 50_000_000n });
  expect(await states()).toEqual(['gone', 'credited']);
});

test('a credited deposit that its chain took back is reversed, and credited again once when it comes again', async () => {
  const raw = await chain.raw(await chain.sendUsdt(await bench.address(7), 3_000_000n));
  await mineAndRead(NEEDED + 2);
  expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
  await chain.reorganise(NEEDED + 2);
  // the node has put it back into its pool: without it, the block stays empty
  await chain.ask('anvil_dropAllTransactions', []);
  await mineAndRead(1);
  expect(await states()).toEqual(['taken-back']);
  // Nobody is debited by what a node says alone.
  expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
  expect(bench.alarms).toHaveLength(1);
  await bench.reverse();
  expect(await bench.ledger()).toEqual({ '7 USDT': 0n });
  await chain.adapter.broadcast(raw as `0x${string}`);
  await mineAndRead(NEEDED + 3);
  expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
  expect(await states()).toEqual(['reversed', 'credited']);
  expect(await bench.dust()).toEqual({ '7 USDT': 0n });
});

test('a credited deposit that its chain took back stands again once it is confirmed again', async () => {
  const to = await bench.address(7);
  const sent = [await chain.sendEth(to, ETHER + 7n), await chain.sendUsdt(to, 3_000_000n)];
  const raws = await Promise.all(sent.map(chain.raw));
  await mineAndRead(NEEDED + 1);
  const before = [await bench.ledger(), await bench.dust()];
  await chain.reorganise(NEEDED + 1);
  await chain.ask('anvil_dropAllTransactions', []);
  await mineAndRead(1);
  expect(await states()).toEqual(['taken-back', 'taken-back']);
  for (const raw of raws) await chain.adapter.broadcast(raw as `0x${string}`);
  await mineAndRead(NEEDED - 1);
  expect(await states()).toEqual(['returned', 'returned']);
  await mineAndRead(1);
  expect(await states()).toEqual(['credited', 'credited']);
  expect([await bench.ledger(), await bench.dust()]).toEqual(before);
});

test('nothing of a failed, empty or unlisted transfer is credited, and support sees the unlisted one', async () => {
  const to = await bench.address(7);
  await chain.sendUsdt(to, 0n);
  await chain.sendUsdt(to, 10n ** 30n);
  await chain.sendEth(to, 0n);
  await mineAndRead(NEEDED);
  expect(await bench.deposits()).toEqual([]);

  const onlyEth = { ...PRACTICE_CHAIN, assets: PRACTICE_CHAIN.assets.filter(({ code }) => code === 'ETH') };
  const other = await openDepositBench(chain.adapter, {
    chain: onlyEth,
    firstBlock: (await chain.adapter.head()).number,
  });
  await chain.sendUsdt(await other.address(9), 2_000_000n);
  await chain.mine(NEEDED);
  await other.scanner.advance();
  expect(await other.deposits()).toEqual([]);
  const { rows } = await other.pool.query('select user_id, transfers, amount from deposits.unlisted');
  expect(rows).toEqual([{ user_id: '9', transfers: 1, amount: '2000000' }]);
  // Listed later, it is credited with the next block.
  const listed = other.follow(chain.adapter, PRACTICE_CHAIN);
  await chain.mine(1);
  await listed.advance();
  expect(await other.deposits()).toMatchObject([{ coin: 'USDT', state: 'credited', ordinal: 0 }]);
  expect(await other.ledger()).toEqual({ '9 USDT': 200_000_000n });
  await other.close();
});

test("the house's own transactions are no deposits", async () => {
  const hash = await chain.sendEth(await bench.address(7), ETHER);
  await bench.pool.query('insert into deposits.house_transaction values ($1, $2)', [
    PRACTICE_CHAIN.key,
    hash,
  ]);
  await mineAndRead(NEEDED);
  expect(await bench.deposits()).toEqual([]);
});

test('a node that lags behind moves nothing, and one that loses a block in between is asked again', async () => {
  await chain.sendUsdt(await bench.address(7), 2_000_000n);
  await mineAndRead(3);
  const real = chain.adapter;
  const head = await real.head();
  const past = await real.blockAt(head.number - 2);
  const count = async () => (await bench.pool.query('select count(*) from deposits.block')).rows[0].count;
  const read = await count();
  const lagging: ChainAdapter = {
    ...real,
    head: async () => past!,
    blockAt: async (number) => (number > past!.number ? null : real.blockAt(number)),
  };
  expect(await bench.follow(lagging).advance()).toEqual({ blocks: 0, rolledBack: 0, promised: [] });
  expect(await count()).toBe(read);

  await chain.mine(NEEDED);
  let forgets = 2;
  const forgetful: ChainAdapter = {
    ...real,
    transfersOf: async (hash) => {
      forgets -= 1;
      return forgets >= 0 ? null : real.transfersOf(hash);
    },
  };
  expect(await bench.follow(forgetful).advance()).toMatchObject({ blocks: NEEDED, rolledBack: 0 });
  expect(await bench.ledger()).toEqual({ '7 USDT': 200_000_000n });
});

test('an address is given to one user forever, also by a database that was restored', async () => {
  const addresses = testAddresses();
  const before = await openDepositBench(chain.adapter, { addresses });
  const given = [await before.address(1), await before.address(2)];
  expect(await before.address(1)).toBe(given[0]);
  const together = await Promise.all([3, 3, 3, 4].map((userId) => before.address(userId)));
  expect(new Set(together).size).toBe(2);
  // The backup knows users 1 to 4; users 5 and 6 got theirs after it.
  await before.pool.query('create table backup as select * from deposits.address');
  const after = [await before.address(5), await before.address(6)];
  await before.pool.query('truncate deposits.address; insert into deposits.address select * from backup');
  // The program starts again on it.
  await before.giveFrom(createAddressPool(before.pool, PRACTICE_CHAIN.key, addresses));
  const anew = await addressOf(before.pool, PRACTICE_CHAIN.key, 9);
  expect(anew).not.toBeNull();
  expect([...given, ...together, ...after]).not.toContain(anew);
  await before.close();
});

test('a large amount waits until its chain cannot take the block back, and holds up no other', async () => {
  const [usdt] = PRACTICE_CHAIN.assets;
  const large = BigInt(usdt!.large.from) * 10n ** 6n;
  const [rich, other] = [await bench.address(7), await bench.address(8)];
  await chain.sendUsdt(rich, large);
  await chain.sendUsdt(other, large - 1n);
  await mineAndRead(1);
  const block = (await chain.adapter.head()).number;
  await mineAndRead(NEEDED - 1);
  expect(await bench.ledger()).toEqual({ '8 USDT': (large - 1n) * 100n });
  // Confirmed as often as it needs, it is not final yet.
  await mineAndRead(usdt!.large.confirmations - NEEDED);
  expect(await chain.adapter.finalNumber()).toBeLessThan(block);
  expect((await bench.ledger())['7 USDT']).toBeUndefined();
  // A node that does not say which block is final credits no large amount, and everything else.
  const silent = {
    ...chain.adapter,
    finalNumber: async () => {
      throw new ChainError('NODE_REFUSED', 'no such tag');
    },
  };
  await chain.mine(40);
  await chain.sendUsdt(other, 5_000_000n);
  await chain.mine(NEEDED);
  await bench.follow(silent).advance();
  expect((await bench.ledger())['7 USDT']).toBeUndefined();
  expect((await bench.ledger())['8 USDT']).toBe((large - 1n + 5_000_000n) * 100n);
  expect(bench.alarms.join()).toContain('large deposits wait');
  await mineAndRead(1);
  expect((await bench.ledger())['7 USDT']).toBe(large * 100n);
});

test('a large deposit in a block that left the chain before it was final was never credited', async () => {
  const large = BigInt(PRACTICE_CHAIN.assets[0]!.large.from) * 10n ** 6n;
  await chain.sendUsdt(await bench.address(7), large);
  await mineAndRead(11);
  await chain.reorganise(11);
  await chain.ask('anvil_dropAllTransactions', []);
  await mineAndRead(20);
  expect(await bench.ledger()).toEqual({});
  expect(await states()).toEqual(['gone']);
});

test('a token that logs more than it moves credits what arrived, with an alarm', async () => {
  const withFee = withTransferFee(chain.adapter);
  const [two, one, honest] = [await bench.address(7), await bench.address(8), await bench.address(9)];
  await chain.sendUsdt(two, 99_000_000n);
  await chain.sendUsdt(two, 198_000_000n);
  await chain.sendUsdt(one, 9_900_000n);
  await chain.mine(NEEDED);
  await bench.follow(withFee, UNREAD_CHAIN).advance();
  expect(await bench.ledger()).toEqual({ '7 USDT': 29_700_000_000n, '8 USDT': 990_000_000n });
  expect(bench.alarms.filter((line) => line.includes('does not log what it moves')).length).toBe(2);
  // One that logs what it moves is measured too, and nothing is said of it.
  await chain.sendUsdt(honest, 5_000_000n);
  await chain.mine(NEEDED);
  await bench.follow(chain.adapter, UNREAD_CHAIN).advance();
  expect((await bench.ledger())['9 USDT']).toBe(500_000_000n);
  expect(bench.alarms.filter((line) => line.includes('does not log what it moves')).length).toBe(2);
});
