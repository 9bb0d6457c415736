import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeTo, newBrowser, sendEmail } from './support/browser.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, type Person, refusal } from './support/person.ts';
import { keyOf, sendAct, sha256, stepUp } from './support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

/** A password of so many characters, as a manager makes it; `seed` tells one from another. */
const passwordOf = (length: number, seed: string) => `${seed}7-${'xK4!mQ_z'.repeat(16)}`.slice(0, length);

async function registered(name: string, password: string): Promise<Person> {
  const body = { type: 'account', account: name, password, confirmPassword: password } as const;
  const { satoken, userId } = await clientOf(house).call('register', { body });
  return { userId, token: satoken, account: name, client: clientOf(house, satoken) };
}

const login = (account: string, password: string) =>
  clientOf(house).call('login', { body: { type: 'account', account, password } });

/** Fails for a password that was cut on its way. */
async function expectLogin(account: string, password: string): Promise<void> {
  expect((await login(account, password)).userId).toBeGreaterThan(0);
  expect(await keyOf(login(account, password.slice(0, -1)))).toBe('WRONG_CREDENTIALS');
}

const change = (path: string, person: Person, body: unknown, password: string) =>
  stepUp(house, person, { path, body }, [['password', sha256(password)]]);

describe.each([6, 20, 21, 64, 128])('a password of %i characters', (length) => {
  const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map((seed) => passwordOf(length, seed)) as [
    string,
    string,
    string,
    string,
  ];

  it('registers, logs in, is changed, and is the fund password, to its last character', async () => {
    const person = await registered(`long_${length}`, first);
    await expectLogin(person.account, first);
    const set = { oldPassword: sha256(first), newPassword: sha256(second) };
    expect((await change('/api/user/updatePwd', person, set, first)).code).toBe(200);
    await expectLogin(person.account, second);
    const fund = { newPassword: sha256(third) };
    expect((await change('/api/user/tardPwdSet', person, fund, second)).code).toBe(200);
    const wrong = { oldPassword: sha256(third.slice(0, -1)), newPassword: sha256(fourth) };
    const cut = await sendAct(house, person, { path: '/api/v1/coin/member/tradePwd', body: wrong });
    expect(cut.data).toMatchObject({ key: 'OLD_PASSWORD_WRONG' });
    const right = { oldPassword: sha256(third), newPassword: sha256(fourth) };
    expect((await change('/api/v1/coin/member/tradePwd', person, right, second)).code).toBe(200);
  });

  it('is set by a reset', async () => {
    const email = `reset${length}@example.org`;
    const browser = newBrowser(house);
    await browser.post(sendEmail('register', email));
    const code = await codeTo(house, email);
    const body = { type: 'email', account: email, password: first, confirmPassword: first, code };
    expect((await browser.post('/api/user/register', body)).code).toBe(200);
    await browser.post(sendEmail('reset', email));
    const query = new URLSearchParams({
      type: 'email',
      account: email,
      code: await codeTo(house, email),
      password: sha256(second),
      confirmPassword: sha256(second),
    });
    expect((await browser.post(`/api/user/backPwd?${query}`)).code).toBe(200);
    const enter = (password: string) =>
      browser.post('/api/user/login', { type: 'email', account: email, password });
    expect((await enter(second.slice(0, -1))).data).toMatchObject({ key: 'WRONG_CREDENTIALS' });
    expect((await enter(second)).data).toMatchObject({ key: 'LOGIN_STEP_ONE' });
  });
});

it.each([5, 129, 400])('a password of %i characters is refused at its field', async (length) => {
  const password = passwordOf(length, 'a').padEnd(length, 'x');
  const body = { type: 'account', account: 'nobody_at_all', password, confirmPassword: password } as const;
  const problem = await refusal(clientOf(house).call('register', { body }));
  expect(problem.field?.split('.').at(-1)).toBe('password');
});
