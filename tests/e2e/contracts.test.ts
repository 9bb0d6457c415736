import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, createClient } from '@candor/contract';
import { loadMessages } from '@candor/i18n';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endAll, startProgram } from '../support/program.ts';
import { axeFaults, launchBrowser, type Size, scrollsSideways, visit } from './browser.ts';

const PASSWORD = 'green-Tea-42';

let dataDir: string;
let url: string;
let browser: Browser;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-contracts-'));
  const program = await startProgram({
    dataDir,
    command: [process.execPath, 'apps/server/main.ts'],
    env: { CANDOR_SEED: 'c7'.repeat(32) },
  });
  ({ url } = await program.ready());
  browser = await launchBrowser();
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await endAll(dataDir);
});

/** A person with 5,000 practice USDT in the contract wallet, signed in on the page of contracts. */
async function signIn(page: Page, account: string) {
  const visitor = createClient(calls, { baseUrl: url, head: 'v1', token: () => null, language: () => 'en' });
  const body = { type: 'account', account, password: PASSWORD, confirmPassword: PASSWORD } as const;
  const { satoken } = await visitor.call('register', { body });
  const client = createClient(calls, {
    baseUrl: url,
    head: 'v1',
    token: () => satoken,
    language: () => 'en',
  });
  await expect
    .poll(() =>
      client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '6000' } }).catch(() => null),
    )
    .not.toBeNull();
  await client.call('transfer', { query: { from: '1', to: '2', coin: 'USDT', amount: '5000' } });
  await page.goto('/user/login?from=/trade/index%3Ftype%3Dusta%26symbol%3Dbtc');
  await page.getByLabel('Account name').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/trade/index**');
  return client;
}

async function openLong(page: Page, size: Size, contracts: string): Promise<void> {
  if (size === 'phone') await page.getByRole('button', { name: 'Long', exact: true }).click();
  else await page.getByRole('radio', { name: 'Long' }).click();
  await page.getByRole('tab', { name: 'Market', exact: true }).click();
  await page.getByLabel('Amount').fill(contracts);
  await page.getByText('Liquidation price').first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open long', exact: true }).click();
}

describe.each<Size>(['desktop', 'phone'])('contracts on a %s', (size) => {
  it('are opened, shown with their liquidation price, guarded by stops, and closed', {
    timeout: 240_000,
  }, async () => {
    const { page, context, complaints } = await visit(browser, url, size);
    const client = await signIn(page, `perp_${size}`);
    await openLong(page, size, '20');
    await expect.poll(async () => (await client.call('contractPositionList')).records.length).toBe(1);
    await page.getByRole('tab', { name: 'Positions' }).click();
    const line = page.getByRole('table', { name: 'Positions' }).getByRole('row').filter({ hasText: 'Long' });
    await line.waitFor();
    const [position] = (await client.call('contractPositionList')).records;
    expect(position).toMatchObject({ symbol: 'BTCUSDT-PERP', positionSide: 'long', openInterest: '20' });
    expect(position?.expectedLiquidationPrice).not.toBeNull();
    expect(await scrollsSideways(page)).toBe(false);

    await line.getByRole('button', { name: 'Change' }).click();
    const stops = page.getByRole('dialog', { name: /^Stop-profit and stop-loss of/ });
    await stops.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const above = String(Math.round(Number(position?.markPrice) * 1.2));
    await stops.getByLabel('Stop-profit').fill(above);
    await stops.getByRole('button', { name: 'Set', exact: true }).click();
    await stops.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await client.call('contractPositionList')).records[0]?.stopProfitTriggerPrice)
      .not.toBeNull();

    await line.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(async () => (await client.call('contractPositionList')).records.length).toBe(0);
    await page.getByText('No open positions').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it.each(['de', 'th', 'ja'] as const)('fit on a phone in %s', { timeout: 90_000 }, async (language) => {
  const { page, context } = await visit(browser, url, 'phone');
  await page.addInitScript((content) => {
    localStorage.setItem(
      'coin_web-language',
      JSON.stringify({ dataType: 'string', content, type: 'local', datetime: Date.now() }),
    );
  }, language);
  const messages = await loadMessages(language);
  await page.goto('/trade/index?type=usta&symbol=btc');
  await page.getByText(messages['trade.contract.mark']!).first().waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  await context.close();
});
