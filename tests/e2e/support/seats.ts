import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient, operatorRoutes } from '@candor/api';
import { generate } from 'otplib';
import { expect } from 'vitest';
import { root } from '../../support/program.ts';
import { axeFaults, scrollsSideways, sizes, type Visit } from './browser.ts';
import type { Exchange } from './exchange.ts';
import { mailOf, setupLink } from './setup-link.ts';

const STEP_S = 30;

/** An operator in a browser of their own. */
export interface Seat extends Visit {
  readonly name: string;
  readonly secret: string;
}

/** Enrols the authenticator, and sets a newcomer's own password, on the page that shows both. */
async function enter(seat: Visit, name: string, ownPassword: string | null): Promise<Seat> {
  const { page } = seat;
  const secret = (await page.getByTestId('enrolment-secret').textContent())?.trim() ?? '';
  if (ownPassword !== null) await page.getByLabel('Your own password').fill(ownPassword);
  await page.getByLabel('Six-digit code').fill(await generate({ secret }));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
  return { ...seat, name, secret };
}

/** The first operator of the worker's exchange. One file alone of those that share it may take that seat. */
export async function firstOperator(exchange: Exchange): Promise<Seat> {
  const seat = await exchange.visitConsole();
  const { page } = seat;
  await page.goto('/');
  await page.getByLabel('Name').fill('operator');
  await page.locator('input[type=password]').fill(exchange.operatorPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  return enter(seat, 'operator', null);
}

/** An operator of finance whom another one adds, and who opens the link of the mail. */
export async function addOperator(exchange: Exchange, { page }: Seat, name: string): Promise<Seat> {
  await page.goto('/operators');
  await page.getByRole('button', { name: 'Add operator' }).click();
  await page.getByLabel('Login name').fill(name);
  await page.getByLabel('Email').fill(mailOf(name));
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Finance' }).click();
  await page.getByLabel('Reason').fill('A second pair of eyes for payments');
  await page
    .getByRole('dialog')
    .filter({ has: page.getByLabel('Reason') })
    .getByRole('button', { name: 'Propose', exact: true })
    .click();
  await page.getByText('Logged. The link is on its way.').waitFor();
  const seat = await exchange.visitConsole();
  await seat.page.goto(`/setup#${await setupLink(exchange.dataDir, name)}`);
  await seat.page.getByText(`Your login name is ${name}.`).waitFor();
  expect.soft(await axeFaults(seat.page)).toEqual([]);
  return enter(seat, name, 'correct horse battery staple');
}

/** Makes a key in the operator's browser, and has the signer accept it by the command on its machine. */
export async function makeKey({ dataDir }: Exchange, { page, name, secret }: Seat): Promise<void> {
  await page.goto('/signing-keys');
  await page.getByLabel('Six-digit code').fill(await generate({ secret, epoch: Date.now() / 1000 + STEP_S }));
  expect.soft(await axeFaults(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Create new key' }).click();
  await page.getByText('Doesn’t accept the key yet').waitFor();
  await page.getByText('Holds the key').waitFor();
  const command = (await page.locator('code.select-all').textContent()) ?? '';
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

interface Read {
  readonly text: string | RegExp;
  /** A picture of the user's, which is shown on request alone, as each look is logged. */
  readonly picture?: string;
}

/** Takes an item of the queue in hand, reads what stands there, and approves it. */
export async function approve({ page }: Seat, item: string, { text, picture }: Read): Promise<void> {
  await page.goto('/reviews');
  await page.getByRole('link', { name: item, exact: true }).click();
  await page.getByText(text).waitFor();
  await page.getByRole('button', { name: /^Claim/ }).click();
  const decide = page.getByRole('main').getByRole('button', { name: 'Decide', exact: true });
  await decide.waitFor();
  if (picture !== undefined) {
    await page.getByRole('button', { name: /^Show \d+ image/ }).click();
    await page.getByRole('img', { name: picture }).waitFor();
  }
  expect.soft(await axeFaults(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Decision and reason' }).click();
  await page.getByRole('option', { name: /^1 · Approved/ }).click();
  await decide.click();
  await page.getByText(/^(Decided\. The user can see it now|First approval given)\./).waitFor();
}

/** Takes the item of a subject in hand and rejects it, over the calls of the console with the operator's session. */
export async function reject({ page }: Seat, kind: string, subject: string, reason: string): Promise<void> {
  const kept = await page.evaluate(() => sessionStorage.getItem('candor_console-session'));
  const { token } = JSON.parse(kept ?? '{}') as { token: string };
  const client = createClient(operatorRoutes, {
    baseUrl: new URL(page.url()).origin,
    head: 'v1',
    token: () => token,
    language: () => 'en',
    actWindowMs: 60_000,
  });
  const { records } = await client.call('getReviews', { query: { kind } });
  const item = records.find((each) => each.subject === subject)!;
  const params = { id: String(item.id) };
  await client.call('claimReview', { params });
  const { images } = await client.call('getReview', { params });
  for (const name of images) await client.call('getReviewPicture', { params: { ...params, name } });
  await client.call('decideReview', { params, body: { version: item.version, verdict: 'reject', reason } });
}
