import { type Client, calls, callUrl, closeCodes, type OperatorCalls, subjects } from '@candor/api';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, ofType } from '../realtime/client.ts';
import { eventually } from '../support/patience.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, type Person, refusal } from './support/person.ts';
import { newKey, sendSigned } from './support/signed.ts';

const REASON = 'Reported a stolen phone by telephone';
let house: House;
let desk: OperatorsConsole;
let admin: Client<OperatorCalls>;
let sam: Client<OperatorCalls>;
let clients: MqttClient[] = [];

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  admin = await desk.signIn();
  sam = await desk.add('sam', 'support', admin);
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  clients = [];
  await desk?.stop();
  await house?.stop();
});

const socketsOf = () => house.url.replace('http', 'ws');
const end = (userId: number, by = sam) =>
  by.call('endOperatorUserSessions', {
    params: { userId: String(userId) },
    body: { code: 'lostDevice', reason: REASON },
  });
const entries = async () =>
  (await admin.call('getOperatorLog', { query: { act: 'endUserSessions' } })).records;
const noticesOf = async ({ userId }: Person) =>
  (await house.pool.query('select kind, channel from messages.message where user_id = $1', [userId])).rows;

/** Opens the private socket and MQTT of a session; resolves with promises of their ends. */
async function listen({ userId }: Person, token: string) {
  const socket = await connect(`${socketsOf()}/ws/coin/${userId}`);
  socket.send({ op: 'auth', token });
  await socket.next(ofType('snapshot'));
  const client = mqtt.connect(`${socketsOf()}/mqtt`, {
    reconnectPeriod: 0,
    keepalive: 60,
    username: String(userId),
    password: token,
  });
  clients.push(client);
  const hungUp = new Promise<void>((resolve) => client.on('close', () => resolve()));
  await new Promise<void>((resolve) => client.on('connect', () => resolve()));
  return { socket, hungUp };
}

it('end on calls, sockets and MQTT at once, of one user, with a reason that the user reads', async () => {
  const [person, other] = [await newPerson(house), await newPerson(house)];
  const key = await newKey(house, person);
  const body = { type: 'account', account: person.account, password: PASSWORD } as const;
  const { satoken } = await clientOf(house).call('login', { body });
  const phone = clientOf(house, satoken);
  await phone.call('getInfo');
  // only now, since an account with a mail address logs in with a code
  const mailIs = (email: string | null) =>
    house.pool.query('update identity.user set email = $1 where user_id = $2', [email, person.userId]);
  await mailIs('stolen@example.org');
  const own = await listen(person, person.token);
  const elsewhere = await listen(person, satoken);
  const others = await connect(`${socketsOf()}/ws/coin/${other.userId}`);
  others.send({ op: 'auth', token: other.token });
  await others.next(ofType('snapshot'));

  // what waits for no heartbeat: doors hear of it before the operator has the answer
  const heard: string[] = [];
  const unsubscribe = house.bus.subscribe(subjects.sessionEnded('*'), (_, subject) => {
    heard.push(subject);
  });
  expect(await end(person.userId)).toEqual({ ended: 2 });
  expect(heard).toEqual([subjects.sessionEnded(person.userId)]);
  unsubscribe();
  for (const { socket, hungUp } of [own, elsewhere]) {
    expect(await socket.closed).toBe(closeCodes.signedOut);
    await hungUp;
  }
  for (const client of [person.client, phone])
    await eventually(async () => expect((await refusal(client.call('getInfo'))).key).toBe('SIGNED_OUT'));
  expect((await other.client.call('getInfo')).user.userId).toBe(other.userId);
  expect(others.ws.readyState).toBe(others.ws.OPEN);
  others.ws.close();
  expect((await sendSigned(house, key, 'GET', callUrl(calls.getMyBalance, 'v1', {}))).code).toBe(200);

  await mailIs(null);
  const back = clientOf(house, (await clientOf(house).call('login', { body })).satoken);
  const { records } = await back.call('getAccountTouches');
  expect(records.map(({ id: _id, createTime: _time, ...touch }) => touch)).toEqual([
    { role: 'support', act: 'sessionsEnded', code: 'sessions.lostDevice', reason: REASON },
  ]);
  expect(await noticesOf(person)).toEqual([{ kind: 'sessionsEnded', channel: 'email' }]);
  expect(await noticesOf(other)).toEqual([]);
  expect((await entries())[0]).toMatchObject({
    operator: 'sam',
    details: { user: String(person.userId), code: 'lostDevice', sessions: '2', reason: REASON },
  });
  expect((await admin.call('verifyOperatorLog')).intact).toBe(true);
});

it('are ended by support, risk and administration alone, of a user who exists, and for a listed cause', async () => {
  const person = await newPerson(house, false);
  const before = (await entries()).length;
  for (const role of ['content', 'review', 'finance'] as const) {
    const by = await desk.add(`by_${role}`, role, admin);
    expect((await refusal(end(person.userId, by))).key, role).toBe('OPERATOR_NOT_ALLOWED');
  }
  expect((await refusal(end(999_999_999))).key).toBe('NOT_FOUND');
  const params = { userId: String(person.userId) };
  for (const body of [
    { code: 'curious', reason: REASON },
    { code: 'asked', reason: '' },
  ])
    expect((await refusal(sam.call('endOperatorUserSessions', { params, body: body as never }))).key).toBe(
      'INVALID_INPUT',
    );
  expect((await person.client.call('getInfo')).user.userId).toBe(person.userId);
  expect((await entries()).length).toBe(before);
  const rita = await desk.add('rita', 'risk', admin);
  expect(await end(person.userId, rita)).toEqual({ ended: 1 });
  expect((await refusal(person.client.call('getInfo'))).key).toBe('SIGNED_OUT');
});
