import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, type Person, send } from './support/person.ts';
import { sha256 } from './support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const ACCOUNTS = 4;
/** Below the guesses of a session: each of them is hashed. */
const CALLS = 15;

/** Asks for a change of the password by wrong ones. Calls `onAnswer` for each that was compared. */
function flood(person: Person, onAnswer: () => void): Promise<unknown>[] {
  return Array.from({ length: CALLS }, async (_, at) => {
    const body = { oldPassword: sha256(`wrong ${at}`), newPassword: sha256('brand-new-pass-1') };
    const headers = { 'idempotency-key': `flood-${person.userId}-${at}` };
    const answer = await send(house, 'POST', '/api/user/updatePwd', { token: person.token, body, headers });
    // the queue refuses what waits too long on a busy machine
    if (/WRONG/.test((answer.data as { key?: string }).key ?? '')) onAnswer();
  });
}

it('accounts that call what hashes keep no login of others waiting', async () => {
  const victim = await newPerson(house, false);
  const attackers: Person[] = [];
  for (let at = 0; at < ACCOUNTS; at += 1) attackers.push(await newPerson(house, false));
  let answered = 0;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const calls = attackers.flatMap((person) =>
    flood(person, () => {
      answered += 1;
      begin();
    }),
  );
  await begun;
  const body = { type: 'account', account: victim.account, password: PASSWORD } as const;
  await clientOf(house).call('login', { body });
  const before = answered;
  await Promise.all(calls);
  expect(answered).toBeGreaterThan(ACCOUNTS * 2);
  // behind one queue in order of arrival the login comes last
  expect(before).toBeLessThanOrEqual((answered * 2) / 3);
});
