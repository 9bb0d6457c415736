// Own server: it needs the first operator, and the messages of its terminal.
import { createHash } from 'node:crypto';
import { newActKey, type Problem } from '@candor/api';
import { generate } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Addresses,
  begunDataDir,
  endAll,
  type RunningProgram,
  startProgram,
} from '../support/program.ts';
import { axeFaults, closePages, openBrowser, type Size, scrollsSideways, visit } from './support/browser.ts';
import { clientAt, PASSWORD } from './support/exchange.ts';

let dataDir: string;
let program: RunningProgram;
let addresses: Addresses;
let browser: Browser;

beforeAll(async () => {
  dataDir = await begunDataDir();
  program = await startProgram({ dataDir, command: [process.execPath, 'apps/server/main.ts'] });
  addresses = await program.ready();
  browser = await openBrowser();
}, 400_000);

afterAll(async () => {
  await closePages(browser);
  await endAll(dataDir);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The newest match in what the terminal showed, once there is one that is not `seen`. */
async function shown(pattern: RegExp, seen: string | null = null): Promise<string> {
  const newest = () => [...program.output().matchAll(pattern)].at(-1)?.[1] ?? null;
  await expect.poll(() => newest() !== null && newest() !== seen).toBe(true);
  return newest() ?? '';
}

const codesTo = (email: string) => new RegExp(`Mail to ${email}: .*?(\\d{6})(?!\\d)`, 'g');

/** Registers an owner by mail in a browser of their own, with an authenticator. */
async function owner(size: Size) {
  const email = `lost-${size}@example.org`;
  const at = await visit(browser, addresses.url, size);
  const { request } = at.context;
  await request.post(`${addresses.url}/api/user/sendEmailCode?type=register&email=${email}`);
  const code = await shown(codesTo(email));
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
  const answer = await request.post(`${addresses.url}/api/user/register`, {
    data: { type: 'email', account: email, code, ...passwords, termsVersion: 1 },
  });
  const token = ((await answer.json()) as { data: { satoken: string } }).data.satoken;
  const client = clientAt(addresses.url, token);
  const { secret } = await client.call('getGoogleVerification', { params: { bindMode: '1' } });
  const bind = `/api/v1/coin/member/googleVerificationBindingOrReset/${await generate({ secret })}/1`;
  const key = newActKey(Date.now());
  const send = async (met: Record<string, string>) => {
    const headers = { authorization: token, 'idempotency-key': key, ...met };
    return (await (await fetch(`${addresses.url}${bind}`, { headers })).json()) as {
      code: number;
      data: unknown;
    };
  };
  const challenge = ((await send({})).data as Problem).stepUp?.challenge ?? '';
  await client.call('stepUp', { body: { challenge, method: 'password', answer: sha256(PASSWORD) } });
  await client.call('stepUpCode', { body: { challenge, method: 'email' } });
  const second = await shown(codesTo(email), code);
  await client.call('stepUp', { body: { challenge, method: 'email', answer: second } });
  expect((await send({ 'step-up': challenge })).code).toBe(200);
  await at.page.addInitScript((content) => {
    const kept = { dataType: 'string', content, type: 'local', datetime: Date.now() };
    localStorage.setItem('coin_web-token', JSON.stringify(kept));
  }, token);
  return { ...at, email, code: second };
}

/** Asks for the removal in a new browser, by the password and a code to the mail. */
async function ask(size: Size, email: string, earlierCode: string) {
  const at = await visit(browser, addresses.url, size);
  const { page } = at;
  await page.goto('/user/login');
  await page.getByRole('link', { name: 'Lost access to your 2FA?' }).click();
  await page.getByText('Log in with your password first.').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to login' }).click();
  await page
    .getByRole('tab', { name: 'Email' })
    .or(page.getByRole('radio', { name: 'Email' }))
    .first()
    .click();
  await page.getByLabel('Email', { exact: true }).last().fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('button', { name: 'Lost access to your 2FA?' }).click();
  await page.waitForURL('**/user/recover');
  await page.getByText('Confirm that you have access to').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Verification code').fill(await shown(codesTo(email), earlierCode));
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText(/Request \d+ is under review/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  return at;
}

/** Logs the first operator in. */
async function operator(): Promise<Page> {
  const password = /First operator +operator +password (\S+)/.exec(program.output())?.[1] ?? '';
  const { page } = await visit(browser, addresses.consoleUrl, 'desktop');
  await page.goto('/');
  await page.getByLabel('Name').fill('operator');
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = (await page.getByTestId('enrolment-secret').textContent())?.trim() ?? '';
  await page.getByLabel('Six-digit code').fill(await generate({ secret }));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
  return page;
}

it('lost factors are asked to be removed; one operator is not enough, and any session cancels', async () => {
  const { page: owners, email, code } = await owner('desktop');
  const { page, context, complaints } = await ask('desktop', email, code);

  const desk = await operator();
  await desk.goto('/reviews');
  await desk.getByRole('link', { name: /^2FA removal · \d+$/ }).click();
  await desk.getByRole('button', { name: /^Claim/ }).click();
  const decide = desk.getByRole('main').getByRole('button', { name: 'Decide', exact: true });
  await decide.waitFor();
  await desk.getByText('Started with').waitFor();
  expect(await axeFaults(desk)).toEqual([]);
  await desk.getByRole('combobox', { name: 'Reason' }).click();
  await desk.getByRole('option', { name: 'Password and contact were verified.' }).click();
  await decide.click();
  await desk.getByText('First approval given.').waitFor();
  await page.reload();
  await page.getByText(/Request \d+ is under review/).waitFor();

  await owners.goto('/account/center/activity');
  await owners.getByText('Approved the removal of your 2FA').waitFor();
  await owners.getByText('Someone requested to remove 2FA from this account').waitFor();
  expect(await axeFaults(owners)).toEqual([]);
  await owners.getByRole('button', { name: 'Cancel request' }).click();
  await owners.getByText('Someone requested to remove').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText(/Request \d+ was cancelled/).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('the link of the mail cancels by its button, on a phone and without a login', async () => {
  const { email, code } = await owner('phone');
  const asking = await ask('phone', email, code);
  const link = await shown(new RegExp(`Mail to ${email}: .*? (http\\S+/user/recover#\\S+)`, 'g'));
  const { page, context, complaints } = await visit(browser, addresses.url, 'phone');
  await page.goto(`/user/recover${new URL(link).hash}`);
  await page.getByRole('heading', { name: 'Someone requested to remove your 2FA' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await asking.page.reload();
  await asking.page.getByText(/is under review/).waitFor();
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await page.getByText('Cancelled. Nothing was changed.').waitFor();
  await asking.page.reload();
  await asking.page.getByText(/was cancelled/).waitFor();
  expect(complaints).toEqual([]);
  for (const each of [context, asking.context]) await each.close();
});
