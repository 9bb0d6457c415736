import { newActKey } from '@candor/api';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { codeAt } from '../api/support/console.ts';
import type { House } from '../api/support/house.ts';
import { newPerson, PASSWORD, type Person } from '../api/support/person.ts';
import { needOf, sendAct, sha256, show, stepUp } from '../api/support/step-up.ts';
import { eventually } from '../support/patience.ts';

const FUND_PASSWORD = 'my-funds-are-mine-7';
const WITHDRAWAL_PATH = '/api/v1/coin/assets/withdrawal';

/** Asks the database of the program. */
export type RowsOf = <R extends object>(sql: string, values?: unknown[]) => Promise<R[]>;

export interface Withdrawer {
  readonly person: Person;
  /** Asks for a withdrawal of USDT until there is an answer. Returns its number. */
  withdraw(to: string, amount: string): Promise<number>;
}

/** A user of the program who may withdraw, and who asks until there is an answer. */
export async function openWithdrawer(url: string, rowsOf: RowsOf): Promise<Withdrawer> {
  const house = { url, now: Date.now } as unknown as House;
  const person = await eventually(() => newPerson(house));
  const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
  // A code counts once, and no test waits for the next one.
  const code = async () => {
    await rowsOf('update factors.authenticator set last_step = 0 where user_id = $1', [person.userId]);
    return codeAt(secret, Date.now());
  };
  const bind = `/api/v1/coin/member/googleVerificationBindingOrReset/${await code()}/1`;
  await stepUp(house, person, { method: 'GET', path: bind }, [['password', sha256(PASSWORD)]]);
  const set = { path: '/api/user/tardPwdSet', body: { newPassword: sha256(FUND_PASSWORD) } };
  await stepUp(house, person, set, [
    ['password', sha256(PASSWORD)],
    ['authenticator', await code()],
  ]);
  await rowsOf('delete from factors.hold where user_id = $1', [person.userId]);
  return {
    person,
    async withdraw(to, amount) {
      const body = {
        coin: 'USDT',
        network: PRACTICE_CHAIN.key,
        address: to,
        amount,
        fee: '2',
        fundPassword: sha256(FUND_PASSWORD),
      };
      const key = newActKey(Date.now());
      const act = { path: WITHDRAWAL_PATH, body, key };
      let challenge: string | undefined;
      // The same act under the same key, until it has an answer: who is cut off tries again.
      return eventually(async () => {
        if (challenge === undefined) {
          const { challenge: asked } = needOf(await sendAct(house, person, act));
          await show(person, asked, 'authenticator', await code());
          challenge = asked;
        }
        const answer = await sendAct(house, person, act, challenge);
        if (answer.code !== 200) throw new Error(`no withdrawal yet: ${answer.text}`);
        return (answer.data as { id: number }).id;
      });
    },
  };
}
