import { randomInt } from 'node:crypto';
import type { DataFolder } from '../data-folder/index.ts';
import { Refusal } from '../refusal.ts';
import type { People } from './people.ts';

export interface DemoLogin {
  readonly account: string;
  readonly password: string;
}

const fileName = 'demo-logins.json';
const accounts = ['demo', 'demo2'];
const funds = [
  ['USDT', '50000'],
  ['BTC', '1'],
] as const;
/** Without the characters that are taken for one another. */
const letters = 'abcdefghijkmnpqrstuvwxyz';
const digits = '23456789';

/**
 * The demo customers: made at the first start with random passwords that only the data folder and the terminal know,
 * and given practice funds once. The file comes first, so that a start that was cut off goes on where it stopped.
 */
export async function demoLogins(folder: DataFolder, people: People): Promise<readonly DemoLogin[]> {
  const kept = await folder.read(fileName);
  const logins =
    kept === null ? accounts.map((account) => ({ account, password: randomPassword() })) : parse(kept);
  if (kept === null) await folder.writePrivate(fileName, `${JSON.stringify(logins, null, 2)}\n`);
  for (const login of logins) await makeCustomer(people, login);
  return logins;
}

async function makeCustomer({ identity, practice }: People, { account, password }: DemoLogin): Promise<void> {
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

function parse(text: string): DemoLogin[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error(`${fileName} is no list of logins`);
  return value.filter(
    (entry): entry is DemoLogin => typeof entry?.account === 'string' && typeof entry?.password === 'string',
  );
}
