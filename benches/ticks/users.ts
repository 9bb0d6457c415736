/** Users of the real program, by its API. */
import { type Calls, type Client, calls, createClient } from '@candor/contract';

const PASSWORD = 'correct-horse-9';

/** A client of the program, signed in with the token, else a visitor. A busy machine makes no act late. */
export function clientOf(url: string, token: string | null): Client<Calls> {
  return createClient(calls, {
    ...{ baseUrl: url, head: 'v1', language: () => 'en', actWindowMs: 60_000 },
    token: () => token,
  });
}

/** Registers a user with funds; gives the token of its session. */
export async function openUser(url: string, account: string): Promise<string> {
  const body = { type: 'account', account, password: PASSWORD, confirmPassword: PASSWORD } as const;
  const { satoken } = await clientOf(url, null).call('register', { body });
  await clientOf(url, satoken).call('takePracticeFunds', { body: { coin: 'USDT', amount: '10000' } });
  return satoken;
}
