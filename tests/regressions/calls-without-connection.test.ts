import { errors, newActKey } from '@candor/api';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, openHouse } from '../api/support/house.ts';
import { newPerson, type Person, send } from '../api/support/person.ts';

let house: House;
let person: Person;
beforeAll(async () => {
  house = await openHouse({ connections: 3 });
  person = await newPerson(house, false);
});
afterAll(() => house?.stop());

const ALERTS = '/api/v1/coin/quotes/getPriceAlerts';
const body = { symbol: 'BTC/USDT', source: 'index', kind: 'above', price: '90000' };

/** Runs work while others hold every connection of the house, each waiter for one being refused soon. */
async function withoutConnections(work: () => Promise<void>): Promise<void> {
  const { options } = house.pool;
  const held: PoolClient[] = [];
  while (held.length < 3) held.push(await house.pool.connect());
  options.connectionTimeoutMillis = 300;
  try {
    await work();
  } finally {
    options.connectionTimeoutMillis = 0;
    for (const client of held) client.release();
  }
}

/** Calls of customers waited without a bound for a connection that others held, and all later calls behind them. */
it('a call that gets no connection is answered as unavailable, and nothing of it is done', async () => {
  const { token } = person;
  const headers = { 'idempotency-key': newActKey(house.now()) };
  const add = () => send(house, 'POST', '/api/v1/coin/quotes/addPriceAlert', { token, headers, body });
  const list = () => send(house, 'GET', ALERTS, { token });
  await withoutConnections(async () => {
    for (const answer of await Promise.all([add(), list(), add(), list()]))
      expect(answer).toMatchObject({
        status: 503,
        code: errors.UNAVAILABLE.code,
        data: { key: 'UNAVAILABLE' },
      });
  });
  expect((await list()).data).toEqual([]);
  expect(await add()).toMatchObject({ status: 200, code: 200 });
  expect(await add()).toMatchObject({ status: 200, code: 200 });
  expect((await list()).data).toHaveLength(1);
});
