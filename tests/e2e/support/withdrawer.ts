import type { Page } from 'playwright-core';
import { PASSWORD } from './exchange.ts';

export const FUND_PASSWORD = 'my-funds-7';

/** Opens a security setting by its line on the page of security. */
export async function openSetting(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Sets up a passkey and a fund password, from the page of security and back to it. */
export async function secure(page: Page): Promise<void> {
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await openSetting(page, 'Passkeys');
  await page.getByLabel('Name', { exact: true }).fill('This device');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await confirm.getByLabel('Login password', { exact: true }).fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Passkey added').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Security', exact: true }).last().click();
  await openSetting(page, 'Fund password');
  await page.getByLabel('New password', { exact: true }).fill(FUND_PASSWORD);
  await page.getByLabel('Confirm new password', { exact: true }).fill(FUND_PASSWORD);
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await confirm.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('Fund password saved').waitFor();
}
