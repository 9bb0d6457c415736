import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt, STEP_MS } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, type Person, refusal } from './support/person.ts';
import { keyOf, needOf, sendAct, sha256, show, stepUp } from './support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const MEMBER = '/api/v1/coin/member';
const antiCode = { path: `${MEMBER}/antiCode`, body: { code: 'blue heron' } };

/** The ways in which apps, mails and keyboards write the six digits. */
const ways: Readonly<Record<string, (code: string) => string>> = {
  'a space': (code) => `${code.slice(0, 3)} ${code.slice(3)}`,
  'a narrow space': (code) => `${code.slice(0, 3)}\u202f${code.slice(3)}`,
  'a dash': (code) => `${code.slice(0, 3)}-${code.slice(3)}`,
  'spaces around': (code) => ` ${code}  `,
  'full-width digits': (code) =>
    [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join(''),
};

/** Binds an app by a code that is written so; the returned function gives the next code. */
async function bound(person: Person, write: (code: string) => string): Promise<() => Promise<string>> {
  const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
  house.advance(STEP_MS);
  const code = encodeURIComponent(write(await codeAt(secret, house.now())));
  const act = { method: 'GET', path: `${MEMBER}/googleVerificationBindingOrReset/${code}/1` } as const;
  expect((await stepUp(house, person, act, [['password', sha256(PASSWORD)]])).code).toBe(200);
  return () => {
    house.advance(STEP_MS);
    return codeAt(secret, house.now());
  };
}

async function ticketOf({ account }: Person): Promise<string> {
  const body = { type: 'account', account, password: PASSWORD } as const;
  const { details } = await refusal(clientOf(house).call('login', { body }));
  return details!.ticket!;
}

describe.each(Object.entries(ways))('a code of an app, written with %s', (_, write) => {
  it('is taken at enrolment, step-up and login, and once', async () => {
    const person = await newPerson(house, false);
    const nextCode = await bound(person, write);
    const { challenge } = needOf(await sendAct(house, person, antiCode));
    const first = await nextCode();
    await show(person, challenge, 'authenticator', write(first));
    expect(await keyOf(show(person, challenge, 'authenticator', write(first)))).toBe(
      'AUTHENTICATOR_CODE_USED',
    );
    expect(await keyOf(show(person, challenge, 'authenticator', 'no code'))).toBe('STEP_UP_WRONG');

    const second = { ticket: await ticketOf(person), kind: 'authenticator' } as const;
    const enter = (code: string) => clientOf(house).call('loginStepTwo', { body: { ...second, code } });
    expect(await keyOf(enter(write(first)))).toBe('AUTHENTICATOR_CODE_USED');
    expect((await enter(write(await nextCode()))).userId).toBe(person.userId);
  });
});
