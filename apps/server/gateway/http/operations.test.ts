import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { serveOperations } from './operations.ts';

async function ask(
  path: string,
  reasons: Readonly<Record<string, string>>,
  processes: readonly string[] = [],
  method: 'GET' | 'HEAD' = 'GET',
) {
  const app = Fastify({ exposeHeadRoutes: false });
  serveOperations(app, {
    now: () => 1_700_000_000_000,
    notReady: () => reasons,
    processNames: () => processes,
  });
  const { statusCode, body, headers } = await app.inject({ method, url: path });
  await app.close();
  return { statusCode, body: body === '' ? null : JSON.parse(body), headers };
}

describe('/livez', () => {
  it('is well whatever is away, and has the time', async () => {
    const { statusCode, headers } = await ask('/livez', { core: 'is starting', server: 'is starting' });
    expect(statusCode).toBe(200);
    expect(headers['server-time']).toBe('1700000000000');
  });
});

it('balancers that ask by HEAD hear the same without a body', async () => {
  const asked = (path: string, reasons = {}) => ask(path, reasons, [], 'HEAD');
  expect(await asked('/livez')).toMatchObject({ statusCode: 200, body: null });
  expect(await asked('/readyz')).toMatchObject({ statusCode: 200, body: null });
  expect(await asked('/readyz', { core: 'is starting' })).toMatchObject({ statusCode: 503, body: null });
  expect(await asked('/readyz?part=feed', { feed: 'stalled' })).toMatchObject({ statusCode: 503 });
});

describe('/readyz', () => {
  it('is ready where nothing is away', async () => {
    expect(await ask('/readyz', {})).toMatchObject({
      statusCode: 200,
      body: { status: 'ready', degraded: {} },
    });
  });

  it.each(['feed', 'market', 'recorder', 'house', 'chain', 'signer', 'jobs', 'console', 'door-2'])(
    'keeps its place on a balancer without %s, and names it',
    async (part) => {
      expect(await ask('/readyz', { [part]: 'stalled' })).toMatchObject({
        statusCode: 200,
        body: { status: 'ready', degraded: { [part]: 'stalled' } },
      });
    },
  );

  it.each(['server', 'core', 'journal', 'history', 'bus', 'door', 'a part that nobody knows'])(
    'is not ready without %s',
    async (part) => {
      expect(await ask('/readyz', { [part]: 'is starting', feed: 'stalled' })).toMatchObject({
        statusCode: 503,
        body: { notReady: { [part]: 'is starting' }, degraded: { feed: 'stalled' } },
      });
    },
  );

  it('judges one part alone, and none that it does not know', async () => {
    const reasons = { feed: 'stalled' };
    expect(await ask('/readyz?part=feed', reasons)).toMatchObject({
      statusCode: 503,
      body: { part: 'feed', reason: 'stalled' },
    });
    expect((await ask('/readyz?part=core', reasons)).statusCode).toBe(200);
    expect((await ask('/readyz?part=core', { server: 'is starting' })).statusCode).toBe(503);
    expect((await ask('/readyz?part=fed', reasons)).statusCode).toBe(404);
    expect((await ask('/readyz?part=a&part=b', reasons)).statusCode).toBe(404);
  });

  it('calls no process ready that does not run', async () => {
    const two = ['core', 'door-1', 'door-2', 'console'];
    expect((await ask('/readyz?part=door-2', {}, two)).statusCode).toBe(200);
    expect((await ask('/readyz?part=door-2', { 'door-2': 'is starting' }, two)).statusCode).toBe(503);
    for (const part of ['door-99', 'door', 'chain'])
      expect((await ask(`/readyz?part=${part}`, {}, two)).statusCode, part).toBe(404);
    expect(await ask('/readyz?part=door-99', {})).toMatchObject({ statusCode: 404 });
    for (const part of ['journal', 'feed'])
      expect((await ask(`/readyz?part=${part}`, {}, two)).statusCode, part).toBe(200);
  });
});
