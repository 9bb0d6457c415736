import { expect, it } from 'vitest';
import { axeFaults, type Size, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';

const exchange = openExchange();

it.each<Size>(['desktop', 'phone'])('an email is bound by its code alone, on a %s', async (size) => {
  const { page, context, complaints } = await exchange.visit(size);
  await exchange.signIn(page, { to: '/account/center/security' });
  await page.getByRole('button', { name: 'Bind an email address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bind an email address' });
  await dialog.getByText('Withdrawals do not wait longer for this.').waitFor();
  const send = dialog.getByRole('button', { name: 'Send code' });
  await expect.poll(() => send.isDisabled()).toBe(true);
  await dialog.getByLabel('Email address').fill(`${size}-${Date.now()}@example.org`);
  await send.click();
  await dialog.getByText('Code sent.').waitFor();
  await dialog.getByLabel('Code sent there').fill('12345');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter all six digits.').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByLabel('Code sent there').fill('000000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The code is wrong or has expired').waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});
