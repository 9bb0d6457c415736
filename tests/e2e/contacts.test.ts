import { expect, it } from 'vitest';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();

it.each(sizesInTurn('contacts'))('an email is bound by its code alone, on a %s', async (size) => {
  const { page, context, complaints } = await exchange.visit(size);
  await exchange.signIn(page, { to: '/account/center/security/setting/email' });
  await page.getByText('This adds no hold on withdrawals.').waitFor();
  const form = page.getByRole('form', { name: 'Link an email address' });
  const send = form.getByRole('button', { name: 'Send code' });
  await send.click();
  await form.getByText('Enter your email.').first().waitFor();
  await form.getByLabel('Email address').fill('no address');
  await send.click();
  await form.getByText('Enter a valid email address.').waitFor();
  await form.getByLabel('Email address').fill(`${size}-${Date.now()}@example.org`);
  await send.click();
  await form.getByText(/^Practice mode: the message isn’t sent/).waitFor();
  await form.getByText(/^Again in \d+\ss$/).waitFor();
  await form.getByLabel('Verification code').fill('12345');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('The code has 6 digits.').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await form.getByLabel('Verification code').fill('000000');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('The code is wrong or has expired').waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});
