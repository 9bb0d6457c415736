import type { Identity } from '../identity/index.ts';
import type { OperatorRoom } from '../operator/index.ts';
import { Refusal } from '../refusal.ts';
import type { Practice } from '../wallet/index.ts';

export interface FirstLogin {
  readonly account: string;
  readonly password: string;
}

/** The rooms needed to create customers. */
export interface CustomerRooms {
  readonly identity: Pick<Identity, 'createUser'>;
  readonly practice: Pick<Practice, 'take'>;
}

const funds = [
  ['USDT', '50000'],
  ['BTC', '1'],
] as const;

/** Creates the demo customers if they are missing, and gives them practice funds once. */
export async function makeCustomers(rooms: CustomerRooms, logins: readonly FirstLogin[]): Promise<void> {
  for (const login of logins) await makeCustomer(rooms, login);
}

/** The first operator's login as it is kept: `forget` has the next `read` draw a new one. */
export interface KeptLogin {
  read(): Promise<FirstLogin>;
  forget(): Promise<void>;
}

/**
 * Creates the first operator with the login that is kept, and draws a new one where its time is over. Resolves with true
 * while the operator's second factor is not enrolled: until then the password is shown. `isSetup` has the first login
 * replace it.
 */
export async function makeFirstOperator(
  { people }: OperatorRoom,
  login: KeptLogin,
  isSetup: boolean,
): Promise<boolean> {
  const first = await people.first();
  if (first?.enrolled === true) return false;
  if (first?.isSetupOver === true) await login.forget();
  await people.ensureFirst((await login.read()).password, isSetup);
  return true;
}

async function makeCustomer(
  { identity, practice }: CustomerRooms,
  { account, password }: FirstLogin,
): Promise<void> {
  let userId: number;
  try {
    userId = await identity.createUser({ type: 'account', account, password, language: 'en' });
  } catch (error) {
    if (error instanceof Refusal && error.key === 'ACCOUNT_TAKEN') return;
    throw error;
  }
  for (const [coin, amount] of funds) await practice.take(userId, coin, amount, `demo-funds-${coin}`);
}
