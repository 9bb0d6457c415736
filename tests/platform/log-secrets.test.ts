// Own server: its log is read at the level of debug, in practice and in real mode.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newActKey, type Problem } from '@candor/api';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { generate } from 'otplib';
import { Pool } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { firstTexts } from '../../apps/server/users/terms/first-texts.ts';
import { publishVersion } from '../../apps/server/users/terms/versions.ts';
import { codeIn, type Mailbox, openMailbox } from '../messages/support/mailbox.ts';
import { openSmsCentre, type SmsCentreOfTest, smppUrl } from '../messages/support/sms-centre.ts';
import { eventually } from '../support/patience.ts';
import { endAll, type RunningProgram, startProgram } from '../support/program.ts';
import { signedHeaders } from '../support/signed-headers.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const word = () => randomBytes(9).toString('hex');

interface Answer {
  readonly code: number;
  readonly data: unknown;
}

/** A browser that keeps its cookies, and the secrets that went over its wire. */
class Browser {
  readonly #base: string;
  readonly #secrets: Map<string, string>;
  #cookies = '';
  token = '';

  constructor(base: string, secrets: Map<string, string>) {
    this.#base = base;
    this.#secrets = secrets;
  }

  async send(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.token === '' ? {} : { authorization: this.token }),
        ...(this.#cookies === '' ? {} : { cookie: this.#cookies }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      this.#cookies = [this.#cookies, pair].filter((part) => part !== '').join('; ');
      const [, value = ''] = pair.split('=');
      if (value.length > 8) this.#secrets.set(`a cookie of ${path}`, value);
    }
    return (await response.json()) as Answer;
  }

  async enter(path: string, body: unknown): Promise<Answer> {
    const answer = await this.send('POST', path, body);
    const { satoken } = (answer.data ?? {}) as { satoken?: string };
    if (satoken !== undefined) {
      this.token = satoken;
      this.#secrets.set(`the token of ${path}`, satoken);
    }
    return answer;
  }

  /** Sends an act, shows the factors that it asks for, and sends it again. */
  async act(
    method: 'GET' | 'POST',
    path: string,
    body: unknown,
    answerOf: (method: string, challenge: string) => Promise<string | null>,
  ): Promise<Answer> {
    const key = { 'idempotency-key': newActKey(Date.now()) };
    const first = await this.send(method, path, body, key);
    const need = (first.data as Problem | null)?.stepUp;
    if (need === undefined) return first;
    this.#secrets.set(`the challenge of ${path}`, need.challenge);
    for (const each of need.methods) {
      const answer = await answerOf(each, need.challenge);
      if (answer === null) continue;
      const shown = { challenge: need.challenge, method: each, answer };
      const { data } = await this.send('POST', '/api/user/stepUp', shown);
      if ((data as { complete?: boolean }).complete === true) break;
    }
    return this.send(method, path, body, { ...key, 'step-up': need.challenge });
  }
}

interface Stage {
  readonly url: string;
  readonly consoleUrl: string;
  readonly mailbox: Mailbox;
  readonly sms: SmsCentreOfTest;
  readonly secrets: Map<string, string>;
}

/** Registers by mail and phone, logs in on a second browser, and uses each kind of factor. */
async function enter({ url, mailbox, sms, secrets }: Stage): Promise<{ owner: Browser; totp: string }> {
  const email = 'watched@example.org';
  const phone = '+4915112345678';
  const [password, next] = [`own-${word()}`, `new-${word()}`].map((text) => text.slice(0, 20)) as [
    string,
    string,
  ];
  for (const [name, text] of Object.entries({ password, next })) {
    secrets.set(`the ${name}`, text);
    secrets.set(`the hash of the ${name}`, sha256(text));
  }
  const owner = new Browser(url, secrets);
  const mailed = async (not: string | null = null): Promise<string> =>
    eventually(async () => {
      const code = codeIn(mailbox.to(email)?.text ?? '');
      expect(code).not.toBe(not);
      secrets.set(`the code ${code}`, code);
      return code;
    });
  const opening = {
    type: 'email',
    account: email,
    password,
    confirmPassword: password,
    termsVersion: 1,
  } as const;
  await owner.send('POST', `/api/user/sendEmailCode?type=register&email=${email}`);
  const first = await mailed();
  await owner.send('POST', '/api/user/register', { ...opening, code: '000000' });
  expect((await owner.enter('/api/user/register', { ...opening, code: first })).code).toBe(200);

  const texting = new Browser(url, secrets);
  await texting.send('POST', `/api/user/sendMobileCode?type=register&phone=${encodeURIComponent(phone)}`);
  const texted = await eventually(async () => codeIn(sms.to(phone)?.text ?? ''));
  secrets.set('the code of an SMS', texted);

  const second = new Browser(url, secrets);
  const login = { type: 'email', account: email } as const;
  const wrong = `bad-${word()}`.slice(0, 20);
  secrets.set('a wrong password', wrong);
  await second.send('POST', '/api/user/login', { ...login, password: wrong });
  const step = (await second.send('POST', '/api/user/login', { ...login, password })).data as Problem;
  const ticket = step.details?.ticket ?? '';
  expect(ticket).not.toBe('');
  secrets.set('a ticket', ticket);
  await second.send('POST', `/api/user/sendEmailCode?type=login&ticket=${ticket}`);
  const code = await mailed(first);
  expect((await second.enter('/api/user/loginStepTwo', { ticket, kind: 'email', code })).code).toBe(200);
  const link = await eventually(
    async () => /freeze#([\w-]{43})/.exec(mailbox.to(email)?.text ?? '')?.[1] ?? null,
  );
  if (link !== null) secrets.set('the link that freezes', link);

  const { data } = await owner.send('GET', '/api/v1/coin/member/getGoogleVerification/1');
  const { secret: totp } = data as { secret: string };
  secrets.set('the secret of the authenticator', totp);
  let last = code;
  const answerOf = async (method: string, challenge: string) => {
    if (method === 'password') return sha256(password);
    if (method !== 'email') return null;
    await owner.send('POST', '/api/user/stepUpCode', { challenge, method });
    last = await mailed(last);
    return last;
  };
  const bind = `/api/v1/coin/member/googleVerificationBindingOrReset/${await generate({ secret: totp })}/1`;
  expect((await owner.act('GET', bind, undefined, answerOf)).code).toBe(200);
  const made = await owner.act('POST', '/api/v1/coin/member/recoveryCodes', undefined, answerOf);
  for (const recovery of (made.data as { codes: string[] }).codes)
    secrets.set(`a recovery code ${recovery}`, recovery);
  const funds = `fund-${word()}`;
  secrets.set('the fund password', funds).set('its hash', sha256(funds));
  expect(
    (await owner.act('POST', '/api/user/tardPwdSet', { newPassword: sha256(funds) }, answerOf)).code,
  ).toBe(200);

  const bot = { name: 'Bot', scopes: ['trade'], addresses: [], expireDays: 30 };
  const keyed = await owner.act('POST', '/api/v1/coin/member/api', bot, answerOf);
  const { key, secret } = keyed.data as { key: { id: string }; secret: string };
  secrets.set('the secret of an API key', secret);
  const path = '/api/v1/coin/assets/getMyBalance?type=0';
  const headers = signedHeaders({ id: key.id, secret }, 'GET', path, Date.now(), {});
  const signature = Object.values(headers).find((value) => /^[0-9a-f]{64}$/.test(value)) ?? '';
  secrets.set('a signature', signature);
  expect(((await (await fetch(url + path, { headers })).json()) as Answer).code).toBe(200);
  const forged = { ...headers, ...signedHeaders({ id: key.id, secret: 'x' }, 'GET', path, Date.now(), {}) };
  expect(((await (await fetch(url + path, { headers: forged })).json()) as Answer).code).not.toBe(200);

  const change = { oldPassword: sha256(password), newPassword: sha256(next) };
  expect((await owner.act('POST', '/api/user/updatePwd', change, answerOf)).code).toBe(200);
  await owner.enter('/api/user/refreshToken', {});
  return { owner, totp };
}

/** Names a person and a card, and asks for a withdrawal in an encrypted request; refused or not. */
async function pay({ url, secrets }: Stage, owner: Browser): Promise<void> {
  const person = { name: 'Wilhelmina Quackenbush', idNumber: 'QX99-ZZ-7781' };
  const card = {
    name: 'Wilhelmina Quackenbush',
    cardNumber: '4000000000000002',
    bankName: 'Bank of Nowhere',
  };
  const address = `0x${randomBytes(20).toString('hex')}`;
  for (const text of [person.name, person.idNumber, card.cardNumber, address]) secrets.set(text, text);
  await owner.send('POST', '/api/v1/coin/member/verified', { level: 'primary', ...person });
  await owner.send('POST', '/api/userBank/save', card);
  const script = await (await fetch(`${url}/platform/dev/config.js`)).text();
  const { withdrawalKey } = JSON.parse(/freeze\((.*)\)/.exec(script)?.[1] ?? '{}') as { withdrawalKey: JWK };
  const claims = {
    coin: 'USDT',
    network: 'ETH',
    address,
    amount: '20',
    sub: '1',
    iat: Math.floor(Date.now() / 1_000),
  };
  const payload = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: withdrawalKey.kid ?? '' })
    .encrypt(await importJWK(withdrawalKey, 'ECDH-ES'));
  secrets.set('an encrypted request', payload);
  const key = { 'idempotency-key': newActKey(Date.now()) };
  await owner.send('POST', '/api/v1/coin/assets/withdrawal', { payload }, key);
  await owner.send('POST', '/api/v1/coin/assets/withdrawal', { payload: 'no.jwe.at.all.x' }, key);
}

/** Logs the first operator in; its password stands on the terminal by design, once. */
async function operate({ consoleUrl, secrets }: Stage, program: RunningProgram): Promise<string> {
  const password = /First operator +operator +password (\S+)/.exec(program.output())?.[1] ?? '';
  const desk = new Browser(consoleUrl, secrets);
  await desk.send('POST', '/api/console/login', { name: 'operator', password: 'not-this-one' });
  const { data } = await desk.send('POST', '/api/console/login', { name: 'operator', password });
  for (const [name, value] of Object.entries((data ?? {}) as Record<string, unknown>))
    if (typeof value === 'string' && value.length >= 16) secrets.set(`the operator's ${name}`, value);
  return password;
}

/** Publishes the first terms, without which nobody registers in real mode. */
async function publishTerms(dataDir: string): Promise<void> {
  const server = `host=${encodeURIComponent(join(dataDir, 'postgres'))}`;
  const pool = new Pool({ connectionString: `postgresql://candor@/candor?${server}` });
  await kyselyOf(pool)
    .transaction()
    .execute((trx) => publishVersion(trx, { texts: firstTexts, reason: '', key: 'first', atMs: Date.now() }));
  await pool.end();
}

/** The keys of the data folder, as a log could write them. */
async function keysOf(dataDir: string): Promise<string[]> {
  const files = (await readdir(dataDir)).filter((name) => name.endsWith('.secret'));
  expect(files.length).toBeGreaterThan(3);
  const keys = await Promise.all(files.map((name) => readFile(join(dataDir, name))));
  return keys.flatMap((key) => [key.toString('hex'), key.toString('base64'), key.toString('utf8').trim()]);
}

it.each(['practice', 'real'])('at the level of debug the log of %s mode holds no secret', async (mode) => {
  const [mailbox, sms] = [await openMailbox(), await openSmsCentre()];
  ends.push(mailbox.stop, sms.stop);
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-log-'));
  const program = await startProgram({
    dataDir,
    args: mode === 'real' ? ['--feed', 'live'] : [],
    env: {
      CANDOR_MODE: mode,
      LOG_LEVEL: 'debug',
      LOGIN_ATTEMPTS_PER_MINUTE: '1000',
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      SMPP_URL: smppUrl(sms.port),
    },
  });
  ends.push(() => endAll(dataDir));
  const secrets = new Map<string, string>([['the password of the SMSC', 'secret7']]);
  const stage: Stage = { ...(await program.ready()), mailbox, sms, secrets };
  if (mode === 'real') await publishTerms(dataDir);
  const { owner } = await enter(stage);
  await pay(stage, owner);
  const operator = await operate(stage, program);
  await owner.send('POST', '/api/user/logout', {});

  const log = program.output();
  expect(log.match(/"msg":"answered"|answered/g)?.length ?? 0).toBeGreaterThan(20);
  expect(secrets.size).toBeGreaterThan(30);
  const isShown = (secret: string) =>
    /^\d+$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(log) : log.includes(secret);
  const found = [...secrets].filter(([, secret]) => isShown(secret));
  expect(found.map(([name]) => name)).toEqual([]);
  for (const key of await keysOf(dataDir)) expect(log).not.toContain(key);
  expect(log.split(operator).length - 1).toBe(1);
});
