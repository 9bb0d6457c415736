import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'otplib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Addresses, endAll, type RunningProgram, startProgram } from '../support/program.ts';
import { axeFaults, launchBrowser, scrollsSideways, type Visit, visit } from './browser.ts';

const REASON = 'Venue maintenance until 14:00 UTC';

let dataDir: string;
let program: RunningProgram;
let addresses: Addresses;
let password: string;
let browser: Browser;
let operator: Visit;
let secret = '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-console-'));
  program = await startProgram({ dataDir, command: [process.execPath, 'apps/server/main.ts'] });
  addresses = await program.ready();
  password = /First operator +operator +password (\S+)/.exec(program.output())?.[1] ?? '';
  browser = await launchBrowser();
  operator = await visit(browser, addresses.consoleUrl, 'desktop');
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await endAll(dataDir);
});

/** Fills in the reason of an open window, sends it, and waits until it is done. */
async function giveReason(reason: string, submit: string): Promise<void> {
  const { page } = operator;
  await page.getByLabel('Reason').fill(reason);
  expect.soft(await axeFaults(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: submit, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('an operator', () => {
  it('is let in only with a second factor, which the first login enrols', async () => {
    const { page } = operator;
    await page.goto('/');
    await page.getByLabel('Name').fill('operator');
    await page.locator('input[type=password]').fill(password);
    expect.soft(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    secret = (await page.getByTestId('enrolment-secret').textContent())?.trim() ?? '';
    expect.soft(await axeFaults(page)).toEqual([]);
    const code = page.getByLabel('Six-digit code');
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(existsSync(join(dataDir, 'operator-login.json'))).toBe(true);
    await code.fill('000000');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('The code is wrong or was used already.').waitFor();
    await code.fill(await generate({ secret }));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await scrollsSideways(page)).toBe(false);
    expect(existsSync(join(dataDir, 'operator-login.json'))).toBe(false);
  });

  it('finds every screen by its address, goes back and forward, and stays signed in over a reload', async () => {
    const { page } = operator;
    const selected = (name: string) => page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Markets' }).click();
    await page.waitForURL('**/markets');
    await page.getByRole('tab', { name: 'Operator log' }).click();
    await page.waitForURL('**/log');
    await page.goBack();
    await selected('Markets');
    await page
      .getByRole('row', { name: /BTC\/USDT/ })
      .first()
      .waitFor();
    await page.goForward();
    await selected('Operator log');
    await page.reload();
    await page.getByText(/chain intact/).waitFor();
    await selected('Operator log');
    await page.getByRole('row', { name: /Login failed.*name: operator.*Wrong code/ }).waitFor();
    await page.goto('/account');
    await selected('Account');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await page.goto('/nowhere');
    await page.getByText('There is no such screen').waitFor();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
    const other = await operator.context.newPage();
    await other.goto(addresses.consoleUrl);
    await other.getByLabel('Name').waitFor();
    await other.close();
  });

  it('sees where a change of the password goes wrong, and the devices that are known', async () => {
    const { page } = operator;
    await page.getByRole('tab', { name: 'Account' }).click();
    await page.getByText('This device').waitFor();
    await page.getByLabel('Present password').fill('not the right one');
    await page.getByLabel('New password', { exact: true }).fill('a long walk by the sea');
    await page.getByLabel('Six-digit code').fill('000000');
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await scrollsSideways(page)).toBe(false);
    await page.getByRole('main').getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The present password is wrong.').waitFor();
    await page.getByLabel('Present password').fill(password);
    await page.getByLabel('Six-digit code').fill('000000');
    await page.getByRole('main').getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The code is wrong or was used already.').waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
    // The step of the login's own code is used: the next one's code is good as well.
    await page.getByLabel('Six-digit code').fill(await generate({ secret, epoch: Date.now() / 1000 + 30 }));
    await page.getByRole('main').getByRole('button', { name: 'Change the password' }).click();
    await page.getByText(/^Password changed/).waitFor();
  });

  it('sees every coin add up to 0', async () => {
    await operator.page.goto('/');
    await operator.page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
    const sums = await operator.page
      .getByRole('table', { name: 'Ledger sums' })
      .locator('tbody tr td:nth-child(2)')
      .allTextContents();
    expect(sums.length).toBe(11);
    for (const sum of sums) expect(sum).toMatch(/^0\.0+$/);
  });

  it('halts a market with a reason that users read, and the log holds it', async () => {
    const { page } = operator;
    await page.getByRole('tab', { name: 'Markets' }).click();
    await page
      .getByRole('row', { name: /BTC\/USDT/ })
      .getByRole('button', { name: 'Change' })
      .click();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Halted' }).click();
    await page.getByLabel('Reason').fill(REASON);
    await page.getByRole('button', { name: 'Set state' }).click();
    await page.getByRole('row', { name: /BTC\/USDT.*Halted/ }).waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Operator log' }).click();
    await page.getByText(/chain intact/).waitFor();
    await page.getByRole('row', { name: new RegExp(REASON) }).waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);

    const user = await visit(browser, addresses.url, 'desktop');
    await user.page.goto('/trade/index?type=spot&symbol=btc');
    await user.page.getByText(REASON).waitFor();
    await user.context.close();
  });

  it('changes what second contracts offer, halts them and fills the pool, all with reasons that users read', {
    timeout: 240_000,
  }, async () => {
    const { page } = operator;
    const user = await visit(browser, addresses.url, 'phone');
    await page.getByRole('tab', { name: 'Second contracts' }).click();
    await page.getByRole('row', { name: /ETH\/USDT/ }).waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await scrollsSideways(page)).toBe(false);

    await page.getByRole('button', { name: 'ETH/USDT: Terms' }).click();
    await page.getByLabel('Payout of period 1').fill('60');
    await page.getByText('Users break even at 62.50%').waitFor();
    await page.getByRole('button', { name: 'Remove period 4' }).click();
    await page.getByLabel('Largest quantity').fill('750');
    await giveReason('Fewer periods while the pool is small', 'Set for later contracts');
    await page
      .getByRole('row', { name: /ETH\/USDT.*30s 60\.00% · 60s 80\.00% · 120s 85\.00%.*1–750 USDT/ })
      .waitFor();

    await page.getByRole('button', { name: 'ETH/USDT: Cap' }).click();
    await page.getByRole('dialog').getByLabel('Cap').fill('0');
    await giveReason('No more of this market for now', 'Set for later contracts');
    await page.getByRole('button', { name: 'Add to the pool' }).click();
    await page.getByLabel('Amount').fill('2500');
    await giveReason('Second funding, as announced', 'Add to the pool');
    await page.getByText('1,002,500 USDT').waitFor();
    await page.getByRole('button', { name: 'Change the cap per user' }).click();
    await page.getByRole('checkbox', { name: 'No cap of one user’s own' }).click();
    await page.getByRole('dialog').getByLabel('Cap per user').fill('900');
    await giveReason('Nobody alone may win so much', 'Set for later contracts');

    await user.page.goto('/trade/index?type=sec&symbol=eth');
    await user.page.getByText('1,002,500 USDT').first().waitFor();
    await user.page.getByText('Fewer periods while the pool is small').waitFor();
    await user.page.getByText('Second funding, as announced').waitFor();
    await user.page.getByText('62.50%').first().waitFor();
    expect.soft(await axeFaults(user.page)).toEqual([]);
    expect.soft(await scrollsSideways(user.page)).toBe(false);
    await user.page.getByRole('button', { name: 'Up', exact: true }).click();
    await user.page.getByText(/^This market is full/).waitFor();
    expect.soft(await axeFaults(user.page)).toEqual([]);

    await page.getByRole('button', { name: 'Halt all' }).click();
    await giveReason('The pool is being audited', 'Halt all');
    await user.page.getByText(/halted on all markets: The pool is being audited/).waitFor();
    expect.soft(await axeFaults(user.page)).toEqual([]);
    await user.context.close();
    await page.getByRole('button', { name: 'Reopen all' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Halted because: The pool is being audited').waitFor();
    await dialog.getByText(/^From now on users can open second contracts again/).waitFor();
    expect(await dialog.getByText(/^While halted/).count()).toBe(0);
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Operator log' }).click();
    const row = page.getByRole('row', { name: /Second-contract terms changed.*Fewer periods/ });
    await row
      .getByRole('cell', { name: /^[\d,]{2,}$/ })
      .last()
      .waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
  });

  it('finds the first password printed no more once it has a second factor', async () => {
    program.child.kill('SIGTERM');
    await program.ended;
    const again = await startProgram({ dataDir });
    await again.ready();
    expect(again.output()).toContain('Operator console');
    expect(again.output()).not.toContain('First operator');
    expect(again.output()).not.toContain(password);
  });
});
