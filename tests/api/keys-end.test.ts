import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeTo, newBrowser, sendEmail } from './support/browser.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, type Person } from './support/person.ts';
import { keyOf, sha256, stepUp } from './support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const NEW = 'another-horse-7';
const MEMBER = '/api/v1/coin/member';

/** A person with an API key. */
async function withKey(): Promise<Person> {
  const person = await newPerson(house, false);
  const body = { name: 'bot', scopes: [], addresses: [], expireDays: 30 };
  const made = await stepUp(house, person, { path: `${MEMBER}/api`, body }, [['password', sha256(PASSWORD)]]);
  expect(made.code).toBe(200);
  return person;
}

async function keysOf({ userId }: Person): Promise<number> {
  const { rows } = await house.pool.query('select from apikeys.key where user_id = $1', [userId]);
  return rows.length;
}

const changed = (person: Person, more: object) =>
  stepUp(
    house,
    person,
    {
      path: '/api/user/updatePwd',
      body: { oldPassword: sha256(PASSWORD), newPassword: sha256(NEW), ...more },
    },
    [],
  );

describe('API keys', () => {
  it.each([
    [{ endApiKeys: true }, 0],
    [{ endApiKeys: false }, 1],
    [{}, 1],
  ])('after a change of password with %j: %i', async (more, left) => {
    const person = await withKey();
    expect((await changed(person, more)).code).toBe(200);
    expect(await keysOf(person)).toBe(left);
  });

  it.each([
    ['true', 0],
    ['false', 1],
    [undefined, 1],
  ] as const)('after "log out everywhere" with %s: %i', async (endApiKeys, left) => {
    const person = await withKey();
    const query = endApiKeys === undefined ? {} : { endApiKeys };
    await person.client.call('logoutEverywhere', { query });
    expect(await keyOf(person.client.call('getInfo'))).toBe('SIGNED_OUT');
    expect(await keysOf(person)).toBe(left);
  });

  it('after "log out everywhere" are named in a message to each contact of the account', async () => {
    const person = await withKey();
    await house.pool.query('update identity.user set email = $1 where user_id = $2', [
      'everywhere@example.org',
      person.userId,
    ]);
    await person.client.call('logoutEverywhere', { query: {} });
    const { rows } = await house.pool.query(
      'select kind, recipient from messages.message where user_id = $1 order by message_id desc limit 1',
      [person.userId],
    );
    expect(rows).toEqual([{ kind: 'loggedOutEverywhere', recipient: 'everywhere@example.org' }]);
  });

  it('end with a reset of the password', async () => {
    const person = await withKey();
    const other = await withKey();
    const email = 'reset-keys@example.org';
    await house.pool.query('update identity.user set email = $1 where user_id = $2', [email, person.userId]);
    const browser = newBrowser(house);
    await browser.post(sendEmail('reset', email));
    const password = sha256(NEW);
    const query = new URLSearchParams({
      type: 'email',
      account: email,
      code: await codeTo(house, email),
      password,
      confirmPassword: password,
    });
    expect((await browser.post(`/api/user/backPwd?${query}`)).code).toBe(200);
    expect(await keysOf(person)).toBe(0);
    expect(await keysOf(other)).toBe(1);
    expect(await keyOf(clientOf(house, person.token).call('getApis'))).toBe('SIGNED_OUT');
  });
});
