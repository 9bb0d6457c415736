import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults, type Size, scrollsSideways } from './browser.ts';
import { openExchange, PASSWORD } from './exchange.ts';
import { coversNothing } from './trade-page.ts';

const exchange = openExchange('transfer', 'b3'.repeat(32));

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
  await exchange.client(token).call('takePracticeFunds', { body: { coin: 'USDT', amount: '1000' } });
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

it.each<Size>(['desktop', 'phone'])('coins move between accounts in the browser on a %s', async (size) => {
  const { page, context, complaints } = await exchange.visit(size);
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
    await coversNothing(page, '1,000 USDT moved.');
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
    await page.goto('/assets/index?key=records');
    const line = (amount: string, account: string) =>
      page
        .getByRole('row')
        .filter({ hasText: 'Transfer' })
        .filter({ hasText: amount })
        .filter({ hasText: account });
    await line('−1,000', 'Spot').waitFor();
    await line('+1,000', 'Isolated margin · ETHUSDT').waitFor();
    await choose(page, 'Account', 'Isolated margin');
    await line('−1,000', 'Spot').waitFor({ state: 'detached' });
    await line('−250.5', 'Isolated margin · ETHUSDT').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
});

it('the transfer windows of the trade page say what can be moved, and take all of it', async () => {
  const { page, context, complaints } = await exchange.visit('desktop');
  try {
    await beginAs(page, 'mover_all');
    for (const [type, open] of [
      ['sec', 'Move coins'],
      ['usta', 'Move USDT between accounts'],
    ] as const) {
      await page.goto(`/trade/index?type=${type}&symbol=btc`);
      await page.getByRole('button', { name: open, exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/^1,000(\.00)? USDT can be moved$/).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'All', exact: true }).click();
      expect(await dialog.getByRole('textbox').inputValue()).toBe('1,000');
      await page.keyboard.press('Escape');
    }
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
});
