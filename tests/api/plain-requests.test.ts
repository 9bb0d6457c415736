import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person } from './support/person.ts';

let house: House;
let user: Person;

beforeAll(async () => {
  house = await openHouse();
  user = await newPerson(house);
});
afterAll(() => house.stop());

interface Sent {
  readonly path?: string;
  readonly headers?: readonly string[];
  readonly body: string;
}

/** The answer's status line, its headers by name, and its body. */
interface Heard {
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Sends a request in one packet, which the door reads by itself, or in two, which Node's server reads. */
async function send({ path = '/api/currency/order/submit', headers = [], body }: Sent, packets: 1 | 2) {
  const { hostname, port } = new URL(house.url);
  const head = [`POST ${path} HTTP/1.1`, 'host: candor.test', 'content-type: application/json', ...headers];
  const text = `${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  const heard = new Promise<Heard>((resolve, reject) => {
    let all = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      all += chunk;
      const at = all.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(all)?.[1]);
      if (at < 0 || Buffer.byteLength(all.slice(at + 4)) < length) return;
      socket.destroy();
      const [status = '', ...lines] = all.slice(0, at).split('\r\n');
      const pairs = lines.map((line) => {
        const [name = '', value = ''] = line.split(/: (.*)/s);
        return [name.toLowerCase(), value];
      });
      resolve({ status, headers: Object.fromEntries(pairs), body: JSON.parse(all.slice(at + 4)) });
    });
  });
  if (packets === 1) socket.write(text);
  else {
    socket.write(text.slice(0, 30));
    await sleep(30);
    socket.write(text.slice(30));
  }
  return heard;
}

/** A number of more digits than a double keeps. */
const LONG = '12345678901234567890';
const nested = (inner: string, depth: number) => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;
const order = '{"symbol":"BTCUSDT","side":"buy","type":"limit","price":"10","quantity":"0.1"}';
const signedIn = () => [`authorization: ${user.token}`, 'lang: de'];

/** Parts of an answer that its time alone decides. */
function timeless({ status, headers, body }: Heard) {
  return { status, body, headers: { ...headers, 'server-time': '', date: '' } };
}

describe('a request in one packet is answered as in two', () => {
  test.each<[string, () => Sent]>([
    ['a refused order', () => ({ headers: signedIn(), body: order.replace('"10"', '"0.000001"') })],
    ['one without a session', () => ({ body: order })],
    [
      'one with a session that is none',
      () => ({ headers: ['satoken: abcdefghijklmnopqrstuvwx'], body: order }),
    ],
    ['a field too many', () => ({ headers: signedIn(), body: order.replace('{', '{"x":1,') })],
    ['a list', () => ({ headers: signedIn(), body: '[1]' })],
    ['a bad key', () => ({ headers: [...signedIn(), 'idempotency-key: /'], body: order })],
    ['text that is no JSON', () => ({ headers: signedIn(), body: '{' })],
    ['a prototype', () => ({ headers: signedIn(), body: '{"__proto__":{"price":"1"}}' })],
    ['a constructor', () => ({ headers: signedIn(), body: '{"constructor":{"prototype":{}}}' })],
    ['lists in lists', () => ({ headers: signedIn(), body: nested('', 8_000) })],
    ['a long number in lists in lists', () => ({ headers: signedIn(), body: nested(LONG, 7_000) })],
    [
      'the same in objects',
      () => ({ headers: signedIn(), body: `${'{"a":'.repeat(2_500)}${LONG}${'}'.repeat(2_500)}` }),
    ],
    [
      'a long number in lists in lists, to a call that is the same for everybody',
      () => ({ path: '/api/v1/coin/open/get/contractDetail', body: nested(LONG, 7_000) }),
    ],
    [
      'lists in lists, to a call that is the same for everybody',
      () => ({ path: '/api/v1/coin/open/get/contractDetail', body: nested('', 8_000) }),
    ],
    ['an unknown path', () => ({ path: '/api/nothing', body: order })],
    ['a late time', () => ({ headers: [...signedIn(), 'request-time: 1'], body: order })],
    ['a login', () => ({ path: '/api/login', body: '{"account":"x"}' })],
  ])('%s', async (_, make) => {
    const [alone, inTwo] = [await send(make(), 1), await send(make(), 2)];
    expect(timeless(alone)).toEqual(timeless(inTwo));
    expect(alone.status).not.toMatch(/ 5\d\d /);
  });

  test('an act under one key, and its retry', async () => {
    const what = { headers: [...signedIn(), 'idempotency-key: plain-1'], body: order };
    const [first, retry] = [await send(what, 1), await send(what, 2)];
    expect(timeless(retry)).toEqual(timeless(first));
    expect(first.headers).toMatchObject({ connection: 'keep-alive', 'cache-control': 'no-store' });
  });
});
