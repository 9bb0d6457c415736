import { calls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeTo } from './support/browser.ts';
import { codeAt, STEP_MS } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, PASSWORD, type Person, type RawAnswer, send } from './support/person.ts';
import { needOf, type SentAct, sendAct, sha256, stepUp } from './support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const MEMBER = '/api/v1/coin/member';
const pathOf = (call: keyof typeof calls) => calls[call].path.replace('{head}', 'v1');
const WITHDRAWAL_CODE = pathOf('sendWithdrawalCode');
const FUND_PASSWORD = 'fund-password-7';
const login = ['password', sha256(PASSWORD)] as const;
/** Guesses in an hour and in a day. */
const [AN_HOUR, A_DAY] = [20, 100];
/** Codes to one contact that a device may ask for in a day, and how soon after each other. */
const [CODES_A_DAY, RESEND_MS] = [10, 61_000];

/** `cookie` is sent by the owner's browser beside the token, and not by a thief of the token. */
interface Owner extends Person {
  readonly cookie: string;
}

let owners = 0;
async function newOwner(): Promise<Owner> {
  owners += 1;
  const account = `owner_${owners}`;
  const body = { type: 'account', account, password: PASSWORD, confirmPassword: PASSWORD };
  const { data, headers } = await send(house, 'POST', '/api/user/register', { body });
  const set = headers.getSetCookie().find((each) => each.startsWith('candor-device='));
  const { userId, satoken: token } = data as { userId: number; satoken: string };
  return { userId, token, account, client: clientOf(house, token), cookie: set!.split(';')[0]! };
}

async function withFundPassword(): Promise<Owner> {
  const owner = await newOwner();
  const act = { path: '/api/user/tardPwdSet', body: { newPassword: sha256(FUND_PASSWORD) } };
  expect(await stepUp(house, owner, act, [login])).toMatchObject({ code: 200 });
  return owner;
}

const keyOf = ({ data }: RawAnswer): string => String((data as { key?: unknown } | null)?.key ?? 'none');
const headersOf = (cookie: string | null) => (cookie === null ? {} : { cookie });

/** A guess with the owner's token, from a browser with this cookie. */
type Guess = (answer: string, cookie: string | null) => Promise<RawAnswer>;

interface Comparison {
  readonly owner: Owner;
  readonly guess: Guess;
  readonly wrong: string;
  readonly right: () => Promise<string>;
  /** Answers with the right secret, where it is judged. */
  readonly judged: RegExp;
}

const factorGuess =
  (owner: Owner, method: string): Guess =>
  async (answer, cookie) => {
    const act = { path: `${MEMBER}/antiCode`, body: { code: 'blue heron' } };
    const { challenge } = needOf(await sendAct(house, owner, act));
    const body = { challenge, method, answer };
    return send(house, 'POST', '/api/user/stepUp', { token: owner.token, body, headers: headersOf(cookie) });
  };
const actGuess =
  (owner: Owner, act: (answer: string) => SentAct): Guess =>
  (answer, cookie) =>
    sendAct(house, owner, { ...act(answer), ...headersOf(cookie) });

async function withSecret(bound: boolean) {
  const owner = await newOwner();
  const { secret } = await owner.client.call('getGoogleVerification', { params: { bindMode: '1' } });
  const code = () => {
    house.advance(STEP_MS);
    return codeAt(secret, house.now());
  };
  const path = async () => `${MEMBER}/googleVerificationBindingOrReset/${await code()}/1`;
  if (bound)
    expect(await stepUp(house, owner, { method: 'GET', path: await path() }, [login])).toMatchObject({
      code: 200,
    });
  return { owner, code };
}

async function withEmail(): Promise<Owner & { readonly email: string }> {
  const owner = await newOwner();
  const email = `${owner.account}@example.org`;
  await house.pool.query('update identity.user set email = $2 where user_id = $1', [owner.userId, email]);
  return { ...owner, email };
}

/** A withdrawal that waits for the code of its first-used address. */
async function withWithdrawal() {
  const owner = await withEmail();
  const address = `0x${'5a'.repeat(20)}`;
  const { rows } = await house.pool.query(
    `insert into withdrawals.withdrawal (user_id, chain, coin, asset_id, address, amount, fee, value_usdt, state,
       reason, deadline, requested_at, confirm_by, first_code_at)
     values ($1, 'practice-evm', 'USDT', 1002, $2, 100, 1, 100, 'confirming', 'newAddress', $3, $4, 'email', $4)
     returning withdrawal_no`,
    [owner.userId, address, new Date(house.now() + 30 * 60_000), new Date(house.now())],
  );
  return { owner, id: Number(rows[0].withdrawal_no) };
}

const askWithdrawalCode = (owner: Owner, id: number, cookie: string | null) =>
  sendAct(house, owner, { path: WITHDRAWAL_CODE, body: { id }, ...headersOf(cookie) });

const wrong = sha256('a-wrong-password');
const fresh = sha256('brand-new-pass-1');
const passes = /^(none|STEP_UP_REQUIRED)$/;

const comparisons: Readonly<Record<string, () => Promise<Comparison>>> = {
  'the login password of a step-up': async () => {
    const owner = await newOwner();
    return {
      owner,
      wrong,
      guess: factorGuess(owner, 'password'),
      right: async () => login[1],
      judged: passes,
    };
  },
  'the fund password of a step-up': async () => {
    const owner = await withFundPassword();
    const guess = factorGuess(owner, 'fundPassword');
    return { owner, wrong, guess, right: async () => sha256(FUND_PASSWORD), judged: passes };
  },
  'the app’s code of a step-up': async () => {
    const { owner, code } = await withSecret(true);
    return {
      owner,
      wrong: '000000',
      guess: factorGuess(owner, 'authenticator'),
      right: code,
      judged: passes,
    };
  },
  'the old login password': async () => {
    const owner = await newOwner();
    const guess = actGuess(owner, (oldPassword) => ({
      path: '/api/user/updatePwd',
      body: { oldPassword, newPassword: fresh },
    }));
    return { owner, wrong, guess, right: async () => login[1], judged: passes };
  },
  'the login password as a first fund password': async () => {
    const owner = await newOwner();
    const guess = actGuess(owner, (newPassword) => ({ path: '/api/user/tardPwdSet', body: { newPassword } }));
    return { owner, wrong, guess, right: async () => login[1], judged: /FUND_PASSWORD_IS_LOGIN/ };
  },
  'the login password as another fund password': async () => {
    const owner = await withFundPassword();
    const guess = actGuess(owner, (newPassword) => ({ path: `${MEMBER}/tradePwd`, body: { newPassword } }));
    return { owner, wrong, guess, right: async () => login[1], judged: /FUND_PASSWORD_IS_LOGIN/ };
  },
  'the old fund password': async () => {
    const owner = await withFundPassword();
    const guess = actGuess(owner, (oldPassword) => ({
      path: `${MEMBER}/tradePwd`,
      body: { oldPassword, newPassword: fresh },
    }));
    return { owner, wrong, guess, right: async () => sha256(FUND_PASSWORD), judged: passes };
  },
  'the first code of an app': async () => {
    const { owner, code } = await withSecret(false);
    const guess = actGuess(owner, (answer) => ({
      method: 'GET',
      path: `${MEMBER}/googleVerificationBindingOrReset/${answer}/1`,
    }));
    return { owner, wrong: '000000', guess, right: code, judged: passes };
  },
  'the code of a withdrawal': async () => {
    const { owner, id } = await withWithdrawal();
    const guess = actGuess(owner, (code) => ({ path: pathOf('confirmWithdrawal'), body: { id, code } }));
    const right = async () => {
      house.advance(RESEND_MS);
      expect(await askWithdrawalCode(owner, id, owner.cookie)).toMatchObject({ code: 200 });
      return codeTo(house, `${owner.account}@example.org`);
    };
    return { owner, wrong: '000000', guess, right, judged: passes };
  },
};

async function guessUntilLimited(guess: Guess, wrong: string, cookie: string | null): Promise<number> {
  for (let n = 0; n <= 2 * AN_HOUR; n += 1)
    if (keyOf(await guess(wrong, cookie)) === 'STEP_UP_LIMITED') return n;
  throw new Error('no limit was met');
}

describe.each(Object.entries(comparisons))('%s', (_, begin) => {
  it('has a limit for a stolen token, which leaves the owner’s device its own', async () => {
    const { owner, guess, wrong, right, judged } = await begin();
    expect(await guessUntilLimited(guess, wrong, null)).toBeLessThanOrEqual(AN_HOUR);
    // and its day is over too
    await house.pool.query('update factors.guess_limit set points = $2 where key = $1', [
      `user:${owner.userId}`,
      A_DAY,
    ]);
    expect(keyOf(await guess(await right(), 'candor-device=of-somebody-else'))).toBe('STEP_UP_LIMITED');
    expect(keyOf(await guess(await right(), owner.cookie))).toMatch(judged);
  });
});

it('the owner’s device has a limit too', async () => {
  const { owner, guess, wrong } = await comparisons['the login password of a step-up']!();
  expect(await guessUntilLimited(guess, wrong, owner.cookie)).toBe(AN_HOUR);
  expect(keyOf(await guess(login[1], owner.cookie))).toBe('STEP_UP_LIMITED');
});

/** Asks for a code with the owner's token, from a browser with this cookie. */
type Ask = (cookie: string | null) => Promise<RawAnswer>;

const asking: Readonly<Record<string, () => Promise<{ readonly owner: Owner; readonly ask: Ask }>>> = {
  'a withdrawal': async () => {
    const { owner, id } = await withWithdrawal();
    return { owner, ask: (cookie) => askWithdrawalCode(owner, id, cookie) };
  },
  'a step-up': async () => {
    const owner = await withEmail();
    const act = { path: `${MEMBER}/antiCode`, body: { code: 'blue heron' } };
    const { challenge } = needOf(await sendAct(house, owner, act));
    const body = { challenge, method: 'email' };
    return {
      owner,
      ask: (cookie) =>
        send(house, 'POST', pathOf('stepUpCode'), { token: owner.token, body, headers: headersOf(cookie) }),
    };
  },
};

it.each(Object.entries(asking))(
  'a stolen token leaves the owner’s device its codes of %s',
  async (_, begin) => {
    const { owner, ask } = await begin();
    for (let n = 0; n <= CODES_A_DAY; n += 1) {
      house.advance(RESEND_MS);
      expect(keyOf(await ask(null))).toBe(n < CODES_A_DAY ? 'none' : 'CODES_LIMITED');
    }
    expect(await ask(owner.cookie)).toMatchObject({ code: 200 });
  },
);
