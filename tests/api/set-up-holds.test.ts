import { newActKey, type StepUpMethod } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeTo } from './support/browser.ts';
import { codeAt, STEP_MS } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { type SoftPasskey, softPasskey } from './support/passkey.ts';
import { newPerson, PASSWORD, type Person, send } from './support/person.ts';
import { needOf, type SentAct, sendAct, sha256, show } from './support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const HOUR_MS = 3_600_000;
const ORIGIN = 'http://localhost:8080';
const MEMBER = '/api/v1/coin/member';

/** An account with what its owner has, to answer any step-up. */
interface Owner extends Person {
  email: string | null;
  phone: string | null;
  secret: string | null;
  fund: string | null;
  key: SoftPasskey | null;
}

let people = 0;

/** An account that was opened so many hours ago. */
async function opened(hoursAgo: number): Promise<Owner> {
  const person = await newPerson(house, false);
  await house.pool.query('update identity.user set created_at = $1 where user_id = $2', [
    new Date(house.now() - hoursAgo * HOUR_MS),
    person.userId,
  ]);
  return { ...person, email: null, phone: null, secret: null, fund: null, key: null };
}

async function appCode({ secret }: Owner): Promise<string> {
  house.advance(STEP_MS);
  return codeAt(secret ?? '', house.now());
}

/** Sends an act and shows two kinds of factor where it asks for two. */
async function done(owner: Owner, act: SentAct): Promise<void> {
  const keyed = { ...act, key: newActKey(house.now()) };
  const first = await sendAct(house, owner, keyed);
  if (first.code === 200) return;
  const { challenge, needed, passed } = needOf(first);
  const shows = (method: StepUpMethod, answer: string) => show(owner, challenge, method, answer);
  if (!passed.includes('knowledge')) await shows('password', sha256(PASSWORD));
  if (needed > 1) {
    if (owner.secret === null && owner.key !== null) {
      const passkey = owner.key.get(await owner.client.call('stepUpPasskey', { body: { challenge } }));
      const body = { challenge, method: 'passkey', answer: '', passkey };
      const headers = { origin: ORIGIN };
      await send(house, 'POST', '/api/user/stepUp', { token: owner.token, body, headers });
    } else if (owner.secret !== null) await shows('authenticator', await appCode(owner));
    else {
      const [method, to] =
        owner.email === null ? (['sms', owner.phone] as const) : (['email', owner.email] as const);
      await owner.client.call('stepUpCode', { body: { challenge, method } });
      await shows(method, await codeTo(house, to ?? ''));
    }
  }
  expect((await sendAct(house, owner, keyed, challenge)).code).toBe(200);
}

const contact = (type: 'email' | 'phone') => async (owner: Owner) => {
  people += 1;
  const account = type === 'email' ? `first${people}@example.org` : `+49170${3_000_000 + people}`;
  await owner.client.call('bindingCode', { body: { type, account } });
  const body = { type, account, code: await codeTo(house, account) };
  await done(owner, { path: `${MEMBER}/accountVerificationBinding`, body });
  owner[type] = account;
};

/** Sets each part of the set-up first, or changes it. */
const parts = {
  email: contact('email'),
  phone: contact('phone'),
  async authenticator(owner: Owner) {
    const bindMode = owner.secret === null ? '1' : '2';
    const { secret } = await owner.client.call('getGoogleVerification', { params: { bindMode } });
    const code = await codeAt(secret, house.now());
    const path = `${MEMBER}/googleVerificationBindingOrReset/${code}/${bindMode}`;
    await done(owner, { method: 'GET', path });
    owner.secret = secret;
    house.advance(STEP_MS);
  },
  async passkey(owner: Owner) {
    const key = softPasskey();
    const response = key.create(await owner.client.call('getPasskeyOptions'));
    const body = { name: 'Laptop', response };
    await done(owner, { path: `${MEMBER}/passkey`, body, origin: ORIGIN });
    owner.key = key;
  },
  async fundPassword(owner: Owner) {
    people += 1;
    const newPassword = sha256(`fund-${people}`);
    if (owner.fund === null) await done(owner, { path: '/api/user/tardPwdSet', body: { newPassword } });
    else await done(owner, { path: `${MEMBER}/tradePwd`, body: { oldPassword: owner.fund, newPassword } });
    owner.fund = newPassword;
  },
  async recovery(owner: Owner) {
    await done(owner, { path: `${MEMBER}/recoveryCodes` });
  },
} as const;
type Part = keyof typeof parts;
const all = Object.keys(parts) as readonly Part[];

const security = (owner: Owner) => owner.client.call('getSecurity');

/** The parts with the given one first. */
const from = (first: Part): readonly Part[] => [first, ...all.filter((part) => part !== first)];

it('what is set first within a day of the registration begins no hold, and a change of it does', async () => {
  const owner = await opened(1);
  expect(await security(owner)).toMatchObject({ setUpHolds: false, setUpFreeUntil: expect.any(Number) });
  for (const part of all) {
    await parts[part](owner);
    expect((await security(owner)).holds, part).toEqual([]);
  }
  const reasons = { email: 'email', phone: 'phone', fundPassword: 'fundPassword' } as Record<string, string>;
  for (const part of all) {
    await house.pool.query('delete from factors.hold where user_id = $1', [owner.userId]);
    await parts[part](owner);
    const { holds } = await security(owner);
    expect(holds, part).toEqual([{ reason: reasons[part] ?? 'factor', until: expect.any(Number) }]);
  }
});

describe('on an older account', () => {
  it.each(all)('%s as the first begins one hold, which no other first restarts', async (first) => {
    const owner = await opened(24);
    expect(await security(owner)).toMatchObject({ setUpHolds: true, setUpFreeUntil: null });
    const [begin, ...others] = from(first);
    await parts[begin!](owner);
    const { holds } = await security(owner);
    expect(holds).toEqual([{ reason: 'setUp', until: expect.any(Number) }]);
    expect(Math.abs(holds[0]!.until - (house.now() + 24 * HOUR_MS))).toBeLessThan(HOUR_MS);
    for (const part of others.slice(0, 3)) {
      house.advance(HOUR_MS);
      await parts[part](owner);
      expect(await security(owner), part).toMatchObject({ holds, setUpHolds: false });
    }
  });

  it('a change holds by itself beside it, and a first after its end begins another', async () => {
    const owner = await opened(500);
    await parts.email(owner);
    house.advance(HOUR_MS);
    await parts.email(owner);
    const { holds } = await security(owner);
    expect(holds.map(({ reason }) => reason)).toEqual(['email', 'setUp']);
    expect(holds[0]!.until).toBeGreaterThan(holds[1]!.until);
    house.advance(30 * HOUR_MS);
    expect(await security(owner)).toMatchObject({ holds: [], setUpHolds: true });
    await parts.fundPassword(owner);
    expect((await security(owner)).holds).toMatchObject([{ reason: 'setUp' }]);
  });
});
