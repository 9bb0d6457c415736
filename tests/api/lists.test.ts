import { type Call, calls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person, send } from './support/person.ts';
import { validInputs } from './support/valid-input.ts';

let house: House;
let person: Person;
beforeAll(async () => {
  house = await openHouse();
  person = await newPerson(house);
});
afterAll(() => house?.stop());

const symbol = 'BTCUSDT';

async function limit(of: Person, side: 'buy' | 'sell', price: string, quantity: string) {
  const body = { symbol, type: 'limit', price, quantity } as const;
  return (await of.client.call('exchange', { params: { side }, body })).orderId;
}

/** An order as the open ones and as all of them are listed, without the time of the look. */
async function bothWays(orderId: number) {
  const rows = [];
  for (const scope of ['open', 'all'] as const) {
    const params = { scope, symbol, limit: '20' };
    const { records } = await person.client.call('entrustLog', { params });
    const { updateTime: _, seq: __, ...row } = records.find(({ id }) => id === orderId)!;
    rows.push(row);
  }
  return rows;
}

describe('an open order', () => {
  it('that is filled in part is listed with its fees', async () => {
    const orderId = await limit(person, 'buy', '50000', '0.02');
    const other = await newPerson(house);
    await limit(other, 'sell', '50000', '0.005');
    const [open, told] = await bothWays(orderId);
    expect(open).toEqual(told);
    expect(open).toMatchObject({
      status: 'partially-filled',
      serviceCharge: { coin: 'BTC', amount: '0.000005' },
    });
    await person.client.call('cancelEntrust', { body: { orderId } });
  });

  it('that has fired is listed with what it waited for, and with its twin', async () => {
    const { stopOrderId } = await person.client.call('exchangeOco', {
      params: { side: 'sell' },
      body: {
        ...{ symbol, quantity: '0.01', price: '52000' },
        ...{ triggerSource: 'last', triggerPrice: '49000', stopPrice: '48900' },
      },
    });
    const [one, two] = [await newPerson(house), await newPerson(house)];
    await limit(one, 'buy', '49000', '0.001');
    await limit(two, 'sell', '49000', '0.001');
    const [open, told] = await bothWays(stopOrderId);
    expect(open).toEqual(told);
    expect(open).toMatchObject({
      status: 'open',
      triggerPrice: '49000.00',
      trigger: { kind: 'stop', firedPrice: '49000.00' },
      twinOrderId: stopOrderId - 1,
    });
  });
});

/** Calls that take a cursor, and which part of the request carries it. */
const paged = Object.values<Call>(calls).flatMap((call) =>
  (['query', 'body'] as const)
    .filter((part) => 'cursor' in ((call[part] as z.ZodObject | null)?.shape ?? {}))
    .map((part) => [call.name, call, part] as const),
);

describe('a cursor that no page gave', () => {
  it('could be sent to many lists', () => {
    expect(paged.length).toBeGreaterThan(15);
  });

  it.each(paged)('is refused by %s', async (name, call, part) => {
    const valid = validInputs[name as keyof typeof validInputs];
    const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) =>
      key === 'head' ? 'v1' : (valid.params?.[key] ?? ''),
    );
    const ask = (cursor: string) => {
      const query = part === 'query' ? { ...valid.query, cursor } : valid.query;
      const body = part === 'body' ? { ...valid.body, cursor } : valid.body;
      return send(house, call.method, `${path}?${new URLSearchParams(query)}`, { token: person.token, body });
    };
    for (const cursor of ['x', '-1', '1e3', 'NaN', 'Infinity', '7.', '.7', '7.1.1', '9'.repeat(16)]) {
      expect((await ask(cursor)).data, cursor).toMatchObject({ key: 'INVALID_INPUT', field: 'cursor' });
    }
    const [own, others] = `${valid[part]?.cursor}`.includes('.') ? ['7.1', '7'] : ['7', '7.1'];
    expect((await ask(own!)).code).toBe(200);
    expect((await ask(others!)).data).toMatchObject({ key: 'INVALID_INPUT', field: 'cursor' });
  });
});
