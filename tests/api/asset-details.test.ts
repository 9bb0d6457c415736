import type { Amount } from '@candor/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from './support/earn.ts';
import { offerFinance, productOf } from './support/finance.ts';
import { type House, openHouse } from './support/house.ts';
import { USDT } from './support/listing.ts';
import { offerLoan, payOut } from './support/loan.ts';
import { newPerson, type Person } from './support/person.ts';
import { offerOf, offerStaking } from './support/staking.ts';

let house: House;
let person: Person;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  house = await openHouse({
    candles: (symbol, interval, endMs, limit) =>
      symbol !== 'BTCUSDT' || interval !== '1d'
        ? []
        : Array.from({ length: limit }, (_, back) => ({
            t: Math.floor(endMs / DAY_MS) * DAY_MS - (back + 1) * DAY_MS,
            o: '1',
            h: '1',
            l: '1',
            c: '50000',
            v: '1',
            closed: true,
          })),
  });
  person = await newPerson(house);
});
afterAll(() => house?.stop());

it('says of a coin where it is, to the last unit, and what it is worth', async () => {
  const move = { from: '1', to: '2', coin: 'USDT', amount: '2500' } as const;
  await person.client.call('transfer', { query: move });
  const order = { symbol: 'BTCUSDT', type: 'limit', price: '48000', quantity: '0.1' } as const;
  await person.client.call('exchange', { params: { side: 'buy' }, body: order });
  const { total, places, profit } = await person.client.call('getAssetDetails', { params: { coin: 'usdt' } });
  expect(profit).toBeNull();
  expect(places).toEqual([
    expect.objectContaining({ what: 'available', wallet: 'spot', amount: '2700' }),
    expect.objectContaining({ what: 'held', wallet: 'spot', amount: '4800' }),
    expect.objectContaining({ what: 'available', wallet: 'contract', amount: '2500' }),
  ]);
  expect(total).toBe('10000');
});

it('counts what was deposited neither as profit nor as loss', async () => {
  const { total, profit } = await person.client.call('getAssetDetails', { params: { coin: 'BTC' } });
  expect(total).toBe('1');
  expect(profit).toEqual({ bought: '0', averageCost: null, realised: '0', unrealised: '0', complete: true });
});

it('derives the value of each day from the entries, and starts from what was there before', async () => {
  const days = (coin?: string) =>
    person.client.call('getAssetHistory', { query: { days: '3', ...(coin === undefined ? {} : { coin }) } });
  const { list } = await days();
  expect(list).toHaveLength(3);
  expect(list.map(({ valueUsdt }) => valueUsdt)).toEqual(['0', '0', '60000']);
  const btc = (await days('BTC')).list;
  expect(btc.at(-1)).toMatchObject({ amount: '1', valueUsdt: '50000' });
  expect(btc[0]).toMatchObject({ amount: '0', valueUsdt: '0' });
});

const total = async () => (await person.client.call('getWalletAccount')).list[0]!.totalUsdt;
const days = async () => {
  const { list } = await person.client.call('getAssetHistory', { query: { days: '3', coin: 'USDT' } });
  return list.map(({ amount }) => amount);
};
const detailsOf = () => person.client.call('getAssetDetails', { params: { coin: 'USDT' } });

it('counts coins in open orders of staking and finance products, in each day as in the total', async () => {
  const [before, history] = [await total(), await days()];
  const staked = await offerStaking(house, { assetId: USDT });
  const invested = await offerFinance(house, { assetId: USDT, lockDays: 0 });
  const begin = { offerId: staked, amount: '100', termsHash: (await offerOf(house, staked)).termsHash };
  await person.client.call('createPledge', { body: begin });
  const { termsHash } = await productOf(house, invested);
  const body = { offerId: invested, amount: '250', termsHash };
  const { id } = await person.client.call('createFinance', { body });
  expect(await total()).toBe(before);
  expect(await days()).toEqual(history);
  const earning = (await person.client.call('getWalletAccount')).earning;
  expect(earning).toEqual([
    { product: 'staking', valueUsdt: '100' },
    { product: 'finance', valueUsdt: '250' },
  ]);
  const details = await detailsOf();
  expect(details.total).toBe('10000');
  expect(details.places.filter(({ what }) => what === 'earning').map(({ amount }) => amount)).toEqual([
    '100',
    '250',
  ]);
  await person.client.call('redeemFinance', { body: { id } });
  expect(await days()).toEqual(history);
  expect(await total()).toBe(before);
});

it('counts coins that are locked in mining, in each day as in the total', async () => {
  const [before, history] = [await total(), await days()];
  const { userId } = person;
  const reason = 'Mining of this test';
  const coins = (whole: bigint) => (whole * 100_000_000n) as Amount;
  const gears = [{ minAmount: coins(1n), dailyPpm: 500 }];
  await system(house, { type: 'openMining', assetId: USDT, gears });
  await system(house, { type: 'fundMining', assetId: USDT, amount: coins(100n), fromUserId: 0, reason });
  await system(house, { type: 'joinMining', accountUserId: userId, address: `0x${'ab'.repeat(20)}` });
  const { termsHash } = await person.client.call('getMiningOverview');
  await person.client.call('lockMining', { body: { amount: '400', termsHash: termsHash! } });
  expect([await total(), await days()]).toEqual([before, history]);
  const { earning } = await person.client.call('getWalletAccount');
  expect(earning).toContainEqual({ product: 'mining', valueUsdt: '400' });
  const { total: all, places } = await detailsOf();
  expect(all).toBe('10000');
  expect(places).toContainEqual(expect.objectContaining({ what: 'earning', amount: '400' }));
});

it('counts what a power loan owes against the coins that it paid out', async () => {
  const { total: before } = await detailsOf();
  await payOut(house, person, await offerLoan(house), 20_000_000_000n as Amount);
  const { total: after, places } = await detailsOf();
  // interest runs by the second
  const owed = places.find(({ what, wallet }) => what === 'loan' && wallet === 'spot');
  expect(Number(owed?.amount)).toBeCloseTo(-200, 2);
  expect(Number(after)).toBeCloseTo(Number(before), 2);
});
