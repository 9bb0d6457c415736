import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { connectNode, connectTogether } from './node.ts';

interface Ask {
  readonly id: number;
  readonly method: string;
}

let server: Server;
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

/** A node that answers as told, and its requests. */
async function serve(answer: (asked: Ask | Ask[]) => unknown, timeoutMs?: number) {
  const bodies: (Ask | Ask[])[] = [];
  server = createServer(async (request, response) => {
    const body = (await json(request)) as Ask | Ask[];
    bodies.push(body);
    const said = answer(body);
    if (said !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(said));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { bodies, ask: connectTogether(url, connectNode(url, timeoutMs), timeoutMs) };
}

const one = ({ id, method }: Ask) =>
  method === 'bad'
    ? { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted' } }
    : { jsonrpc: '2.0', id, result: `${method}!` };

it('sends what is asked in one turn together, and each gets its own answer', async () => {
  const { ask, bodies } = await serve((asked) =>
    Array.isArray(asked) ? asked.map(one).reverse() : one(asked),
  );
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map((method) => ask<string>(method, [])));
  expect(answers.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code))).toEqual([
    'a!',
    'NODE_REFUSED',
    'c!',
  ]);
  expect(bodies).toHaveLength(1);
  expect((bodies[0] as Ask[]).map(({ method }) => method)).toEqual(['a', 'bad', 'c']);
  expect(await ask('d', [])).toBe('d!');
  expect(bodies[1]).not.toBeInstanceOf(Array);
});

it('asks one by one a node that takes no batch, and asks it for none again', async () => {
  const refusal = { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no batches' } };
  const { ask, bodies } = await serve((asked) => (Array.isArray(asked) ? refusal : one(asked)));
  for (let turn = 0; turn < 2; turn += 1)
    expect(await Promise.all(['a', 'b'].map((method) => ask(method, [])))).toEqual(['a!', 'b!']);
  expect(bodies.map((body) => Array.isArray(body))).toEqual([true, false, false, false, false]);
});

it('asks alone for an answer of another request, and fails all of a node that leaves some out or is away', async () => {
  let wrong: (asked: Ask[]) => unknown = ([, second]) => [one(second!), one(second!)];
  const { ask, bodies } = await serve((asked) => (Array.isArray(asked) ? wrong(asked) : one(asked)));
  expect(await Promise.all([ask('a', []), ask('b', [])])).toEqual(['a!', 'b!']);
  expect(bodies.map((body) => Array.isArray(body))).toEqual([true, false]);
  wrong = ([, second]) => [one(second!)];
  const short = await Promise.allSettled([ask('c', []), ask('d', [])]);
  expect(short.map((each) => each.status === 'rejected' && each.reason.code)).toEqual([
    'NODE_UNREACHABLE',
    'NODE_UNREACHABLE',
  ]);
  const away = connectTogether('http://127.0.0.1:1', connectNode('http://127.0.0.1:1'));
  const none = await Promise.allSettled([away('a', []), away('b', [])]);
  expect(none.map((each) => each.status === 'rejected' && each.reason.code)).toEqual([
    'NODE_UNREACHABLE',
    'NODE_UNREACHABLE',
  ]);
});

it('asks apart what it got no answer for together, and fails alone the one that takes all time', async () => {
  const isEndless = ({ method }: Ask) => method === 'endless';
  const { ask, bodies } = await serve((asked) => {
    if (Array.isArray(asked)) return asked.some(isEndless) ? undefined : asked.map(one);
    return isEndless(asked) ? undefined : one(asked);
  }, 3_000);
  const answers = await Promise.allSettled(
    ['a', 'endless', 'b', 'c'].map((method) => ask<string>(method, [])),
  );
  expect(answers.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code))).toEqual([
    'a!',
    'NODE_UNREACHABLE',
    'b!',
    'c!',
  ]);
  expect(await Promise.all(['d', 'e'].map((method) => ask(method, [])))).toEqual(['d!', 'e!']);
  expect(bodies.at(-1)).toBeInstanceOf(Array);
});
