import { type Call, calls, operatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codeTo, newBrowser, otherCode, sendEmail } from './support/browser.ts';
import { codeAt, type OperatorsConsole, openConsole, STEP_MS } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, PASSWORD, type Person, type RawAnswer, send } from './support/person.ts';
import { needOf, sendAct, sha256, stepUp } from './support/step-up.ts';

const TRIES = 200;
/** More guesses at one secret are judged nowhere before a limit says so. */
const MOST_JUDGED = 60;
const FUND_PASSWORD = 'fund-password-7';

let house: House;
let desk: OperatorsConsole;
/** The session of the first operator, from before its login is guessed at. */
let operator: string | null;
beforeAll(async () => {
  house = await openHouse({ loginAttemptsPerMinute: 10 });
  desk = await openConsole(house, { loginAttemptsPerMinute: 10 });
  await desk.signIn();
  operator = desk.token();
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const MEMBER = '/api/v1/coin/member';
const login = ['password', sha256(PASSWORD)] as const;
const wrongHash = (n: number) => sha256(`a-wrong-password-${n}`);
const wrongCode = (n: number) => String(n % 3).padStart(6, '0');

/** One comparison with a secret: how it is guessed at, and what an answer to the right secret says. */
interface Comparison {
  readonly guess: (n: number) => Promise<RawAnswer>;
  readonly right: () => Promise<RawAnswer>;
  readonly reveals: (answer: RawAnswer) => boolean;
}

const keyOf = ({ data }: RawAnswer): string => String((data as { key?: unknown } | null)?.key ?? 'none');
const isDone = ({ code }: RawAnswer) => code === 200;
const asksForFactors = (answer: RawAnswer) => isDone(answer) || keyOf(answer) === 'STEP_UP_REQUIRED';

/** Keys of answers that say that a limit was met, and nothing of the secret. */
const limited = /LIMITED|STEP_UP_EXPIRED|LOGIN_TICKET_OVER|OPERATOR_STEP_EXPIRED|CODE_WRONG|PROOF_NEEDED/;

async function withFundPassword(): Promise<Person> {
  const person = await newPerson(house, false);
  const act = { path: '/api/user/tardPwdSet', body: { newPassword: sha256(FUND_PASSWORD) } };
  expect(await stepUp(house, person, act, [login])).toMatchObject({ code: 200 });
  return person;
}

async function withAuthenticator(): Promise<{
  readonly person: Person;
  readonly code: () => Promise<string>;
}> {
  const person = await newPerson(house, false);
  const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
  house.advance(STEP_MS);
  const path = `${MEMBER}/googleVerificationBindingOrReset/${await codeAt(secret, house.now())}/1`;
  expect(await stepUp(house, person, { method: 'GET', path }, [login])).toMatchObject({ code: 200 });
  return {
    person,
    code: () => {
      house.advance(STEP_MS);
      return codeAt(secret, house.now());
    },
  };
}

/** Shows a factor to a new challenge each time, as whoever has a session can ask for. */
async function factorGuess(
  person: Person,
  method: 'password' | 'fundPassword' | 'authenticator' | 'recovery',
  answer: string,
): Promise<RawAnswer> {
  const recovery = { method: 'GET' as const, path: `${MEMBER}/googleVerificationBindingOrReset/000000/2` };
  const act = method === 'recovery' ? recovery : { path: `${MEMBER}/antiCode`, body: { code: 'blue heron' } };
  const asked = await sendAct(house, person, act);
  const challenge =
    keyOf(asked) === 'STEP_UP_REQUIRED' ? needOf(asked).challenge : '7d444840-9dc0-11d1-b245-5ffdce74fad2';
  return send(house, 'POST', '/api/user/stepUp', {
    token: person.token,
    body: { challenge, method, answer },
  });
}

/** Passes the first step of a login and gives the ticket; '' where it is refused. */
async function ticketOf(account: string, browser = newBrowser(house)): Promise<string> {
  const answer = await browser.post('/api/user/login', { type: 'account', account, password: PASSWORD });
  return (answer.data as { details?: { ticket?: string } }).details?.ticket ?? '';
}

const console_ = (path: string, body: unknown, token: string | null = null) =>
  send({ ...house, url: desk.url }, 'POST', path, { token, body });
const consolePath = (name: keyof typeof operatorCalls) => operatorCalls[name].path.replace('{head}', 'v1');

const comparisons: Readonly<Record<string, () => Promise<Comparison>>> = {
  login: async () => {
    const { account } = await newPerson(house, false);
    const browser = newBrowser(house);
    const attempt = (password: string) =>
      browser.post('/api/user/login', { type: 'account', account, password });
    return {
      guess: (n) => attempt(`wrong-password-${n}`),
      right: () => attempt(PASSWORD),
      reveals: isDone,
    };
  },
  loginStepTwo: async () => {
    const { person, code } = await withAuthenticator();
    const unknown = 'x'.repeat(43);
    let ticket = unknown;
    const attempt = (code: string) =>
      newBrowser(house).post('/api/user/loginStepTwo', { ticket, kind: 'authenticator', code });
    return {
      // a ticket has five tries
      async guess(n) {
        if (n % 5 === 0) ticket = (await ticketOf(person.account)) || unknown;
        return attempt(wrongCode(n));
      },
      async right() {
        ticket = (await ticketOf(person.account)) || unknown;
        return attempt(await code());
      },
      reveals: isDone,
    };
  },
  register: async () => {
    const email = 'guessed-register@example.org';
    const browser = newBrowser(house);
    await browser.post(sendEmail('register', email));
    const code = await codeTo(house, email);
    const attempt = (code: string) =>
      browser.post('/api/user/register', {
        type: 'email',
        account: email,
        password: PASSWORD,
        confirmPassword: PASSWORD,
        code,
      });
    return { guess: () => attempt(otherCode(code)), right: () => attempt(code), reveals: isDone };
  },
  backPwd: async () => {
    const email = 'guessed-reset@example.org';
    const browser = newBrowser(house);
    await browser.post(sendEmail('register', email));
    const account = { type: 'email', account: email };
    const typed = { ...account, password: PASSWORD, confirmPassword: PASSWORD };
    await browser.post('/api/user/register', { ...typed, code: await codeTo(house, email) });
    house.advance(61_000);
    await browser.post(sendEmail('reset', email));
    const code = await codeTo(house, email);
    const password = sha256('another-password-7');
    const attempt = (code: string) => {
      const query = new URLSearchParams({ ...account, code, password, confirmPassword: password });
      return browser.post(`/api/user/backPwd?${query}`);
    };
    return { guess: () => attempt(otherCode(code)), right: () => attempt(code), reveals: isDone };
  },
  'stepUp: password': async () => {
    const person = await newPerson(house, false);
    return {
      guess: (n) => factorGuess(person, 'password', wrongHash(n)),
      right: () => factorGuess(person, 'password', sha256(PASSWORD)),
      reveals: isDone,
    };
  },
  'stepUp: fundPassword': async () => {
    const person = await withFundPassword();
    return {
      guess: (n) => factorGuess(person, 'fundPassword', wrongHash(n)),
      right: () => factorGuess(person, 'fundPassword', sha256(FUND_PASSWORD)),
      reveals: isDone,
    };
  },
  'stepUp: authenticator': async () => {
    const { person, code } = await withAuthenticator();
    return {
      guess: (n) => factorGuess(person, 'authenticator', wrongCode(n)),
      right: async () => factorGuess(person, 'authenticator', await code()),
      reveals: isDone,
    };
  },
  updatePwd: async () => {
    const person = await newPerson(house, false);
    const attempt = (oldPassword: string) =>
      sendAct(house, person, {
        path: '/api/user/updatePwd',
        body: { oldPassword, newPassword: sha256('brand-new-pass-1') },
      });
    return {
      guess: (n) => attempt(wrongHash(n)),
      right: () => attempt(sha256(PASSWORD)),
      reveals: asksForFactors,
    };
  },
  'tardPwdSet: the login password': async () => {
    const person = await newPerson(house, false);
    const attempt = (newPassword: string) =>
      sendAct(house, person, { path: '/api/user/tardPwdSet', body: { newPassword } });
    return {
      guess: (n) => attempt(wrongHash(n)),
      right: () => attempt(sha256(PASSWORD)),
      reveals: (answer) => keyOf(answer) === 'FUND_PASSWORD_IS_LOGIN',
    };
  },
  'tradePwd: the login password': async () => {
    const person = await withFundPassword();
    const attempt = (newPassword: string) =>
      sendAct(house, person, { path: `${MEMBER}/tradePwd`, body: { newPassword } });
    return {
      guess: (n) => attempt(wrongHash(n)),
      right: () => attempt(sha256(PASSWORD)),
      reveals: (answer) => keyOf(answer) === 'FUND_PASSWORD_IS_LOGIN',
    };
  },
  'tradePwd: the login password, by who knows the old one': async () => {
    const person = await withFundPassword();
    const oldPassword = sha256(FUND_PASSWORD);
    const attempt = (newPassword: string) =>
      sendAct(house, person, { path: `${MEMBER}/tradePwd`, body: { oldPassword, newPassword } });
    return {
      guess: (n) => attempt(wrongHash(n)),
      right: () => attempt(sha256(PASSWORD)),
      reveals: (answer) => keyOf(answer) === 'FUND_PASSWORD_IS_LOGIN',
    };
  },
  'tradePwd: the old one': async () => {
    const person = await withFundPassword();
    const attempt = (oldPassword: string) =>
      sendAct(house, person, {
        path: `${MEMBER}/tradePwd`,
        body: { oldPassword, newPassword: sha256('another-fund-pass-1') },
      });
    return {
      guess: (n) => attempt(wrongHash(n)),
      right: () => attempt(sha256(FUND_PASSWORD)),
      reveals: asksForFactors,
    };
  },
  googleVerificationBindingOrReset: async () => {
    const person = await newPerson(house, false);
    const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
    const attempt = (code: string) =>
      sendAct(house, person, {
        method: 'GET',
        path: `${MEMBER}/googleVerificationBindingOrReset/${code}/1`,
      });
    return {
      guess: (n) => attempt(wrongCode(n)),
      right: async () => attempt(await codeAt(secret, house.now())),
      reveals: asksForFactors,
    };
  },
  bindEmail: async () => {
    const person = await newPerson(house, false);
    const email = 'guessed-binding@example.org';
    await person.client.call('bindingCode', { body: { type: 'email', account: email } });
    const code = await codeTo(house, email);
    const attempt = (code: string) =>
      sendAct(house, person, { path: '/api/user/bindEmail', body: { email, code } });
    return { guess: () => attempt(otherCode(code)), right: () => attempt(code), reveals: asksForFactors };
  },
  'operatorLogin: password': async () => {
    const attempt = (password: string) =>
      console_(consolePath('operatorLogin'), { name: desk.first.name, password });
    return {
      guess: (n) => attempt(`wrong-password-${n}`),
      right: () => attempt(desk.first.password),
      reveals: isDone,
    };
  },
  'changeOperatorPassword: the old one': async () => {
    const attempt = (oldPassword: string) =>
      console_(
        consolePath('changeOperatorPassword'),
        { oldPassword, newPassword: 'quite another long password', code: '000000' },
        operator,
      );
    return {
      guess: (n) => attempt(`wrong-password-${n}`),
      right: () => attempt(desk.first.password),
      reveals: (answer) => isDone(answer) || keyOf(answer) === 'OPERATOR_SECOND_FACTOR_WRONG',
    };
  },
};

/** Fields that no secret is compared with by itself, or whose comparison is tried above under another name. */
const covered: Readonly<Record<string, string>> = {
  'register.password': 'a new one',
  'register.confirmPassword': 'a new one',
  'backPwd.password': 'a new one',
  'backPwd.confirmPassword': 'a new one',
  'backPwdStepTwo.code': 'the tickets and factors of loginStepTwo',
  'updatePwd.newPassword': 'compared with the typed old one alone',
  'antiCode.code': 'a new one',
  'accountVerificationBinding.code': 'the flow of bindEmail',
  'withdrawal.fundPassword': 'sealed; counted first by the look of apps/server/money/withdrawals/subject.ts',
  'withdrawMining.fundPassword': 'counted first by the look of apps/server/money/defi/subject.ts',
  'releaseOtcOrder.fundPassword': 'counted first by the look of apps/server/trading/otc/subject.ts',
  'confirmWithdrawal.code': 'a flow of codes: tests/withdrawals/confirming.test.ts',
  'submitRecovery.code': 'a flow of codes: tests/api/recovery.test.ts',
  'answerOtcRating.answer': 'a text for everybody',
  'saveListing.link': 'names a page of the project',
  'saveListing.code': 'names the source code of the project',
  'sendListing.answer': 'a text for reviewers',
  'getLinkedChat.link': '256 bits, and wrong ones are counted by address: tests/api/operator-support.test.ts',
  'answerLinkedChat.link': 'the count of getLinkedChat',
  'rateLinkedChat.link': 'the count of getLinkedChat',
  'deleteLinkedChat.link': 'the count of getLinkedChat',
  'openOperatorSetup.link': 'counted by address before it is looked up: tests/api/operator-setup.test.ts',
  'operatorSecondFactor.code': 'five tries a ticket, and a ticket takes the password',
  'operatorSecondFactor.newPassword': 'behind the tries of the ticket',

  'changeOperatorPassword.newPassword': 'compared with the typed old one alone',
  'changeOperatorPassword.code': 'counted behind the old password, as the codes of logins',
  'endOperatorUserSessions.code': 'names a cause',
  'saveDictItem.code': 'names a dictionary',
  'saveCannedAnswer.code': 'names an answer',
  'removeCannedAnswer.code': 'names an answer',
  'resolveOtcAppeal.code': 'names a cause',
  'decideReview.code': 'names an item of the checklist',
  'createArticle.code': 'names an article',
  'saveArticleCategory.code': 'names a category',
  'approveProposal.code': 'counted as the codes of logins',
  'registerSigningKey.code': 'counted as the codes of logins',
};

/** Names of fields that hold what somebody must know; codes that name things are none. */
const isSecret = (name: string) => /password|secret|pin$|^code$|^answer$|^link$|otp/i.test(name);

function secretFields(call: Call): string[] {
  const parts = [call.params, call.query, call.body].filter((part) => part !== null);
  const names = parts.flatMap((part) => {
    const json = JSON.stringify(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }));
    return [...json.matchAll(/"(\w+)":\{/g)].map(([, name]) => name as string);
  });
  return [...new Set(names.filter(isSecret))].map((name) => `${call.name}.${name}`);
}

describe('a comparison with a secret', () => {
  it('is known for every call that takes one', () => {
    const all: Call[] = [...Object.values(calls), ...Object.values(operatorCalls)];
    const fields = all.flatMap(secretFields);
    expect(fields.length).toBeGreaterThan(20);
    const tried = (field: string) =>
      Object.keys(comparisons).some((name) => name.split(':')[0] === field.split('.')[0]);
    expect(fields.filter((field) => !(field in covered) && !tried(field))).toEqual([]);
  });

  it.each(Object.keys(comparisons))('is counted before it is made: %s', async (name) => {
    const { guess, right, reveals } = await (comparisons[name] as () => Promise<Comparison>)();
    let judged = 0;
    for (let n = 0; n < TRIES; n += 1) {
      const answer = await guess(n);
      expect(answer.status).toBeLessThan(500);
      expect(keyOf(answer), answer.text).not.toMatch(/NOT_FOUND|INVALID_INPUT|SIGNED_OUT/);
      if (!limited.test(keyOf(answer))) judged += 1;
    }
    expect(judged).toBeLessThanOrEqual(MOST_JUDGED);
    const late = await right();
    expect(reveals(late), late.text).toBe(false);
  });
});
