import type { PositionRow } from '@candor/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { indexTick } from './support/listing.ts';
import { newPerson, type Person } from './support/person.ts';

let house: House;
let tickNo = 1_000;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());
/** The index at 50,000 again, so that it is not stale. */
beforeEach(() => freshIndex());

async function freshIndex(): Promise<void> {
  tickNo += 1;
  const body = indexTick(tickNo, Date.now());
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  expect(outcome.ok).toBe(true);
}

/** Somebody with `amount` USDT in the contract wallet. */
async function trader(amount = '5000'): Promise<Person> {
  const person = await newPerson(house);
  await person.client.call('transfer', {
    query: { from: '1', to: '2', coin: 'USDT', amount },
  });
  return person;
}

const limit = (price: string, quantity: string) =>
  ({ symbol: 'BTCUSDT-PERP', type: 'limit', price, quantity }) as const;
const market = (quantity: string) => ({ symbol: 'btc/usdt', type: 'market', quantity }) as const;

async function positions(person: Person): Promise<readonly PositionRow[]> {
  return (await person.client.call('contractPositionList')).records;
}

describe('a position', () => {
  it('is opened against somebody, listed, and closed again', async () => {
    const [long, short] = [await trader(), await trader()];
    const resting = await short.client.call('openContract', {
      params: { positionSide: 'short' },
      body: { ...limit('50000', '20'), leverage: 10 },
    });
    expect(resting).toMatchObject({ status: 'open', tradedQuantity: '0', averageDealPrice: null });
    const depth = await house.app.inject({ url: '/api/v1/coin/open/depth/BTCUSDT-PERP' });
    expect(depth.json().data.a).toContainEqual(['50000.00', '20', '0']);

    const taken = await long.client.call('contractOrderSubmit', {
      body: { direction: 1, ...market('20'), leverage: 10, marginMode: 'isolated' },
    });
    expect(taken).toMatchObject({ status: 'filled', tradedQuantity: '20', averageDealPrice: '50000' });
    const [position] = await positions(long);
    // 20 contracts of 0.001 BTC at 50,000 are 1,000 USDT; a tenth of it is the margin.
    expect(position).toMatchObject({
      symbol: 'BTCUSDT-PERP',
      symbol_name: 'BTC/USDT',
      positionSide: 'long',
      flag: 1,
      marginMode: 'isolated',
      leverage: 10,
      openInterest: '20',
      averageOpenPrice: '50000',
      value: '1000',
      positionMargin: '100',
      maintenanceMargin: '5',
    });
    expect(Number(position?.expectedLiquidationPrice)).toBeGreaterThan(45_000);
    expect(Number(position?.expectedLiquidationPrice)).toBeLessThan(46_000);
    const other = await short.client.call('getMyPosition', { params: { symbol: 'all' } });
    expect(other.records).toMatchObject([{ positionSide: 'short', flag: 2, openInterest: '20' }]);

    await short.client.call('openContract', {
      params: { positionSide: 'short' },
      body: limit('50000', '1'),
    });
    await short.client.call('cancelContract', { body: {} });
    const buyer = await trader();
    await buyer.client.call('openContract', { params: { positionSide: 'long' }, body: limit('49990', '20') });
    const closed = await long.client.call('contractStopOrder', { query: { id: String(position?.id) } });
    expect(closed).toMatchObject({ status: 'filled', tradedQuantity: '20', averageDealPrice: '49990' });
    expect(await positions(long)).toEqual([]);
    const history = await long.client.call('contractPositionHistory', { query: {} });
    expect(history.records).toMatchObject([
      {
        id: position?.id,
        positionSide: 'long',
        reason: 'closed',
        maxOpenInterest: '20',
        realisedPnl: '-0.2',
      },
    ]);
    const sums = await house.engine.read((view) => view.ledgerSums());
    expect(sums.map(({ sum }) => sum)).toEqual(sums.map(() => 0n));
  });
});
