import type { ChainAdapter } from '@candor/chains';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { PRACTICE_CHAIN, PRACTICE_USDT_ADDRESS } from '../../apps/server/money/chains/index.ts';
import { checkTokens, delistedCoins } from '../../apps/server/money/deposits/index.ts';
import { type DepositBench, openDepositBench } from '../support/deposit-bench.ts';
import { type ChainBench, openChainBench, UNREAD_CHAIN, withTransferFee } from '../support/practice-chain.ts';

let chain: ChainBench;
let bench: DepositBench;
let code: string;
const alarms: string[] = [];
const SECOND = 6;

beforeAll(async () => {
  chain = await openChainBench();
  bench = await openDepositBench(chain.adapter);
  code = await chain.ask('eth_getCode', [PRACTICE_USDT_ADDRESS, 'latest']);
});
afterAll(async () => {
  await bench?.close();
  await chain?.end();
});
beforeEach(async () => {
  await setCode(code);
  await bench.scanner.advance();
  await bench.reset();
  await bench.pool.query('delete from deposits.delisted');
  alarms.length = 0;
});

const setCode = (to: string) => chain.ask('anvil_setCode', [PRACTICE_USDT_ADDRESS, to]);
const db = () => kyselyOf(bench.pool);
const check = (adapter: Pick<ChainAdapter, 'tokenAt'> = chain.adapter) =>
  checkTokens({ db: db(), chain: PRACTICE_CHAIN, adapter, alarm: (line) => alarms.push(line) });
const delisted = async () => [...(await delistedCoins(db(), PRACTICE_CHAIN.key))];
const states = async () => (await bench.deposits()).map(({ coin, state }) => `${coin} ${state}`);
/** A contract that answers every call with one number. */
const answers = (value: number) => `0x60${value.toString(16).padStart(2, '0')}5f5260205ff3`;

test('a token that is as it is listed stays listed, and nobody hears of it', async () => {
  await check();
  await check();
  expect(await delisted()).toEqual([]);
  expect(alarms).toEqual([]);
});

test('a contract that is gone, or names other decimals, is listed no longer until it agrees again', async () => {
  await setCode('0x');
  await check();
  expect(await delisted()).toEqual([['USDT', 'contract']]);
  await setCode(answers(18));
  await check();
  await check();
  expect(await delisted()).toEqual([['USDT', 'decimals']]);
  // It answers with nothing, and then refuses.
  for (const none of ['0x00', '0x5f5ffd']) {
    await setCode(none);
    await check();
    expect(await delisted()).toEqual([['USDT', 'decimals']]);
  }
  await setCode(code);
  await check();
  expect(await delisted()).toEqual([]);
  expect(alarms).toEqual([
    expect.stringMatching(/^USDT of practice-evm is listed no longer: no contract stands at 0x/),
    expect.stringMatching(/names 18 decimals, and 6 are listed/),
    expect.stringMatching(/is as it is listed again/),
  ]);
});

test('a node that does not answer changes nothing', async () => {
  const silent = { tokenAt: async () => Promise.reject(new Error('away')) };
  await expect(check(silent)).rejects.toThrow('away');
  expect(await delisted()).toEqual([]);
});

test('a deposit whose units are in doubt is shown and waits, and is credited once when the token agrees again', async () => {
  const to = await bench.address(4);
  await chain.sendUsdt(to, 7_000_000n);
  await chain.sendEth(to, 10n ** 18n);
  await chain.mine(SECOND - 1);
  await bench.scanner.advance();
  await setCode(answers(18));
  await check();
  await chain.mine(SECOND);
  await bench.scanner.advance();
  expect((await states()).sort()).toEqual(['ETH credited', 'USDT seen']);
  await setCode(code);
  await check();
  await chain.mine();
  await bench.scanner.advance();
  expect(await bench.ledger()).toEqual({ '4 ETH': 100_000_000n, '4 USDT': 700_000_000n });
});

test('a token that moves other amounts than it logs is listed no longer, and what arrived is credited', async () => {
  const withFee = withTransferFee(chain.adapter);
  await chain.sendUsdt(await bench.address(5), 99_000_000n);
  await chain.mine(SECOND);
  await bench.follow(withFee, UNREAD_CHAIN).advance();
  expect(await delisted()).toEqual([['USDT', 'amounts']]);
  expect(await bench.ledger()).toEqual({ '5 USDT': 9_900_000_000n });
  expect(bench.alarms).toEqual([expect.stringContaining('It is listed no longer')]);
  // Its contract agrees, which says nothing of what it moves.
  await check();
  await bench.follow(chain.adapter, UNREAD_CHAIN).advance();
  expect(await delisted()).toEqual([['USDT', 'amounts']]);
  // Somebody read its source and changed its listing.
  await bench.follow(chain.adapter, PRACTICE_CHAIN).advance();
  expect(await delisted()).toEqual([]);
});
