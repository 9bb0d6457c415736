import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, codeTo, newBrowser, sendEmail } from './support/browser.ts';
import { codeAt, STEP_MS } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, PASSWORD, type RawAnswer } from './support/person.ts';
import { sha256, stepUp } from './support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const keyOf = ({ data }: RawAnswer): string => String((data as { key?: unknown } | null)?.key ?? 'none');

let people = 0;

/** An account with an authenticator, and the browser that it is known on. */
async function newOwner() {
  people += 1;
  const login = { type: 'account', account: `owner_${people}`, password: PASSWORD };
  const browser = newBrowser(house);
  const { data } = await browser.post('/api/user/register', { ...login, confirmPassword: PASSWORD });
  const { satoken, userId } = data as { satoken: string; userId: number };
  const client = clientOf(house, satoken);
  const person = { userId, token: satoken, account: login.account, client };
  const { secret } = await client.call('getGoogleVerification', { params: { bindMode: '1' } });
  const appCode = () => {
    house.advance(STEP_MS);
    return codeAt(secret, house.now());
  };
  const path = `/api/v1/coin/member/googleVerificationBindingOrReset/${await appCode()}/1`;
  const bound = await stepUp(house, person, { method: 'GET', path }, [['password', sha256(PASSWORD)]]);
  expect(bound).toMatchObject({ code: 200 });
  return { browser, person, appCode, login };
}

const ticketOf = async (browser: Browser, login: unknown): Promise<string> => {
  const answer = await browser.post('/api/user/login', login);
  return (answer.data as { details: { ticket: string } }).details.ticket;
};

/** Wrong codes of somebody who has the password alone, five a ticket. */
async function guess(browser: Browser, login: unknown, tries: number): Promise<RawAnswer> {
  let last: RawAnswer | null = null;
  let ticket = '';
  for (let n = 0; n < tries; n += 1) {
    if (n % 5 === 0) ticket = await ticketOf(browser, login);
    last = await browser.post('/api/user/loginStepTwo', { ticket, kind: 'authenticator', code: '000000' });
  }
  return last as RawAnswer;
}

describe('somebody with the password alone', () => {
  it('keeps neither the owner’s known device out nor the step-ups of its session', async () => {
    const { browser, login, appCode, person } = await newOwner();
    for (let address = 0; address < 6; address += 1) await guess(newBrowser(house), login, 25);
    // strangers have used up what strangers have
    expect(keyOf(await guess(newBrowser(house), login, 1))).toBe('STEP_UP_LIMITED');
    const ticket = await ticketOf(browser, login);
    const body = { ticket, kind: 'authenticator', code: await appCode() };
    expect(await browser.post('/api/user/loginStepTwo', body)).toMatchObject({ code: 200 });
    const act = { path: '/api/v1/coin/member/antiCode', body: { code: 'blue heron' } };
    const asked = await stepUp(house, person, act, [
      ['password', sha256(PASSWORD)],
      ['authenticator', await appCode()],
    ]);
    expect(asked).toMatchObject({ code: 200 });
  });

  it('at one address keeps no other address out', async () => {
    const { login, appCode } = await newOwner();
    expect(keyOf(await guess(newBrowser(house), login, 25))).toBe('STEP_UP_LIMITED');
    const other = newBrowser(house);
    const body = { ticket: await ticketOf(other, login), kind: 'authenticator', code: await appCode() };
    expect(await other.post('/api/user/loginStepTwo', body)).toMatchObject({ code: 200 });
  });

  it('meets the limit on a device of its own too', async () => {
    const { browser, login } = await newOwner();
    expect(keyOf(await guess(browser, login, 25))).toBe('STEP_UP_LIMITED');
  });
});

describe('codes that a stranger asks for', () => {
  it('are not taken from the owner’s known device, nor from another address', async () => {
    const account = 'asked_for@example.org';
    const browser = newBrowser(house);
    await browser.post(sendEmail('register', account));
    const typed = { type: 'email', account, password: PASSWORD, confirmPassword: PASSWORD };
    await browser.post('/api/user/register', { ...typed, code: await codeTo(house, account) });
    const ask = (by: Browser) => by.post(sendEmail('reset', account));
    const answers: string[] = [];
    for (let n = 0; n < 12; n += 1) answers.push(keyOf(await ask(newBrowser(house, '203.0.113.7'))));
    expect(answers.slice(0, 10)).toEqual(Array(10).fill('none'));
    expect(answers.slice(10)).toEqual(['CODES_LIMITED', 'CODES_LIMITED']);
    expect(keyOf(await ask(newBrowser(house)))).toBe('none');
    for (let n = 0; n < 30; n += 1) await ask(newBrowser(house));
    expect(keyOf(await ask(newBrowser(house)))).toBe('CODES_LIMITED');
    expect(keyOf(await ask(browser))).toBe('none');
  });
});
