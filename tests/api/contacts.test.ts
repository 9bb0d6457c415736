import { newActKey } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeTo, newestMessage, otherCode } from './support/browser.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, type Person } from './support/person.ts';
import { keyOf, needOf, sendAct, sha256, show, stepUp } from './support/step-up.ts';
import { mailed } from './support/told.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ notices: true });
});
afterAll(() => house?.stop());

const password = ['password', sha256(PASSWORD)] as const;
const emailAct = (email: string, code: string) => ({ path: '/api/user/bindEmail', body: { email, code } });
const contactAct = (type: 'email' | 'phone', account: string, code: string) => ({
  path: '/api/v1/coin/member/accountVerificationBinding',
  body: { type, account, code },
});
const ask = (person: Person, type: 'email' | 'phone', account: string) =>
  person.client.call('bindingCode', { body: { type, account } });
const contactsOf = async (person: Person) => {
  const { email, phone } = (await person.client.call('getInfo')).user;
  return { email, phone };
};

/** Binds a first email. */
async function bound(email: string): Promise<Person> {
  const person = await newPerson(house, false);
  await ask(person, 'email', email);
  const answer = await stepUp(house, person, emailAct(email, await codeTo(house, email)), [password]);
  expect(answer.code).toBe(200);
  return person;
}

describe('an email', () => {
  it('is bound by a code and step-up, and logs in from then on', async () => {
    const person = await newPerson(house, false);
    await ask(person, 'email', ' First@Example.org ');
    const act = emailAct('First@example.org', await codeTo(house, 'first@example.org'));
    expect((await stepUp(house, person, act, [password])).code).toBe(200);
    expect(await contactsOf(person)).toEqual({ email: 'first@example.org', phone: null });
    expect((await person.client.call('getSecurity')).holds).toEqual([]);
    const login = clientOf(house).call('login', {
      body: { type: 'email', account: 'first@example.org', password: PASSWORD },
    });
    expect(await keyOf(login)).toBe('LOGIN_STEP_ONE');
  });

  it('that was wrong by a digit is refused before factors are asked for, and binds nothing', async () => {
    const person = await newPerson(house, false);
    await ask(person, 'email', 'typo@example.org');
    const code = await codeTo(house, 'typo@example.org');
    const wrong = await sendAct(house, person, emailAct('typo@example.org', otherCode(code)));
    expect(wrong.data).toEqual({ key: 'CODE_WRONG', field: 'code' });
    const elsewhere = await sendAct(house, person, emailAct('other@example.org', code));
    expect(elsewhere.data).toMatchObject({ key: 'CODE_WRONG' });
    expect(await contactsOf(person)).toEqual({ email: null, phone: null });
  });

  it('is replaced by another, and the old one hears of it', async () => {
    const person = await bound('old@example.org');
    await ask(person, 'email', 'new@example.org');
    const act = contactAct('email', 'new@example.org', await codeTo(house, 'new@example.org'));
    const key = newActKey(house.now());
    const { challenge, needed, act: shown } = needOf(await sendAct(house, person, { ...act, key }));
    expect(needed).toBe(2);
    const confirmed = {
      name: 'accountVerificationBinding',
      facts: [{ name: 'contact', value: 'new@example.org' }],
    };
    expect(shown).toEqual(confirmed);
    await show(person, challenge, ...password);
    await person.client.call('stepUpCode', { body: { challenge, method: 'email' } });
    const { rows } = await house.pool.query<{ act: unknown }>(
      `select act from messages.message where recipient = 'old@example.org' order by message_id desc limit 1`,
    );
    expect(rows).toEqual([{ act: confirmed }]);
    // sent again before all factors were shown, the act reads the same
    expect(needOf(await sendAct(house, person, { ...act, key }, challenge)).act).toEqual(confirmed);
    await show(person, challenge, 'email', await codeTo(house, 'old@example.org'));
    expect((await sendAct(house, person, { ...act, key }, challenge)).code).toBe(200);
    expect((await contactsOf(person)).email).toBe('new@example.org');
    const { holds } = await person.client.call('getSecurity');
    expect(holds).toEqual([{ reason: 'email', until: expect.any(Number) }]);
    expect(await newestMessage(house, 'old@example.org')).toMatchObject({
      kind: 'contactChanged',
      code: null,
    });
  });

  it('of another account gets a notice and no code, and the answer does not show it', async () => {
    await bound('taken@example.org');
    const person = await newPerson(house, false);
    const [taken, free] = [
      await ask(person, 'email', 'taken@example.org'),
      await ask(person, 'email', 'free@example.org'),
    ];
    expect(Object.keys(taken)).toEqual(Object.keys(free));
    expect(await newestMessage(house, 'taken@example.org')).toMatchObject({
      kind: 'accountExists',
      code: null,
    });
    const act = emailAct('taken@example.org', '000000');
    expect((await sendAct(house, person, act)).data).toMatchObject({ key: 'CODE_WRONG' });
  });

  it('serves the login that asked for its code alone', async () => {
    const [person, thief] = [await newPerson(house, false), await newPerson(house, false)];
    await ask(person, 'email', 'mine@example.org');
    const code = await codeTo(house, 'mine@example.org');
    const stolen = await sendAct(house, thief, emailAct('mine@example.org', code));
    expect(stolen.data).toMatchObject({ key: 'CODE_WRONG' });
    const own = await stepUp(house, person, emailAct('mine@example.org', code), [password]);
    expect(own.code).toBe(200);
  });

  it('that is bound already is not bound again', async () => {
    const person = await bound('same@example.org');
    expect(await keyOf(ask(person, 'email', 'same@example.org'))).toBe('CONTACT_SAME');
    expect(await keyOf(ask(person, 'email', 'no address'))).toBe('ACCOUNT_INVALID');
  });
});

it('a phone is bound by a code of an SMS', async () => {
  const person = await newPerson(house, false);
  await ask(person, 'phone', '+49 170 1234567');
  const act = contactAct('phone', '+491701234567', await codeTo(house, '+491701234567'));
  expect((await stepUp(house, person, act, [password])).code).toBe(200);
  expect((await contactsOf(person)).phone).toBe('+491701234567');
});

it('hears of each change of a password, a factor, a key or payout data, by its name', async () => {
  const person = await bound('watchful@example.org');
  const heard = async () => {
    const { rows } = await house.pool.query(
      "select act from messages.message where recipient = $1 and kind = 'securityChanged' order by message_id",
      ['watchful@example.org'],
    );
    return rows.map(({ act }) => [act.name, ...act.facts.map(({ value }: { value: string }) => value)]);
  };
  const change = async (act: { readonly path: string; readonly body?: object }) => {
    const key = newActKey(house.now());
    const { challenge } = needOf(await sendAct(house, person, { ...act, key }));
    await show(person, challenge, ...password);
    await person.client.call('stepUpCode', { body: { challenge, method: 'email' } });
    await show(person, challenge, 'email', await codeTo(house, 'watchful@example.org'));
    expect((await sendAct(house, person, { ...act, key }, challenge)).code).toBe(200);
  };
  await change({ path: '/api/v1/coin/member/recoveryCodes' });
  expect(await heard()).toEqual([['newRecoveryCodes']]);
  const body = { name: 'Bot', scopes: [], addresses: [], expireDays: 30 };
  await change({ path: '/api/v1/coin/member/api', body });
  expect((await heard()).at(-1)?.slice(0, 2)).toEqual(['createApi', 'Bot']);
  const [{ id } = { id: '' }] = (await person.client.call('getApis')).list;
  await person.client.call('deleteApi', { query: { id } });
  expect((await heard()).at(-1)).toEqual(['deleteApi', 'Bot']);
  const card = { name: 'Ada Lovelace', cardNumber: '4000000000000002', bankName: 'Bank of London' };
  await change({ path: '/api/userBank/save', body: card });
  expect((await heard()).at(-1)?.[0]).toBe('saveBankCard');
  await change({ path: '/api/user/tardPwdSet', body: { newPassword: sha256('fund-1') } });
  await change({ path: '/api/v1/coin/member/antiCode', body: { code: 'blue heron' } });
  // a retry and a second deletion change nothing and tell nothing
  await person.client.call('deleteApi', { query: { id } });
  expect((await heard()).slice(4).map(([name]) => name)).toEqual(['tardPwdSet', 'antiCode']);
  const newPassword = sha256('a-new-password-7');
  const act = { path: '/api/user/updatePwd', body: { oldPassword: sha256(PASSWORD), newPassword } };
  const key = newActKey(house.now());
  const { challenge } = needOf(await sendAct(house, person, { ...act, key }));
  await person.client.call('stepUpCode', { body: { challenge, method: 'email' } });
  await show(person, challenge, 'email', await codeTo(house, 'watchful@example.org'));
  expect((await sendAct(house, person, { ...act, key }, challenge)).code).toBe(200);
  expect((await heard()).at(-1)).toEqual(['updatePwd']);
  // the notices name the same acts in the same order, and are mailed by the acts alone
  await house.noticed();
  const { rows } = await house.pool.query(
    "select facts from notices.notice where user_id = $1 and kind = 'factor-changed' order by notice_id",
    [person.userId],
  );
  const changes = rows.map(({ facts }) => facts).filter(({ change }) => change === 'securityChanged');
  expect(
    changes.map(({ act }) => [act.name, ...act.facts.map(({ value }: { value: string }) => value)]),
  ).toEqual(await heard());
  expect(await mailed(house, person)).toEqual([]);
});
