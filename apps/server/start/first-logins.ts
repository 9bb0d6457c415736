import { randomInt } from 'node:crypto';
import type { DataFolder } from '../data-folder/index.ts';
import type { OperatorRoom } from '../operator/index.ts';
import { Refusal } from '../refusal.ts';
import type { People } from './people.ts';

export interface FirstLogin {
  readonly account: string;
  readonly password: string;
}

const OPERATOR_FILE = 'operator-login.json';
const customers = ['demo', 'demo2'];
const funds = [
  ['USDT', '50000'],
  ['BTC', '1'],
] as const;
/** Without the characters that are taken for one another. */
const letters = 'abcdefghijkmnpqrstuvwxyz';
const digits = '23456789';

/** The demo customers: made at the first start and given practice funds once. */
export async function demoCustomers(folder: DataFolder, people: People): Promise<readonly FirstLogin[]> {
  const logins = await keptLogins(folder, 'demo-logins.json', customers);
  for (const login of logins) await makeCustomer(people, login);
  return logins;
}

/**
 * The first operator, made at the first start. Its password is kept and shown until the second factor is enrolled at
 * the first login; from then on only its hash is kept.
 */
export async function firstOperator(
  folder: DataFolder,
  { people }: OperatorRoom,
): Promise<FirstLogin | null> {
  const first = await people.first();
  if (first?.enrolled === true) {
    await forgetFirstOperator(folder);
    return null;
  }
  const [login] = await keptLogins(folder, OPERATOR_FILE, ['operator']);
  if (login !== undefined) await people.ensureFirst(login.password);
  return login ?? null;
}

/** Deletes the first operator's password from the data folder. */
export function forgetFirstOperator(folder: DataFolder): Promise<void> {
  return folder.remove(OPERATOR_FILE);
}

/**
 * Logins with random passwords that only the data folder and the terminal know. They are written down before they are
 * made, so that a start that was cut off goes on where it stopped.
 */
async function keptLogins(
  folder: DataFolder,
  file: string,
  accounts: readonly string[],
): Promise<readonly FirstLogin[]> {
  const kept = await folder.read(file);
  if (kept !== null) return parse(kept, file);
  const logins = accounts.map((account) => ({ account, password: randomPassword() }));
  await folder.writePrivate(file, `${JSON.stringify(logins, null, 2)}\n`);
  return logins;
}

async function makeCustomer(
  { identity, practice }: People,
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

function randomPassword(): string {
  const draw = (from: string, count: number) =>
    Array.from({ length: count }, () => from[randomInt(from.length)]).join('');
  return `${draw(letters, 6)}-${draw(digits, 4)}-${draw(letters, 4)}`;
}

function parse(text: string, file: string): FirstLogin[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error(`${file} is no list of logins`);
  return value.filter(
    (entry): entry is FirstLogin => typeof entry?.account === 'string' && typeof entry?.password === 'string',
  );
}
