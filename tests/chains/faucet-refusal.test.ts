import { ChainError } from '@candor/chains';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRACTICE_CHAIN, PRACTICE_USDT_ADDRESS } from '../../apps/server/money/chains/index.ts';
import { sendFaucetPayments } from '../../apps/server/money/deposits/faucet-sender.ts';
import { type DepositBench, openDepositBench } from '../support/deposit-bench.ts';
import { type ChainBench, openChainBench } from '../support/practice-chain.ts';

/** Blocks after which the practice chain cannot take one back. */
const FINAL = 12;

let chain: ChainBench;
let bench: DepositBench;
beforeAll(async () => {
  chain = await openChainBench();
  bench = await openDepositBench(chain.adapter);
});
afterAll(async () => {
  await bench?.close();
  await chain?.end();
});

const promise = async (key: string, address: string): Promise<void> => {
  await bench.pool.query(
    `insert into deposits.faucet_payment (chain, user_id, key, coin, amount, address)
     values ($1, 7, $2, 'ETH', '1000', $3)`,
    [PRACTICE_CHAIN.key, key, address],
  );
};
const countOf = async (column: 'refused_at' | 'raw_transaction'): Promise<number> => {
  const { rows } = await bench.pool.query(
    `select count(*)::int as count from deposits.faucet_payment where ${column} is not null`,
  );
  return rows[0].count;
};
const refused = () => countOf('refused_at');
const signed = () => countOf('raw_transaction');

it('a refusal of the moment ends no practice payment, one by a final block does', async () => {
  await chain.mine(FINAL + 1);
  const send = (adapter = chain.adapter) => sendFaucetPayments(bench.pool, PRACTICE_CHAIN, adapter, () => {});
  const buildPayment = async () => {
    throw new ChainError('WOULD_FAIL', 'The node refuses: insufficient funds');
  };
  await promise('one', await bench.address(7));
  expect(await send({ ...chain.adapter, buildPayment })).toBe(true);
  expect([await refused(), await signed()]).toEqual([0, 0]);
  expect(await send()).toBe(false);
  expect([await refused(), await signed()]).toEqual([0, 1]);
  // the contract of the token takes no ether
  await promise('two', PRACTICE_USDT_ADDRESS);
  expect(await send()).toBe(false);
  expect([await refused(), await signed()]).toEqual([1, 1]);
});

it('more payments than one look signs are left for the next', async () => {
  const before = await signed();
  const address = await bench.address(7);
  for (let at = 0; at < 25; at += 1) await promise(`many-${at}`, address);
  const send = () => sendFaucetPayments(bench.pool, PRACTICE_CHAIN, chain.adapter, () => {});
  expect(await send()).toBe(true);
  expect(await send()).toBe(false);
  expect(await signed()).toBe(before + 25);
});
