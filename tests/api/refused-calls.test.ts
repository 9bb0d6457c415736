import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../realtime/client.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, type Person, send } from './support/person.ts';
import { newKey, type OwnedKey, sendSigned } from './support/signed.ts';

const POINTS = 400;
const BUY = '/api/v1/coin/entrust/exchange/buy';
const order = { symbol: 'BTCUSDT', type: 'limit', price: '48000', quantity: '0.001' };

let house: House;
let person: Person;
let frozen: Person;
let reader: OwnedKey;
const limitMs = 0;

beforeAll(async () => {
  house = await openHouse({ callsPerSecond: POINTS, limitClock: () => limitMs });
  [person, frozen] = [await newPerson(house, false), await newPerson(house, false)];
  reader = await newKey(house, person, { scopes: [] });
  await house.pool.query('update identity.user set frozen_at = now() where user_id = $1', [frozen.userId]);
  house.identity.sessions.sayEnded(frozen.userId);
  const body = { type: 'account', account: frozen.account, password: PASSWORD } as const;
  frozen = { ...frozen, token: (await clientOf(house).call('login', { body })).satoken };
});
afterAll(() => house?.stop());

/** Lines of the log about one address. */
const of = (address: string) => house.refusals().filter((line) => line.address === address);
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('a refused socket', () => {
  const sockets = () => house.url.replace('http', 'ws');

  it('is in the log once and then in the count of its minute, whoever opened it', async () => {
    const headers = from('203.0.113.21');
    for (const token of ['a-token-that-nobody-gave', person.token, frozen.token]) {
      const client = await connect(`${sockets()}/ws/coin/7`, { headers });
      client.send({ op: 'auth', token });
      await client.closed;
    }
    expect(of('203.0.113.21')).toMatchObject([
      { level: 40, who: null, call: 'private socket of user 7', why: 'SIGNED_OUT', code: 401 },
    ]);
    const other = connect(`${sockets()}/ws/a`, {
      headers: { ...from('203.0.113.22'), origin: 'https://evil.test' },
    });
    await expect(other).rejects.toThrow('403');
    expect(of('203.0.113.22')).toMatchObject([
      { call: 'upgrade to a socket', why: 'NOT_PERMITTED', code: 403 },
    ]);
  });

  it('of MQTT names the topic', async () => {
    const client = await mqtt.connectAsync(`${sockets()}/mqtt`, {
      username: String(person.userId),
      password: person.token,
      reconnectPeriod: 0,
      wsOptions: { headers: from('203.0.113.23') },
    });
    await expect(client.subscribeAsync(`user/${frozen.userId}/order`)).rejects.toThrow();
    client.end(true);
    expect(of('203.0.113.23')).toMatchObject([
      { who: `user ${person.userId}`, call: `MQTT user/${frozen.userId}/order`, why: 'NOT_PERMITTED' },
    ]);
  });
});

describe('a refused call', () => {
  it('of a visitor is in the log: from where, what and why', async () => {
    const headers = from('203.0.113.1');
    await send(house, 'POST', '/api/user/getInfo', { headers });
    await send(house, 'POST', BUY, { headers, body: order, token: 'a-token-that-nobody-gave' });
    expect(of('203.0.113.1')).toMatchObject([
      { level: 40, who: null, call: expect.any(String), why: 'SIGNED_OUT', code: 401 },
    ]);
  });

  it('of an API key names the key', async () => {
    const { data } = await sendSigned(house, reader, 'POST', BUY, {
      body: order,
      idempotencyKey: 'refused-1',
      headers: from('203.0.113.2'),
    });
    expect(data).toMatchObject({ key: 'API_KEY_SCOPE' });
    expect(of('203.0.113.2')).toMatchObject([
      { who: `key ${reader.id}`, call: 'exchange', why: 'API_KEY_SCOPE' },
    ]);
    await send(house, 'POST', BUY, {
      headers: {
        ...from('203.0.113.3'),
        'api-key': 'a password typed here',
        'request-time': `${house.now()}`,
      },
      body: order,
    });
    expect(of('203.0.113.3')).toMatchObject([{ who: null, call: 'exchange' }]);
  });

  it('of a frozen account, and of one that has made too many, names the user', async () => {
    await send(house, 'POST', BUY, { headers: from('203.0.113.4'), body: order, token: frozen.token });
    expect(of('203.0.113.4')).toMatchObject([
      { who: `user ${frozen.userId}`, call: 'exchange', why: 'ACCOUNT_FROZEN' },
    ]);
    let last = 200;
    for (let at = 0; at < POINTS && last === 200; at += 1) {
      const headers = from(`198.51.100.${at % 8}`);
      last = (await send(house, 'POST', '/api/user/getInfo', { headers, token: person.token })).code ?? 0;
    }
    expect(last).toBe(429);
    const limited = house.refusals().filter(({ why }) => why === 'RATE_LIMITED');
    expect(limited).toMatchObject([{ who: `user ${person.userId}`, call: 'getInfo', code: 429 }]);
  });

  it('of a wrong password leaves neither name nor password in the log', async () => {
    const body = { type: 'account', account: 'typed-my-secret', password: 'never-in-a-log-1' } as const;
    const answer = await send(house, 'POST', '/api/user/login', {
      headers: from('203.0.113.5'),
      body,
    });
    expect(answer.data).toMatchObject({ key: 'WRONG_CREDENTIALS' });
    expect(of('203.0.113.5')).toMatchObject([{ who: null, call: 'login', why: 'WRONG_CREDENTIALS' }]);
    const whole = JSON.stringify(house.refusals());
    const secrets = [
      person.token,
      frozen.token,
      reader.secret,
      'never-in-a-log',
      'typed-my-secret',
      'a-token-that',
    ];
    for (const secret of [...secrets, 'a password typed here']) expect(whole).not.toContain(secret);
  });
});
