import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Front, openFront } from '../../apps/server/program/start/front.ts';
import { Random } from '../property/random.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person } from './support/person.ts';

let house: House;
let user: Person;
/** The program's own front before the house's calls. */
let front: Front;
let faults: unknown[];

beforeAll(async () => {
  house = await openHouse();
  user = await newPerson(house);
  faults = [];
  front = await openFront({
    host: '127.0.0.1',
    port: 0,
    portVariable: 'PORT',
    proxies: [],
    notReady: () => ({}),
    onError: (fault) => faults.push(fault),
  });
  front.mount(house.app.routing);
});
afterAll(async () => {
  await front?.close();
  await house?.stop();
  expect(faults).toEqual([]);
});

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

/** Sends a request in one packet or in two. */
async function send({ path = '/api/currency/order/submit', headers = [], body }: Sent, packets: 1 | 2) {
  const head = [`POST ${path} HTTP/1.1`, 'host: candor.test', 'content-type: application/json', ...headers];
  const text = `${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const socket = connect(front.port, '127.0.0.1');
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
const order = '{"symbol":"BTCUSDT","side":"buy","type":"limit","price":"40000","quantity":"0.001"}';
const signedIn = () => [`authorization: ${user.token}`, 'lang: de'];

/** Parts of an answer that its time alone decides. */
function timeless({ status, headers, body }: Heard) {
  return { status, body, headers: { ...headers, 'server-time': '', date: '' } };
}

describe('a request in one packet is answered as in two', () => {
  test.each<[string, () => Sent]>([
    ['a refused order', () => ({ headers: signedIn(), body: order.replace('"40000"', '"0.000001"') })],
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

/** Time after which what is no whole request is ended. */
const PAUSE_MS = 250;

/**
 * Sends bytes as they are, and ends that side once so many answers came, or nothing more is to come. Resolves with all that
 * came until the connection ended.
 */
async function exchange(text: string, answers = 1): Promise<string> {
  const socket = connect(front.port, '127.0.0.1');
  let heard = '';
  let timer = setTimeout(() => socket.end(), PAUSE_MS);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    heard += chunk;
    clearTimeout(timer);
    timer = setTimeout(() => socket.end(), heard.split('HTTP/1.1 ').length > answers ? 0 : PAUSE_MS * 40);
  });
  socket.write(Buffer.from(text, 'latin1'));
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  clearTimeout(timer);
  return heard;
}

const statusesOf = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const path = '/api/currency/order/submit';
const linesOf = (body: string) => [
  `POST ${path} HTTP/1.1`,
  'Host: candor.test',
  'content-type: application/json',
  `Authorization: ${user.token}`,
  `Content-Length: ${body.length}`,
];
const requestOf = (lines: readonly string[], body: string) => `${lines.join('\r\n')}\r\n\r\n${body}`;
const whole = () => requestOf(linesOf(order), order);
/** The request with a line in place of the one that begins alike, or behind all others. */
function withLine(line: string): string {
  const lines = linesOf(order);
  const name = line.split(/[:\s]/)[0]!.toLowerCase();
  const at = lines.findIndex((each) => each.toLowerCase().startsWith(`${name}:`));
  return requestOf(at < 0 ? [...lines, line] : lines.with(at, line), order);
}
const openOrders = async () =>
  (await user.client.call('currencyOrderList', { query: { scope: 'open', pageSize: '100' } })).records.length;

describe('bytes that are no request, or could be read as two', () => {
  test.each<[string, () => string]>([
    ['half of one', () => whole().slice(0, -1)],
    ['a head alone', () => whole().slice(0, -order.length)],
    ['a method in lower case', () => whole().replace('POST', 'post')],
    ['a method that is none', () => whole().replace('POST', 'PO\0ST')],
    ['one line that ends with LF', () => whole().replace('candor.test\r\n', 'candor.test\n')],
    ['a CR within a value', () => withLine('host: can\rdor')],
    ['a NUL within a value', () => withLine('host: can\0dor')],
    ['a space before the colon', () => withLine('x-a : 1')],
    ['a line without a colon', () => withLine('x-a')],
    [
      'no host',
      () =>
        requestOf(
          linesOf(order).filter((line) => !line.startsWith('Host')),
          order,
        ),
    ],
    ['two lengths', () => withLine('content-length: 20\r\nContent-Length: 20')],
    ['a length with a sign', () => withLine('content-length: +20')],
    ['a length in hex', () => withLine('content-length: 0x14')],
    ['a list of lengths', () => withLine('content-length: 20, 20')],
    ['a length and a chunked body', () => withLine('transfer-encoding: chunked')],
    ['a form', () => withLine('content-type: multipart/form-data')],
    [
      'no type',
      () =>
        requestOf(
          linesOf(order).filter((line) => !line.startsWith('content-type')),
          order,
        ),
    ],
    ['a body of NUL', () => requestOf(linesOf('\0\0'), '\0\0')],
    ['a head that is too long', () => withLine(`x-a: ${'a'.repeat(9_000)}`)],
    ['a body that is too long', () => requestOf(linesOf('x'.repeat(16_385)), ' '.repeat(16_385))],
  ])('place nothing and end no process: %s', async (_, make) => {
    const before = await openOrders();
    const statuses = statusesOf(await exchange(make()));
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect(status >= 400 && status < 500, String(status)).toBe(true);
    expect(await openOrders()).toBe(before);
  });

  test('whatever is changed in a request: it is placed once or not at all, and nothing of it is a fault', async () => {
    const random = new Random(7);
    const pieces = [
      '\r',
      '\n',
      '\r\n',
      ' ',
      '\t',
      ':',
      '\0',
      ',',
      'a',
      '0',
      '20',
      'chunked',
      '\xff',
      '%',
      '/',
    ];
    const head = whole().length - order.length;
    for (let turn = 0; turn < 150; turn += 1) {
      const at = random.between(0, head);
      const text = whole();
      const changed = text.slice(0, at) + random.pick(pieces) + text.slice(at + random.between(0, 2));
      const statuses = statusesOf(await exchange(changed));
      // bytes behind what was read as a whole request may be refused as a second one, and place nothing
      expect(
        statuses.slice(1).every((status) => status >= 400),
        JSON.stringify(changed),
      ).toBe(true);
      expect(
        statuses.every((status) => status < 500),
        JSON.stringify(changed),
      ).toBe(true);
    }
  });
});

describe('requests in one packet', () => {
  test('are answered in their order, the one behind too where the first is refused', async () => {
    const refused = order.replace('"40000"', '"0.000001"');
    const before = await openOrders();
    const heard = await exchange(requestOf(linesOf(refused), refused) + whole() + whole(), 3);
    expect(statusesOf(heard)).toEqual([200, 200, 200]);
    expect([...heard.matchAll(/"code":(\d+)/g)].map(([, code]) => code === '200')).toEqual([
      false,
      true,
      true,
    ]);
    expect(await openOrders()).toBe(before + 2);
  });
});
