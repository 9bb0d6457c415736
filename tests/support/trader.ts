import { type Calls, type Client, createClient, routes } from '@candor/api';
import { eventually } from './patience.ts';
import { notePassword, noteSecrets } from './test-logs.ts';

export interface Trader {
  readonly account: string;
  readonly client: Client<Calls>;
}

/** The password of every account that tests make. */
export const password = 'correct-horse-9';

/** Asks again, with the same keys, while the server is away for a moment: a disk that others keep busy makes it recover. */
async function patientFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  return eventually(async () => {
    const response = await fetch(...request);
    if (response.status === 503) throw new Error(await response.text());
    return response;
  });
}

/** A client of the server at `url`, signed in with `token`, else a visitor. */
export function clientOf(url: string, token: string | null): Client<Calls> {
  notePassword(password);
  if (token !== null) noteSecrets(token);
  return createClient(routes, {
    baseUrl: url,
    head: 'v1',
    token: () => token,
    language: () => 'en',
    timeoutMs: 60_000,
    actWindowMs: 60_000,
    fetch: patientFetch,
  });
}

/** Registers an account at the server and gives it practice funds. */
export async function registerTrader(url: string, account: string): Promise<Trader> {
  const body = { type: 'account', account, password, confirmPassword: password } as const;
  const { satoken } = await clientOf(url, null).call('register', { body });
  const client = clientOf(url, satoken);
  await client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '20000' } });
  return { account, client };
}

/** Signs an account in again. */
export async function signIn(url: string, account: string): Promise<Trader> {
  const { satoken } = await clientOf(url, null).call('login', {
    body: { type: 'account', account, password },
  });
  return { account, client: clientOf(url, satoken) };
}

/** Everything that a trader owns and did, as the API tells it. */
export async function belongings({ client }: Trader) {
  const everything = { pageSize: '100' };
  const [balances, open, orders, fills, bills, user] = await Promise.all([
    client.call('getMyBalance', { query: {} }),
    client.call('entrustLog', { params: { scope: 'open', symbol: 'all', limit: '100' } }),
    client.call('entrustLog', { params: { scope: 'history', symbol: 'all', limit: '100' } }),
    client.call('myExchangeLog', { params: { symbol: 'all' }, query: everything }),
    client.call('getMyBill', { query: everything }),
    client.call('getInfo'),
  ]);
  const amounts = balances.list.map(({ coin, available, frozen }) => ({ coin, available, frozen }));
  return {
    amounts: amounts.filter(({ available, frozen }) => Number(available) + Number(frozen) > 0),
    // An open order is read from the living state: its seq and time are those of the look.
    open: open.records.map(({ seq: _seq, updateTime: _time, ...order }) => order),
    orders: orders.records,
    fills: fills.records,
    bills: bills.records,
    userId: user.user.userId,
  };
}
