import { type CallError, type Calls, type Client, createClient, type Problem, routes } from '@candor/api';
import type { House } from './house.ts';

export interface Person {
  readonly userId: number;
  readonly token: string;
  readonly account: string;
  readonly client: Client<Calls>;
}

export const PASSWORD = 'correct-horse-9';

let people = 0;

/** A client of the house; signed in with `token`, else a visitor. */
export function clientOf(house: House, token: string | null = null, language = 'en'): Client<Calls> {
  return createClient(routes, {
    baseUrl: house.url,
    head: 'v1',
    token: () => token,
    language: () => language,
    timeoutMs: 60_000,
    actWindowMs: 60_000,
    // a house's clock may stand still while the machine's goes on
    clock: { learn: () => {}, nowMs: () => house.now(), forget: () => {} },
  });
}

/** Registers a new person and takes practice funds: 10,000 USDT and 1 BTC. */
export async function newPerson(house: House, funded = true): Promise<Person> {
  people += 1;
  const account = `person_${people}`;
  const body = { type: 'account', account, password: PASSWORD, confirmPassword: PASSWORD } as const;
  const { satoken, userId } = await clientOf(house).call('register', { body });
  const client = clientOf(house, satoken);
  if (funded) {
    await client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '10000' } });
    await client.call('takePracticeFunds', { body: { coin: 'BTC', amount: '1' } });
  }
  return { userId, token: satoken, account, client };
}

/** Returns what the person's balances say of a coin. */
export async function coinOf(person: Person, code: string) {
  const { list } = await person.client.call('getMyBalance');
  const found = list.find((row) => row.coin === code);
  if (found === undefined) throw new Error(`no ${code}`);
  return found;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly code: number | null;
  readonly msg: string;
  readonly data: unknown;
}

/** Sends a request as it is given, past the client. */
export async function send(
  house: House,
  method: string,
  path: string,
  options: {
    readonly token?: string | null;
    readonly body?: unknown;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<RawAnswer> {
  const headers = new Headers(options.headers);
  if (options.token != null) headers.set('authorization', options.token);
  const init: RequestInit = { method, headers };
  if (options.body !== undefined) {
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    init.body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
  }
  const response = await fetch(house.url + path, init);
  const text = await response.text();
  let envelope: { code?: number; msg?: string; data?: unknown } = {};
  try {
    envelope = JSON.parse(text);
  } catch {
    // A page or a script: the test looks at `text`.
  }
  const { code = null, msg = '', data = null } = envelope;
  return { status: response.status, headers: response.headers, text, code, msg, data };
}

/** The problem that a call is refused with. */
export async function refusal(call: Promise<unknown>): Promise<Problem> {
  try {
    await call;
  } catch (error) {
    const { problem } = error as CallError;
    if (problem != null) return problem;
    throw error;
  }
  throw new Error('the call was not refused');
}
