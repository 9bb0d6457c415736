import { newActKey } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../apps/server/gateway/messages/index.ts';
import { codeTo, newBrowser, newestMessage, sendEmail } from './support/browser.ts';
import { codeAt, STEP_MS } from './support/console.ts';
import { CODES_KEY, type House, openHouse } from './support/house.ts';
import { softPasskey } from './support/passkey.ts';
import { clientOf, newPerson, PASSWORD, type Person, refusal, send } from './support/person.ts';
import { keyOf, needOf, sendAct, sha256, show, stepUp } from './support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const MEMBER = '/api/v1/coin/member';
const ORIGIN = 'http://localhost:8080';
const NEW = 'a-new-password-7';
const password = ['password', sha256(PASSWORD)] as const;
const updatePwd = {
  path: '/api/user/updatePwd',
  body: { oldPassword: sha256(PASSWORD), newPassword: sha256(NEW) },
};
const antiCode = { path: `${MEMBER}/antiCode`, body: { code: 'blue heron' } };
const bindPath = (code: string, mode = '1') => ({
  method: 'GET' as const,
  path: `${MEMBER}/googleVerificationBindingOrReset/${code}/${mode}`,
});

/** Binds an authenticator; the returned function gives the next code, on a time step of its own. */
async function bind(person: Person): Promise<() => Promise<string>> {
  const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
  house.advance(STEP_MS);
  const bound = await stepUp(house, person, bindPath(await codeAt(secret, house.now())), [password]);
  expect(bound).toMatchObject({ code: 200 });
  return () => {
    house.advance(STEP_MS);
    return codeAt(secret, house.now());
  };
}

async function addPasskey(person: Person, factors: Parameters<typeof stepUp>[3]) {
  const key = softPasskey();
  const response = key.create(await person.client.call('getPasskeyOptions'));
  const act = { path: `${MEMBER}/passkey`, body: { name: 'Laptop', response }, origin: ORIGIN };
  return { key, answer: await stepUp(house, person, act, factors) };
}

const security = (person: Person) => person.client.call('getSecurity');

describe('an authenticator', () => {
  it('is bound by a code of a secret that is shown once and kept sealed', async () => {
    const person = await newPerson(house, false);
    expect((await security(person)).authenticator).toBe(false);
    await bind(person);
    expect((await security(person)).authenticator).toBe(true);
    const again = person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
    expect(await keyOf(again)).toBe('AUTHENTICATOR_BOUND');
    const { rows } = await house.pool.query(
      'select encode(secret_sealed, $1) as text from factors.authenticator',
      ['escape'],
    );
    expect(rows).not.toEqual([]);
    for (const { text } of rows) expect(text).not.toMatch(/[A-Z2-7]{16,}/);
  });

  it('refuses a wrong code before it asks for factors, and a code that bound works for nothing else', async () => {
    const person = await newPerson(house, false);
    const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
    expect((await sendAct(house, person, bindPath('000000'))).data).toMatchObject({
      key: 'AUTHENTICATOR_CODE_WRONG',
    });
    const code = await codeAt(secret, house.now());
    await stepUp(house, person, bindPath(code), [password]);
    const { challenge } = needOf(await sendAct(house, person, antiCode));
    expect(await keyOf(show(person, challenge, 'authenticator', code))).toBe('AUTHENTICATOR_CODE_USED');
  });

  it('takes each code once, none before the last one used, and none outside its window', async () => {
    const person = await newPerson(house, false);
    const nextCode = await bind(person);
    const { challenge } = needOf(await sendAct(house, person, antiCode));
    const old = await nextCode();
    house.advance(2 * STEP_MS + 1_000);
    expect(await keyOf(show(person, challenge, 'authenticator', old))).toBe('STEP_UP_WRONG');
    expect(await keyOf(show(person, challenge, 'authenticator', 'no code'))).toBe('STEP_UP_WRONG');
    // its time step is the one before, which is within the window
    const before = await nextCode();
    const now = await nextCode();
    await show(person, challenge, 'authenticator', now);
    for (const used of [now, before, `${now.slice(0, 3)} ${now.slice(3)}`])
      expect(await keyOf(show(person, challenge, 'authenticator', used))).toBe('AUTHENTICATOR_CODE_USED');
  });

  it('is replaced by the old one, or by a recovery code, which authorises nothing else', async () => {
    const person = await newPerson(house, false);
    const nextCode = await bind(person);
    const made = await stepUp(house, person, { path: `${MEMBER}/recoveryCodes` }, [
      password,
      ['authenticator', await nextCode()],
    ]);
    const { codes } = made.data as { codes: string[] };
    expect(new Set(codes).size).toBe(10);
    expect(await security(person)).toMatchObject({
      recoveryCodesLeft: 10,
      holds: [],
    });
    const { rows } = await house.pool.query(
      "select encode(code_hash, 'escape') as text from factors.recovery_code",
    );
    const stored = rows.map(({ text }) => text.toLowerCase()).join(' ');
    expect(rows.length).toBeGreaterThanOrEqual(codes.length);
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', '').toLowerCase());

    const whitelist = { path: '/api/v1/coin/assets/withdrawal/whitelist', body: { on: true } };
    for (const act of [antiCode, whitelist]) {
      const other = needOf(await sendAct(house, person, act));
      expect(other.methods).not.toContain('recovery');
      expect(await keyOf(show(person, other.challenge, 'recovery', codes[0]!))).toBe('STEP_UP_METHOD');
    }

    const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '2' } });
    house.advance(STEP_MS);
    const act = bindPath(await codeAt(secret, house.now()), '2');
    const { challenge, methods } = needOf(await sendAct(house, person, act));
    expect(methods).toContain('recovery');
    await show(person, challenge, 'password', sha256(PASSWORD));
    await show(person, challenge, 'recovery', codes[0]!.toUpperCase().replaceAll('-', ' '));
    expect((await sendAct(house, person, act, challenge)).code).toBe(200);
    expect((await security(person)).recoveryCodesLeft).toBe(9);
    const third = await person.client.call('getGoogleVerification', { params: { bindMode: '2' } });
    house.advance(STEP_MS);
    const later = bindPath(await codeAt(third.secret, house.now()), '2');
    const again = needOf(await sendAct(house, person, later)).challenge;
    expect(await keyOf(show(person, again, 'recovery', codes[0]!))).toBe('STEP_UP_WRONG');
  });
});

describe('step-up', () => {
  it('asks an account with a password only for that, and tells it what to set up before funds move', async () => {
    const person = await newPerson(house, false);
    expect(needOf(await sendAct(house, person, antiCode))).toMatchObject({
      methods: ['password'],
      needed: 1,
    });
    await stepUp(house, person, { path: '/api/user/tardPwdSet', body: { newPassword: sha256('fund-1') } }, [
      password,
    ]);
    const byOtherKinds = { path: `${MEMBER}/tradePwd`, body: { newPassword: sha256('fund-2') } };
    expect((await sendAct(house, person, byOtherKinds)).data).toMatchObject({ key: 'STEP_UP_SETUP_FIRST' });
  });

  it('takes two kinds of factor; two of one kind are one', async () => {
    const person = await newPerson(house, false);
    await stepUp(house, person, { path: '/api/user/tardPwdSet', body: { newPassword: sha256('fund-1') } }, [
      password,
    ]);
    const nextCode = await bind(person);
    const { challenge, needed } = needOf(await sendAct(house, person, antiCode));
    expect(needed).toBe(2);
    await show(person, challenge, ...password);
    const twoOfOne = await show(person, challenge, 'fundPassword', sha256('fund-1'));
    expect(twoOfOne).toEqual({ passed: ['knowledge'], complete: false });
    expect(needOf(await sendAct(house, person, antiCode, challenge)).passed).toEqual(['knowledge']);
    expect((await show(person, challenge, 'authenticator', await nextCode())).complete).toBe(true);
    expect((await sendAct(house, person, antiCode, challenge)).code).toBe(200);
    expect((await security(person)).antiPhishing).toBe('blue heron');
  });

  it('is bound to the session, the call and the content, and a factor counts for five minutes', async () => {
    const person = await newPerson(house, false);
    const { satoken } = await clientOf(house).call('login', {
      body: { type: 'account', account: person.account, password: PASSWORD },
    });
    const elsewhere: Person = { ...person, token: satoken, client: clientOf(house, satoken) };
    const { challenge } = needOf(await sendAct(house, person, antiCode));
    expect(await keyOf(show(elsewhere, challenge, ...password))).toBe('STEP_UP_EXPIRED');
    await show(person, challenge, ...password);
    needOf(await sendAct(house, elsewhere, antiCode, challenge));
    needOf(await sendAct(house, person, { ...antiCode, body: { code: 'red heron' } }, challenge));
    needOf(await sendAct(house, person, { path: `${MEMBER}/recoveryCodes` }, challenge));
    house.advance(5 * 60_000 + 1);
    expect(needOf(await sendAct(house, person, antiCode, challenge)).passed).toEqual([]);
    await show(person, challenge, ...password);
    expect((await sendAct(house, person, antiCode, challenge)).code).toBe(200);
    house.advance(15 * 60_000);
    expect(await keyOf(show(person, challenge, ...password))).toBe('STEP_UP_EXPIRED');
  });

  it('lets the act run once: retries get its answer, other keys are asked again', async () => {
    const person = await newPerson(house, false);
    const nextCode = await bind(person);
    const act = { path: `${MEMBER}/recoveryCodes`, key: newActKey(house.now()) };
    const { challenge } = needOf(await sendAct(house, person, act));
    await show(person, challenge, ...password);
    await show(person, challenge, 'authenticator', await nextCode());
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => sendAct(house, person, act, challenge)),
    );
    const [first] = answers;
    expect(first!.code).toBe(200);
    for (const answer of answers) expect(answer.data).toEqual(first!.data);
    needOf(await sendAct(house, person, { ...act, key: newActKey(house.now() + 1) }, challenge));
    const { rows } = await house.pool.query('select answer_sealed::text as text from factors.step_up');
    const [code] = (first!.data as { codes: string[] }).codes;
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(code!).toString('hex'));
  });

  it('keeps no hash of an act that is guessed without a key, and none once it has ended', async () => {
    const person = await newPerson(house, false);
    await bind(person);
    const act = { path: '/api/user/tardPwdSet', body: { newPassword: sha256('Fund-password1') } };
    const { challenge } = needOf(await sendAct(house, person, act));
    const kept = async () => {
      const { rows } = await house.pool.query(
        'select content_hash from factors.step_up where challenge = $1',
        [challenge],
      );
      return rows.map(({ content_hash }) => content_hash.toString('hex'));
    };
    expect(await kept()).toHaveLength(1);
    // what whoever reads the table knows but for the password
    for (const params of [{}, null])
      for (const query of [{}, null]) {
        const content = JSON.stringify(['tardPwdSet', params, query, act.body]);
        expect(await kept()).not.toContain(sha256(content));
      }
    await house.runTask('forgetStepUps', 'old');
    expect(await kept()).toHaveLength(1);
    house.advance(16 * 60_000);
    await house.runTask('forgetStepUps', 'old');
    expect(await kept()).toEqual([]);
    const { rows } = await house.pool.query(`select key from jobs.jobs where key = 'forgetStepUps'`);
    expect(rows).toHaveLength(1);
  });

  it('ends after some wrong tries, and counts them over all challenges of a login', async () => {
    const person = await newPerson(house, false);
    const wrong = ['password', sha256('wrong')] as const;
    const first = needOf(await sendAct(house, person, antiCode)).challenge;
    for (let tries = 0; tries < 8; tries += 1)
      expect(await keyOf(show(person, first, ...wrong))).toBe('STEP_UP_WRONG');
    expect(await keyOf(show(person, first, ...password))).toBe('STEP_UP_EXPIRED');
    let limited = '';
    for (let tries = 0; tries < 20 && limited === ''; tries += 1) {
      const { challenge } = needOf(await sendAct(house, person, antiCode));
      const key = await keyOf(show(person, challenge, ...wrong));
      if (key !== 'STEP_UP_WRONG') limited = key;
    }
    expect(limited).toBe('STEP_UP_LIMITED');
  });
});

describe('codes by mail', () => {
  it('are a kind of their own, bound to the act, and replace no factor alone', async () => {
    const email = 'codes@example.org';
    const browser = newBrowser(house);
    await browser.post(sendEmail('register', email));
    const joined = await browser.post('/api/user/register', {
      type: 'email',
      account: email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      code: await codeTo(house, email),
    });
    const { satoken, userId } = joined.data as { satoken: string; userId: number };
    const person: Person = { userId, token: satoken, account: email, client: clientOf(house, satoken) };
    const { challenge, methods, needed } = needOf(await sendAct(house, person, antiCode));
    expect({ methods, needed }).toEqual({ methods: ['password', 'email'], needed: 2 });
    await person.client.call('stepUpCode', { body: { challenge, method: 'email' } });
    const { rows } = await house.pool.query<{ code_nonce: Buffer }>(
      'select code_nonce from messages.message where user_id = $1',
      [userId],
    );
    const code = codeOf(CODES_KEY, rows[0]!.code_nonce);
    const other = needOf(await sendAct(house, person, { ...antiCode, body: { code: 'red heron' } }));
    expect(await keyOf(show(person, other.challenge, 'email', code))).toBe('CODE_WRONG');
    expect(await show(person, challenge, 'email', code)).toEqual({ passed: ['mail'], complete: false });
    expect(needOf(await sendAct(house, person, antiCode, challenge)).passed).toEqual(['mail']);
    await show(person, challenge, ...password);
    expect((await sendAct(house, person, antiCode, challenge)).code).toBe(200);
    expect((await newestMessage(house, email))?.kind).toBe('securityChanged');
  });
});

describe('passkeys', () => {
  it('are added after step-up, sign in without a password, and are removed after step-up', async () => {
    const person = await newPerson(house, false);
    const { key, answer } = await addPasskey(person, [password]);
    expect(answer.code).toBe(200);
    expect((await security(person)).passkeys).toMatchObject([{ id: key.id, name: 'Laptop' }]);

    const login = async (response: Record<string, unknown>, origin = ORIGIN) =>
      send(house, 'POST', '/api/user/passkeyLogin', { body: { response }, headers: { origin } });
    const options = await clientOf(house).call('getPasskeyLogin');
    const signed = key.get(options);
    const entered = await login(signed);
    expect(entered).toMatchObject({ code: 200, data: { userId: person.userId } });
    const { records } = await clientOf(house, (entered.data as { satoken: string }).satoken).call(
      'getLoginLog',
    );
    expect(records[0]).toMatchObject({ method: 'passkey' });
    // a signature works once, and none without user verification or of another origin
    expect((await login(signed)).data).toMatchObject({ key: 'PASSKEY_REFUSED' });
    const next = await clientOf(house).call('getPasskeyLogin');
    expect((await login(key.get(next, { verified: false }))).data).toMatchObject({ key: 'PASSKEY_REFUSED' });
    const evil = 'http://evil.example';
    expect((await login(key.get(next, { origin: evil }), evil)).data).toMatchObject({
      key: 'PASSKEY_REFUSED',
    });
    expect((await login(key.get({ challenge: 'A'.repeat(64) }))).data).toMatchObject({
      key: 'PASSKEY_REFUSED',
    });

    const removal = { path: `${MEMBER}/passkey/del/${key.id}` };
    const { challenge, needed, methods } = needOf(await sendAct(house, person, removal));
    expect({ needed, methods }).toEqual({ needed: 2, methods: ['passkey', 'password'] });
    await show(person, challenge, ...password);
    expect(needOf(await sendAct(house, person, removal, challenge)).passed).toEqual(['knowledge']);
    const forLogin = key.get(await clientOf(house).call('getPasskeyLogin'));
    const asStepUp = (passkey: unknown) =>
      send(house, 'POST', '/api/user/stepUp', {
        token: person.token,
        body: { challenge, method: 'passkey', answer: '', passkey },
        headers: { origin: ORIGIN },
      });
    expect((await asStepUp(forLogin)).data).toMatchObject({ key: 'PASSKEY_REFUSED' });
    const forThis = key.get(await person.client.call('stepUpPasskey', { body: { challenge } }));
    expect((await asStepUp(forThis)).data).toMatchObject({ complete: true });
    expect((await sendAct(house, person, removal, challenge)).code).toBe(200);
    expect((await security(person)).passkeys).toEqual([]);
  });

  it('of another user neither sign for this one nor can be removed', async () => {
    const [person, other] = [await newPerson(house, false), await newPerson(house, false)];
    const { key } = await addPasskey(other, [password]);
    const removal = await stepUp(house, person, { path: `${MEMBER}/passkey/del/${key.id}` }, [password]);
    expect(removal.data).toMatchObject({ key: 'NOT_FOUND' });
    await addPasskey(person, [password]);
    const { challenge } = needOf(await sendAct(house, person, antiCode));
    const passkey = key.get(await person.client.call('stepUpPasskey', { body: { challenge } }));
    const shown = await send(house, 'POST', '/api/user/stepUp', {
      token: person.token,
      body: { challenge, method: 'passkey', answer: '', passkey },
      headers: { origin: ORIGIN },
    });
    expect(shown.data).toMatchObject({ key: 'PASSKEY_REFUSED' });
  });
});

describe('passwords', () => {
  it('change by the old one, which is knowledge shown, other sessions end and withdrawals wait a day', async () => {
    const person = await newPerson(house, false);
    const body = { type: 'account', account: person.account, password: PASSWORD } as const;
    const elsewhere = clientOf(house, (await clientOf(house).call('login', { body })).satoken);
    const wrong = { ...updatePwd, body: { ...updatePwd.body, oldPassword: sha256('no') } };
    expect((await sendAct(house, person, wrong)).data).toMatchObject({ key: 'OLD_PASSWORD_WRONG' });
    const nextCode = await bind(person);
    const waiting = (await refusal(clientOf(house).call('login', { body }))).details!.ticket!;
    const devices = () => person.client.call('getLoginDevice').then((list) => list.length);
    expect(await devices()).toBe(2);
    const act = { ...updatePwd, key: newActKey(house.now()) };
    const { challenge, passed } = needOf(await sendAct(house, person, act));
    expect(passed).toEqual(['knowledge']);
    await show(person, challenge, 'authenticator', await nextCode());
    expect((await sendAct(house, person, act, challenge)).code).toBe(200);
    await person.client.call('getInfo');
    expect((await refusal(elsewhere.call('getInfo'))).key).toBe('SIGNED_OUT');
    expect(await devices()).toBe(1);
    const old = { ticket: waiting, kind: 'authenticator', code: await nextCode() } as const;
    expect(await keyOf(clientOf(house).call('loginStepTwo', { body: old }))).toBe('LOGIN_TICKET_OVER');
    expect(await keyOf(clientOf(house).call('login', { body }))).toBe('WRONG_CREDENTIALS');
    // a login of an account with an authenticator waits for its code
    const first = await refusal(clientOf(house).call('login', { body: { ...body, password: NEW } }));
    expect(first).toMatchObject({ key: 'LOGIN_STEP_ONE', details: { authenticator: '' } });
    const second = { ticket: first.details!.ticket!, kind: 'authenticator', code: await nextCode() } as const;
    expect((await clientOf(house).call('loginStepTwo', { body: second })).userId).toBe(person.userId);
    expect(await keyOf(clientOf(house).call('loginStepTwo', { body: second }))).toBe('LOGIN_TICKET_OVER');
    const { holds, holdHours } = await security(person);
    expect(holdHours).toBe(24);
    expect(holds.map(({ reason }) => reason)).toEqual(['password']);
    expect(holds[0]!.until).toBeGreaterThan(house.now() + 23 * 3_600_000);
    house.advance(25 * 3_600_000);
    expect((await security(person)).holds).toEqual([]);
  });

  it.each([
    ['younger', 23, []],
    ['older', 24, [{ reason: 'setUp' }]],
  ] as const)(
    'for funds are told, and the first one of an account %s than a day',
    async (_, hours, holds) => {
      const person = await newPerson(house, false);
      const email = `first-${hours}@example.org`;
      await house.pool.query('update identity.user set email = $1, created_at = $2 where user_id = $3', [
        email,
        new Date(house.now() - hours * 3_600_000),
        person.userId,
      ]);
      expect((await security(person)).setUpHolds).toBe(holds.length > 0);
      const act = { path: '/api/user/tardPwdSet', body: { newPassword: sha256('fund-1') } };
      const { challenge } = needOf(await sendAct(house, person, act));
      await show(person, challenge, ...password);
      await person.client.call('stepUpCode', { body: { challenge, method: 'email' } });
      await show(person, challenge, 'email', await codeTo(house, email));
      expect((await sendAct(house, person, act, challenge)).code).toBe(200);
      expect((await security(person)).holds).toMatchObject(holds);
      expect((await newestMessage(house, email))?.kind).toBe('securityChanged');
    },
  );

  it('answer under the legacy path too', async () => {
    const person = await newPerson(house, false);
    const legacy = { ...updatePwd, path: '/api/user/updateUserLoginPwd' };
    const { challenge, needed } = needOf(await sendAct(house, person, legacy));
    expect(needed).toBe(1);
    expect((await sendAct(house, person, legacy, challenge)).code).toBe(200);
  });

  it('for funds are set once, differ from the login’s, and change by the old one or by other kinds', async () => {
    const person = await newPerson(house, false);
    const set = (newPassword: string) => ({ path: '/api/user/tardPwdSet', body: { newPassword } });
    expect((await sendAct(house, person, set(sha256(PASSWORD)))).data).toMatchObject({
      key: 'FUND_PASSWORD_IS_LOGIN',
    });
    expect((await stepUp(house, person, set(sha256('fund-1')), [password])).code).toBe(200);
    expect((await sendAct(house, person, set(sha256('fund-2')))).data).toMatchObject({
      key: 'FUND_PASSWORD_SET',
    });
    const change = (body: object) => ({ path: `${MEMBER}/tradePwd`, body });
    const wrong = change({ oldPassword: sha256('no'), newPassword: sha256('fund-2') });
    expect((await sendAct(house, person, wrong)).data).toMatchObject({ key: 'OLD_PASSWORD_WRONG' });
    const byOld = change({ oldPassword: sha256('fund-1'), newPassword: sha256('fund-2') });
    const { challenge } = needOf(await sendAct(house, person, byOld));
    expect((await sendAct(house, person, byOld, challenge)).code).toBe(200);
    const reasons = (await security(person)).holds.map(({ reason }) => reason);
    expect(reasons).toContain('fundPassword');
    const nextCode = await bind(person);
    const without = await stepUp(house, person, change({ newPassword: sha256('fund-3') }), [
      password,
      ['authenticator', await nextCode()],
    ]);
    expect(without.code).toBe(200);
    expect(await house.factors.fundPassword.matches(person.userId, sha256('fund-3'))).toBe(true);
  });
});
