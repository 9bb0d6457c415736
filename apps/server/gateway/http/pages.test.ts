import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { servePages } from './pages.ts';

const OPENED = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
let root: string;
let app: FastifyInstance;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'candor-pages-'));
  mkdirSync(join(root, 'static'));
  writeFileSync(join(root, 'index.html'), 'the app');
  writeFileSync(join(root, 'favicon.svg'), 'a picture');
  writeFileSync(join(root, 'static/a.js'), 'a script');
  writeFileSync(join(root, 'A.sol'), 'a contract');
  app = fastify({ exposeHeadRoutes: false });
  await servePages(app, root);
});
afterAll(async () => {
  await app?.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = async (url: string, headers: Record<string, string>) => {
  const { statusCode, body } = await app.inject({ url, headers });
  return statusCode === 200 ? body : statusCode;
};

it.each([
  '/',
  '/trade/index?type=spot',
  '/exchange/full-screen/BTC_USDT',
  '/exchange/full-screen/BTC.USDT',
  '/exchange/full-contract/btc.usdt',
  '/exchange/full-screen/BTC.USDT?of=v1.2',
  '/home.html',
  '/invite/a.b',
])('a person who opens %s gets the app', async (url) => {
  expect(await ask(url, OPENED)).toBe('the app');
});

it.each([
  ['/favicon.svg', 'a picture'],
  ['/static/a.js', 'a script'],
])('a file is itself, whoever asks for %s', async (url, content) => {
  expect(await ask(url, OPENED)).toBe(content);
  expect(await ask(url, { accept: '*/*' })).toBe(content);
});

it('the source of a contract is a text that a browser shows', async () => {
  const { headers, body } = await app.inject({ url: '/A.sol', headers: OPENED });
  expect(body).toBe('a contract');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
});

it.each(['/lost.js', '/sw.json', '/exchange/full-screen/BTC.USDT', '/static/lost.js'])(
  'a script that asks for %s is told that there is no such file',
  async (url) => {
    expect(await ask(url, { accept: '*/*' })).toBe(404);
  },
);

it.each([
  ['/', 200, 'the app'],
  ['/trade/index?type=spot', 200, 'the app'],
  ['/static/a.js', 200, 'a script'],
  ['/static/lost.js', 404, ''],
])('HEAD of %s answers %i as GET does, without a body', async (url, status, content) => {
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url });
  expect([statusCode, body]).toEqual([status, '']);
  if (status === 200) expect(headers['content-length']).toBe(String(content.length));
});

it.each(['/static/lost.js', '/api/lost', '/ws/lost.txt', '/mqtt'])('%s is never a page', async (url) => {
  expect(await ask(url, OPENED)).toBe(404);
});
