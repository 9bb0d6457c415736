import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeAt, STEP_MS } from '../api/support/console.ts';
import { type House, openHouse } from '../api/support/house.ts';
import { newPerson, PASSWORD } from '../api/support/person.ts';
import { sha256, stepUp } from '../api/support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ connections: 1 });
});
afterAll(() => house?.stop());

const MEMBER = '/api/v1/coin/member';
const password = ['password', sha256(PASSWORD)] as const;

/**
 * The notice of a change read the user's contacts on a second connection, within the transaction of the change. As many
 * such acts as a door has connections, of one user or of many, held all of them and waited for one more, for ever.
 */
it('a change of factors needs no second connection for its notice', async () => {
  const person = await newPerson(house, false);
  const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
  house.advance(STEP_MS);
  const code = await codeAt(secret, house.now());
  const bind = { method: 'GET' as const, path: `${MEMBER}/googleVerificationBindingOrReset/${code}/1` };
  expect(await stepUp(house, person, bind, [password])).toMatchObject({ code: 200 });
  house.advance(STEP_MS);
  const factors = [password, ['authenticator', await codeAt(secret, house.now())]] as const;
  const made = await stepUp(house, person, { path: `${MEMBER}/recoveryCodes` }, factors);
  expect(made).toMatchObject({ code: 200 });
});
