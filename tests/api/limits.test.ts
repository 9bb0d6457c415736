import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Call, callCost, calls, newActKey } from '@candor/api';
import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { USDT } from './support/listing.ts';
import { newPerson, type Person, type RawAnswer, send } from './support/person.ts';

const POINTS = 40;

let house: House;
let person: Person;
let webRoot: string;
/** The clock of the limits stands: nothing that a busy machine does gives anybody new points. */
let limitMs = 0;
const nextSecond = () => {
  limitMs += 1_000;
};
let candlesMade = 0;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'candor-limits-'));
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>the app</title>');
  house = await openHouse({
    webRoot,
    callsPerSecond: POINTS,
    limitClock: () => limitMs,
    sharedForMs: 3_600_000,
    candles: async (_symbol, _interval, endMs, limit) => {
      candlesMade += 1;
      await new Promise((resolve) => setImmediate(resolve));
      const candle = (at: number) => ({
        t: endMs - at,
        o: '1',
        h: '1',
        l: '1',
        c: '1',
        v: '1',
        closed: true,
      });
      return Array.from({ length: limit }, (_, at) => candle(at));
    },
  });
  person = await newPerson(house);
  nextSecond();
});
afterAll(async () => {
  await house?.stop();
  await rm(webRoot, { recursive: true, force: true });
});

let addresses = 0;
const freshAddress = () => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};

interface Request {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

const ask = (from: string, { method = 'GET', path, headers, ...rest }: Request): Promise<RawAnswer> =>
  send(house, method, path, { ...rest, headers: { 'x-forwarded-for': from, ...headers } });

const settings: Request = { method: 'POST', path: '/api/common/getAllSetting' };
const candles = (query: string): Request => ({ path: `/api/v1/coin/open/kline/BTCUSDT/1m${query}` });
/** A call with its places filled in, in their order. */
const requestOf = ({ method, path }: Call, ...places: readonly string[]): Request => ({
  method,
  path: places.reduce((left, place) => left.replace(/\{(?!head)\w+\}/, place), path).replace('{head}', 'v1'),
});
const isLimited = ({ data }: RawAnswer) => (data as { key?: string } | null)?.key === 'RATE_LIMITED';

/** Spends an address' second to the last point. */
async function spend(from: string): Promise<void> {
  for (let point = 0; point < POINTS; point++) await ask(from, settings);
  expect(isLimited(await ask(from, settings))).toBe(true);
}

describe('what an address may ask for in a second', () => {
  it.each<[string, Request]>([
    ['a call', settings],
    ['a malformed body', { method: 'POST', path: '/api/common/getAllSetting', body: '{"a":' }],
    [
      'a body of another kind',
      {
        method: 'POST',
        path: '/api/common/getAllSetting',
        body: 'a',
        headers: { 'content-type': 'text/plain' },
      },
    ],
    [
      'a body that is too large',
      { method: 'POST', path: '/api/common/getAllSetting', body: { a: 'x'.repeat(20_000) } },
    ],
    ['a call that does not exist', { path: '/api/nothing' }],
    ['a file that does not exist', { path: '/static/nothing.js' }],
    ['an address that cannot be read', { path: '/%c0%af' }],
    ['a page', { path: '/trade/index' }],
    ['the config', { path: '/platform/dev/config.js' }],
    ['the readiness', { path: '/readyz' }],
    ['the life sign', { path: '/livez' }],
  ])('counts %s', async (_, request) => {
    const from = freshAddress();
    for (let point = 0; point < POINTS; point++) expect(isLimited(await ask(from, request))).toBe(false);
    const refused = await ask(from, request);
    expect(refused.data).toEqual({ key: 'RATE_LIMITED', retryAfterMs: 1_000 });
    expect(refused.status).toBe(request.path.startsWith('/api/') ? 200 : 429);
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
    expect(isLimited(await ask(freshAddress(), request))).toBe(false);
    nextSecond();
    expect(isLimited(await ask(from, request))).toBe(false);
  });

  it.each<[string, Request, number]>([
    ['1,500 candles', candles('?limit=1500'), callCost(calls.getCandles, 1_500)],
    ['500 candles', candles(''), callCost(calls.getCandles, undefined)],
    ['one candle', candles('?limit=1'), 2],
    ['all markets', { path: '/api/v1/coin/open/getSpotGoods' }, 2],
    ['the ledger', { path: '/api/v1/coin/open/house' }, 5],
    ['the documentation', { path: '/docs' }, 5],
    ['its document', { path: '/openapi.json' }, 5],
  ])('is less of what is dear: %s', async (_, request, cost) => {
    const from = freshAddress();
    const passes = Math.floor(POINTS / cost);
    for (let pass = 0; pass < passes; pass++) expect(isLimited(await ask(from, request))).toBe(false);
    for (let point = passes * cost; point < POINTS; point++) await ask(from, settings);
    expect(isLimited(await ask(from, request))).toBe(true);
    nextSecond();
  });

  it('is in the language of who asks', async () => {
    const from = freshAddress();
    await spend(from);
    const german = await ask(from, { ...settings, headers: { lang: 'de' } });
    expect(german.msg).toBe('Zu viele Anfragen. Warten Sie einen Moment.');
    nextSecond();
  });

  it('is the same for all of an IPv6 network', async () => {
    const host = (at: number) => `2001:db8:1:2:${at}::1`;
    for (let point = 0; point < POINTS; point++) await ask(host(point), settings);
    expect(isLimited(await ask(host(999), settings))).toBe(true);
    expect(isLimited(await ask('2001:db8:1:3::1', settings))).toBe(false);
    nextSecond();
  });

  it('is eight times as much, and no more, for all of an IPv6 site', async () => {
    const network = (at: number) => `2001:db8:2:${at.toString(16)}::1`;
    for (let point = 0; point < POINTS * 8; point++)
      expect(isLimited(await ask(network(point), settings))).toBe(false);
    expect(isLimited(await ask(network(9_999), settings))).toBe(true);
    expect(isLimited(await ask('2001:db8:3::1', settings))).toBe(false);
    nextSecond();
  });

  it('is no more for a user with many addresses', async () => {
    const info = { ...requestOf(calls.getInfo), token: person.token };
    for (let point = 0; point < POINTS; point++) expect((await ask(freshAddress(), info)).code).toBe(200);
    expect(isLimited(await ask(freshAddress(), info))).toBe(true);
    nextSecond();
    expect((await ask(freshAddress(), info)).code).toBe(200);
    nextSecond();
  });
});

describe('a retry of an act that was done', () => {
  const order = { symbol: 'BTCUSDT', type: 'limit', price: '49000', quantity: '0.001' };
  const place = (key: string, body: object = order): Request => ({
    ...requestOf(calls.exchange, 'buy'),
    body,
    token: person.token,
    headers: { 'idempotency-key': key },
  });
  const openOrders = async () =>
    (await house.engine.read((view) => view.spot.openOrders(person.userId, null))).length;

  it('gets its first answer while its address is at its limit, and a new act does not pass', async () => {
    const from = freshAddress();
    const keys = [newActKey(Date.now()), 'a-key-of-my-own'];
    const firsts = [];
    for (const key of keys) firsts.push((await ask(from, place(key))).text);
    const refusedKey = newActKey(Date.now());
    const dear = { ...order, quantity: '500' };
    firsts.push((await ask(from, place(refusedKey, dear))).text);
    expect(firsts.map((text) => JSON.parse(text).code)).toEqual([200, 200, 2011]);
    nextSecond();
    const before = await openOrders();
    const { committedSeq } = house.engine.status();
    await spend(from);
    expect((await ask(from, place(keys[0] as string))).text).toBe(firsts[0]);
    expect((await ask(from, place(keys[1] as string))).text).toBe(firsts[1]);
    expect((await ask(from, place(refusedKey, dear))).text).toBe(firsts[2]);
    expect(isLimited(await ask(from, place(newActKey(Date.now()))))).toBe(true);
    expect(await openOrders()).toBe(before);
    expect(house.engine.status().committedSeq).toBe(committedSeq);
    nextSecond();
  });

  it('is bounded as well, and is none without a key, for a reader or for what is not journaled', async () => {
    const from = freshAddress();
    const key = newActKey(Date.now());
    const { text } = await ask(from, place(key));
    nextSecond();
    await spend(from);
    const { headers: _, ...keyless } = place(key);
    expect(isLimited(await ask(from, keyless))).toBe(true);
    const headers = { 'idempotency-key': key };
    expect(isLimited(await ask(from, { ...candles(''), headers, token: person.token }))).toBe(true);
    const favourite = { ...requestOf(calls.addOptional, '1', '1'), headers, token: person.token };
    expect(isLimited(await ask(from, favourite))).toBe(true);
    const answers = [];
    for (let retry = 0; retry < 10; retry++) answers.push(await ask(from, place(key)));
    expect(answers.filter((answer) => answer.text === text)).toHaveLength(POINTS / 10);
    expect(answers.filter(isLimited)).toHaveLength(10 - POINTS / 10);
    nextSecond();
  });

  it('gets it at the limit of its user, too', async () => {
    const key = newActKey(Date.now());
    const { text } = await ask(freshAddress(), place(key));
    nextSecond();
    for (let point = 0; point < POINTS; point++)
      await ask(freshAddress(), { ...requestOf(calls.getInfo), token: person.token });
    expect((await ask(freshAddress(), place(key))).text).toBe(text);
    expect(isLimited(await ask(freshAddress(), place(newActKey(Date.now()))))).toBe(true);
    nextSecond();
  });
});

describe('a public answer', () => {
  it('is made once for all who ask, in each language and for each question', async () => {
    const request = candles('?limit=7&endMs=1000000');
    const before = candlesMade;
    const answers = await Promise.all(Array.from({ length: 9 }, () => ask(freshAddress(), request)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.code).toBe(200);
    expect(candlesMade).toBe(before + 1);
    await ask(freshAddress(), candles('?limit=8&endMs=1000000'));
    expect(candlesMade).toBe(before + 2);
    expect((await ask(freshAddress(), candles('?limit=0&endMs=1000000'))).data).toMatchObject({
      key: 'INVALID_INPUT',
    });
  });

  it('about swaps is made once for all, and tells of their halt at once', async () => {
    const offer = () => ask(freshAddress(), requestOf(calls.getSwapOffer));
    const submit = async (body: Command) => {
      const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
      expect(outcome.ok).toBe(true);
    };
    const { text } = await offer();
    await submit({ type: 'fundSwaps', assetId: USDT, amount: 5n as Amount, fromUserId: 0, reason: 'a test' });
    // under the next number of the journal it would be another text
    expect((await offer()).text).toBe(text);
    const stateOf = async () => ((await offer()).data as { state: string }).state;
    await submit({ type: 'setSwapState', state: 'halted', reason: 'a test' });
    await expect.poll(stateOf).toBe('halted');
    await submit({ type: 'setSwapState', state: 'trading', reason: 'a test' });
    await expect.poll(stateOf).toBe('trading');
  });

  it('is compressed as its reader takes it, from 1 KB on', async () => {
    const encodingFor = async (accepted: string, query: string) => {
      const headers = { 'accept-encoding': accepted };
      const answer = await ask(freshAddress(), { ...candles(query), headers });
      expect(answer.code).toBe(200);
      return answer.headers.get('content-encoding');
    };
    const long = '?limit=300&endMs=2000000';
    expect(await encodingFor('gzip, br', long)).toBe('br');
    expect(await encodingFor('gzip', long)).toBe('gzip');
    expect(await encodingFor('identity', long)).toBeNull();
    expect(await encodingFor('br', '?limit=2&endMs=2000000')).toBeNull();
    const page = await ask(freshAddress(), { path: '/docs', headers: { 'accept-encoding': 'gzip' } });
    expect(page.headers.get('content-encoding')).toBe('gzip');
    expect(page.text).toContain('1 and 1 more for each 150 candles');
  });

  it('is never that of a user, and a user’s is never kept', async () => {
    const goods: Request = { path: '/api/v1/coin/open/getSpotGoods' };
    const watched = async (token?: string) => {
      const { data } = await ask(freshAddress(), token === undefined ? goods : { ...goods, token });
      return (data as { optional: number }[]).map(({ optional }) => optional);
    };
    expect(await watched()).toEqual([0, 0]);
    await person.client.call('addOptional', { params: { symbolId: '1', flag: '1' } });
    expect(await watched(person.token)).toEqual([1, 0]);
    expect(await watched()).toEqual([0, 0]);
    await person.client.call('cancelOptional', { params: { favouriteId: '1', flag: '1' } });
    expect(await watched(person.token)).toEqual([0, 0]);
  });

  it('tells of a halt at once', async () => {
    const stateOf = async () =>
      (
        (await ask(freshAddress(), { path: '/api/v1/coin/open/getSpotGoods' })).data as { state: string }[]
      ).at(1)?.state;
    const halt = async (state: 'halted' | 'trading') => {
      const body = { type: 'setSymbolState', symbolId: 2, state, reason: 'a test' } as const;
      const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
      expect(outcome.ok).toBe(true);
    };
    const before = await stateOf();
    await halt('halted');
    await expect.poll(stateOf).toBe('halted');
    await halt('trading');
    await expect.poll(stateOf).toBe(before);
  });
});
