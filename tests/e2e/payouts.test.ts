// A server of its own: it needs the first operator, the practice chain and a signer whose list changes.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newActKey, type Problem } from '@candor/api';
import { connectNode } from '@candor/chains/evm';
import { generate } from 'otplib';
import { Client } from 'pg';
import type { Browser } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRACTICE_CHAIN, PRACTICE_USDT_ADDRESS } from '../../apps/server/chains/index.ts';
import { type Postgres, startPostgres } from '../../apps/server/postgres/launch.ts';
import { type Addresses, endAll, type RunningProgram, root, startProgram } from '../support/program.ts';
import { axeFaults, launchBrowser, scrollsSideways, sizes, type Visit, visit } from './support/browser.ts';
import { clientAt, newAccount, PASSWORD } from './support/exchange.ts';

const FUND_PASSWORD = 'my-funds-are-mine-7';
const STEP_S = 30;

let dataDir: string;
let postgresDir: string;
let postgres: Postgres;
let program: RunningProgram;
let addresses: Addresses;
let browser: Browser;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-payouts-'));
  postgresDir = await mkdtemp(join(tmpdir(), 'candor-payouts-db-'));
  postgres = await startPostgres({ dataDir: postgresDir, log: () => {} });
  program = await startProgram({
    dataDir,
    command: [process.execPath, 'apps/server/main.ts'],
    env: { PRACTICE_CHAIN: 'yes', DATABASE_URL: postgres.connectionString },
  });
  addresses = await program.ready();
  browser = await launchBrowser();
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await endAll(dataDir);
  await postgres?.stop();
  if (postgresDir !== undefined) await rm(postgresDir, { recursive: true, force: true });
});

/** An operator in a browser of their own. */
interface Seat extends Visit {
  readonly name: string;
  readonly secret: string;
}

/** Logs in for the first time, with a setup secret or the first password. */
async function enter(name: string, password: string, ownPassword: string | null): Promise<Seat> {
  const seat = await visit(browser, addresses.consoleUrl, 'desktop');
  const { page } = seat;
  await page.goto('/');
  await page.getByLabel('Name').fill(name);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = (await page.getByTestId('enrolment-secret').textContent())?.trim() ?? '';
  if (ownPassword !== null) await page.getByLabel('Your own password').fill(ownPassword);
  await page.getByLabel('Six-digit code').fill(await generate({ secret }));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
  return { ...seat, name, secret };
}

async function addOperator({ page }: Seat, name: string): Promise<Seat> {
  await page.goto('/operators');
  await page.getByRole('button', { name: 'Add operator' }).click();
  await page.getByLabel('Login name').fill(name);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Finance' }).click();
  await page.getByLabel('Reason').fill('A second pair of eyes for payments');
  await page
    .getByRole('dialog')
    .filter({ has: page.getByLabel('Reason') })
    .getByRole('button', { name: 'Propose', exact: true })
    .click();
  const setup = (await page.getByTestId('setup-secret').textContent())?.trim() ?? '';
  return enter(name, setup, 'correct horse battery staple');
}

/** Makes a key in the operator's browser, and has the signer accept it by the command on its machine. */
async function makeKey({ page, name, secret }: Seat): Promise<void> {
  await page.goto('/signing-keys');
  await page.getByLabel('Six-digit code').fill(await generate({ secret, epoch: Date.now() / 1000 + STEP_S }));
  expect.soft(await axeFaults(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Make a new key' }).click();
  await page.getByText('Does not accept the key yet').waitFor();
  await page.getByText('Holds the key').waitFor();
  const command = (await page.locator('code').textContent()) ?? '';
  expect(command).toMatch(new RegExp(`^npm run signer:allow -- ${name} [0-9a-f-]{39}$`));
  const [operator, fingerprint] = command.split(' ').slice(-2) as [string, string];
  await promisify(execFile)(process.execPath, ['tools/signer-keys.ts', 'allow', operator, fingerprint], {
    cwd: root,
    env: { ...process.env, CANDOR_DATA: dataDir },
  });
  await page.getByText(`Accepts the key, as ${name}`).waitFor();
  expect.soft(await axeFaults(page)).toEqual([]);
  await page.setViewportSize(sizes.phone.viewport);
  expect.soft(await scrollsSideways(page)).toBe(false);
  await page.setViewportSize(sizes.desktop.viewport);
}

/** Opens the withdrawal in the queue, reads what is signed, and approves it. */
async function approve({ page }: Seat, recipient: string): Promise<void> {
  await page.goto('/reviews');
  await page.getByRole('link', { name: /^Withdrawal · \d+$/ }).click();
  await page.getByText(`recipient: ${recipient}`).waitFor();
  await page.getByRole('button', { name: /^Claim/ }).click();
  const decide = page.getByRole('main').getByRole('button', { name: 'Decide', exact: true });
  await decide.waitFor();
  expect.soft(await axeFaults(page)).toEqual([]);
  await decide.click();
  await page.getByText('Decided. The user reads it now.').waitFor();
}

const sha256 = (password: string) => createHash('sha256').update(password).digest('hex');

interface Act {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** Sends an act, shows the factors that it asks for, and sends it again. Returns its data. */
async function stepUp(
  token: string,
  { method, path, body }: Act,
  factors: readonly (readonly ['password' | 'authenticator', string])[],
): Promise<unknown> {
  const key = newActKey(Date.now());
  const send = async (met: Record<string, string> = {}) => {
    const response = await fetch(`${addresses.url}${path}`, {
      method,
      headers: {
        ...{ authorization: token, 'content-type': 'application/json', 'idempotency-key': key },
        ...met,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { code: number; msg: string; data: unknown };
  };
  const problem = (await send()).data as Problem | null;
  const challenge = problem?.stepUp?.challenge ?? '';
  const client = clientAt(addresses.url, token);
  for (const [kind, answer] of factors)
    await client.call('stepUp', { body: { challenge, method: kind, answer } });
  const { code, msg, data } = await send({ 'step-up': challenge });
  if (code !== 200) throw new Error(`${path}: ${msg}`);
  return data;
}

/** Registers a user with funds, an authenticator and a fund password, whose holds are over. */
async function newUser() {
  const account = newAccount('payee');
  const body = { type: 'account', account, password: PASSWORD, confirmPassword: PASSWORD } as const;
  const { satoken, userId } = await clientAt(addresses.url, null).call('register', { body });
  const client = clientAt(addresses.url, satoken);
  const take = () =>
    client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '10000' } }).catch(() => null);
  await expect.poll(take).not.toBeNull();
  const { secret } = await client.call('getGoogleVerification', { params: { bindMode: '1' } });
  const codeAt = (steps: number) => generate({ secret, epoch: Date.now() / 1000 + steps * STEP_S });
  const bind = `/api/v1/coin/member/googleVerificationBindingOrReset/${await codeAt(-1)}/1`;
  await stepUp(satoken, { method: 'GET', path: bind }, [['password', sha256(PASSWORD)]]);
  const set = {
    method: 'POST',
    path: '/api/user/tardPwdSet',
    body: { newPassword: sha256(FUND_PASSWORD) },
  } as const;
  await stepUp(satoken, set, [
    ['password', sha256(PASSWORD)],
    ['authenticator', await codeAt(0)],
  ]);
  const database = new Client({ connectionString: postgres.connectionString });
  await database.connect();
  await database.query('delete from factors.hold where user_id = $1', [userId]);
  await database.end();
  return { token: satoken, client, nextCode: () => codeAt(1) };
}

it('two operators sign a withdrawal above the automatic limit, and the coins arrive on the chain', async () => {
  const password = /First operator +operator +password (\S+)/.exec(program.output())?.[1] ?? '';
  const first = await enter('operator', password, null);
  const second = await addOperator(first, 'fiona');
  await makeKey(first);
  await makeKey(second);

  const { token, client, nextCode } = await newUser();
  const recipient = privateKeyToAccount(generatePrivateKey()).address;
  const coin = async () =>
    (await client.call('getWithdrawalCurrency')).list.find((row) => row.coin === 'USDT' && row.open);
  await expect.poll(async () => (await coin())?.isReviewed).toBe(true);
  const data = await stepUp(
    token,
    {
      method: 'POST',
      path: '/api/v1/coin/assets/withdrawal',
      body: {
        ...{ coin: 'USDT', network: PRACTICE_CHAIN.key, address: recipient, amount: '2000' },
        ...{ fee: (await coin())?.fee ?? '0', fundPassword: sha256(FUND_PASSWORD) },
      },
    },
    [['authenticator', await nextCode()]],
  );
  expect(data).toMatchObject({ coin: 'USDT', amount: '2000' });
  const newest = async () => (await client.call('getWithdrawalLog', { query: {} })).records[0];
  await expect.poll(async () => (await newest())?.state).toBe('review');
  expect(await newest()).toMatchObject({ reason: 'amount', canCancel: true, isLate: false });

  const user = await visit(browser, addresses.url, 'phone');
  await user.page.addInitScript((content) => {
    const kept = { dataType: 'string', content, type: 'local', datetime: Date.now() };
    localStorage.setItem('coin_web-token', JSON.stringify(kept));
  }, token);
  await user.page.goto('/account/wallet/withdrawal');
  await user.page.getByText('Above that, two operators review the withdrawal within 20 hours.').waitFor();
  await user.page.goto('/account/wallet/history-withdrawal');
  await user.page.getByRole('button', { name: 'Progress' }).click();
  const clock = user.page.getByRole('dialog', { name: /^Withdrawal \d+$/ });
  await clock.getByText('Under review').waitFor();
  await clock.getByText('Above the automatic amount').waitFor();
  await clock.getByText('Next step due by').waitFor();
  await clock.getByRole('button', { name: 'Cancel withdrawal' }).waitFor();
  expect.soft(await axeFaults(user.page)).toEqual([]);

  await approve(first, recipient);
  // nobody signs twice
  await first.page.goto('/reviews');
  await first.page.getByRole('link', { name: /^Withdrawal · \d+$/ }).click();
  await first.page.getByRole('button', { name: /^Claim/ }).click();
  await first.page.getByText('You gave the first approval. Another operator must give the second.').waitFor();
  await approve(second, recipient);
  expect(second.complaints).toEqual([]);

  await expect.poll(async () => (await newest())?.state).toBe('done');
  const port = (await readFile(join(dataDir, 'chain', 'port'), 'utf8')).trim();
  const ask = connectNode(`http://127.0.0.1:${port}`);
  const call = `0x70a08231${recipient.slice(2).toLowerCase().padStart(64, '0')}`;
  const held = await ask<string>('eth_call', [{ to: PRACTICE_USDT_ADDRESS, data: call }, 'latest']);
  const arrives = (await newest())?.arrives ?? '';
  expect(BigInt(held)).toBe(BigInt(Math.round(Number(arrives) * 1e6)));
  expect(BigInt(held)).toBeGreaterThan(1_900_000_000n);
});
