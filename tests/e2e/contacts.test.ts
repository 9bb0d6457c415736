import { expect, it } from 'vitest';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();

it.each(sizesInTurn('contacts'))('an email is bound by its code alone, on a %s', async (size) => {
  const { page, context, complaints } = await exchange.visit(size);
  await exchange.signIn(page, { to: '/account/center/security' });
  await page.getByRole('button', { name: 'Link an email address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link an email address' });
  await dialog.getByText('This adds no hold on withdrawals.').waitFor();
  const send = dialog.getByRole('button', { name: 'Send code' });
  await send.click();
  await dialog.getByText('Fill in this field.').first().waitFor();
  await dialog.getByLabel('Email address').fill('no address');
  await send.click();
  await dialog.getByText('Enter a valid email address.').waitFor();
  await dialog.getByLabel('Email address').fill(`${size}-${Date.now()}@example.org`);
  await send.click();
  await dialog.getByText(/^Practice mode: the message isn’t sent/).waitFor();
  await dialog.getByText(/^Again in \d+\ss$/).waitFor();
  await dialog.getByLabel('Verification code').fill('12345');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The code has 6 digits.').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByLabel('Verification code').fill('000000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The code is wrong or has expired').waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});
