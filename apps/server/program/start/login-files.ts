import { randomInt } from 'node:crypto';
import type { DataFolder } from '../../base/data-folder/index.ts';
import type { FirstLogin } from './first-logins.ts';

const CUSTOMERS_FILE = 'demo-logins.json';
/** Files of the operators' first passwords, by name. */
const OPERATOR_FILES = { operator: 'operator-login.json', operator2: 'operator2-login.json' } as const;
export type SeededOperator = keyof typeof OPERATOR_FILES;
const customers = ['demo', 'demo2'];
/** Letters without those that are easily confused. */
const letters = 'abcdefghijkmnpqrstuvwxyz';
const digits = '23456789';

/** Returns the logins of the demo customers, generated at the first call. */
export function demoLogins(folder: DataFolder): Promise<readonly FirstLogin[]> {
  return keptLogins(folder, CUSTOMERS_FILE, customers);
}

/** Returns the login of a seeded operator, generated at the first call and again after it was deleted. */
export async function operatorLogin(folder: DataFolder, name: SeededOperator): Promise<FirstLogin> {
  const file = OPERATOR_FILES[name];
  const [login] = await keptLogins(folder, file, [name]);
  if (login === undefined) throw new Error(`${file} holds no login`);
  return login;
}

/** Deletes a seeded operator's first password from the data folder. */
export function forgetOperatorLogin(folder: DataFolder, name: SeededOperator): Promise<void> {
  return folder.remove(OPERATOR_FILES[name]);
}

/**
 * Returns logins with random passwords, which appear only in the data folder and on the terminal. They are stored
 * before the users are created, so that an interrupted start can continue.
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
