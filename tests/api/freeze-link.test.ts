import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkOf } from '../../apps/server/gateway/messages/index.ts';
import { CODES_KEY, type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, type Person, refusal, send } from './support/person.ts';
import { keyOf, needOf, sendAct, sha256, stepUp } from './support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const password = ['password', sha256(PASSWORD)] as const;
const antiCode = { path: '/api/v1/coin/member/antiCode', body: { code: 'blue heron' } };
const security = (person: Person) => person.client.call('getSecurity');

describe('a freeze link', () => {
  async function linkFor(userId: number): Promise<string> {
    const { db, freezes } = house.factors;
    const nonce = await db.transaction().execute((trx) => freezes.link(trx, userId));
    return linkOf(CODES_KEY, nonce ?? Buffer.alloc(0));
  }
  const freeze = (token: string, method = 'POST') =>
    send(house, method, '/api/user/freeze', method === 'POST' ? { body: { token } } : {});

  it('does nothing by GET; its POST ends all sessions, and only acts that take risk away pass', async () => {
    const person = await newPerson(house, false);
    const token = await linkFor(person.userId);
    expect((await freeze(token, 'GET')).code).not.toBe(200);
    await send(house, 'GET', `/user/freeze?token=${token}`);
    await person.client.call('getInfo');
    const { rows } = await house.pool.query('select used_at from factors.freeze_link where user_id = $1', [
      person.userId,
    ]);
    expect(rows).toEqual([{ used_at: null }]);

    expect((await freeze(token)).code).toBe(200);
    expect((await freeze(token)).code).toBe(200);
    expect((await refusal(person.client.call('getInfo'))).key).toBe('SIGNED_OUT');
    const body = { type: 'account', account: person.account, password: PASSWORD } as const;
    const { satoken } = await clientOf(house).call('login', { body });
    const back: Person = { ...person, token: satoken, client: clientOf(house, satoken) };
    expect((await security(back)).frozen).toBe(true);
    const order = { symbol: 'BTCUSDT', type: 'limit', price: '49000', quantity: '0.01' } as const;
    const placed = back.client.call('exchange', { params: { side: 'buy' }, body: order });
    expect(await keyOf(placed)).toBe('ACCOUNT_FROZEN');
    expect((await sendAct(house, back, antiCode)).data).toMatchObject({ key: 'ACCOUNT_FROZEN' });
    expect(await keyOf(back.client.call('cancelEntrust', { body: { orderId: 1 } }))).toBe('UNKNOWN_ORDER');
    const closing = back.client.call('closeContract', {
      params: { positionSide: 'long' },
      body: { symbol: 'BTCUSDT', type: 'market', quantity: '1' },
    });
    expect(await keyOf(closing)).not.toBe('ACCOUNT_FROZEN');

    const unfrozen = await stepUp(house, back, { path: '/api/user/unfreeze' }, [password]);
    expect(unfrozen.code).toBe(200);
    needOf(await sendAct(house, back, antiCode));
    expect((await security(back)).holds).toMatchObject([{ reason: 'freeze' }]);
    expect((await freeze(token)).data).toMatchObject({ key: 'FREEZE_LINK_INVALID' });
  });

  it('ends after six hours', async () => {
    const person = await newPerson(house, false);
    const token = await linkFor(person.userId);
    house.advance(6 * 3_600_000);
    expect((await freeze(token)).data).toMatchObject({ key: 'FREEZE_LINK_INVALID' });
    await person.client.call('getInfo');
  });
});
