import { newActKey, type WithdrawalRow } from '@candor/api';
import { JournalError } from '@candor/journal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outbox } from '../../apps/server/engine/outbox/index.ts';
import { codeAt, STEP_MS } from '../api/support/console.ts';
import { type House, openHouse } from '../api/support/house.ts';
import { newPerson, PASSWORD } from '../api/support/person.ts';
import { needOf, sendAct, sha256, show, stepUp } from '../api/support/step-up.ts';
import { FUND_PASSWORD, newWithdrawer, WITHDRAWAL_PATH, type Withdrawer } from '../support/payout-bench.ts';

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

/** A withdrawer with a bound card, and how it asks for a payout to it. */
async function withCard(): Promise<Withdrawer & { ask(): ReturnType<typeof sendAct> }> {
  const who = await newWithdrawer(house);
  const card = {
    name: 'Ada Lovelace',
    cardNumber: '4000 0000 0000 0002',
    bankName: 'Bank of London',
    swiftCode: 'BOLNGB2L',
  };
  const factors = [password, ['authenticator', await who.nextCode()]] as const;
  await stepUp(house, who.person, { path: '/api/userBank/save', body: card }, factors);
  return {
    ...who,
    async ask() {
      const body = { method: 'bank', coin: 'USDT', amount: '20', fundPassword: sha256(FUND_PASSWORD) };
      const act = { path: WITHDRAWAL_PATH, body, key: newActKey(house.now()) };
      const { challenge } = needOf(await sendAct(house, who.person, act));
      await show(who.person, challenge, 'authenticator', await who.nextCode());
      return sendAct(house, who.person, act, challenge);
    },
  };
}

it('a payout to a card looks for holds through the transaction that takes it on', async () => {
  const { ask } = await withCard();
  expect(await ask()).toMatchObject({ code: 200, data: { state: 'signing' } });
});

it('a cancel looks for the hold of what is only requested before it locks the row', async () => {
  const { person, ask } = await withCard();
  const outbox = house.outbox as { deliver: Outbox['deliver'] };
  const { deliver } = outbox;
  outbox.deliver = async () => {
    throw new JournalError('NOT_READY', 'recovering');
  };
  await ask();
  outbox.deliver = deliver;
  const { records } = await person.client.call('getWithdrawalLog', {});
  const { id } = records[0] as WithdrawalRow;
  expect(records).toMatchObject([{ state: 'requested' }]);
  expect(await person.client.call('cancelWithdrawal', { body: { id } })).toMatchObject({
    state: 'cancelled',
  });
});
