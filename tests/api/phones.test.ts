import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeTo, newBrowser, sendMobile } from './support/browser.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, PASSWORD } from './support/person.ts';
import { keyOf } from './support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const MINUTE_MS = 60_000;

/** A phone in its one form, and ways in which the same one is written. */
const phones: readonly (readonly [string, readonly [string, string, string]])[] = [
  ['+4915123456799', ['+49 (0)151 23456799', '0049 151 23456799', '+49-1512-3456799']],
  ['+79123456789', ['+7 (8) 912 345-67-89', '+7 912 345 67 89', '007 912 3456789']],
  ['+2250712345678', ['+225 07 12 34 56 78', '00225 0712345678', '+225-07-12-34-56-78']],
  ['+393471234567', ['+39 347 123 4567', '0039 347 1234567', '+39 (347) 1234567']],
];

describe.each(phones)('the phone %s', (e164, [first, second, third]) => {
  it('is one account, one flow of codes and one row, however it is written', async () => {
    const browser = newBrowser(house);
    expect((await browser.post(sendMobile('register', first))).code).toBe(200);
    const typed = (account: string, code: string) => ({
      type: 'phone',
      account,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      code,
    });
    const code = await codeTo(house, e164);
    expect((await browser.post('/api/user/register', typed(second, code))).code).toBe(200);
    const { rows } = await house.pool.query('select user_id from identity.user where phone = $1', [e164]);
    expect(rows).toHaveLength(1);

    for (const account of [first, second, third, e164]) {
      const body = { type: 'phone', account, password: PASSWORD };
      expect((await browser.post('/api/user/login', body)).code, account).toBe(200);
    }
    house.advance(2 * MINUTE_MS);
    expect((await newBrowser(house).post(sendMobile('register', third))).code).toBe(200);
    const { rows: sent } = await house.pool.query(
      'select kind from messages.message where recipient = $1 order by message_id desc limit 1',
      [e164],
    );
    expect(sent).toEqual([{ kind: 'accountExists' }]);
    house.advance(2 * MINUTE_MS);
    const other = await newPerson(house, false);
    await other.client.call('bindingCode', { body: { type: 'phone', account: third } });
    const { rows: told } = await house.pool.query(
      'select kind from messages.message where recipient = $1 order by message_id desc limit 1',
      [e164],
    );
    expect(told).toEqual([{ kind: 'accountExists' }]);
  });
});

it('a national number is not sent to a server that knows no country', async () => {
  const person = await newPerson(house, false);
  for (const account of ['0151 23456799', '8 912 345 67 89', '4915123456799'])
    expect(await keyOf(person.client.call('bindingCode', { body: { type: 'phone', account } }))).toBe(
      'ACCOUNT_INVALID',
    );
});
