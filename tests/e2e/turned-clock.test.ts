// Own server: it starts again days later.
import { join } from 'node:path';
import type { Calls, Client } from '@candor/api';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { Client as Database } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { begunDataDir, endAll, type RunningProgram, startProgram } from '../support/program.ts';
import { axeFaults, closePages, openBrowser, scrollsSideways, visit } from './support/browser.ts';
import { giveReason } from './support/console-forms.ts';
import { clientAt, PASSWORD, signInAt, tokenOf } from './support/exchange.ts';
import { giveLoanPhotos, sendApplication, verifyForLoans } from './support/loans.ts';
import { openOperators, type Seat } from './support/operators.ts';

const DAY_MS = 86_400_000;
const AMOUNT = '600';
let dataDir: string;
let browser: Browser;
let program: RunningProgram;

beforeAll(async () => {
  dataDir = await begunDataDir();
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages(browser);
  await endAll(dataDir);
});

/** Starts the program so many days after today. */
async function startIn(days: number): Promise<{ url: string; consoleUrl: string }> {
  if (program !== undefined) {
    program.child.kill('SIGTERM');
    await program.ended;
  }
  const preload = join(import.meta.dirname, '..', 'support', 'turned-clock.ts');
  program = await startProgram({
    dataDir,
    command: [process.execPath, '--import', preload, 'apps/server/main.ts'],
    env: { REGISTRATIONS_PER_HOUR: '10000', TURNED_CLOCK_MS: String(days * DAY_MS) },
  });
  return program.ready();
}

async function expectOrder(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}

/** Makes an account more than a year old, as its owner's credit score sees it. */
async function agedByAYear(userId: number): Promise<void> {
  const connectionString = `postgresql://candor@/candor?host=${encodeURIComponent(join(dataDir, 'postgres'))}`;
  const database = new Database({ connectionString });
  await database.connect();
  await database.query(
    "update identity.user set created_at = now() - interval '400 days' where user_id = $1",
    [userId],
  );
  await database.end();
}

async function invest(client: Client<Calls>, amount: string): Promise<number> {
  const { offers } = await client.call('getFinanceProducts');
  const { offerId, termsHash } = offers.find(({ name }) => name === 'USDT 14')!;
  return (await client.call('createFinance', { body: { offerId, amount, termsHash } })).id;
}

/** Moves all but so much out of the spot wallet, of which alone a due payment is collected. */
async function leaveInSpot(client: Client<Calls>, kept: number): Promise<void> {
  const { list } = await client.call('getMyBalance', { query: { type: '1' } });
  const amount = subtract(list.find(({ coin }) => coin === 'USDT')!.available, kept);
  await client.call('transfer', { query: { from: '1', to: '2', coin: 'USDT', amount } });
}

/** Decimals of the coin. */
const SCALE = 8;
const subtract = (from: string, whole: number): string =>
  formatDecimalTrimmed((parseDecimal(from, SCALE)! - BigInt(whole) * 10n ** BigInt(SCALE)) as Amount, SCALE);

/** Opens the application that waits at the console's queue, looks at its photos, and approves it. */
async function review({ page }: Seat, said: string): Promise<void> {
  await page.goto('/reviews');
  await page
    .getByRole('row', { name: /Power loan|Loan/ })
    .first()
    .waitFor();
  await page.keyboard.press('n');
  await page.getByRole('button', { name: /Show 3 images/ }).click();
  await page.getByRole('img').nth(2).waitFor();
  expect.soft(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('c');
  await page.getByRole('button', { name: /^Release/ }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('d');
  await page.getByText(said).first().waitFor();
}

/** The page of an account that logs in again at a program that started later. */
async function back(url: string, account: string, to: string) {
  const visited = await visit(browser, url, 'desktop');
  const { page } = visited;
  await page.goto(`/user/login?from=${encodeURIComponent(to)}`);
  await page.getByLabel('Account name').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`**${to}`);
  return { ...visited, client: clientAt(url, await tokenOf(page)) };
}

it('orders are left early and mature, and a loan is overdue, collected and settled, as days pass', async () => {
  const today = await startIn(0);
  const staff = { browser, url: today.consoleUrl, output: program.output(), dataDir };
  const operators = await openOperators(staff);
  const [rosa, ruth] = [await operators.add('rosa', 'review'), await operators.add('ruth', 'review')];
  const [fay, fin] = [await operators.add('fay', 'finance'), await operators.add('fin', 'finance')];
  const { page, context } = await visit(browser, today.url, 'desktop');
  const { account, client, token } = await signInAt(today.url, page, {
    to: '/loan/index',
    funds: { USDT: '5000' },
  });
  const userId = await verifyForLoans(page, client, token, [rosa, ruth]);
  await agedByAYear(userId);
  const [matures, leaves] = [await invest(client, '1000'), await invest(client, '500')];

  // the pool is funded at the console's desk by two operators
  await fay.page.goto('/loans');
  await fay.page.getByRole('button', { name: 'USDT: Move funds' }).click();
  await fay.page.getByLabel('Amount').fill('250');
  await giveReason(fay.page, 'More to lend in the spring', 'Propose');
  await fin.page.goto('/approvals');
  await fin.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await giveReason(fin.page, 'Checked against the ticket', 'Approve');
  await eventually(async () => {
    const { records } = await client.call('getLoanPoolEntries', { query: {} });
    expect(records[0]).toMatchObject({ amount: '250', reason: 'More to lend in the spring' });
  });
  await fin.page.goto('/loans');
  await fin.page.getByRole('row', { name: /USDT/ }).first().waitFor();
  expect(await axeFaults(fin.page)).toEqual([]);

  const { products } = await client.call('getLoanProducts');
  const product = products.find(({ repayType }) => repayType === 'maturity')!;
  await page.goto(`/loan/index?apply=${product.offerId}`);
  await page.getByText('you can borrow 1,000 USDT').waitFor();
  await page.getByLabel('Amount', { exact: true }).fill(AMOUNT);
  await giveLoanPhotos(page);
  await page.getByRole('checkbox', { name: /^I accept these terms/ }).check();
  await sendApplication(page);
  await review(rosa, 'First approval given.');
  await review(ruth, 'Decided. The user can see it now.');
  await page.getByRole('heading', { name: 'What you owe now' }).waitFor();
  const [applied] = (await client.call('getLoanRecords', { query: {} })).records;
  const id = String(applied!.id);
  await leaveInSpot(client, 20);
  await context.close();

  const early = await back((await startIn(4)).url, account, '/finance/investment?tab=mine');
  await early.page.getByRole('button', { name: `Redeem Order ${leaves}` }).click();
  const dialog = early.page.getByRole('dialog', { name: `Redeem order ${leaves} early?` });
  await dialog.getByText('4 of 14 days', { exact: true }).waitFor();
  await expectOrder(early.page);
  await dialog.getByRole('button', { name: 'Redeem now', exact: true }).click();
  await early.page.getByText(`Order ${leaves} redeemed.`, { exact: false }).first().waitFor();
  const left = await early.client.call('getFinanceOrder', { query: { id: String(leaves) } });
  expect(left).toMatchObject({ status: 'redeemed', wholeDays: 4 });
  await leaveInSpot(early.client, 20);
  await early.context.close();

  const mature = await back(
    (await startIn(15)).url,
    account,
    '/finance/investment?tab=mine&status=completed',
  );
  const ended = await mature.client.call('getFinanceOrder', { query: { id: String(matures) } });
  expect(ended).toMatchObject({ status: 'completed', paidInterest: ended.interest });
  await mature.page
    .getByRole('button', { name: /^Verified/ })
    .first()
    .click();
  await mature.page
    .getByRole('dialog', { name: `Earn order ${matures}` })
    .getByText(`${ended.interest} = ${ended.interest} USDT`, { exact: true })
    .first()
    .waitFor();
  await mature.page.keyboard.press('Escape');
  await leaveInSpot(mature.client, 20);
  await mature.context.close();

  // at its due time 20 was there to be taken, as agreed in the terms
  const due = await back((await startIn(31)).url, account, `/loan/order?id=${id}`);
  await due.page.getByText('Overdue', { exact: true }).first().waitFor();
  await due.page
    .getByRole('row', { name: /Collected/ })
    .first()
    .waitFor();
  await expectOrder(due.page);
  const record = (of: Client<Calls>) => of.call('getLoanRecord', { query: { id } });
  expect(await record(due.client)).toMatchObject({ status: 'overdue', repaid: '20' });
  expect((await due.client.call('getCreditScore')).inputs).toMatchObject({ isOverdue: true });
  await due.client.call('transfer', { query: { from: '2', to: '1', coin: 'USDT', amount: '1000' } });
  await due.context.close();

  const last = await back((await startIn(33)).url, account, `/loan/order?id=${id}`);
  await expect.poll(async () => (await record(last.client)).status).toBe('settled');
  const { entries, loan } = await record(last.client);
  expect(loan).toBeNull();
  expect(entries.at(-1)).toMatchObject({ kind: 'repaid', by: 'collection', settled: true });
  await last.page.getByText(/^Repaid in full on/).waitFor();
  expect(await last.page.getByRole('button', { name: /^Verified/ }).count()).toBe(entries.length);
  await expectOrder(last.page);

  // each change of the credit score is an entry that leads to its loan
  await last.page.goto('/account/center/info');
  const changes = last.page.getByRole('region', { name: 'Credit score' });
  const overdue = changes.getByRole('row', { name: /Instalment \d+ overdue/ });
  await overdue.getByText('−200', { exact: true }).waitFor();
  await changes.getByRole('row', { name: /No longer overdue/ }).waitFor();
  await expectOrder(last.page);
  await overdue.getByRole('link', { name: `Power loan ${id}`, exact: true }).click();
  await last.page.waitForURL(`**/loan/order?id=${id}`);

  // and the interest that it paid is the pool's
  const { pools } = await last.client.call('getLoanProducts');
  expect(pools[0]).toMatchObject({ lent: '0', overdue: '0', loans: 0 });
  expect(Number(pools[0]?.interestTotal)).toBeGreaterThan(0);
  await last.page.goto('/loan/index');
  await last.page.getByRole('heading', { name: 'The power loan pool in figures', exact: true }).waitFor();
  await last.page
    .getByText(/ interest$/)
    .first()
    .waitFor();
  await expectOrder(last.page);
  await last.context.close();
});
