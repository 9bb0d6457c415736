import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { delist, noteFollowed } from '../../apps/server/money/deposits/index.ts';
import { refusal } from '../api/support/person.ts';
import { openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';

let bench: PayoutBench;
let who: Withdrawer;
const KEY = PRACTICE_CHAIN.key;
const USDT = PRACTICE_CHAIN.assets[0]!;

beforeAll(async () => {
  bench = await openPayoutBench();
  who = await bench.withdrawer();
  await noteFollowed(bench.house.pool, { chain: KEY, batch: crypto.randomUUID(), node: null });
});
afterEach(() => list());
afterAll(() => bench?.stop());

const stop = () => delist(kyselyOf(bench.house.pool), KEY, USDT, 'decimals');
const list = () => bench.house.pool.query('delete from deposits.delisted');
const offered = async () =>
  (await who.person.client.call('getWithdrawalCurrency')).list
    .filter(({ network }) => network === KEY)
    .map(({ coin, open, delisted }) => ({ coin, open, delisted }));

it('a delisted coin is neither deposited nor withdrawn, by a reason that everybody reads, and others are', async () => {
  await stop();
  expect(await offered()).toEqual([
    { coin: 'USDT', open: false, delisted: 'decimals' },
    { coin: 'ETH', open: true, delisted: null },
  ]);
  const { list: deposits } = await who.person.client.call('getRechargeCurrency');
  expect(deposits.map(({ coin, delisted }) => [coin, delisted])).toEqual([
    ['USDT', 'decimals'],
    ['ETH', null],
  ]);
  const asked = { params: { coin: 'USDT' }, query: { network: KEY } };
  expect(await refusal(who.person.client.call('getDepositAddress', asked))).toMatchObject({
    key: 'COIN_DELISTED',
    details: { reason: 'decimals' },
  });
  await expect(bench.request(who, '20')).rejects.toMatchObject({
    problem: { key: 'COIN_DELISTED', details: { reason: 'decimals' } },
  });
  const { list: balances } = await who.person.client.call('getMyBalance', { query: { type: '1' } });
  expect(Number(balances.find(({ coin }) => coin === 'USDT')?.available)).toBeGreaterThan(100);
});

it('a withdrawal that has no number yet waits, can be cancelled, and goes on once the coin is listed', async () => {
  const [first, second] = [await bench.request(who, '20'), await bench.request(who, '30')];
  await stop();
  await bench.payOut(2);
  const rows = async () =>
    (await bench.log(who)).map(({ id, state, reason, canCancel }) => ({ id, state, reason, canCancel }));
  const waits = { state: 'signing', reason: 'delisted', canCancel: true };
  expect(await rows()).toEqual([
    { id: second.id, ...waits },
    { id: first.id, ...waits },
  ]);
  await who.person.client.call('cancelWithdrawal', { body: { id: second.id } });
  await list();
  await bench.payOut();
  expect((await rows()).map(({ state }) => state)).toEqual(['cancelled', 'done']);
});
