import { noticeLink } from '@candor/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkOf } from '../../apps/server/gateway/messages/index.ts';
import { type Browser, codeTo, newBrowser, sendEmail, sendMobile } from './support/browser.ts';
import { CODES_KEY, type House, openHouse } from './support/house.ts';
import { clientOf, PASSWORD } from './support/person.ts';
import { toldOf } from './support/told.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ notices: true });
});
afterAll(() => house?.stop());

const MINUTE_MS = 60_000;

async function registered(type: 'email' | 'phone', account: string): Promise<Browser> {
  const browser = newBrowser(house);
  await browser.post((type === 'email' ? sendEmail : sendMobile)('register', account));
  const code = await codeTo(house, account);
  const form = { type, account, password: PASSWORD, confirmPassword: PASSWORD, code };
  expect((await browser.post('/api/user/register', form)).code).toBe(200);
  return browser;
}

const passwordOf = (browser: Browser, type: string, account: string) =>
  browser.post('/api/user/login', { type, account, password: PASSWORD });

/** Logs in on a browser that the house does not know, by password and code. Resolves with the session's token. */
async function enterOnNew(type: 'email' | 'phone', account: string, ip: string): Promise<string> {
  const browser = newBrowser(house, ip);
  const first = await passwordOf(browser, type, account);
  const { ticket } = (first.data as { details: { ticket: string } }).details;
  house.advance(MINUTE_MS);
  const path = type === 'email' ? 'sendEmailCode' : 'sendMobileCode';
  await browser.post(`/api/user/${path}?type=login&ticket=${ticket}`);
  const body = { ticket, kind: type, code: await codeTo(house, account) };
  const entered = await browser.post('/api/user/loginStepTwo', body);
  expect(entered.code).toBe(200);
  return (entered.data as { satoken: string }).satoken;
}

async function noticesTo(recipient: string) {
  const { rows } = await house.pool.query(
    `select * from messages.message where recipient = $1 and kind = 'newDevice' order by message_id`,
    [recipient],
  );
  return rows;
}

it.each([
  ['email', 'mailed@example.org', 'email'],
  ['phone', '+491702100001', 'sms'],
] as const)(
  'a login on a new device is told by %s, with a link that freezes',
  async (type, account, channel) => {
    const owner = await registered(type, account);
    expect((await passwordOf(owner, type, account)).code).toBe(200);
    expect(await noticesTo(account)).toEqual([]);

    const thief = await enterOnNew(type, account, '203.0.113.77');
    const [notice, ...others] = await noticesTo(account);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ channel, address: '203.0.113.77', code_nonce: null });
    const told = await toldOf(house, { client: clientOf(house, thief) }, 'new-device');
    expect(told).toMatchObject([{ read: false, facts: { address: '203.0.113.77' } }]);
    expect(noticeLink(told[0]!)).toBe('/account/center/device-management');

    const token = linkOf(CODES_KEY, notice.link_nonce);
    const { rows } = await house.pool.query('select link_hash from factors.freeze_link');
    expect(JSON.stringify(rows)).not.toContain(token);
    const anyone = newBrowser(house);
    const { ticket } = ((await passwordOf(anyone, type, account)).data as { details: { ticket: string } })
      .details;
    expect((await anyone.get('/api/user/freeze')).code).not.toBe(200);
    expect((await house.identity.sessions.authenticate(thief))?.isFrozen).toBe(false);
    expect((await anyone.post('/api/user/freeze', { token })).code).toBe(200);
    expect(await house.identity.sessions.authenticate(thief)).toBeNull();
    // neither a login under way nor a device of an earlier one is left
    const waiting = await anyone.post('/api/user/loginStepTwo', { ticket, kind: type, code: '000000' });
    expect(waiting.data).toMatchObject({ key: 'LOGIN_TICKET_OVER' });
    expect((await passwordOf(owner, type, account)).data).toMatchObject({ key: 'LOGIN_STEP_ONE' });
  },
);

it('an account with mail and phone is told by mail alone, and many logins write ten notices at most', async () => {
  const email = 'both@example.org';
  await registered('email', email);
  await house.pool.query(`update identity.user set phone = '+491702100002' where email = $1`, [email]);
  const { rows } = await house.pool.query('select user_id from identity.user where email = $1', [email]);
  const visitor = { ip: '203.0.113.9', deviceToken: null, agent: '', browser: null };
  await Promise.all(
    Array.from({ length: 12 }, () => house.identity.enter(Number(rows[0].user_id), visitor, 'passkey')),
  );
  expect((await noticesTo(email)).length).toBe(10);
  expect(await noticesTo('+491702100002')).toEqual([]);
});
