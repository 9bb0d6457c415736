import type { PositionRow } from '@candor/api';
import { INDEX_GRID_MS } from '@candor/prices';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { GridClock } from '../../support/grid-clock.ts';
import { type House, type HouseOptions, openHouse } from './house.ts';
import { indexTick } from './listing.ts';
import { newPerson, type Person } from './person.ts';

/** A pair that trades against each other, and the id of the long's position. */
export interface Pair {
  readonly long: Person;
  readonly short: Person;
  readonly id: number;
}

export interface ContractHouse {
  house(): House;
  /** The index of BTC at this price, at the next place of the grid. */
  freshIndex(btc?: number): Promise<void>;
  /** Somebody with `amount` USDT in the contract wallet. */
  trader(amount?: string): Promise<Person>;
  /** Two people with a position of 20 contracts against each other at 50,000. */
  pair(): Promise<Pair>;
}

export const limit = (price: string, quantity: string) =>
  ({ symbol: 'BTCUSDT-PERP', type: 'limit', price, quantity }) as const;
export const market = (quantity: string) => ({ symbol: 'btc/usdt', type: 'market', quantity }) as const;

export async function positions(person: Person): Promise<readonly PositionRow[]> {
  return (await person.client.call('contractPositionList')).records;
}

/** Opens a house for the tests of a file, whose time stands still; before each the index is at 50,000. */
export function openContractHouse(options: HouseOptions = {}): ContractHouse {
  let house: House;
  let price = 50_000;
  const clock = new GridClock(async (tickNo, nowMs) => {
    const body = indexTick(tickNo, nowMs, price);
    const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
    expect(outcome.ok).toBe(true);
  });
  beforeAll(async () => {
    house = await openHouse({ clock: clock.now, ...options });
  });
  afterAll(() => house?.stop());
  beforeEach(() => freshIndex());

  async function freshIndex(btc = 50_000): Promise<void> {
    price = btc;
    await clock.pass(INDEX_GRID_MS);
  }

  async function trader(amount = '5000'): Promise<Person> {
    const person = await newPerson(house);
    await person.client.call('transfer', { query: { from: '1', to: '2', coin: 'USDT', amount } });
    return person;
  }

  async function pair(): Promise<Pair> {
    const [long, short] = [await trader(), await trader()];
    await short.client.call('openContract', {
      params: { positionSide: 'short' },
      body: limit('50000', '20'),
    });
    const body = { ...market('20'), leverage: 10, marginMode: 'isolated' } as const;
    const taken = await long.client.call('openContract', { params: { positionSide: 'long' }, body });
    expect(taken.status).toBe('filled');
    const [position] = await positions(long);
    return { long, short, id: position?.id as number };
  }

  return { house: () => house, freshIndex, trader, pair };
}
