import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person } from './support/person.ts';

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
