// Own server: one of its doors is stopped.
import { setTimeout as sleep } from 'node:timers/promises';
import { channels, newActKey } from '@candor/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { connect, ofType, type Wire } from '../realtime/client.ts';
import { eventually } from '../support/patience.ts';
import {
  begunDataDir,
  endAll,
  processesOf,
  quietPorts,
  type RunningProgram,
  startProgram,
  untilReady,
} from '../support/program.ts';
import { clientOf, password, registerTrader, type Trader } from '../support/trader.ts';
import { type Answer, ask, isData, isStalePing, Marked, newestIn, readMqtt } from './through-doors.ts';

/**
 * The time that the door is stopped, in seconds: longer than the bus waits for a reader. For a whole minute:
 * `DOOR_STOP_S=60`.
 */
const STOP_S = Number(process.env.DOOR_STOP_S ?? 8);
/** Connections of each kind, which the system spreads over the two doors. */
const EACH = 10;
const SYMBOL = 'BTCUSDT';
const STOPPED = 'door-1';
/** Data that is older is stale: more than a busy machine needs, less than the stop. */
const FRESH_MS = 4_000;

let program: RunningProgram;
let url: string;
let trader: Trader;
/** Reads by MQTT: one user's account is read for 20 sockets at once only. */
let reader: Trader;

beforeAll(async () => {
  const [port] = await quietPorts(1);
  const env = { DOORS: '2', PORT: String(port), CALLS_PER_SECOND: '100000' };
  program = await startProgram({ dataDir: await begunDataDir(), env });
  ({ url } = await program.ready());
  await untilReady(url);
  trader = await registerTrader(url, 'at_stopped_door');
  reader = await registerTrader(url, 'at_stopped_door_mq');
}, 180_000);
afterAll(async () => {
  const pid = (await processesOf(program.dataDir)).get(STOPPED);
  if (pid !== undefined) process.kill(pid, 'SIGCONT');
  await endAll(program.dataDir);
});

const many = <Made>(make: () => Promise<Made>): Promise<Made[]> =>
  Promise.all(Array.from({ length: EACH }, make));

async function login({ account }: Trader): Promise<string> {
  const body = { type: 'account', account, password } as const;
  return (await clientOf(url, null).call('login', { body })).satoken;
}

/** Sends a request until the door that runs gets it. */
const atOther = (path: string, request: Parameters<typeof ask>[1]): Promise<Answer> =>
  eventually(() => ask(url + path, { ...request, timeoutMs: 1_500 }));

/**
 * Waits for data on a socket of the resumed door, which comes after a ping that calls earlier data stale. A client that
 * could not be heard for long is disconnected instead, and has no data then.
 */
async function dataSince(marked: Marked): Promise<readonly Wire[]> {
  const seen = await eventually(() => {
    const news = marked.since();
    const isThere = news.some(({ type }) => type === 'snapshot');
    expect(isThere || marked.client.ws.readyState === WebSocket.CLOSED).toBe(true);
    return news;
  });
  const first = seen.findIndex(isData);
  if (first < 0) return [];
  expect(seen.slice(0, first).some(isStalePing), JSON.stringify(seen[0])).toBe(true);
  return seen.slice(first).filter(isData);
}

const order = (price: string) => ({ symbol: SYMBOL, type: 'limit', price, quantity: '0.001' });
const ORDERS = '/api/v1/coin/entrust/exchange/buy';

test(`a door stopped for ${STOP_S} s and resumed serves nothing stale as fresh, and says so`, {
  timeout: 300_000 + STOP_S * 1_000,
}, async () => {
  const { userId } = (await trader.client.call('getInfo')).user;
  const { b } = await trader.client.call('getDepth', { params: { symbol: SYMBOL }, query: {} });
  /** A price at which an order rests. */
  const away = (Number(b[0]![0]) * 0.97).toFixed(2);
  const [token, leaving] = [await login(trader), await login(trader)];
  const base = url.replace('http', 'ws');
  const publics = await many(async () => {
    const client = await connect(`${base}/ws/visitor`);
    const names = [channels.depth(SYMBOL), channels.detail(SYMBOL), channels.index(SYMBOL)];
    client.send({ op: 'subscribe', channels: names });
    await client.next(({ ch }) => ch === channels.depth(SYMBOL));
    return client;
  });
  const signIn = async (as: string) => {
    const client = await connect(`${base}/ws/coin/${userId}`);
    client.send({ op: 'auth', token: as });
    await client.next(ofType('snapshot'));
    return client;
  };
  const owners = await many(() => signIn(token));
  const leavers = await many(() => signIn(leaving));
  const { userId: readerId } = (await reader.client.call('getInfo')).user;
  const readerToken = await login(reader);
  const readers = await many(() => readMqtt(base, readerId, readerToken));

  const pid = (await processesOf(program.dataDir)).get(STOPPED)!;
  process.kill(pid, 'SIGSTOP');
  const stoppedMs = Date.now();
  // what was under way has arrived by then: who hears something later is at the other door
  await sleep(2_000);
  const mark = (clients: typeof publics) => clients.map((client) => new Marked(client));
  const marked = { publics: mark(publics), owners: mark(owners), leavers: mark(leavers) };
  const heard = new Map(readers.map((each) => [each, each.heard.length]));

  // these are answered by the other door, or wait at the stopped one
  const open = (name: string) => `/api/v1/coin/open/${name}`;
  const asked = [
    open(`depth/${SYMBOL}`),
    open(`index/${SYMBOL}/ticks?limit=5`),
    open(`transaction/${SYMBOL}/5`),
    open('house'),
  ].flatMap((path) =>
    Array.from({ length: EACH }, () => ask(url + path, {}).then((found) => ({ path, found }))),
  );
  const late = many(async () => {
    const clientOrderId = `late-${Math.random()}`;
    const headers = {
      'idempotency-key': newActKey(Date.now()),
      'request-time': String(Date.now()),
      'request-window': '2000',
    };
    return {
      clientOrderId,
      found: await ask(url + ORDERS, { token, body: { ...order(away), clientOrderId }, headers }),
    };
  });

  // at the other door an order is placed, and a session ends
  const key = { 'idempotency-key': newActKey(Date.now()) };
  const placed = await atOther(ORDERS, { token, body: order(away), headers: key });
  expect(placed.body.code).toBe(200);
  const { orderId } = placed.body.data;
  await atOther('/api/user/logout', { token: leaving, body: {} });
  const revoked = many(() => ask(`${url}/api/v1/coin/assets/getMyBalance`, { token: leaving }));

  await sleep(Math.max(0, stoppedMs + STOP_S * 1_000 - Date.now()));
  const silent = {
    publics: marked.publics.filter((each) => each.since().length === 0),
    owners: marked.owners.filter((each) => each.since().length === 0),
    leavers: marked.leavers.filter((each) => each.since().length === 0),
    readers: readers.filter((each) => !each.isClosed() && each.heard.length === heard.get(each)),
  };
  for (const [kind, found] of Object.entries(silent)) {
    expect(found.length, `${kind} at the stopped door`).toBeGreaterThan(0);
    expect(found.length, `${kind} at the other door`).toBeLessThan(EACH);
  }
  const resumedMs = Date.now();
  process.kill(pid, 'SIGCONT');

  // HTTP: an answer of now, or a true error
  const answers = (await Promise.all(asked)).filter(({ found }) => found.receivedMs >= resumedMs);
  expect(answers.length).toBeGreaterThan(0);
  for (const { path, found } of answers)
    if (found.status === 200) {
      expect(newestIn(found.body.data, ['t', 'time']), path).toBeGreaterThan(resumedMs - FRESH_MS);
    } else expect([found.status, found.body.data.key], path).toEqual([503, 'UNAVAILABLE']);
  for (const { found, clientOrderId } of await late)
    if (found.receivedMs >= resumedMs)
      expect(found.body.data.key, clientOrderId).toMatch(/REQUEST_LATE|UNAVAILABLE/);
  for (const { receivedMs, body } of await revoked)
    if (receivedMs >= resumedMs) expect(body.data.key).toBe('SIGNED_OUT');

  // the public socket: what it had is stale, then the book as it is now
  for (const each of silent.publics) {
    const data = await dataSince(each);
    if (data.length > 0)
      expect(data.find(({ ch }) => ch === channels.depth(SYMBOL))).toMatchObject({ type: 'snapshot' });
    for (const message of data)
      expect(newestIn(message, ['t']), JSON.stringify(message).slice(0, 200)).toBeGreaterThan(
        resumedMs - FRESH_MS,
      );
  }
  // the private socket: the same, then the account as it is now
  for (const each of silent.owners) {
    const [account] = await dataSince(each);
    if (account === undefined) continue;
    expect(account).toMatchObject({ type: 'snapshot' });
    expect(account.orders).toContainEqual(expect.objectContaining({ orderId }));
  }
  // a session that ended meanwhile hears nothing more of the account
  for (const each of silent.leavers) {
    await each.client.closed;
    expect(each.since().filter(isData)).toEqual([]);
  }
  // MQTT has no word for stale data: the connection is closed before anything else is sent
  for (const each of silent.readers) await eventually(() => expect(each.isClosed()).toBe(true));
  const old = silent.readers
    .flatMap((each) => each.heard.slice(heard.get(each)))
    .filter(({ body, atMs }) => newestIn(body, ['t']) <= atMs - FRESH_MS);
  // but for the one message that may lie between the look at the clock and the system's call as the door is stopped
  expect(old.length).toBeLessThanOrEqual(1);
  await eventually(() => untilReady(url));
  for (const client of [...publics, ...owners]) client.ws.terminate();
  for (const each of readers) each.end();
});
