import { calls } from '@candor/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeTo, newBrowser } from './support/browser.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, PASSWORD, send } from './support/person.ts';
import { keyOf } from './support/step-up.ts';

const RESEND_MS = 61_000;
const SENT_A_MONTH = 3;

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

interface Owner {
  readonly account: string;
  readonly email: string;
  readonly token: string;
  /** Sent by the owner's browser, and by no stranger's. */
  readonly cookie: string;
}

let owners = 0;
/** Somebody with a mail and an authenticator. */
async function newOwner(): Promise<Owner> {
  owners += 1;
  const account = `lost_own_${owners}`;
  const body = { type: 'account', account, password: PASSWORD, confirmPassword: PASSWORD };
  const { data, headers } = await send(house, 'POST', '/api/user/register', { body });
  const { userId, satoken: token } = data as { userId: number; satoken: string };
  const device = headers.getSetCookie().find((each) => each.startsWith('candor-device='));
  const email = `${account}@example.org`;
  await house.pool.query('update identity.user set email = $2 where user_id = $1', [userId, email]);
  await house.pool.query(
    `insert into factors.authenticator (user_id, secret_sealed, last_step, bound_at) values ($1, 'x', 0, now())`,
    [userId],
  );
  return { account, email, token, cookie: device!.split(';')[0]! };
}

interface Opened {
  /** 'none' where it was opened. */
  readonly key: string;
  readonly token: string;
}
type Open = (owner: Owner, cookie: string | null) => Promise<Opened>;

async function openedBy(
  path: string,
  cookie: string | null,
  rest: { readonly body?: unknown; readonly token?: string },
): Promise<Opened> {
  const headers: Record<string, string> = cookie === null ? {} : { cookie };
  const { data } = await send(house, 'POST', path, { ...rest, headers });
  const { key = 'none', token = '' } = data as { key?: string; token?: string };
  return { key, token };
}

const ways: Readonly<Record<string, Open>> = {
  'the password': async ({ account }, cookie) => {
    const body = { type: 'account', account, password: PASSWORD };
    const { data } = await newBrowser(house).post('/api/user/login', body);
    const { ticket } = (data as { details: { ticket: string } }).details;
    return openedBy(calls.openRecovery.path, cookie, { body: { act: 'login', ticket } });
  },
  'a session': ({ token }, cookie) =>
    openedBy(calls.openOwnRecovery.path.replace('{head}', 'v1'), cookie, { token }),
};

async function submit({ email }: Owner, token: string): Promise<void> {
  house.advance(RESEND_MS);
  await clientOf(house).call('recoveryCode', { body: { token } });
  await clientOf(house).call('submitRecovery', { body: { token, code: await codeTo(house, email) } });
}

/** Sends requests, each cancelled at once, until one is refused. Returns how many were sent. */
async function sendUntilLimited(owner: Owner, open: Open, cookie: string | null): Promise<number> {
  for (let sent = 0; sent <= 2 * SENT_A_MONTH; sent += 1) {
    const { key, token } = await open(owner, cookie);
    if (key === 'RECOVERY_LIMITED') return sent;
    expect(key).toBe('none');
    await submit(owner, token);
    await clientOf(house).call('cancelRecovery', { body: { token } });
  }
  throw new Error('no limit was met');
}

it.each(Object.entries(ways))(
  'requests of a stranger with %s do not use up those of the owner’s device',
  async (_, open) => {
    const owner = await newOwner();
    expect(await sendUntilLimited(owner, open, null)).toBe(SENT_A_MONTH);
    expect((await open(owner, 'candor-device=of-somebody-else')).key).toBe('RECOVERY_LIMITED');
    expect(await sendUntilLimited(owner, open, owner.cookie)).toBe(SENT_A_MONTH);
  },
);

it('a stranger who begins a request does not end the one that the owner’s device began', async () => {
  const owner = await newOwner();
  const open = ways['the password']!;
  const own = await open(owner, owner.cookie);
  const first = await open(owner, null);
  const strange = await open(owner, null);
  const stateOf = (token: string) => clientOf(house).call('getRecovery', { body: { token } });
  expect(await stateOf(own.token)).toMatchObject({ state: 'draft' });
  expect(await keyOf(stateOf(first.token))).toBe('RECOVERY_UNKNOWN');
  // one alone is under way
  await submit(owner, own.token);
  expect(await keyOf(submit(owner, strange.token))).toBe('RECOVERY_UNDER_WAY');
  expect(await stateOf(strange.token)).toMatchObject({ state: 'draft' });
});

it('a stranger leaves the owner’s device its codes of a request', async () => {
  const owner = await newOwner();
  const { token } = await ways['a session']!(owner, owner.cookie);
  const ask = async (cookie: string | null) => {
    house.advance(RESEND_MS);
    return (await openedBy(calls.recoveryCode.path, cookie, { body: { token } })).key;
  };
  let asked = 0;
  while ((await ask(null)) === 'none') asked += 1;
  expect(asked).toBeGreaterThan(0);
  expect(await ask(null)).toBe('CODES_LIMITED');
  expect(await ask(owner.cookie)).toBe('none');
});
