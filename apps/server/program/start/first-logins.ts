import { JournalError } from '@candor/journal';
import type { Patience } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Practice } from '../../money/wallet/index.ts';
import type { OperatorRoom } from '../../operators/operator/index.ts';
import type { Identity } from '../../users/identity/index.ts';

export interface FirstLogin {
  readonly account: string;
  readonly password: string;
}

/** The rooms needed to create customers. */
export interface CustomerRooms {
  readonly identity: Pick<Identity, 'createUser'> & {
    readonly contacts: Pick<Identity['contacts'], 'owner'>;
  };
  readonly practice: Pick<Practice, 'take'>;
}

const funds = [
  ['USDT', '50000'],
  ['BTC', '1'],
] as const;

/**
 * Creates the demo customers if they are missing, and gives them practice funds once: also one whom an earlier start made
 * and gave nothing yet.
 */
export async function makeCustomers(
  rooms: CustomerRooms,
  logins: readonly FirstLogin[],
  patience: Patience,
): Promise<void> {
  for (const login of logins) await patience(() => makeCustomer(rooms, login), isUnderWay);
}

/** True for an account that opens later, and for a promise whose delivery is unknown: the outbox goes on with both. */
function isUnderWay(error: unknown): boolean {
  if (error instanceof Refusal) return error.key === 'ACCOUNT_OPENING';
  return error instanceof JournalError && ['NOT_READY', 'OUTCOME_UNKNOWN'].includes(error.code);
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
  const found = await identity.contacts.owner('account', account);
  const userId = found ?? (await identity.createUser({ type: 'account', account, password, language: 'en' }));
  for (const [coin, amount] of funds)
    try {
      await practice.take(userId, coin, amount, `demo-funds-${coin}`);
    } catch (error) {
      // one who was there before may have taken the day's allowance
      if (found === null || !(error instanceof Refusal) || isUnderWay(error)) throw error;
    }
}
