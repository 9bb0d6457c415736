import { errors } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, type Person, send } from './support/person.ts';

let house: House;
let person: Person;
beforeAll(async () => {
  house = await openHouse();
  person = await newPerson(house);
});
afterAll(() => house?.stop());

describe('while the engine is away', () => {
  beforeAll(() => house.engine.stop());

  it('says so on /readyz, and /livez stays well', async () => {
    const ready = await send(house, 'GET', '/readyz');
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.text).notReady).toHaveProperty('journal');
    expect((await send(house, 'GET', '/livez')).status).toBe(200);
  });

  it('refuses orders and balances as unavailable, in the envelope', async () => {
    const order = { side: 'buy', symbol: 'BTCUSDT', type: 'limit', price: '49000', quantity: '0.01' };
    const answers = [
      await send(house, 'POST', '/api/currency/order/submit', { token: person.token, body: order }),
      await send(house, 'GET', '/api/v1/coin/assets/getMyBalance', { token: person.token }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, code: errors.UNAVAILABLE.code });
      expect(answer.data).toEqual({ key: 'UNAVAILABLE' });
    }
  });

  it('still registers: the ledger account is promised and opens later', async () => {
    const body = {
      type: 'account',
      account: 'patient',
      password: PASSWORD,
      confirmPassword: PASSWORD,
    } as const;
    const { satoken } = await clientOf(house).call('register', { body });
    expect(satoken).toMatch(/^[\w-]{43}$/);
    expect(await house.outbox.waiting()).toBe(1);
  });
});
