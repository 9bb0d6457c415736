import type { Calls, Client } from '@candor/api';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFaults, scrollsSideways } from './browser.ts';
import { PASSWORD } from './exchange.ts';
import { approveItem } from './loans.ts';
import type { Seat } from './operators.ts';
import { FUND_PASSWORD } from './withdrawer.ts';

export const NICKNAME = 'Plain Dealer';
export const WORDS = 'Pay from your own account, please.';
/** Verified name of everybody whom `verifyForLoans` verifies. */
const NAME = 'Ada Lovelace';
export const ACCOUNT = 'ada@pay.test';

/** Expects the page to have no fault of accessibility and to fit its window. */
export async function expectSound(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}

/** Gives an account a way in which others pay it. */
export async function addAlipay(page: Page): Promise<void> {
  await page.goto('/user/index?key=bank');
  await page.getByRole('button', { name: 'Add Alipay', exact: true }).click();
  const form = page.getByRole('form', { name: 'Alipay' });
  await form.getByLabel('Account holder', { exact: true }).fill(NAME);
  await form.getByLabel('Account', { exact: true }).fill(ACCOUNT);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirm.getByLabel('Login password', { exact: true }).fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Payment method saved').first().waitFor();
}

/** Applies as a merchant on the page, with the guarantee in the OTC account, and is admitted by two operators. */
export async function becomeMerchant(
  page: Page,
  { client, userId }: { readonly client: Client<Calls>; readonly userId: number },
  reviewers: readonly [Seat, Seat],
): Promise<void> {
  await client.call('transfer', { query: { from: '1', to: '8', coin: 'USDT', amount: '3000' } });
  await page.goto('/merchant/index');
  await page.getByLabel('Nickname', { exact: true }).fill(NICKNAME);
  await page.getByLabel('Your experience and plans', { exact: true }).fill('USDT against CNY by Alipay.');
  await page.getByRole('checkbox', { name: /^I’ll trade only/ }).check();
  await expectSound(page);
  await page.getByRole('button', { name: 'Send the application' }).click();
  await page.getByText('Being checked', { exact: true }).waitFor();
  for (const { client: reviewer } of reviewers) await approveItem(reviewer, 'merchant', userId);
  await page.getByRole('button', { name: 'New offer' }).waitFor();
}

/** Publishes an offer to sell USDT against CNY at a fixed price. */
export async function publishOffer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New offer' }).click();
  const dialog = page.getByRole('dialog', { name: 'New offer' });
  await dialog.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'CNY', exact: true }).click();
  await dialog.getByLabel('Price of one USDT', { exact: true }).fill('7.2');
  await dialog.getByLabel('Amount to trade', { exact: true }).fill('1000');
  await dialog.getByLabel('Smallest order', { exact: true }).fill('10');
  await dialog.getByLabel('Largest order', { exact: true }).fill('200');
  await dialog.getByRole('checkbox', { name: 'Alipay' }).check();
  await dialog.getByLabel('The merchant’s terms', { exact: true }).fill(WORDS);
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Publish the offer' }).click();
  await page.getByText('Your offer is published.').first().waitFor();
  const offers = page.getByRole('table', { name: 'Your offers' });
  await offers.getByText('Live', { exact: true }).waitFor();
  await offers.getByText('Sell USDT', { exact: true }).waitFor();
}

/** Places an order by a button, and waits for its page. */
export async function placeOrder(page: Page, button: Locator): Promise<void> {
  await button.click();
  await expect.poll(() => page.url()).toMatch(/\/otc\/order\?order=\d+$/);
}

/** Releases the coins of the order on the page: three answers, the sum, the fund password, then a passkey. */
export async function releaseCoins(page: Page, total: string): Promise<void> {
  await page.getByRole('button', { name: 'Release the coins', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Release/ });
  for (const answer of ['The money has arrived in my account.', /^It is the whole sum/, /^It came from Ada/])
    await dialog.getByRole('checkbox', { name: answer }).check();
  await dialog.getByLabel('Sum that arrived', { exact: true }).fill(total);
  await dialog.getByLabel('Fund password', { exact: true }).fill(FUND_PASSWORD);
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Release the coins', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirm.getByText(NAME).first().waitFor();
  await confirm.getByRole('button', { name: 'Use a passkey' }).click();
}
