import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'otplib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Addresses, endAll, startProgram } from '../support/program.ts';
import { axeFaults, launchBrowser, scrollsSideways, type Visit, visit } from './browser.ts';

const REASON = 'Venue maintenance until 14:00 UTC';

let dataDir: string;
let addresses: Addresses;
let password: string;
let browser: Browser;
let operator: Visit;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-console-'));
  const program = await startProgram({ dataDir, command: [process.execPath, 'apps/server/main.ts'] });
  addresses = await program.ready();
  password = /First operator +operator +password (\S+)/.exec(program.output())?.[1] ?? '';
  browser = await launchBrowser();
  operator = await visit(browser, addresses.consoleUrl, 'desktop');
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await endAll(dataDir);
});

describe('an operator', () => {
  it('is let in only with a second factor, which the first login enrols', async () => {
    const { page } = operator;
    await page.goto('/');
    await page.getByLabel('Name').fill('operator');
    await page.locator('input[type=password]').fill(password);
    expect.soft(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    const secret = await page.getByTestId('enrolment-secret').textContent();
    expect.soft(await axeFaults(page)).toEqual([]);
    const code = page.getByLabel('Six-digit code');
    await code.fill('000000');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('The code is wrong or was used already.').waitFor();
    await code.fill(await generate({ secret: secret?.trim() ?? '' }));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await scrollsSideways(page)).toBe(false);
  });

  it('sees every coin add up to 0', async () => {
    const sums = await operator.page
      .getByRole('table', { name: 'Ledger sums' })
      .locator('tbody tr td:nth-child(2)')
      .allTextContents();
    expect(sums.length).toBe(11);
    expect(new Set(sums)).toEqual(new Set(['0.00000000']));
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
});
