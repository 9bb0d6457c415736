import { newActKey } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { codeAt, STEP_MS } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, PASSWORD, type Person, type RawAnswer } from './support/person.ts';
import { keyOf, needOf, type SentAct, sendAct, sha256, show } from './support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const MEMBER = '/api/v1/coin/member';
const apiKey = { path: `${MEMBER}/api`, body: { name: 'bot', scopes: [], addresses: [], expireDays: 30 } };

/** Acts whose outcome outlives the login that made it, one of each room, and what each would leave. */
const acts: Readonly<
  Record<string, { readonly act: (person: Person) => SentAct | Promise<SentAct>; readonly left: string }>
> = {
  createApi: { act: () => apiKey, left: 'apikeys.key' },
  payment: {
    act: () => ({
      path: `${MEMBER}/payment`,
      body: { type: 'bank', name: 'Ann Example', account: '12345678', bankName: 'First Bank' },
    }),
    left: 'bank.payment',
  },
  tardPwdSet: {
    act: () => ({ path: '/api/user/tardPwdSet', body: { newPassword: sha256('fund-password-7') } }),
    left: 'factors.fund_password',
  },
  antiCode: {
    act: () => ({ path: `${MEMBER}/antiCode`, body: { code: 'blue heron' } }),
    left: 'factors.anti_phishing',
  },
  authenticator: {
    async act(person) {
      const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
      house.advance(STEP_MS);
      const code = await codeAt(secret, house.now());
      return { method: 'GET', path: `${MEMBER}/googleVerificationBindingOrReset/${code}/1` };
    },
    left: 'factors.authenticator',
  },
  requestDataExport: { act: () => ({ path: `${MEMBER}/dataExport` }), left: 'mydata.export' },
};

/** Shows the factors that an act waits for; it is done once the answer is called. */
async function prepared(person: Person, act: SentAct): Promise<() => Promise<RawAnswer>> {
  const kept = { key: newActKey(house.now()), ...act };
  const { challenge } = needOf(await sendAct(house, person, kept));
  await show(person, challenge, 'password', sha256(PASSWORD));
  return () => sendAct(house, person, kept, challenge);
}

const rowsOf = async (table: string, { userId }: Person) =>
  (await house.pool.query(`select from ${table} where user_id = $1`, [userId])).rows.length;

describe('an act whose login ends while it waits for its turn', () => {
  it.each(Object.entries(acts))('is refused and leaves nothing: %s', async (_, { act, left }) => {
    const person = await newPerson(house, false);
    const perform = await prepared(person, await act(person));
    const ending = await house.pool.connect();
    await ending.query('begin');
    await ending.query('select from identity.user where user_id = $1 for no key update', [person.userId]);
    let isAnswered = false;
    const answer = perform().finally(() => {
      isAnswered = true;
    });
    await eventually(async () => {
      const { rows } = await house.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (!isAnswered && rows.length === 0) throw new Error('the act is neither done nor waiting');
    });
    await ending.query('delete from identity.session where user_id = $1', [person.userId]);
    await ending.query('commit');
    ending.release();
    expect((await answer).data).toMatchObject({ key: 'SIGNED_OUT' });
    expect(await rowsOf(left, person)).toBe(0);
  });

  it('leaves no API key whichever of the two comes first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const person = await newPerson(house, false);
      const perform = await prepared(person, apiKey);
      const [made] = await Promise.all([
        perform(),
        person.client.call('logoutEverywhere', { query: { endApiKeys: 'true' } }),
      ]);
      expect([200, 401]).toContain(made.code);
      expect(await rowsOf('apikeys.key', person)).toBe(0);
      expect(await keyOf(person.client.call('getInfo'))).toBe('SIGNED_OUT');
    }
  });
});
