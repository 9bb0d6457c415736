import { type Call, type CallName, calls, isRead } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePart } from '../../apps/server/gateway/http/validate.ts';
import { type Attack, attacksOn } from './support/hostile.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person, type RawAnswer, send } from './support/person.ts';
import { validInputs } from './support/valid-input.ts';

let house: House;
let person: Person;
beforeAll(async () => {
  house = await openHouse();
  person = await newPerson(house);
  await person.client.call('exchange', {
    params: { side: 'buy' },
    body: { symbol: 'BTCUSDT', type: 'limit', price: '49000', quantity: '0.01' },
  });
});
afterAll(() => house?.stop());

/** Everything that a call could have changed: the kernel's accounts, orders and symbols, and every row of users. */
async function everything(): Promise<string> {
  const { rows: users } = await house.pool.query('select user_id, language from identity.user order by 1');
  const kernel = await house.engine.read((view) => ({
    accounts: [1, ...users.map(({ user_id }) => Number(user_id))].map((userId) =>
      view.hasAccount(userId)
        ? [view.balances(userId), view.spot.openOrders(userId, null), view.spot.waitingOrders(userId, null)]
        : null,
    ),
    sums: view.ledgerSums(),
    symbols: view.symbols(),
  }));
  const { rows: counts } = await house.pool.query(`select
    (select count(*) from identity.session) as sessions,
    (select count(*) from identity.favourite) as favourites,
    (select count(*) from practice.grant) as grants,
    (select sum(taken) from practice.allowance) as taken,
    (select count(*) from outbox.command) as promises,
    (select count(*) from content.entry) as entries`);
  return JSON.stringify({ users, kernel, counts }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
}

/** True where the contract takes a part as it arrives. A read leaves out fields that it does not know. */
function takes(call: Call, part: 'params' | 'query' | 'body', given: unknown): boolean {
  try {
    parsePart(call[part], given, part, isRead(call) && part !== 'params');
    return true;
  } catch {
    return false;
  }
}

const forbidden = (call: Call, { input }: Attack) =>
  !(
    takes(call, 'params', input.params) &&
    takes(call, 'query', input.query) &&
    takes(call, 'body', input.body)
  );

function ask(call: Call, { input }: Attack): Promise<RawAnswer> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'head' ? 'v1' : encodeURIComponent(input.params?.[name] ?? ''),
  );
  const query = new URLSearchParams(input.query).toString();
  const target = query === '' ? path : `${path}?${query}`;
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  return send(house, call.method, target, {
    token: person.token,
    body: call.method === 'GET' ? undefined : body,
  });
}

const innards =
  /\bsql|syntax error|relation "|column "|constraint|pg_|postgres|kysely|duplicate key|zod|node_modules|\bat \w+ \(/i;

function expectDecent(attack: Attack, answer: RawAnswer): void {
  const told = `${attack.what}: HTTP ${answer.status} ${answer.text.slice(0, 200)}`;
  expect(answer.status, told).toBeLessThan(500);
  expect(answer.code, told).not.toBeNull();
  // a step-up shows what the act would do, in the sender's own words
  const said = answer.text
    .replaceAll('pg_sleep(5)', '')
    .replaceAll('drop table identity.user', '')
    // chance writes any three letters into a token
    .replace(/"(satoken|ticket)":"[^"]*"/g, '');
  expect(said.match(innards), told).toBeNull();
}

describe.each(Object.keys(calls) as CallName[])('%s', (name) => {
  const call: Call = calls[name];
  const sendsBody = call.method !== 'GET';
  const attacks = attacksOn(validInputs[name], sendsBody && call.body !== null).filter(
    // A GET carries no body, so what it would hold cannot arrive.
    ({ what }) => sendsBody || !/field|body/.test(what),
  );

  it('takes its valid input as such', () => {
    expect(forbidden(call, { what: 'valid', input: validInputs[name] })).toBe(false);
  });

  it('refuses whatever its schema forbids, and nothing is changed', async () => {
    const before = await everything();
    const bad = attacks.filter((attack) => forbidden(call, attack));
    if (call.act) expect(bad.length).toBeGreaterThan(0);
    for (let at = 0; at < bad.length; at += 20) {
      const some = bad.slice(at, at + 20);
      const answers = await Promise.all(some.map((attack) => ask(call, attack)));
      for (const [index, answer] of answers.entries()) {
        const attack = some[index] as Attack;
        expectDecent(attack, answer);
        expect(answer.code, attack.what).not.toBe(200);
      }
    }
    expect(await everything()).toBe(before);
  });

  // Logging out for real would end the session that the other calls need.
  if (/^logout/.test(name)) return;

  it('answers whatever else its schema takes, without a fault', async () => {
    const odd = attacks.filter((attack) => !forbidden(call, attack));
    for (const attack of odd) expectDecent(attack, await ask(call, attack));
  });
});

describe('the whole', () => {
  it('has logged no fault and kept its books', async () => {
    expect(house.logged()).toBe('');
    const sums = await house.engine.read((view) => view.ledgerSums());
    expect(sums.map(({ sum }) => sum)).toEqual(sums.map(() => 0n));
  });

  it('refuses an address that can not be decoded, in the envelope', async () => {
    for (const path of ['/api/%E0%A4%A', '/%']) {
      const answer = await send(house, 'GET', path, {});
      expectDecent({ what: path, input: {} }, answer);
      expect(answer.data).toEqual({ key: 'INVALID_INPUT' });
    }
  });

  it('refuses hostile headers without a fault', async () => {
    for (const value of [
      "'; drop table identity.session; --",
      'x'.repeat(4_000),
      '\u00ff',
      '[]',
      'null',
      ' ',
    ]) {
      for (const header of ['authorization', 'satoken', 'lang', 'language', 'idempotency-key', 'cookie']) {
        const answer = await send(house, 'POST', '/api/user/getInfo', { headers: { [header]: value } });
        expectDecent({ what: `${header}: ${value.slice(0, 20)}`, input: {} }, answer);
        expect(answer.code).not.toBe(200);
      }
    }
    const key = await send(house, 'POST', '/api/currency/order/submit', {
      token: person.token,
      headers: { 'idempotency-key': "a'b" },
      body: { side: 'buy', symbol: 'BTCUSDT', type: 'limit', price: '49000', quantity: '0.01' },
    });
    expect(key.data).toMatchObject({ key: 'KEY_INVALID' });
  });
});
