import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, refusal, send } from './support/person.ts';
import { expectListedByTime, inQuery } from './support/times.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

const DAY_MS = 86_400_000;

function registration(account: string, more: Record<string, unknown> = {}) {
  return { type: 'account', account, password: PASSWORD, confirmPassword: PASSWORD, ...more } as const;
}

describe('registration', () => {
  it('signs in, opens the ledger account and gives a user id from 1000 up', async () => {
    const person = await newPerson(house, false);
    expect(person.userId).toBeGreaterThanOrEqual(1000);
    const { user } = await person.client.call('getInfo');
    expect(user).toMatchObject({
      userId: person.userId,
      account: person.account,
      accountOpen: true,
      satoken: person.token,
    });
    expect(await house.engine.read((view) => view.hasAccount(person.userId))).toBe(true);
  });

  it('takes a name once and whatever its case', async () => {
    const visitor = clientOf(house);
    await visitor.call('register', { body: registration('Ada_Lovelace') });
    const taken = await refusal(visitor.call('register', { body: registration('ada_lovelace') }));
    expect(taken).toMatchObject({ key: 'ACCOUNT_TAKEN', field: 'account' });
    const body = { type: 'account', account: 'ADA_lovelace', password: PASSWORD } as const;
    expect((await visitor.call('login', { body })).userId).toBeGreaterThanOrEqual(1000);
  });

  it.each(['password1', 'Password1', 'abc123'])(
    'refuses %s, which is among the commonest',
    async (password) => {
      const body = registration('nobody_at_all', { password, confirmPassword: password });
      const problem = await refusal(clientOf(house).call('register', { body }));
      expect(problem).toMatchObject({ key: 'PASSWORD_COMMON', field: 'password' });
    },
  );

  it.each([
    ['short', 'a1b2c'],
    ['of one kind', 'abcdefgh'],
    ['with a space', 'abc 1234'],
    ['with another script', 'abc1234ж'],
  ])('refuses a password that is %s', async (_, password) => {
    const body = registration('nobody_at_all', { password, confirmPassword: password });
    const problem = await refusal(clientOf(house).call('register', { body }));
    expect(problem).toMatchObject({ key: 'PASSWORD_INVALID', field: 'password' });
  });

  it('refuses two different passwords and accounts that are none', async () => {
    const visitor = clientOf(house);
    const differing = registration('nobody_at_all', { confirmPassword: 'another-horse-9' });
    expect((await refusal(visitor.call('register', { body: differing }))).key).toBe('PASSWORDS_DIFFER');
    for (const [type, account] of [
      ['account', '1abc'],
      ['account', 'a b c d'],
      ['email', 'not-an-email'],
      ['phone', '12345'],
    ] as const) {
      const problem = await refusal(visitor.call('register', { body: registration(account, { type }) }));
      expect(problem.key).toBe('ACCOUNT_INVALID');
    }
  });

  it('checks the invite code and remembers who invited', async () => {
    const inviter = await newPerson(house, false);
    const { user } = await inviter.client.call('getInfo');
    const visitor = clientOf(house);
    const unknown = registration('invited_person', { invite_code: 'ZZZZZZZZ' });
    expect((await refusal(visitor.call('register', { body: unknown }))).key).toBe('INVITE_CODE_UNKNOWN');
    const known = registration('invited_person', { invite_code: user.invite_code.toLowerCase() });
    const invited = await visitor.call('register', { body: known });
    const row = await house.identity.user(invited.userId);
    expect(row?.invitedBy).toBe(inviter.userId);
  });

  it('lets one of two people have a name that both ask for at once', async () => {
    const visitor = clientOf(house);
    const both = await Promise.allSettled([
      visitor.call('register', { body: registration('wanted_name') }),
      visitor.call('register', { body: registration('Wanted_Name') }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('keeps the password only as argon2id', async () => {
    await newPerson(house, false);
    const { rows } = await house.pool.query('select password_hash from identity.user');
    for (const row of rows) expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('login', () => {
  it('answers an unknown account and a wrong password alike', async () => {
    const person = await newPerson(house, false);
    const visitor = clientOf(house);
    const wrong = await send(house, 'POST', '/api/user/login', {
      body: { type: 'account', account: person.account, password: 'wrong-horse-9' },
    });
    const unknown = await send(house, 'POST', '/api/user/login', {
      body: { type: 'account', account: 'nobody_of_that_name', password: 'wrong-horse-9' },
    });
    const malformed = await send(house, 'POST', '/api/user/login', {
      body: { type: 'email', account: "' or 1=1 --", password: 'wrong-horse-9' },
    });
    expect(wrong.text).toBe(unknown.text);
    expect(wrong.text).toBe(malformed.text);
    expect(wrong.status).toBe(200);
    const { userId } = await visitor.call('login', {
      body: { type: 'account', account: person.account, password: PASSWORD },
    });
    expect(userId).toBe(person.userId);
  });

  it('sets an HttpOnly cookie which by itself authenticates nothing', async () => {
    const person = await newPerson(house, false);
    const body = { type: 'account', account: person.account, password: PASSWORD };
    const { headers } = await send(house, 'POST', '/api/user/login', { body });
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    const byCookie = await send(house, 'POST', '/api/user/getInfo', {
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });
    expect(byCookie).toMatchObject({ status: 200, code: 401 });
  });

  it('takes the token from authorization or satoken, and refuses two that differ', async () => {
    const person = await newPerson(house, false);
    const ask = (headers: Record<string, string>) => send(house, 'POST', '/api/user/getInfo', { headers });
    expect((await ask({ authorization: person.token })).code).toBe(200);
    expect((await ask({ authorization: `Bearer ${person.token}` })).code).toBe(200);
    expect((await ask({ satoken: person.token })).code).toBe(200);
    expect((await ask({ satoken: person.token, authorization: person.token })).code).toBe(200);
    const other = await newPerson(house, false);
    expect((await ask({ satoken: person.token, authorization: other.token })).code).toBe(401);
    expect((await ask({ satoken: 'x'.repeat(43) })).code).toBe(401);
    expect((await ask({})).code).toBe(401);
  });
});

describe('sessions', () => {
  it('end at logout, at once, for this token only', async () => {
    const person = await newPerson(house, false);
    const second = await clientOf(house).call('login', {
      body: { type: 'account', account: person.account, password: PASSWORD },
    });
    await person.client.call('getInfo');
    await person.client.call('logout');
    expect((await refusal(person.client.call('getInfo'))).key).toBe('SIGNED_OUT');
    await clientOf(house, second.satoken).call('getInfo');
  });

  it('of one login end together at logout, however many a token was refreshed into, and no other login does', async () => {
    const person = await newPerson(house, false);
    const elsewhere = await clientOf(house).call('login', {
      body: { type: 'account', account: person.account, password: PASSWORD },
    });
    const forks = await Promise.all(
      Array.from({ length: 4 }, async () => (await person.client.call('refreshToken')).satoken),
    );
    expect(new Set(forks).size).toBe(4);
    const second = await clientOf(house, forks[0]!).call('refreshToken');
    const tokens = [person.token, ...forks, second.satoken];
    for (const token of tokens) await clientOf(house, token).call('getInfo');
    await clientOf(house, forks[3]!).call('logout');
    for (const token of tokens) {
      expect((await refusal(clientOf(house, token).call('getInfo'))).key).toBe('SIGNED_OUT');
      expect((await refusal(clientOf(house, token).call('refreshToken'))).key).toBe('SIGNED_OUT');
    }
    await clientOf(house, elsewhere.satoken).call('getInfo');
  });

  it('that are refreshed while they end are over as well', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await newPerson(house, false);
      await person.client.call('getInfo');
      const refreshed = Array.from({ length: 6 }, () => person.client.call('refreshToken').catch(() => null));
      await person.client.call('logout');
      for (const fresh of await Promise.all(refreshed)) {
        if (fresh === null) continue;
        expect((await refusal(clientOf(house, fresh.satoken).call('getInfo'))).key).toBe('SIGNED_OUT');
      }
    }
  });

  it('are refreshed with a new token, while the old one lives for another minute', async () => {
    const person = await newPerson(house, false);
    const fresh = await person.client.call('refreshToken');
    expect(fresh.satoken).not.toBe(person.token);
    await clientOf(house, fresh.satoken).call('getInfo');
    await person.client.call('getInfo');
    house.advance(61_000);
    await clientOf(house, fresh.satoken).call('getInfo');
  });

  it('end with all of their family when a token is used after its overlap: it has two holders', async () => {
    const person = await newPerson(house, false);
    const body = { type: 'account', account: person.account, password: PASSWORD } as const;
    const elsewhere = await clientOf(house).call('login', { body });
    const fresh = clientOf(house, (await person.client.call('refreshToken')).satoken);
    house.advance(61_000);
    await fresh.call('getInfo');
    expect((await refusal(person.client.call('getInfo'))).key).toBe('SIGNED_OUT');
    expect((await refusal(fresh.call('getInfo'))).key).toBe('SIGNED_OUT');
    await clientOf(house, elsewhere.satoken).call('getInfo');
  });

  it('last when the house itself asks again for the replaced token of an open connection', async () => {
    const person = await newPerson(house, false);
    const fresh = clientOf(house, (await person.client.call('refreshToken')).satoken);
    house.advance(61_000);
    expect(await house.identity.sessions.authenticate(person.token, true)).toBeNull();
    await fresh.call('getInfo');
  });

  it('end everywhere at once, this one too', async () => {
    const person = await newPerson(house, false);
    const body = { type: 'account', account: person.account, password: PASSWORD } as const;
    const elsewhere = clientOf(house, (await clientOf(house).call('login', { body })).satoken);
    await elsewhere.call('getInfo');
    await person.client.call('logoutEverywhere');
    for (const client of [person.client, elsewhere])
      expect((await refusal(client.call('getInfo'))).key).toBe('SIGNED_OUT');
  });

  it('can be refreshed at the age of seven days and end a day later', async () => {
    const late = await newPerson(house, false);
    house.advance(7 * DAY_MS + 10_000);
    const fresh = await late.client.call('refreshToken');
    house.advance(7 * DAY_MS);
    const fresher = clientOf(house, fresh.satoken);
    await fresher.call('getInfo');
    house.advance(DAY_MS);
    expect((await refusal(fresher.call('getInfo'))).key).toBe('SIGNED_OUT');
  });

  it('end 90 days after the login, however often they are refreshed', async () => {
    let { client } = await newPerson(house, false);
    for (let week = 0; week < 12; week += 1) {
      house.advance(7 * DAY_MS);
      client = clientOf(house, (await client.call('refreshToken')).satoken);
    }
    house.advance(6 * DAY_MS - 60_000);
    await client.call('getInfo');
    client = clientOf(house, (await client.call('refreshToken')).satoken);
    await client.call('getInfo');
    house.advance(60_000);
    expect((await refusal(client.call('getInfo'))).key).toBe('SIGNED_OUT');
  });

  it('are at most twenty a user: the oldest go', async () => {
    const person = await newPerson(house, false);
    const body = { type: 'account', account: person.account, password: PASSWORD } as const;
    for (let count = 0; count < 20; count += 1) {
      house.advance(1);
      await clientOf(house).call('login', { body });
    }
    house.advance(11_000);
    expect((await refusal(person.client.call('getInfo'))).key).toBe('SIGNED_OUT');
  });

  it('keep no token in the database', async () => {
    const person = await newPerson(house, false);
    const { rows } = await house.pool.query('select encode(token_hash, $1) as hash from identity.session', [
      'escape',
    ]);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(person.token);
  });
});

describe('devices and logins', () => {
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const CHROME =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

  async function loginFrom(account: string, agent: string, cookie = '') {
    const answer = await send(house, 'POST', '/api/user/login', {
      body: { type: 'account', account, password: PASSWORD },
      headers: {
        'user-agent': agent,
        'x-forwarded-for': '203.0.113.9',
        ...(cookie === '' ? {} : { cookie }),
      },
    });
    const { satoken } = answer.data as { satoken: string };
    const device = answer.headers.getSetCookie()[0]?.split(';')[0] as string;
    return { client: clientOf(house, satoken), device };
  }

  it('are listed with browser and address, and keep the name that the user gave', async () => {
    const person = await newPerson(house, false);
    const first = await loginFrom(person.account, FIREFOX);
    const [device] = await first.client.call('getLoginDevice');
    expect(device).toMatchObject({
      agent: 'Firefox · Windows',
      address: '203.0.113.9',
      name: null,
      signedIn: true,
    });
    await first.client.call('updateDevice', { body: { id: device!.id, name: ' Desk at home ' } });
    const again = await loginFrom(person.account, FIREFOX, first.device);
    const [renewed] = await again.client.call('getLoginDevice');
    expect(renewed).toMatchObject({ name: 'Desk at home', createTime: device!.createTime });
    expect(renewed!.id).not.toBe(device!.id);
    const { records } = await again.client.call('getLoginLog');
    expect(records.map(({ method, newDevice }) => [method, newDevice])).toEqual([
      ['password', false],
      ['password', true],
      ['register', true],
    ]);
    await expectListedByTime(async (times) =>
      (await again.client.call('getLoginLog', { query: inQuery(times) })).records.map(
        ({ createTime }) => createTime,
      ),
    );
    const paged = await again.client.call('getLoginLog', { query: { pageSize: '2' } });
    expect(paged.records).toHaveLength(2);
    const rest = await again.client.call('getLoginLog', { query: { cursor: paged.nextCursor! } });
    expect(rest).toMatchObject({ records: [{ method: 'register' }], nextCursor: null });
  });

  it('lose every session that was opened on a removed one, refreshed or opened under its earlier cookie', async () => {
    const person = await newPerson(house, false);
    const phone = await loginFrom(person.account, CHROME);
    const refreshed = clientOf(house, (await phone.client.call('refreshToken')).satoken);
    const phoneAgain = await loginFrom(person.account, CHROME, phone.device);
    const desk = await loginFrom(person.account, FIREFOX);
    const devices = await desk.client.call('getLoginDevice');
    const { id } = devices.find(({ agent }) => agent === 'Chrome · Android')!;
    const stranger = await newPerson(house, false);
    await stranger.client.call('deleteDevice', { params: { id } });
    await phoneAgain.client.call('getInfo');
    await desk.client.call('deleteDevice', { params: { id } });
    for (const client of [phone.client, refreshed, phoneAgain.client])
      expect((await refusal(client.call('getInfo'))).key).toBe('SIGNED_OUT');
    await desk.client.call('getInfo');
  });

  it('of others cannot be named', async () => {
    const [person, other] = [await newPerson(house, false), await newPerson(house, false)];
    const [device] = await other.client.call('getLoginDevice');
    const named = person.client.call('updateDevice', { body: { id: device!.id, name: 'mine' } });
    expect((await refusal(named)).key).toBe('NOT_FOUND');
  });
});

describe('the time zone', () => {
  it('is stored with the user, for all devices, and may be that of each device again', async () => {
    const person = await newPerson(house, false);
    const stored = async () => (await person.client.call('getInfo')).user.timeZone;
    expect(await stored()).toBeNull();
    for (const timeZone of ['America/Argentina/Ushuaia', 'UTC', 'Asia/Kathmandu', null]) {
      await person.client.call('setTimeZone', { body: { timeZone } });
      expect(await stored()).toBe(timeZone);
    }
    for (const timeZone of ['Mars/Olympus', 'Europe/', '', '+25:00', 'x'.repeat(65), "UTC'; --"]) {
      const refused = await refusal(person.client.call('setTimeZone', { body: { timeZone } }));
      expect([refused.key, refused.field], timeZone).toEqual(['INVALID_INPUT', 'timeZone']);
    }
  });
});

describe('language', () => {
  it('is stored with the user, and refusals come in the language of the request', async () => {
    const person = await newPerson(house, false);
    await person.client.call('setLanguage', { body: { language: 'de' } });
    const { user } = await person.client.call('getInfo');
    expect(user.language).toBe('de');
    const english = await send(house, 'POST', '/api/user/getInfo', { headers: { lang: 'en' } });
    const unknown = await send(house, 'POST', '/api/user/getInfo', { headers: { lang: "en'; drop" } });
    expect(unknown.msg).toBe(english.msg);
  });
});
