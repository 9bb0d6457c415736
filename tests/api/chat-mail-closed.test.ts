import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { clientOf, refusal } from './support/person.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ deliveries: { email: null, sms: null } });
});
afterAll(() => house?.stop());

it('takes no question whose answer would reach nobody, and says so', async () => {
  const body = { email: 'guest@example.org', language: 'en', matter: 'account', content: 'Hello' } as const;
  const asked = clientOf(house).call('askSupport', { body });
  expect(await refusal(asked)).toMatchObject({ key: 'CHAT_MAIL_CLOSED' });
  const { rows } = await house.pool.query('select 1 from chat.conversation');
  expect(rows).toEqual([]);
});
