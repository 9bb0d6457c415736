import { request } from 'node:http';
import { type CallData, type Calls, createClient, newActKey, routes } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import {
  type Browser,
  codeTo,
  newBrowser,
  otherCode,
  type Sending,
  sendEmail,
  sendMobile,
} from './support/browser.ts';
import { changedDuring } from './support/changed-during.ts';
import { type House, openHouse } from './support/house.ts';
import { late } from './support/keyed-acts.ts';
import { clientOf, newPerson, PASSWORD, type RawAnswer } from './support/person.ts';

const PATH = '/api/user/register';
const OTHER_PASSWORD = 'another-kite-77';
const MINUTE_MS = 60_000;
/** Time for which a key is remembered. */
const KEPT_MS = 15 * MINUTE_MS;

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

type Kind = 'account' | 'email' | 'phone';
interface Form {
  readonly type: Kind;
  readonly account: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly code?: string;
  readonly invite_code?: string;
}

const KINDS: readonly Kind[] = ['account', 'email', 'phone'];
let people = 0;

/** A browser with a filled form, for which a code was sent where it names a contact. */
async function filled(type: Kind): Promise<{ readonly browser: Browser; readonly form: Form }> {
  people += 1;
  const browser = newBrowser(house);
  const account = {
    account: `again_${people}`,
    email: `again${people}@example.org`,
    phone: `+49170${String(3_000_000 + people)}`,
  }[type];
  const form = { type, account, password: PASSWORD, confirmPassword: PASSWORD };
  if (type === 'account') return { browser, form };
  await browser.post((type === 'email' ? sendEmail : sendMobile)('register', account));
  return { browser, form: { ...form, code: await codeTo(house, account) } };
}

const newKey = () => newActKey(house.now());

const register = (browser: Browser, form: object, key: string, how: Sending = {}) =>
  browser.post(PATH, form, { ...how, headers: { 'idempotency-key': key, ...how.headers } });

/** A registration whose answer was lost, and its key. */
async function lost(type: Kind = 'account', more: object = {}) {
  const { browser, form } = await filled(type);
  const [key, sent] = [newKey(), { ...form, ...more }];
  const first = await register(browser, sent, key, { isLost: true });
  expect(first.code, first.text).toBe(200);
  return { browser, form: sent, key, userId: userOf(first) };
}

const dataOf = ({ data }: RawAnswer) => data as CallData<Calls['register']>;
const userOf = (answer: RawAnswer) => dataOf(answer).userId;
const problemOf = ({ data }: RawAnswer) => data as { readonly key?: string } | null;
const keyOf = (answer: RawAnswer) => problemOf(answer)?.key;

async function numberIn(query: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await house.pool.query(`select (${query})::integer as number`, [...values]);
  return rows[0].number;
}

/** Registrations that were counted against addresses. */
const counted = () =>
  numberIn(`select coalesce(sum(points), 0) from identity.rate_limit where key like 'register-ip:%'`);
const accounts = () => numberIn('select count(*) from identity.user');

/** Sends requests one after another, each of which comes to wait for a lock of a table, and then lets all go on together. */
async function heldUp(
  table: string,
  requests: readonly (() => Promise<RawAnswer>)[],
  meanwhile: () => void = () => {},
): Promise<RawAnswer[]> {
  const client = await house.pool.connect();
  const answers: Promise<RawAnswer>[] = [];
  try {
    await client.query(`begin; lock table ${table} in share mode`);
    for (const send of requests) {
      answers.push(send());
      await eventually(async () =>
        expect(
          await numberIn(
            `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        ).toBe(answers.length),
      );
    }
    meanwhile();
    await client.query('commit');
    return await Promise.all(answers);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Checks that the account is there once, with one login on one device, and that a session of the answer works. */
async function expectOnce(answer: RawAnswer, userId: number): Promise<void> {
  expect(answer.code, answer.text).toBe(200);
  expect(userOf(answer)).toBe(userId);
  const client = clientOf(house, dataOf(answer).satoken);
  expect((await client.call('getInfo')).user).toMatchObject({ userId, accountOpen: true });
  const { records } = await client.call('getLoginLog');
  expect(records).toHaveLength(1);
  expect(records).toMatchObject([{ method: 'register', newDevice: true }]);
  expect(await client.call('getLoginDevice')).toHaveLength(1);
}

describe('a registration whose answer was lost', () => {
  it.each(KINDS)('by %s is answered again: one account with one login on one device', async (type) => {
    const [before, points] = [await accounts(), await counted()];
    const { browser, form, key, userId } = await lost(type);
    for (let repeats = 0; repeats < 7; repeats++)
      await expectOnce(await register(browser, form, key), userId);
    expect(await accounts()).toBe(before + 1);
    expect(await counted()).toBe(points + 1);
    // the browser that got the answer is the known device
    const login = await browser.post('/api/user/login', { type, account: form.account, password: PASSWORD });
    expect(login.code, login.text).toBe(200);
  });

  it('is a login of its own in the log where it is sent again from elsewhere', async () => {
    const { browser, form, key } = await lost();
    const headers = { 'x-forwarded-for': '203.0.113.240' };
    const elsewhere = await register(newBrowser(house), form, key, { headers });
    const client = clientOf(house, dataOf(elsewhere).satoken);
    const { records } = await client.call('getLoginLog');
    expect(records).toHaveLength(2);
    expect(records).toMatchObject([{ address: '203.0.113.240', newDevice: true }, { newDevice: true }]);
    // the owner's own browser is still one device
    expect((await register(browser, form, key)).code).toBe(200);
    expect(await client.call('getLoginDevice')).toHaveLength(2);
    expect((await client.call('getLoginLog')).records).toHaveLength(2);
  });

  it('because the connection was cut is answered over another one', async () => {
    const { browser, form } = await filled('account');
    const key = newKey();
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const sent = request(house.url + PATH, { method: 'POST', agent: false, headers });
    sent.on('error', () => {});
    sent.end(JSON.stringify(form));
    const found = () => numberIn('select count(*) from identity.user where account = $1', [form.account]);
    await eventually(async () => expect(await found()).toBe(1));
    sent.destroy();
    const again = await register(browser, form, key);
    expect(again.code, again.text).toBe(200);
    expect(await found()).toBe(1);
  });

  it('is sent again by the client itself, and logs in', async () => {
    const { form } = await filled('account');
    let lostAnswers = 2;
    const client = createClient(routes, {
      baseUrl: house.url,
      head: 'v1',
      token: () => null,
      language: () => 'en',
      actWindowMs: 60_000,
      fetch: async (input, init) => {
        const answer = await fetch(input, init);
        if (!String(input).endsWith(PATH) || lostAnswers-- <= 0) return answer;
        await answer.text();
        throw new TypeError('the connection was cut');
      },
    });
    const { userId } = await client.call('register', { body: form });
    expect(lostAnswers).toBeLessThan(0);
    expect(await numberIn('select user_id from identity.user where account = $1', [form.account])).toBe(
      userId,
    );
  });

  it('is answered after its time as well, and says of nothing that it was not done', async () => {
    const { browser, form, key, userId } = await lost('email');
    expect(userOf(await register(browser, form, key, { headers: late(house) }))).toBe(userId);
    const { form: other } = await filled('account');
    const begunAgo = (ms: number) => ({ headers: { 'request-time': String(house.now() - ms) } });
    const recent = await register(browser, other, newKey(), begunAgo(30_000));
    expect(recent.data).toEqual({ key: 'REQUEST_LATE' });
    // so long after, what was done under a key is forgotten
    const old = await register(browser, other, newKey(), begunAgo(KEPT_MS));
    expect(old.data).toEqual({ key: 'REQUEST_LATE', kept: false });
  });

  it('credits who invited once, and accepts the terms once', async () => {
    const inviter = await newPerson(house);
    const { user } = await inviter.client.call('getInfo');
    const more = { invite_code: user.invite_code, termsVersion: 1 };
    const { browser, form, key, userId } = await lost('account', more);
    await expectOnce(await register(browser, form, key), userId);
    expect(await inviter.client.call('getPromotion')).toMatchObject({ totalPromoted: 1 });
    expect(await house.engine.read((view) => view.referral.inviterOf(userId))).toBe(inviter.userId);
    const promised = `select count(*) from outbox.command where key like '%:' || $1::text`;
    expect(await numberIn(promised, [userId])).toBe(2);
    expect(await numberIn('select count(*) from terms.acceptance where user_id = $1', [userId])).toBe(1);
  });
});

describe('two equal registrations at once', () => {
  it.each(KINDS.flatMap((type) => ['identity.rate_limit', 'identity."user"'].map((table) => [type, table])))(
    'by %s, both waiting for %s, open one account and are both answered',
    async (type, table) => {
      const { browser, form } = await filled(type as Kind);
      const [key, before, points] = [newKey(), await accounts(), await counted()];
      const once = () => register(browser, form, key);
      const [first, second] = await heldUp(table!, [once, once]);
      await expectOnce(first!, userOf(first!));
      await expectOnce(second!, userOf(first!));
      expect(await accounts()).toBe(before + 1);
      expect(await counted()).toBe(points + 1);
    },
  );

  it('a late one waits for the first, and is answered as it', async () => {
    const { browser, form } = await filled('email');
    const key = newKey();
    const headers = { 'request-time': String(house.now()) };
    const once = () => register(browser, form, key, { headers });
    const [first, second] = await heldUp('identity."user"', [
      once,
      () => {
        house.advance(MINUTE_MS);
        return once();
      },
    ]);
    expect(second!.code, second!.text).toBe(200);
    expect(userOf(second!)).toBe(userOf(first!));
  });

  it('begin nothing where their time ends while they wait, and leave the code', async () => {
    const { browser, form } = await filled('email');
    const [key, before] = [newKey(), await accounts()];
    const headers = { 'request-time': String(house.now()) };
    const once = () => register(browser, form, key, { headers });
    const [first] = await heldUp('identity.rate_limit', [once], () => house.advance(MINUTE_MS));
    expect(first!.data).toEqual({ key: 'REQUEST_LATE' });
    expect(await accounts()).toBe(before);
    expect((await register(browser, form, key)).code).toBe(200);
  });
});

describe('a key of a registration', () => {
  it.each<[string, Kind, object]>([
    ['another name', 'account', { account: 'somebody_else' }],
    ['another password', 'account', { password: OTHER_PASSWORD, confirmPassword: OTHER_PASSWORD }],
    ['another confirmation', 'account', { confirmPassword: OTHER_PASSWORD }],
    ['an invite code', 'account', { invite_code: 'ABCD2345' }],
    ['terms', 'account', { termsVersion: 1 }],
    ['another code', 'email', {}],
  ])('is refused with %s, and opens nothing', async (_, type, changed) => {
    const { browser, form, key, userId } = await lost(type);
    const before = await accounts();
    const other = form.code === undefined ? changed : { code: otherCode(form.code) };
    const answer = await register(browser, { ...form, ...other }, key);
    expect(answer.data).toEqual({ key: 'KEY_REUSED_WITH_OTHER_BODY' });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await accounts()).toBe(before);
    await expectOnce(await register(browser, form, key), userId);
  });

  it('has five wrong tries, and then is answered like any taken name, whatever is tried', async () => {
    const { browser, form, key } = await lost();
    const wrong = { ...form, password: OTHER_PASSWORD, confirmPassword: OTHER_PASSWORD };
    for (let tries = 0; tries < 5; tries++)
      expect(keyOf(await register(browser, wrong, key))).toBe('KEY_REUSED_WITH_OTHER_BODY');
    const taken = (await register(browser, form, newKey())).data;
    expect(taken).toEqual({ key: 'ACCOUNT_TAKEN', field: 'account' });
    for (const body of [wrong, form, { ...form, account: 'nobody_at_all' }])
      expect((await register(browser, body, key)).data).toEqual(taken);
  });

  it('does not tell who has an account', async () => {
    const { browser, form, key } = await lost();
    const { form: taken } = await lost();
    const { form: free } = await filled('account');
    const [ofTaken, ofFree] = [await register(browser, taken, key), await register(browser, free, key)];
    expect(ofTaken.text).toBe(ofFree.text);
    expect(keyOf(await register(browser, form, newKey()))).toBe('ACCOUNT_TAKEN');
  });

  it('is forgotten after fifteen minutes, and swept', async () => {
    const { browser, form, key, userId } = await lost();
    house.advance(KEPT_MS - MINUTE_MS);
    await expectOnce(await register(browser, form, key), userId);
    house.advance(2 * MINUTE_MS);
    expect(keyOf(await register(browser, form, key))).toBe('ACCOUNT_TAKEN');
    await lost();
    expect(await numberIn('select count(*) from identity.registration where user_id = $1', [userId])).toBe(0);
  });

  it.each<[string, (userId: number, token: string) => Promise<unknown>]>([
    ['all sessions were ended', (_, token) => clientOf(house, token).call('logoutEverywhere')],
    [
      'its device was removed',
      async (_, token) => {
        const client = clientOf(house, token);
        const [device] = await client.call('getLoginDevice');
        await client.call('deleteDevice', { params: { id: device!.id } });
      },
    ],
    [
      'another factor was added',
      (userId) =>
        house.pool.query('update identity.user set email = $2 where user_id = $1', [
          userId,
          `added${userId}@example.org`,
        ]),
    ],
  ])('opens nothing any more once %s', async (_, change) => {
    const { browser, form, key, userId } = await lost();
    await change(userId, dataOf(await register(browser, form, key)).satoken);
    expect(keyOf(await register(browser, form, key))).toBe('ACCOUNT_TAKEN');
  });

  it('opens no session by a password that changes meanwhile', async () => {
    const { browser, form, key, userId } = await lost();
    const answer = await changedDuring(
      house.pool,
      {
        begin: (trx) =>
          trx.query("update identity.user set password_hash = 'another' where user_id = $1", [userId]),
        end: async () => {},
      },
      () => register(browser, form, key),
    );
    expect(keyOf(answer)).toBe('ACCOUNT_TAKEN');
  });

  it('stands in no row, nor does what was sent under it', async () => {
    const { form, key } = await lost('email');
    const { rows } = await house.pool.query(
      'select row_to_json(t)::text as text from identity.registration t',
    );
    const texts = rows.map(({ text }) => text).join('\n');
    for (const secret of [key, form.account, form.password, form.code!]) {
      expect(texts).not.toContain(secret);
      expect(texts).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

it('a transaction that fails leaves the code, which then fits', async () => {
  const { browser, form } = await filled('email');
  const [key, before] = [newKey(), await accounts()];
  await house.pool.query('alter table outbox.command add constraint closed check (false) not valid');
  try {
    for (let tries = 0; tries < 6; tries++)
      expect(keyOf(await register(browser, form, key))).toBe('INTERNAL');
  } finally {
    await house.pool.query('alter table outbox.command drop constraint closed');
  }
  expect(await accounts()).toBe(before);
  const answer = await register(browser, form, key);
  await expectOnce(answer, userOf(answer));
  expect(keyOf(await register(browser, form, newKey()))).toBe('CODE_WRONG');
});
