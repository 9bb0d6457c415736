/** Users of the real program, through its API. */
import { type Calls, type Client, createClient, routes } from '@candor/api';

const PASSWORD = 'correct-horse-9';

/** Returns a client of the program, signed in if there is a token. Acts never count as late on a busy machine. */
export function clientOf(url: string, token: string | null): Client<Calls> {
  return createClient(routes, {
    baseUrl: url,
    head: 'v1',
    language: () => 'en',
    actWindowMs: 60_000,
    token: () => token,
  });
}

/** Registers a user with funds; returns the token of its session. */
export async function openUser(url: string, account: string): Promise<string> {
  const body = { type: 'account', account, password: PASSWORD, confirmPassword: PASSWORD } as const;
  const { satoken } = await clientOf(url, null).call('register', { body });
  await clientOf(url, satoken).call('takePracticeFunds', { body: { coin: 'USDT', amount: '10000' } });
  return satoken;
}
