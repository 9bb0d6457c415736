import type { Messages } from '@candor/i18n';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Size, scrollsSideways, speak } from './browser.ts';
import type { Exchange } from './exchange.ts';

/** Opens the form of a trade page for that side: beside the chart, or on a phone in a sheet behind a button. */
export async function openForm(page: Page, size: Size, side: string): Promise<Locator> {
  if (size === 'desktop') {
    const choice = page.getByRole('radio', { name: side, exact: true });
    await choice.click();
    return page.getByRole('region').filter({ has: choice });
  }
  const sheet = page.getByRole('dialog', { name: 'BTC/USDT' });
  if (!(await sheet.isVisible())) await page.getByRole('button', { name: side, exact: true }).click();
  await sheet.waitFor();
  return sheet;
}

/** Moves the amount in the dialog of that name, which a button has opened. */
export async function moveCoins(page: Page, dialog: string, amount: string): Promise<void> {
  const move = page.getByRole('dialog', { name: dialog });
  await move.getByLabel('Amount').fill(amount);
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await move.waitFor({ state: 'detached' });
}

/** Tests, in three languages whose words are long or whose letters are high or wide, the page at `address` on a phone. */
export function fitsOnPhones(
  exchange: Exchange,
  address: string,
  show: (page: Page, messages: Messages) => Promise<unknown>,
): void {
  it.each(['de', 'th', 'ja'] as const)('fits on a phone in %s', { timeout: 90_000 }, async (language) => {
    const { page, context } = await exchange.visit('phone');
    const messages = await speak(page, language);
    await page.goto(address);
    await show(page, messages);
    expect(await scrollsSideways(page)).toBe(false);
    await context.close();
  });
}
