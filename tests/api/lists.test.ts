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
        symbol,
        quantity: '0.01',
        price: '52000',
        triggerSource: 'last',
        triggerPrice: '49000',
        stopPrice: '48900',
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

describe('a list of orders or fills of a time', () => {
  type Times = { readonly fromTime?: string; readonly toTime?: string };
  const numbers = (times: Times) =>
    Object.fromEntries(Object.entries(times).map(([name, value]) => [name, Number(value)]));
  const lists: Readonly<Record<string, (of: Person, times: Times) => Promise<number[]>>> = {
    entrustLog: async (of, query) => {
      const params = { scope: 'all', symbol, limit: '20' } as const;
      const { records } = await of.client.call('entrustLog', { params, query });
      return records.map(({ createTime }) => createTime);
    },
    getEntrustLogCurrency: async (of, times) => {
      const { records } = await of.client.call('getEntrustLogCurrency', { body: numbers(times) });
      return records.map(({ createTime }) => createTime);
    },
    currencyOrderList: async (of, query) => {
      const { records } = await of.client.call('currencyOrderList', { query });
      return records.map(({ createTime }) => createTime);
    },
    myExchangeLog: async (of, query) => {
      const { records } = await of.client.call('myExchangeLog', { params: { symbol }, query });
      return records.map(({ time }) => time);
    },
  };

  it.each(Object.entries(lists))(
    'by %s begins with its first moment and ends before its last',
    async (_, list) => {
      const of = await newPerson(house);
      const other = await newPerson(house);
      await limit(of, 'buy', '50000', '0.01');
      await limit(other, 'sell', '50000', '0.01');
      const [time] = await list(of, {});
      expect(time).toBeGreaterThan(0);
      const at = (ms: number) => String(time! + ms);
      expect(await list(of, { fromTime: at(0), toTime: at(1) })).toEqual([time]);
      expect(await list(of, { fromTime: at(1) })).toEqual([]);
      expect(await list(of, { toTime: at(0) })).toEqual([]);
    },
  );

  it('also finds what is open', async () => {
    const of = await newPerson(house);
    await limit(of, 'buy', '40000', '0.01');
    const asked = { params: { scope: 'open', symbol, limit: '20' } } as const;
    const { records } = await of.client.call('entrustLog', asked);
    const time = records[0]!.createTime;
    const times = (fromTime: number) => ({ ...asked, query: { fromTime: String(fromTime) } });
    expect((await of.client.call('entrustLog', times(time))).records).toHaveLength(1);
    expect((await of.client.call('entrustLog', times(time + 1))).records).toEqual([]);
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

it('pages by current and size are those by cursor, from the query and from the body', async () => {
  const own = await newPerson(house);
  for (let at = 0; at < 5; at += 1) await limit(own, 'buy', String(40_000 + at), '0.001');
  const path = '/api/currency/order/orderList';
  const ask = async (query: Record<string, string>, body?: object) => {
    const { data } = await send(house, 'POST', `${path}?${new URLSearchParams(query)}`, {
      token: own.token,
      body,
    });
    return data as { readonly records: { readonly id: number }[]; readonly nextCursor: string | null };
  };
  const all = (await ask({ scope: 'all' })).records.map(({ id }) => id);
  expect(all).toHaveLength(5);
  const pages = [];
  for (const current of [1, 2, 3, 4]) pages.push(await ask({ scope: 'all' }, { current, size: 2 }));
  expect(pages.map(({ records }) => records.map(({ id }) => id))).toEqual([
    all.slice(0, 2),
    all.slice(2, 4),
    all.slice(4),
    [],
  ]);
  expect(await ask({ scope: 'all', current: '2', size: '2' })).toEqual(pages[1]);
  expect(await ask({ size: '2', cursor: pages[0]!.nextCursor! }, { scope: 'all' })).toEqual(pages[1]);
  expect(await ask({ size: '2' }, { size: 3 })).toMatchObject({ key: 'INVALID_INPUT', field: 'size' });
  expect(await ask({ current: '501', size: '2' })).toMatchObject({ key: 'PAGE_TOO_DEEP', field: 'current' });
  const order = { symbol, type: 'limit', price: 41_000, quantity: 0.001 };
  const placed = await send(house, 'POST', '/api/v1/coin/entrust/exchange/buy', {
    token: own.token,
    body: order,
  });
  expect(placed).toMatchObject({ code: 200 });
});
