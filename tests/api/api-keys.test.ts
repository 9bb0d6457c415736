import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signedText } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { type House, openHouse } from './support/house.ts';
import { indexTick } from './support/listing.ts';
import { newPerson, PASSWORD, type Person, send } from './support/person.ts';
import { newKey, type OwnedKey, sendSigned, signedHeaders } from './support/signed.ts';
import { needOf, sendAct, sha256, stepUp } from './support/step-up.ts';

let house: House;
let person: Person;
let trader: OwnedKey;
let reader: OwnedKey;
// the index of the house is as old as its clock says, and no machine makes it stale
const startMs = Date.now();
beforeAll(async () => {
  house = await openHouse({ clock: () => startMs });
  person = await newPerson(house);
  trader = await newKey(house, person);
  reader = await newKey(house, person, { scopes: [] });
  const { outcome } = await house.engine.submit({
    userId: 0,
    key: null,
    bodyHash: null,
    body: indexTick(2, startMs),
  });
  expect(outcome.ok).toBe(true);
});
afterAll(() => house?.stop());

const MEMBER = '/api/v1/coin/member';
const BUY = '/api/v1/coin/entrust/exchange/buy';
const OPEN = '/api/v1/coin/entrust/entrustlog/open/BTCUSDT/10';
const order = { symbol: 'BTCUSDT', type: 'limit', price: '48000', quantity: '0.001' };
const openOrders = async () => {
  const { records } = await person.client.call('entrustLog', {
    params: { scope: 'open', symbol: 'BTCUSDT', limit: '50' },
  });
  return records.length;
};

describe('a key', () => {
  it('is made after step-up, shows its secret once, and is stored sealed', async () => {
    const act = {
      path: `${MEMBER}/api`,
      body: {
        name: 'Once',
        scopes: ['trade'],
        addresses: ['203.0.113.0/24', '2001:db8::7'],
        expireDays: null,
      },
    };
    expect(needOf(await sendAct(house, person, act)).methods).toContain('password');
    const { data } = await stepUp(house, person, act, [['password', sha256(PASSWORD)]]);
    const { key, secret } = data as { key: { id: string }; secret: string };
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const listed = (await person.client.call('getApis')).list.find(({ id }) => id === key.id);
    expect(listed).toMatchObject({
      name: 'Once',
      scopes: ['read', 'trade'],
      expireTime: null,
      lastTime: null,
      addresses: ['203.0.113.0/24', '2001:db8::7'],
    });
    const { rows } = await house.pool.query('select * from apikeys.key where key_id = $1', [key.id]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(rows[0].secret_sealed.toString('latin1')).not.toContain(secret);
  });

  it.each([
    ['the right to pay out', { scopes: ['withdraw'] }, 'API_KEY_WITHDRAW_CLOSED'],
    ['a year without addresses', { expireDays: 365 }, 'API_KEY_NEEDS_ADDRESSES'],
    ['no end without addresses', { expireDays: null }, 'API_KEY_NEEDS_ADDRESSES'],
    ['a network of half the world', { addresses: ['0.0.0.0/1'] }, 'INVALID_INPUT'],
    ['a word as an address', { addresses: ['home'] }, 'INVALID_INPUT'],
  ])('with %s is refused before factors are asked for', async (_, more, key) => {
    const body = { name: 'Bot', scopes: [], addresses: [], expireDays: 30, ...more };
    expect((await sendAct(house, person, { path: `${MEMBER}/api`, body })).data).toMatchObject({ key });
  });

  it('is one of twenty at most', async () => {
    const hoarder = await newPerson(house, false);
    await house.pool.query(
      `insert into apikeys.key select 'ck_' || lpad(n::text, 24, '0'), $1, 'Bot', 'x', '{read}', '{}', now(), null, null,
       null from generate_series(1, 20) n`,
      [hoarder.userId],
    );
    const body = { name: 'Bot', scopes: [], addresses: [], expireDays: 30 };
    expect((await sendAct(house, hoarder, { path: `${MEMBER}/api`, body })).data).toMatchObject({
      key: 'API_KEYS_FULL',
    });
  });

  it('is seen and deleted by its owner alone, and ends at once', async () => {
    const key = await newKey(house, person);
    const stranger = await newPerson(house, false);
    expect((await stranger.client.call('getApis')).list).toEqual([]);
    await stranger.client.call('deleteApi', { query: { id: key.id } });
    expect((await sendSigned(house, key, 'GET', OPEN)).code).toBe(200);
    await person.client.call('deleteApi', { query: { id: key.id } });
    expect((await sendSigned(house, key, 'GET', OPEN)).data).toMatchObject({ key: 'API_KEY_INVALID' });
    await person.client.call('deleteApi', { query: { id: key.id } });
  });

  it('shows when and from where it was used last', async () => {
    const key = await newKey(house, person);
    const headers = { 'x-forwarded-for': '198.51.100.9' };
    await sendSigned(house, key, 'GET', OPEN, { headers });
    await eventually(async () => {
      const { list } = await person.client.call('getApis', { query: { id: key.id } });
      expect(list).toMatchObject([{ lastTime: house.now(), lastAddress: '198.51.100.9' }]);
    });
  });
});

describe('a signed request', () => {
  it('places an order and reads it', async () => {
    const before = await openOrders();
    const placed = await sendSigned(house, trader, 'POST', BUY, { body: order, window: '60000' });
    expect(placed).toMatchObject({ status: 200, code: 200, data: { status: 'open' } });
    expect(await openOrders()).toBe(before + 1);
    const listed = await sendSigned(house, reader, 'GET', OPEN);
    const { orderId } = placed.data as { orderId: number };
    expect(JSON.stringify(listed.data)).toContain(`"id":${orderId},`);
  });

  it('does the same act when it is repeated, with and without a key of its own', async () => {
    for (const idempotencyKey of ['', 'order-0001']) {
      const options = { body: order, time: house.now(), idempotencyKey };
      const before = await openOrders();
      const first = await sendSigned(house, trader, 'POST', BUY, options);
      const again = await sendSigned(house, trader, 'POST', BUY, options);
      expect(again.data).toEqual(first.data);
      expect(await openOrders()).toBe(before + 1);
    }
  });

  it.each<[string, Record<string, string>, string]>([
    ['another key of the act', { 'idempotency-key': 'order-0002' }, BUY],
    ['a wider window', { 'request-window': '59999' }, BUY],
    ['another time', { 'request-time': String(startMs - 1) }, BUY],
    ['another path', {}, '/api/v1/coin/entrust/exchange/sell'],
    ['another query', {}, `${BUY}?a=1`],
    ['a signature in capitals', { 'api-signature': 'AB'.repeat(32) }, BUY],
    ['no signature', { 'api-signature': '' }, BUY],
  ])('is refused with %s than was signed', async (_, changed, path) => {
    const headers = { ...signedHeaders(trader, 'POST', BUY, startMs, { body: order }), ...changed };
    const answer = await send(house, 'POST', path, { body: order, headers });
    expect(answer.data).toMatchObject({ key: 'API_KEY_SIGNATURE' });
    expect(answer.status).toBe(200);
  });

  it('is refused with another body, another secret, or a key that nobody has', async () => {
    const headers = signedHeaders(trader, 'POST', BUY, startMs, { body: order });
    const changed = await send(house, 'POST', BUY, { body: { ...order, quantity: '0.002' }, headers });
    expect(changed.data).toMatchObject({ key: 'API_KEY_SIGNATURE' });
    const crossed = await sendSigned(house, { id: trader.id, secret: reader.secret }, 'GET', OPEN);
    expect(crossed.data).toMatchObject({ key: 'API_KEY_SIGNATURE' });
    for (const id of [`ck_${'a'.repeat(24)}`, 'me', "' or 1=1"])
      expect((await sendSigned(house, { id, secret: 'x' }, 'GET', OPEN)).data).toMatchObject({
        key: 'API_KEY_INVALID',
      });
  });

  it('is refused before and after its window, reads too', async () => {
    const at = (time: number) => sendSigned(house, trader, 'GET', OPEN, { time });
    expect((await at(startMs - 5_001)).data).toMatchObject({ key: 'REQUEST_LATE' });
    expect((await at(startMs + 1_001)).data).toMatchObject({ key: 'REQUEST_TIME_AHEAD' });
    const { 'request-time': _, ...timeless } = signedHeaders(trader, 'GET', OPEN, startMs, {});
    expect((await send(house, 'GET', OPEN, { headers: timeless })).data).toMatchObject({
      key: 'REQUEST_TIME_INVALID',
    });
  });

  it('needs the scope of the call and an address of the key', async () => {
    const refused = await sendSigned(house, reader, 'POST', BUY, { body: order });
    expect(refused.data).toMatchObject({ key: 'API_KEY_SCOPE' });
    const bound = await newKey(house, person, { addresses: ['203.0.113.0/24', '2001:db8::/48'] });
    const from = (ip: string) =>
      sendSigned(house, bound, 'GET', OPEN, { headers: { 'x-forwarded-for': ip } });
    expect((await from('203.0.113.77')).code).toBe(200);
    expect((await from('2001:db8:0:9::1')).code).toBe(200);
    expect((await from('203.0.114.1')).data).toMatchObject({ key: 'API_KEY_ADDRESS' });
    expect((await from('2001:db8:1::1')).data).toMatchObject({ key: 'API_KEY_ADDRESS' });
  });

  it('acts for nobody where a token would be needed, and the token beside it is not read', async () => {
    const path = `${MEMBER}/apis`;
    const headers = { authorization: person.token };
    for (const more of [{}, { headers }])
      expect((await sendSigned(house, trader, 'GET', path, more)).data).toMatchObject({
        key: 'API_KEY_NOT_ACCEPTED',
      });
    const crossed = { id: `ck_${'b'.repeat(24)}`, secret: 'x' };
    expect((await sendSigned(house, crossed, 'GET', OPEN, { headers })).data).toMatchObject({
      key: 'API_KEY_INVALID',
    });
  });

  it('is refused once the key expired', async () => {
    const owner = await newPerson(house, false);
    const key = await newKey(house, owner, { expireDays: 1 });
    expect((await sendSigned(house, key, 'GET', OPEN)).code).toBe(200);
    house.advance(24 * 3_600_000);
    expect((await sendSigned(house, key, 'GET', OPEN)).data).toMatchObject({ key: 'API_KEY_INVALID' });
    house.advance(-24 * 3_600_000);
  });

  it('of a frozen account only takes risk away, from the moment of the freeze', async () => {
    const owner = await newPerson(house);
    const key = await newKey(house, owner);
    const placed = await sendSigned(house, key, 'POST', BUY, { body: order });
    const { orderId } = placed.data as { orderId: number };
    await house.pool.query('update identity.user set frozen_at = now() where user_id = $1', [owner.userId]);
    house.identity.sessions.sayEnded(owner.userId);
    const again = await sendSigned(house, key, 'POST', BUY, { body: order, idempotencyKey: 'more' });
    expect(again.data).toMatchObject({ key: 'ACCOUNT_FROZEN' });
    const cancel = '/api/v1/coin/entrust/cancel/entrust';
    expect((await sendSigned(house, key, 'POST', cancel, { body: { orderId } })).code).toBe(200);
  });

  it('is signed as the documentation shows', async () => {
    const docs = await readFile(join(import.meta.dirname, '../../docs/api-keys.md'), 'utf8');
    const [, secret = ''] = /secret `([^`]+)`/.exec(docs) ?? [];
    const [example, list] = [
      ...docs.matchAll(/```text\n(\d{13}\n[\s\S]*?)\n```\n\n```text\napi-signature: (\w+)/g),
    ];
    for (const [, text = '', signature] of [example!, list!]) {
      const [time = '', window = '', method = '', path = '', idempotencyKey = '', body = ''] =
        text.split('\n');
      const signed = signedText({ time, window, method, path, idempotencyKey, body });
      expect(createHmac('sha256', secret).update(signed).digest('hex')).toBe(signature);
    }
    // the example is a request of this API: its text is what the server reads
    const [, text = ''] = example!;
    expect(text.split('\n').slice(2, 4)).toEqual(['POST', BUY]);
  });
});
