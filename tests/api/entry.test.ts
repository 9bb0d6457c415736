import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Browser,
  codeTo,
  newBrowser,
  newestMessage,
  otherCode,
  sendEmail,
  sendMobile,
  sha256,
} from './support/browser.ts';
import { changedDuring } from './support/changed-during.ts';
import { type House, openHouse } from './support/house.ts';
import { PASSWORD, type RawAnswer, send } from './support/person.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const MINUTE_MS = 60_000;
let people = 0;
const newEmail = () => `person${++people}@example.org`;
const newPhone = () => `+49170${String(2_000_000 + ++people)}`;

function form(type: 'email' | 'phone', account: string, code: string | undefined) {
  return { type, account, password: PASSWORD, confirmPassword: PASSWORD, code };
}

const keyOf = ({ data }: RawAnswer) => (data as { key?: string } | null)?.key;

/** Registers by a code and returns the browser, which is then a known device. */
async function registered(type: 'email' | 'phone', account: string): Promise<Browser> {
  const browser = newBrowser(house);
  const sent = await browser.post((type === 'email' ? sendEmail : sendMobile)('register', account));
  expect(sent.code).toBe(200);
  const answer = await browser.post('/api/user/register', form(type, account, await codeTo(house, account)));
  expect(answer.code).toBe(200);
  return browser;
}

const login = (browser: Browser, type: string, account: string, password = PASSWORD) =>
  browser.post('/api/user/login', { type, account, password });

interface Step {
  readonly key: string;
  readonly details: Readonly<Record<string, string>>;
}

describe('registration by mail and phone', () => {
  it.each(['email', 'phone'] as const)('takes the code that was sent to the %s, once', async (type) => {
    const account = type === 'email' ? newEmail() : newPhone();
    const browser = newBrowser(house);
    const path = (type === 'email' ? sendEmail : sendMobile)('register', account);
    expect(keyOf(await browser.post('/api/user/register', form(type, account, undefined)))).toBe(
      'CODE_REQUIRED',
    );
    const sent = await browser.post(path);
    expect(sent.data).toEqual({ expiresAt: expect.any(Number), resendAt: expect.any(Number) });
    const code = await codeTo(house, account);
    const wrong = await browser.post('/api/user/register', form(type, account, otherCode(code)));
    expect(wrong.data).toEqual({ key: 'CODE_WRONG', field: 'code' });
    expect((await browser.post('/api/user/register', form(type, account, code))).code).toBe(200);
    expect(keyOf(await browser.post('/api/user/register', form(type, account, code)))).toBe('CODE_WRONG');
  });

  it('keeps the code where the invite code is wrong', async () => {
    const email = newEmail();
    const browser = newBrowser(house);
    await browser.post(sendEmail('register', email));
    const typed = form('email', email, await codeTo(house, email));
    const wrong = await browser.post('/api/user/register', { ...typed, invite_code: 'ZZZZZZZZ' });
    expect(wrong.data).toEqual({ key: 'INVITE_CODE_UNKNOWN', field: 'invite_code' });
    expect((await browser.post('/api/user/register', typed)).code).toBe(200);
  });

  it('gives a known address the same answer for the same work, and tells its owner by mail', async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await registered('email', known);
    house.advance(MINUTE_MS);
    const work = async (email: string) => {
      const statements: string[] = [];
      const spy = vi.spyOn(Client.prototype, 'query');
      const browser = newBrowser(house);
      const sent = await browser.post(sendEmail('register', email));
      const tried = await browser.post('/api/user/register', form('email', email, '000000'));
      for (const [query] of spy.mock.calls as unknown as [string | { text: string }][]) {
        const text = typeof query === 'string' ? query : (query?.text ?? '');
        if (/(identity|codes|messages|jobs)"?\./.test(text)) statements.push(text);
      }
      spy.mockRestore();
      return { answers: [sent, tried].map(({ status, code, msg }) => ({ status, code, msg })), statements };
    };
    const ofUnknown = await work(unknown);
    const ofKnown = await work(known);
    expect(ofKnown).toEqual(ofUnknown);
    expect(ofKnown.statements.length).toBeGreaterThan(5);
    expect(await newestMessage(house, known)).toMatchObject({ kind: 'accountExists', code: null });
    expect(await newestMessage(house, unknown)).toMatchObject({ kind: 'codeRegister' });
  });

  it('answers without /api and by GET as well', async () => {
    for (const path of ['/api/v1/coin/open/send/email', '/v1/coin/open/send/email']) {
      const answer = await newBrowser(house).get(`${path}?type=register&email=${newEmail()}`);
      expect(answer.code).toBe(200);
    }
    for (const path of ['/api/v1/coin/open/send/sms', '/v1/coin/open/send/sms', '/coin/open/send/sms']) {
      const phone = encodeURIComponent(newPhone());
      const answer = await newBrowser(house).get(`${path}?type=register&phone=${phone}`);
      expect(answer.code).toBe(200);
    }
  });

  it.each([
    ['sec-fetch-site', 'cross-site', 'NOT_PERMITTED'],
    ['sec-fetch-site', 'same-site', 'NOT_PERMITTED'],
    ['sec-fetch-site', 'none', 'NOT_PERMITTED'],
    ['sec-fetch-site', 'same-origin', null],
  ])('by GET with %s: %s', async (name, value, key) => {
    const path = `/api/v1/coin/open/send/email?type=register&email=${newEmail()}`;
    const answer = await send(house, 'GET', path, { headers: { [name]: value } });
    expect((answer.data as { key?: string } | null)?.key ?? null).toBe(key);
  });
});

describe('a code', () => {
  it('is sent again after a minute, ends after ten, and the newest alone counts', async () => {
    const email = newEmail();
    const browser = newBrowser(house);
    await browser.post(sendEmail('register', email));
    const first = await codeTo(house, email);
    const soon = await browser.post(sendEmail('register', email));
    expect(soon.data).toMatchObject({ key: 'CODE_TOO_SOON', retryAfterMs: expect.any(Number) });
    house.advance(MINUTE_MS);
    expect((await browser.post(sendEmail('register', email))).code).toBe(200);
    const second = await codeTo(house, email);
    if (first !== second) {
      const old = await browser.post('/api/user/register', form('email', email, first));
      expect(keyOf(old)).toBe('CODE_WRONG');
    }
    house.advance(10 * MINUTE_MS);
    const late = await browser.post('/api/user/register', form('email', email, second));
    expect(keyOf(late)).toBe('CODE_WRONG');
  });

  it('has five tries, and the wrong tries of another browser do not burn it', async () => {
    const email = newEmail();
    const [owner, other] = [newBrowser(house), newBrowser(house)];
    await owner.post(sendEmail('register', email));
    const code = await codeTo(house, email);
    await other.post(sendEmail('register', email));
    const others = await codeTo(house, email);
    for (let attempt = 0; attempt < 5; attempt++)
      await other.post('/api/user/register', form('email', email, otherCode(others)));
    expect(keyOf(await other.post('/api/user/register', form('email', email, others)))).toBe('CODE_WRONG');
    expect((await owner.post('/api/user/register', form('email', email, code))).code).toBe(200);
  });

  it('is sent ten times a day from one address to a recipient for one purpose', async () => {
    const email = newEmail();
    const browser = () => newBrowser(house, '203.0.113.61');
    for (let sent = 0; sent < 10; sent++)
      expect((await browser().post(sendEmail('register', email))).code).toBe(200);
    const answer = await browser().post(sendEmail('register', email));
    expect(answer.data).toMatchObject({ key: 'CODES_LIMITED', retryAfterMs: expect.any(Number) });
    expect((await newBrowser(house).post(sendEmail('reset', email))).code).toBe(200);
  });

  it.each([
    ['a premium number', '+49900123456'],
    ['a landline', '+49301234567'],
    ['a shared-cost number', '+441840123456'],
    ['a number that does not exist', '+4917'],
  ])('is not sent to %s', async (_, phone) => {
    const answer = await newBrowser(house).post(sendMobile('register', phone));
    expect(['PHONE_NOT_MOBILE', 'ACCOUNT_INVALID']).toContain(keyOf(answer));
    expect(await newestMessage(house, phone)).toBeNull();
  });

  it('stands in no row: neither plain nor as a plain hash', async () => {
    const email = newEmail();
    await newBrowser(house).post(sendEmail('register', email));
    const code = await codeTo(house, email);
    // all that a backup copies
    const tables = await house.pool.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.rows.length).toBeGreaterThan(50);
    for (const { name } of tables.rows) {
      const { rows } = await house.pool.query(`select row_to_json(t)::text as text from ${name} t`);
      const texts = rows.map((row) => row.text).join('\n');
      expect(texts, name).not.toContain(`"${code}"`);
      expect(texts, name).not.toContain(sha256(code));
    }
    expect(house.logged()).not.toContain(code);
  });
});

describe('limits', () => {
  it('bound the codes of a network address and the texts to a country', async () => {
    const strict = await openHouse({ codesPerHour: 2, smsPerCountryAndHour: 1 });
    try {
      const browser = newBrowser(strict, '203.0.113.9');
      for (let sent = 0; sent < 2; sent++)
        expect((await browser.post(sendEmail('register', newEmail()))).code).toBe(200);
      expect(keyOf(await browser.post(sendEmail('register', newEmail())))).toBe('CODES_LIMITED');
      expect((await newBrowser(strict).post(sendMobile('register', newPhone()))).code).toBe(200);
      expect(keyOf(await newBrowser(strict).post(sendMobile('register', newPhone())))).toBe('CODES_LIMITED');
      expect((await newBrowser(strict).post(sendMobile('register', '+33612345678'))).code).toBe(200);
    } finally {
      await strict.stop();
    }
  });

  it('a house that sends no messages says so', async () => {
    const closed = await openHouse({ deliveries: { email: null, sms: null } });
    try {
      const answer = await newBrowser(closed).post(sendEmail('register', newEmail()));
      expect(keyOf(answer)).toBe('MESSAGES_NOT_OPEN');
      const kept = async (at: House) =>
        (await newBrowser(at).post('/api/common/getAllSetting')).data as { readonly keptMessages: string[] };
      expect((await kept(closed)).keptMessages).toEqual([]);
      // where they stay on the machine, the pages say so
      expect((await kept(house)).keptMessages).toEqual(['email', 'sms']);
    } finally {
      await closed.stop();
    }
  });
});

describe('login', () => {
  it('on a new browser waits for a code, under the message that clients know', async () => {
    const email = newEmail();
    const known = await registered('email', email);
    expect((await login(known, 'email', email)).code).toBe(200);
    const browser = newBrowser(house);
    const first = await login(browser, 'email', email);
    expect(first.msg).toBe('step 1 login succeeded');
    const { key, details } = first.data as Step;
    expect(key).toBe('LOGIN_STEP_ONE');
    expect(details).toEqual({ ticket: expect.any(String), email: `${email.slice(0, 2)}****rg` });
    const { ticket } = details;
    expect((await browser.post(`/api/user/sendEmailCode?type=login&ticket=${ticket}`)).code).toBe(200);
    const code = await codeTo(house, email);
    const step = (typed: string) =>
      browser.post('/api/user/loginStepTwo', { ticket, kind: 'email', code: typed });
    expect(keyOf(await step(otherCode(code)))).toBe('CODE_WRONG');
    expect((await step(code)).code).toBe(200);
    expect(keyOf(await step(code))).toBe('LOGIN_TICKET_OVER');
    expect((await login(browser, 'email', email)).code).toBe(200);
  });

  it('gives five tries of the second step, and none to another act', async () => {
    const email = newEmail();
    await registered('email', email);
    const browser = newBrowser(house);
    const { ticket } = ((await login(browser, 'email', email)).data as Step).details;
    await browser.post(`/api/user/sendEmailCode?type=login&ticket=${ticket}`);
    const code = await codeTo(house, email);
    const body = { ticket, kind: 'email', code };
    expect(keyOf(await browser.post('/api/user/backPwdStepTwo', body))).toBe('LOGIN_TICKET_OVER');
    for (let attempt = 0; attempt < 5; attempt++)
      await browser.post('/api/user/loginStepTwo', { ...body, code: otherCode(code) });
    expect(keyOf(await browser.post('/api/user/loginStepTwo', body))).toBe('LOGIN_TICKET_OVER');
  });
});

describe('a login under way while the password changes', () => {
  const changed = (email: string, request: () => Promise<RawAnswer>) =>
    changedDuring(
      house.pool,
      {
        begin: (trx) =>
          trx.query("update identity.user set password_hash = 'another' where email = $1", [email]),
        end: (trx) =>
          trx.query(
            `delete from identity.ticket where user_id in (select user_id from identity.user where email = $1)`,
            [email],
          ),
      },
      request,
    );

  it('opens no session by the old password', async () => {
    const email = newEmail();
    const known = await registered('email', email);
    expect(keyOf(await changed(email, () => login(known, 'email', email)))).toBe('WRONG_CREDENTIALS');
  });

  it('opens no second step by the old password', async () => {
    const email = newEmail();
    await registered('email', email);
    const answer = await changed(email, () => login(newBrowser(house), 'email', email));
    expect(keyOf(answer)).toBe('WRONG_CREDENTIALS');
  });

  it('opens no session by a second step that the old password began', async () => {
    const email = newEmail();
    await registered('email', email);
    const browser = newBrowser(house);
    const { ticket } = ((await login(browser, 'email', email)).data as Step).details;
    await browser.post(`/api/user/sendEmailCode?type=login&ticket=${ticket}`);
    const step = { ticket, kind: 'email', code: await codeTo(house, email) };
    const answer = await changed(email, () => browser.post('/api/user/loginStepTwo', step));
    expect(keyOf(answer)).toBe('LOGIN_TICKET_OVER');
  });
});

describe('recovery', () => {
  const NEW_PASSWORD = 'Fresh-kite-77';
  const reset = (browser: Browser, type: string, account: string, code: string, password = NEW_PASSWORD) => {
    const hashed = sha256(password);
    const query = new URLSearchParams({ type, account, code, password: hashed, confirmPassword: hashed });
    return browser.post(`/api/user/backPwd?${query}`);
  };

  it('sets a new password by a code, ends what an earlier one opened and says so by mail', async () => {
    const email = newEmail();
    const known = await registered('email', email);
    const { satoken } = (await login(known, 'email', email)).data as { satoken: string };
    const browser = newBrowser(house);
    const { ticket } = ((await login(browser, 'email', email)).data as Step).details;
    await browser.post(`/api/user/sendEmailCode?type=login&ticket=${ticket}`);
    const waiting = { ticket, kind: 'email', code: await codeTo(house, email) };
    await browser.post(sendEmail('reset', email));
    const code = await codeTo(house, email);
    expect(keyOf(await reset(browser, 'email', email, otherCode(code)))).toBe('CODE_WRONG');
    const common = await reset(browser, 'email', email, code, 'password1');
    expect(common.data).toEqual({ key: 'PASSWORD_COMMON', field: 'password' });
    expect((await reset(browser, 'email', email, code)).code).toBe(200);
    expect(await house.identity.sessions.authenticate(satoken)).toBeNull();
    expect(await newestMessage(house, email)).toMatchObject({ kind: 'passwordChanged', code: null });
    expect(keyOf(await browser.post('/api/user/loginStepTwo', waiting))).toBe('LOGIN_TICKET_OVER');
    expect(keyOf(await login(known, 'email', email))).toBe('WRONG_CREDENTIALS');
    // the device of an earlier login is known no longer
    expect(keyOf(await login(known, 'email', email, NEW_PASSWORD))).toBe('LOGIN_STEP_ONE');
  });

  it('sends nothing to an unknown address, with the same answer as to a known one', async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await registered('email', known);
    const answers = [];
    for (const email of [known, unknown]) {
      const browser = newBrowser(house);
      const sent = await browser.post(sendEmail('reset', email));
      const tried = await reset(browser, 'email', email, '000000');
      answers.push([sent, tried].map(({ status, code, msg }) => ({ status, code, msg })));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await newestMessage(house, unknown)).toMatchObject({ isWithheld: true });
  });

  it('never by one code alone for an account that has another factor, nor by the same one twice', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const known = await registered('email', email);
    await house.pool.query('update identity.user set phone = $1 where email = $2', [phone, email]);
    const browser = newBrowser(house);
    await browser.post(sendEmail('reset', email));
    const first = await reset(browser, 'email', email, await codeTo(house, email));
    const { key, details } = first.data as Step;
    expect(key).toBe('RESET_STEP_ONE');
    expect(Object.keys(details).toSorted()).toEqual(['phone', 'ticket']);
    expect((await login(known, 'email', email)).code).toBe(200);
    const { ticket } = details;
    const again = await browser.post(`/api/user/sendEmailCode?type=reset&ticket=${ticket}`);
    expect(keyOf(again)).toBe('INVALID_INPUT');
    expect((await browser.post(`/api/user/sendMobileCode?type=reset&ticket=${ticket}`)).code).toBe(200);
    const code = await codeTo(house, phone);
    const step = (kind: string) => browser.post('/api/user/backPwdStepTwo', { ticket, kind, code });
    expect(keyOf(await step('email'))).toBe('INVALID_INPUT');
    expect((await step('phone')).code).toBe(200);
    expect(keyOf(await login(known, 'email', email, NEW_PASSWORD))).toBe('LOGIN_STEP_ONE');
  });
});
