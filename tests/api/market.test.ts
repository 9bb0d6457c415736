import type { PublicTrade } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { BTCPERP, BTCUSDT, ETHUSDT } from './support/listing.ts';
import { clientOf, newPerson, refusal, send } from './support/person.ts';

const trade = (id: number): PublicTrade => ({
  id: `${id}`,
  price: '50000.00',
  qty: '0.1',
  side: 'buy',
  t: 1_800_000_000_000 + id,
  source: 'venue',
});

let house: House;
beforeAll(async () => {
  // The market keeps them newest last.
  const trades = [1, 2, 3, 4].map(trade);
  house = await openHouse({ recentTrades: (_, limit) => trades.slice(-limit) });
});
afterAll(() => house?.stop());

describe('the latest trades', () => {
  it.each(['BTCUSDT', 'btc_usdt', 'BTCUSDT-PERP'])('of %s are told newest first', async (symbol) => {
    const told = await clientOf(house).call('getRecentTrades', { params: { symbol, limit: '3' } });
    expect(told.map(({ id }) => id)).toEqual(['4', '3', '2']);
  });
});

describe('public rows that are not what the contract says', () => {
  it.each([
    [false, 1],
    [true, 0],
  ])('are left out where each answer is checked: %s', async (checkPublic, rows) => {
    const wrong = await openHouse({ recentTrades: () => [{ ...trade(1), price: 1 } as never], checkPublic });
    try {
      const answer = await send(wrong, 'GET', '/api/v1/coin/open/transaction/BTCUSDT/5');
      expect(answer.code).toBe(200);
      expect(answer.data).toHaveLength(rows);
    } finally {
      await wrong.stop();
    }
  });
});

describe('the watchlist', () => {
  it('takes spot markets and contracts, and tells them apart', async () => {
    const { client } = await newPerson(house, false);
    const symbolIds = [BTCPERP, ETHUSDT, BTCUSDT];
    for (const symbolId of symbolIds) {
      await client.call('addOptional', { params: { symbolId: `${symbolId}`, flag: '1' } });
    }
    const list = await client.call('getOptional');
    expect(list.map(({ id, symbol, collect }) => [id, symbol, collect])).toEqual([
      [BTCPERP, 'BTCUSDT-PERP', 1],
      [ETHUSDT, 'ETHUSDT', 1],
      [BTCUSDT, 'BTCUSDT', 1],
    ]);
    expect(list.map((row) => 'contract_size' in row)).toEqual([true, false, false]);
    const [contract] = await client.call('getContract');
    expect(contract).toMatchObject({ id: BTCPERP, optional: 1, collect: 1 });
    await client.call('cancelOptional', { params: { favouriteId: `${BTCPERP}`, flag: '1' } });
    expect((await client.call('getOptional')).map(({ id }) => id)).toEqual([ETHUSDT, BTCUSDT]);
  });

  it('takes no market that is not there', async () => {
    const { client } = await newPerson(house, false);
    const adding = client.call('addOptional', { params: { symbolId: '999', flag: '1' } });
    expect((await refusal(adding)).key).toBe('UNKNOWN_SYMBOL');
  });
});
