import type { Page } from 'playwright-core';
import { PASSWORD } from './exchange.ts';

export const FUND_PASSWORD = 'my-funds-7';

/** Sets up a passkey and a fund password by the page of security. */
export async function secure(page: Page): Promise<void> {
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const confirm = dialog('Confirm it’s you');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog('Add a passkey').getByLabel('Name').fill('This device');
  await dialog('Add a passkey').getByRole('button', { name: 'Add a passkey' }).click();
  await confirm.getByLabel('Login password', { exact: true }).fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Passkey added').waitFor();
  await page.getByRole('button', { name: 'Set', exact: true }).first().click();
  const set = dialog('Set a fund password');
  await set.getByLabel('New password', { exact: true }).fill(FUND_PASSWORD);
  await set.getByLabel('Confirm new password', { exact: true }).fill(FUND_PASSWORD);
  await set.getByRole('button', { name: 'Set', exact: true }).click();
  await confirm.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('Fund password saved').waitFor();
}
