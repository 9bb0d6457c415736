import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, PASSWORD, send } from './support/person.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

describe('at the protocol level', () => {
  it.each([
    ['malformed JSON', 400, { body: '{"a":' }],
    ['a poisoned prototype', 400, { body: '{"__proto__":{"a":1}}' }],
    ['a form', 415, { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['plain text', 415, { body: '{}', headers: { 'content-type': 'text/plain' } }],
    ['17 KiB', 413, { body: JSON.stringify({ account: 'x'.repeat(17 * 1024) }) }],
  ])('%s is refused with an envelope', async (_, status, options) => {
    const answer = await send(house, 'POST', '/api/user/login', options);
    expect(answer.status).toBe(status);
    expect(answer.code).toBeGreaterThanOrEqual(400);
    expect(answer.code).toBeLessThan(500);
  });

  it.each([
    ['GET', '/api/user/login'],
    ['GET', '/api/nothing/here'],
    ['POST', '/api/v2/coin/open/getSpotGoods'],
    ['DELETE', '/api/v1/coin/open/getSpotGoods'],
    ['OPTIONS', '/api/v1/coin/open/getSpotGoods'],
    ['GET', '/api/v1/coin/open/kline/BTCUSDT/1m/%00'],
    ['GET', '/api'],
    ['GET', '/ws/123'],
  ])('%s %s is not found, and is no page of the app', async (method, path) => {
    const answer = await send(house, method, path);
    expect(answer).toMatchObject({ status: 404, code: 404 });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('limits the calls of one address and says when to come back', async () => {
    const small = await openHouse({ callsPerSecond: 5 });
    try {
      // Twelve within one second, which a busy machine may not send at once.
      const refused = await eventually(async () => {
        const asks = Array.from({ length: 12 }, () => send(small, 'POST', '/api/common/getAllSetting'));
        const answers = (await Promise.all(asks)).filter(({ code }) => code === 429);
        expect(answers.length).toBeGreaterThanOrEqual(7);
        return answers;
      });
      expect(refused[0]?.data).toMatchObject({ key: 'RATE_LIMITED', retryAfterMs: expect.any(Number) });
      const elsewhere = await send(small, 'POST', '/api/common/getAllSetting', {
        headers: { 'x-forwarded-for': '203.0.113.7' },
      });
      expect(elsewhere.code).toBe(200);
    } finally {
      await small.stop();
    }
  });

  it('counts a page by number as often as it reads pages, by its address and by its user', async () => {
    let second = 0;
    const small = await openHouse({ callsPerSecond: 12, limitClock: () => second * 1_000 });
    try {
      const person = await newPerson(small, false);
      const enter = () => {
        second += 10;
        return send(small, 'POST', '/api/user/login', {
          body: { type: 'account', account: person.account, password: PASSWORD },
        });
      };
      for (let at = 0; at < 2; at += 1) expect((await enter()).code).toBe(200);
      let addresses = 0;
      const admitted = async (current: string, from: () => string) => {
        second += 10;
        let count = 0;
        for (let at = 0; at < 20; at += 1) {
          const path = `/api/v1/coin/member/getLoginLog?current=${current}&size=1`;
          const answer = await send(small, 'GET', path, {
            token: person.token,
            headers: { 'x-forwarded-for': from() },
          });
          if (answer.code === 200) count += 1;
          else expect(answer.data).toMatchObject({ key: 'RATE_LIMITED' });
        }
        return count;
      };
      const one = () => '203.0.113.9';
      const many = () => {
        addresses += 1;
        return `198.51.100.${addresses}`;
      };
      for (const from of [one, many]) {
        const first = await admitted('1', from);
        expect(first).toBeGreaterThan(5);
        expect(await admitted('2', from)).toBe(Math.floor(first / 2));
      }
    } finally {
      await small.stop();
    }
  });
});
