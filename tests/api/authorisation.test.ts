import { type Call, type CallName, calls, closeCodes, errors, operatorCalls, topics } from '@candor/api';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, ofType } from '../realtime/client.ts';
import { eventually } from '../support/patience.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { indexTick } from './support/listing.ts';
import {
  aimedAt,
  type Belongings,
  type Callings,
  callAs,
  callers,
  gateErrors,
  refusalOf,
} from './support/matrix.ts';
import { clientOf, newPerson, PASSWORD, type Person, send } from './support/person.ts';
import { newKey, type OwnedKey } from './support/signed.ts';
import { validInputs } from './support/valid-input.ts';
import { whoMay } from './support/who-may.ts';

const startMs = Date.now();
const MARK = 'only-the-owner-knows';
let house: House;
let operators: OperatorsConsole;
let owner: Person;
let ownersKey: OwnedKey;
let belongings: Belongings;
let callings: Callings;

beforeAll(async () => {
  house = await openHouse({ clock: () => startMs });
  await house.engine.submit({ userId: 0, key: null, bodyHash: null, body: indexTick(2, startMs) });
  operators = await openConsole(house);
  await operators.signIn();
  const operatorToken = operators.token() ?? '';
  expect(operatorToken).not.toBe('');
  house.advance(-(house.now() - startMs));
  owner = await newPerson(house);
  ownersKey = await newKey(house, owner, { name: MARK });
  const { orderId } = await owner.client.call('exchange', {
    params: { side: 'buy' },
    body: { symbol: 'BTCUSDT', type: 'limit', price: '48000', quantity: '0.001', clientOrderId: MARK },
  });
  const [device] = await owner.client.call('getLoginDevice');
  await owner.client.call('updateDevice', { body: { id: device!.id, name: MARK } });
  belongings = { orderId, deviceId: device!.id, keyId: ownersKey.id };
  const [person, frozen, botOwner] = [await newPerson(house), await newPerson(house), await newPerson(house)];
  const reader = await newKey(house, botOwner, { scopes: [] });
  const trader = await newKey(house, botOwner);
  const withdrawer = await newKey(house, botOwner, { scopes: [] });
  // nobody can make such a key
  await house.pool.query(`update apikeys.key set scopes = '{read,withdraw}' where key_id = $1`, [
    withdrawer.id,
  ]);
  await house.pool.query('update identity.user set frozen_at = now() where user_id = $1', [frozen.userId]);
  house.identity.sessions.sayEnded(frozen.userId);
  callings = { operatorToken, person, frozen, reader, trader, withdrawer };
});
afterAll(async () => {
  await operators?.stop();
  await house?.stop();
});

/** Everything of the owner that a stranger's call could have changed. */
async function ownersState(): Promise<string> {
  const { userId } = owner;
  const kernel = await house.engine.read((view) => [
    view.balances(userId),
    view.spot.openOrders(userId, null),
    view.spot.waitingOrders(userId, null),
  ]);
  const rows = await Promise.all(
    [
      'identity.session where user_id = $1',
      'identity.known_device where owner_id = $1',
      'identity.favourite where user_id = $1',
      'apikeys.key where user_id = $1',
      'identity.user where user_id = $1',
      'factors.step_up where user_id = $1',
    ].map(async (table) => (await house.pool.query(`select * from ${table}`, [userId])).rows),
  );
  return JSON.stringify({ kernel, rows }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
}

/** The same person in a session of its own. */
async function again(person: Person): Promise<Person> {
  const body = { type: 'account', account: person.account, password: PASSWORD } as const;
  const { satoken } = await clientOf(house).call('login', { body });
  return { ...person, token: satoken };
}

/** Calls that end the caller's own session, which come last. */
const ending: readonly string[] = ['logout', 'logoutEverywhere'];
const inOrder = Object.values<Call>(calls).toSorted(
  (left, right) => Number(ending.includes(left.name)) - Number(ending.includes(right.name)),
);

describe('the customers’ calls', () => {
  it('are each for whom the policy names, and refuse everybody else alike', async () => {
    const before = await ownersState();
    const wrong: string[] = [];
    for (const call of inOrder) {
      if (ending.includes(call.name)) {
        const [person, frozen] = [await again(callings.person), await again(callings.frozen)];
        callings = { ...callings, person, frozen };
      }
      const who = whoMay[call.name as CallName];
      const input = aimedAt(validInputs[call.name as CallName], belongings);
      for (const caller of who === 'everybody' ? (['visitor'] as const) : callers) {
        const answer = await callAs(house, callings, caller, call, input);
        const key = (answer.data as { key?: string } | null)?.key ?? null;
        const refused = refusalOf(who, caller);
        const said = `${call.name} by ${caller}: ${answer.status} ${answer.text.slice(0, 200)}`;
        if (answer.status !== 200) wrong.push(`no answer of the API: ${said}`);
        if (refused === null ? gateErrors.includes(key ?? '') : key !== refused) wrong.push(said);
        // a refusal says nothing beyond itself
        if (refused !== null && JSON.stringify(answer.data) !== `{"key":"${refused}"}`) wrong.push(said);
        const told = [MARK, ownersKey.id, belongings.deviceId, `"${owner.account}"`, owner.token];
        if (told.some((secret) => answer.text.includes(secret))) wrong.push(`tells of the owner: ${said}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await ownersState()).toBe(before);
  });

  it('answer their owner', async () => {
    const list = JSON.stringify(await owner.client.call('getApis'));
    expect(list).toContain(MARK);
    const params = { scope: 'open', symbol: 'BTCUSDT', limit: '10' } as const;
    expect(JSON.stringify(await owner.client.call('entrustLog', { params }))).toContain(MARK);
  });
});

describe('the operators’ calls', () => {
  it('are for operators alone, but for the login', async () => {
    const open = Object.values<Call>(operatorCalls).filter(({ auth }) => auth !== 'required');
    expect(open.map(({ name }) => name)).toEqual([
      'operatorLogin',
      'openOperatorSetup',
      'operatorSecondFactor',
    ]);
    const wrong: string[] = [];
    for (const call of Object.values<Call>(operatorCalls).filter(({ auth }) => auth === 'required')) {
      const path = call.path.replace('{head}', 'v1').replace(/\{\w+\}/g, '1');
      for (const headers of [{}, { authorization: owner.token }, { 'api-key': ownersKey.id }]) {
        const answer = await fetch(operators.url + path, {
          method: call.method,
          headers: { ...headers, ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }) },
          ...(call.method === 'GET' ? {} : { body: '{}' }),
        });
        const text = await answer.text();
        const { code, data } = JSON.parse(text) as { code: number; data: unknown };
        // no key is looked at before a file is read
        const refused = call.upload && 'api-key' in headers ? 'API_KEY_NOT_ACCEPTED' : 'SIGNED_OUT';
        const wanted = refused === 'SIGNED_OUT' ? 401 : errors[refused].code;
        if (code !== wanted || JSON.stringify(data) !== JSON.stringify({ key: refused }))
          wrong.push(`${call.name}: ${text}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('private messages', () => {
  const socketOf = (userId: number) => connect(`${house.url.replace('http', 'ws')}/ws/coin/${userId}`);
  const join = (userId: number | null, password: string): Promise<MqttClient> => {
    const client = mqtt.connect(`${house.url.replace('http', 'ws')}/mqtt`, {
      reconnectPeriod: 0,
      keepalive: 60,
      ...(userId === null ? {} : { username: String(userId), password }),
    });
    return new Promise((resolve, reject) => {
      client.on('connect', () => resolve(client));
      client.on('error', reject);
      client.on('close', () => reject(new Error('closed')));
    });
  };
  const granted = (client: MqttClient, names: string[]): Promise<number[]> =>
    new Promise((resolve) => {
      client.subscribe(names, { qos: 0 }, (_error, _grants, packet) =>
        resolve((packet as { granted?: number[] } | undefined)?.granted ?? []),
      );
    });
  const ownTopics = ({ userId }: Person) => [
    topics.refresh(userId),
    topics.orders(userId),
    topics.balances(userId),
    topics.fills(userId),
    topics.seconds(userId),
    topics.margin(userId),
    topics.notices(userId),
    topics.chat(userId),
    topics.contracts(userId),
  ];
  const strangers = async () => [
    (await newPerson(house, false)).token,
    callings.operatorToken,
    ownersKey.id,
    ownersKey.secret,
  ];

  it('come by sockets to their owner alone', async () => {
    for (const token of await strangers()) {
      const client = await socketOf(owner.userId);
      client.send({ op: 'auth', token });
      expect(await client.closed).toBe(closeCodes.unauthenticated);
      // a slow machine sees pings in between
      const said = client.messages.filter(({ type }) => type !== 'ping');
      expect(said.every(({ type }) => type === 'error')).toBe(true);
    }
    const own = await socketOf(owner.userId);
    own.send({ op: 'auth', token: owner.token });
    await own.next(ofType('snapshot'));
    own.ws.close();
  });

  it('come by MQTT to their owner alone, frozen or not', async () => {
    expect(Object.keys(topics).length - 1).toBe(ownTopics(owner).length);
    for (const token of await strangers()) await expect(join(owner.userId, token)).rejects.toThrow();
    const { frozen } = callings;
    const { satoken } = await clientOf(house).call('login', {
      body: { type: 'account', account: frozen.account, password: PASSWORD },
    });
    for (const [client, isOwner] of [
      [await join(owner.userId, owner.token), true],
      [await join(frozen.userId, satoken), false],
      [await join(null, ''), false],
    ] as const) {
      const names = ownTopics(owner);
      expect(await granted(client, names)).toEqual(names.map(() => (isOwner ? 0 : 128)));
      expect(await granted(client, [topics.allSymbolDetail])).toEqual([0]);
      client.end(true);
    }
  });

  it('end with the device that was removed elsewhere, as its calls do', async () => {
    const { satoken } = await clientOf(house).call('login', {
      body: { type: 'account', account: owner.account, password: PASSWORD },
    });
    const socket = await socketOf(owner.userId);
    socket.send({ op: 'auth', token: satoken });
    await socket.next(ofType('snapshot'));
    const client = await join(owner.userId, satoken);
    const hungUp = new Promise<void>((resolve) => client.on('close', () => resolve()));
    const removed = (await owner.client.call('getLoginDevice')).find(({ id }) => id !== belongings.deviceId);
    await owner.client.call('deleteDevice', { params: { id: removed!.id } });
    expect(await socket.closed).toBe(closeCodes.signedOut);
    await hungUp;
    await eventually(async () => {
      const answer = await send(house, 'POST', '/api/user/getInfo', { token: satoken });
      expect(answer.data).toEqual({ key: 'SIGNED_OUT' });
    });
    expect((await owner.client.call('getInfo')).user.userId).toBe(owner.userId);
  });
});
