import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, createClient } from '@candor/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endAll, startProgram } from '../support/program.ts';
import { axeFaults, launchBrowser, type Size, scrollsSideways, visit } from './browser.ts';

const PASSWORD = 'green-Tea-42';
let dataDir: string;
let url: string;
let browser: Browser;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-transfer-'));
  const program = await startProgram({ dataDir, command: [process.execPath, 'apps/server/main.ts'] });
  ({ url } = await program.ready());
  browser = await launchBrowser();
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await endAll(dataDir);
});

/** Registers in the browser and gives the account 1,000 practice USDT. */
async function beginAs(page: Page, account: string): Promise<void> {
  await page.goto('/user/register');
  await page.getByLabel('Account name').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm the password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/assets/index?key=overview');
  const token = await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('coin_web-token') ?? '{}') as { content?: string };
    return kept.content ?? '';
  });
  const client = createClient(calls, {
    ...{ baseUrl: url, head: 'v1', token: () => token, language: () => 'en' },
  });
  await client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '1000' } });
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

it.each<Size>(['desktop', 'phone'])('coins move between accounts in the browser on a %s', async (size) => {
  const { page, context, complaints } = await visit(browser, url, size);
  try {
    await beginAs(page, `mover_${size}`);
    await page.goto('/assets/index?key=transfer');
    await page.getByText('1,000 USDT can be moved').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    await choose(page, 'To', 'Isolated margin');
    await choose(page, 'Market', 'ETH/USDT');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    const button = page.locator('main').getByRole('button', { name: 'Transfer', exact: true });
    await button.click();
    await page.getByText('1,000 USDT moved.').waitFor();
    await page.getByText('0 USDT can be moved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Swap the two accounts' }).click();
    await page.getByText('1,000 USDT can be moved').waitFor();
    await page.getByLabel('Amount').fill('250.5');
    await button.click();
    await page.getByText('250.5 USDT moved.').waitFor();
    await choose(page, 'From', 'Spot');
    await page.getByText('Choose two different accounts.').waitFor();
    expect(await button.isDisabled()).toBe(true);

    await page.goto('/assets/index?key=overview');
    const accounts = page.getByRole('listitem').filter({ hasText: 'Isolated margin · ETHUSDT' });
    await accounts.getByText('749.50').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
});
