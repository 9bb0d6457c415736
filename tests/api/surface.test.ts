import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Call, calls, DEFAULT_AVATAR, errors, newActKey } from '@candor/api';
import { INDEX_GRID_MS } from '@candor/prices';
import { keyTimeMs } from '@candor/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../tools/run.ts';
import { type House, openHouse } from './support/house.ts';
import { indexTick } from './support/listing.ts';
import { newPerson, type Person, send } from './support/person.ts';
import { sampleInput } from './support/sample-input.ts';
import { specCalls } from './support/spec-calls.ts';
import { bodies, filled, queries, refusedToday } from './support/surface-input.ts';

let house: House;
let person: Person;
beforeAll(async () => {
  house = await openHouse();
  person = await newPerson(house);
});
afterAll(() => house?.stop());

/** `METHOD path` with every parameter's name taken out. */
const shapeOf = (method: string, path: string) =>
  `${method} ${path.replace('{head}', '{h}').replace(/\{(?!h\})\w+\}/g, '{}')}`;

describe('the table', () => {
  const shapes = Object.values<Call>(calls).flatMap((call) =>
    [{ method: call.method, path: call.path }, ...call.aliases].map((place) =>
      shapeOf(place.method, place.path),
    ),
  );

  it.each(specCalls.filter((call) => !call.includes('/platform/')))('has %s at its exact path', (line) => {
    const [method = '', path = ''] = line.split(' ');
    expect(shapes).toContain(shapeOf(method, path));
  });

  it('has no place twice, and every error code once', () => {
    expect(new Set(shapes).size).toBe(shapes.length);
    const codes = Object.values(errors).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('makes keys of acts whose age the kernel can read', () => {
    const key = newActKey(1_800_000_000_000);
    expect(keyTimeMs(`place:k:${key}`)).toBe(1_800_000_000_000);
  });
});

let tickNo = 1;

/** However slow the machine is, the index is not stale. */
async function freshIndex(): Promise<void> {
  tickNo = Math.max(tickNo + 1, Math.floor(Date.now() / INDEX_GRID_MS));
  const body = indexTick(tickNo, Date.now());
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  expect(outcome.ok).toBe(true);
}

describe('every call', () => {
  const list = Object.values<Call>(calls).filter(({ name }) => !/^logout/.test(name));

  it.each(list.map((call) => [call.name, call] as const))(
    '%s answers as its contract says',
    async (name, call) => {
      const values = name === 'deleteDevice' ? { ...filled, id: 'ab'.repeat(32) } : filled;
      const path = call.path.replace(/\{(\w+)\}/g, (_, parameter: string) => values[parameter] ?? '');
      let body = bodies[name];
      if (name === 'transactionDetails') {
        const placed = await person.client.call('exchange', {
          params: { side: 'buy' },
          body: { symbol: 'BTCUSDT', type: 'limit', price: '48000', quantity: '0.001' },
        });
        filled.orderId = String(placed.orderId);
      }
      if (call.body !== null && body === undefined)
        body = call.body.safeParse({}).success ? {} : sampleInput(call).body;
      const target = path.replace(/details\/\d+$/, `details/${filled.orderId}`) + (queries[name] ?? '');
      await freshIndex();
      // a refreshed token ends a minute later, and with its use then all of its family
      const { token } = name === 'refreshToken' ? await newPerson(house, false) : person;
      const answer = await send(house, call.method, target, { token, body });
      const refused = refusedToday[name];
      if (refused === undefined) {
        expect(answer).toMatchObject({ status: 200, code: 200 });
        expect(call.data.safeParse(answer.data).error).toBeUndefined();
      } else {
        expect(answer.data).toMatchObject({ key: refused });
        expect(answer).toMatchObject({ status: 200, code: errors[refused].code });
      }
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('etag')).toBeNull();
      if (call.auth === 'required') {
        const stranger = await send(house, call.method, target, { body });
        expect(stranger).toMatchObject({ status: 200, code: 401 });
        expect(stranger.data).toEqual({ key: 'SIGNED_OUT' });
      }
    },
  );

  it('lists every spot market with the specification’s fields', async () => {
    const rows = await person.client.call('getSpotGoods');
    expect(rows.map(({ symbol_name }) => symbol_name)).toEqual(['BTC/USDT', 'ETH/USDT']);
    expect(rows[0]).toMatchObject({ base_symbol: 'BTC', id: 1, c_id: 1, part_cou: 5, full_cou: 2 });
    const { coinList, currencyList, contractList } = await person.client.call('getCoinList');
    expect(coinList).toEqual([]);
    expect(contractList).toMatchObject([
      { coin: 'BTC', baseCoin: 'USDT', symbol: 'btcusdt-perp', market: 'contract', customizeFlag: 2 },
    ]);
    expect(currencyList[0]).toMatchObject({
      coin: 'BTC',
      baseCoin: 'USDT',
      symbol: 'btcusdt',
      customizeFlag: 1,
    });
    // the volume of what has coinType 3 is looked up by its symbol
    const looked = contractList.filter(({ coinType }) => coinType === 3);
    expect(looked.map(({ volume, volume24 }) => [volume, volume24])).toEqual([[null, null]]);
    const symbolNameList = looked.map(({ symbol }) => symbol);
    const details = await person.client.call('getContractDetail', {
      body: { symbolNameList, type: 'usta' },
    });
    expect(details.map(({ id }) => id)).toEqual(looked.map(({ id }) => id));
    expect(details[0]).toHaveProperty('own_volume24');
  });

  it('lists what was listed last, as many as asked for', async () => {
    const all = await person.client.call('getNewListings');
    expect(all.map(({ symbol, type }) => `${symbol} ${type}`).sort()).toEqual([
      'BTCUSDT spot',
      'BTCUSDT-PERP usta',
      'ETHUSDT spot',
    ]);
    expect(all.map(({ time }) => time)).toEqual(all.map(({ time }) => time).toSorted((a, b) => b - a));
    expect(await person.client.call('getNewListings', { query: { limit: '1' } })).toEqual(all.slice(0, 1));
    expect((await send(house, 'GET', '/api/v1/coin/open/newListings?limit=51')).data).toMatchObject({
      key: 'INVALID_INPUT',
      field: 'limit',
    });
  });

  it('gives each language a picture of the pages, and a user without one the default', async () => {
    const { t_app_language } = await person.client.call('getSystemConfig');
    expect(t_app_language).toHaveLength(13);
    const { user } = await person.client.call('getInfo');
    expect(user.avatar).toBe(DEFAULT_AVATAR);
    for (const path of [user.avatar, ...t_app_language.map(({ imgUrl }) => imgUrl)])
      expect(existsSync(join(root, 'apps/web/public', path)), path).toBe(true);
  });

  it('keeps favourites: added once, listed in order, removed', async () => {
    const fan = await newPerson(house, false);
    for (const symbolId of ['2', '1', '2']) {
      await fan.client.call('addOptional', { params: { symbolId, flag: '1' } });
    }
    const list = await fan.client.call('getOptional');
    expect(list.map(({ id, collect }) => [id, collect])).toEqual([
      [2, 1],
      [1, 1],
    ]);
    await fan.client.call('cancelOptional', { params: { favouriteId: '2', flag: '1' } });
    const rows = await fan.client.call('getSpotGoods');
    expect(rows.map(({ optional }) => optional)).toEqual([1, 0]);
  });

  it('lists bills of a time alone, from its first moment on and before its end', async () => {
    const bills = async (query: { fromTime?: string; toTime?: string }) =>
      (await person.client.call('getMyBill', { query })).records.map(({ time }) => time);
    const all = await bills({});
    expect(all.length).toBeGreaterThan(0);
    const newest = Math.max(...all);
    expect(await bills({ fromTime: String(newest) })).toEqual(all.filter((time) => time === newest));
    expect(await bills({ toTime: String(newest) })).toEqual(all.filter((time) => time < newest));
    const posted = await person.client.call('postMyBill', { body: { fromTime: newest + 1 } });
    expect(posted.records).toEqual([]);
  });

  it('reads operator-kept tables by pages, newest first, or all at once', async () => {
    const ask = (query: string) => send(house, 'GET', `/api/v1/cgform-api/getData/exchange_rate${query}`);
    const all = (await ask('?pageSize=-521')).data as { records: { id: number }[]; total: number };
    expect(all.records).toHaveLength(all.total);
    const ids = all.records.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((left, right) => right - left));
    const second = (await ask('?pageSize=2&pageNo=2')).data as { records: { id: number }[] };
    expect(second.records.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    const one = await send(house, 'GET', `/api/v1/cgform-api/detailData/exchange_rate/${ids[0]}`);
    expect(one.data).toEqual(all.records[0]);
    const bills = await send(house, 'GET', '/api/v1/coin/assets/getMyBill?pageSize=-521', {
      token: person.token,
    });
    expect(bills.data).toMatchObject({ key: 'INVALID_INPUT', field: 'pageSize' });
  });

  it('names countries in the reader’s language', async () => {
    const german = await send(house, 'POST', '/api/user/getCountryCode', { headers: { lang: 'de' } });
    expect(german.data).toContainEqual({ country: 'DE', name: 'Deutschland', code: '+49' });
  });
});
