import { describe, expect, it } from 'vitest';
import { photo } from '../api/support/photos.ts';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { newAccount, openExchange, PASSWORD } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();
const PICTURE = { width: 600, height: 400 };
const INFO = '/account/center/info';
const TERMS = '/user/index?key=termsService';
const SETTINGS = {
  phone: 'Phone number',
  email: 'Email address',
  google: 'Authenticator app',
  'login-pwd': 'Login password',
  'trade-pwd': 'Fund password',
  'anti-code': 'Anti-phishing code',
  'recovery-codes': 'Recovery codes',
} as const;

describe.each(sizesInTurn('house-rules'))('the rules of the house on a %s', (size) => {
  it('are read by a visitor, and the terms are accepted with the registration', async () => {
    const { page, context, complaints } = await exchange.visit(size);
    await page.goto(TERMS);
    await page.getByRole('heading', { name: '1. What Candor is' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    await page.goto('/home/index');
    const tiers = page.getByRole('table', { name: 'Account tiers' });
    await tiers.getByText('100,000 USDT').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);

    await page.goto(`/user/register?from=${encodeURIComponent(TERMS)}`);
    await page.getByText('By creating an account, you accept').waitFor();
    await page.getByLabel('Account name').fill(newAccount('terms'));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Create account', exact: true }).click();
    await page.getByText('You accepted version 1').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are asked for again where they did not load, and nobody registers before', async () => {
    const { page, context } = await exchange.visit(size);
    const registered: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/user/register') && request.method() === 'POST')
        registered.push(request.url());
    });
    const terms = '**/coin/open/terms*';
    await page.route(terms, (route) => route.abort());
    await page.goto('/user/register');
    await page.getByText('Couldn’t load the terms of service.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    const account = newAccount('late');
    await page.getByLabel('Account name').fill(account);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    const submit = page.getByRole('main').getByRole('button', { name: 'Create account', exact: true });
    await submit.click();
    await page.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor();
    await page.unroute(terms);
    const held = Promise.withResolvers<void>();
    await page.route(terms, async (route) => {
      await held.promise;
      await route.continue();
    });
    const again = page.getByRole('button', { name: 'Try again' });
    await again.focus();
    await page.keyboard.press('Enter');
    await page.locator('button[aria-busy=true]:focus', { hasText: 'Try again' }).waitFor();
    held.resolve();
    const accepts = page.getByText('By creating an account, you accept');
    await accepts.waitFor();
    // the focus stands before the link to the terms, not lost at the top of the page
    await page.locator('[aria-live]:focus').filter({ has: accepts }).waitFor();
    await page.keyboard.press('Tab');
    await page.locator('a[href="/user/index?key=termsService"]:focus').waitFor();
    expect(registered).toEqual([]);
    await submit.click();
    await page.waitForURL('**/assets/index?key=overview');
    await context.close();
  });

  it('are said not to have come where no answer does, and a press meanwhile waits for them', async () => {
    const { page, context } = await exchange.visit(size);
    await page.route('**/coin/open/terms*', () => {});
    await page.goto('/user/register');
    await page.getByLabel('Account name').fill(newAccount('slow'));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    const main = page.getByRole('main');
    const submit = main.getByRole('button', { name: 'Create account', exact: true });
    expect(await submit.isEnabled()).toBe(true);
    await submit.click();
    await main.locator('button[type=submit][aria-busy=true]').waitFor();
    await page.getByText('Couldn’t load the terms of service.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByText('Couldn’t reach the exchange.').waitFor();
    await context.close();
  });

  it('stand in the account centre: the own tier, the country and a page for each setting', async () => {
    const { page, context, complaints } = await exchange.visit(size);
    await exchange.signIn(page, { to: '/account/center' });
    await page.waitForURL(`**${INFO}`);
    await page.getByText('No deposits yet').waitFor();
    await page.getByRole('main').getByTestId('avatar-none').waitFor();
    const picture = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo(0, PICTURE) };
    await page.getByTestId('avatar-file').setInputFiles(picture);
    await page.getByRole('main').getByTestId('avatar').waitFor();
    if (size === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = size === 'phone' ? page.getByRole('dialog') : page.getByTestId('account-menu');
    await menu.getByTestId('avatar').waitFor();
    if (size === 'phone') await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await page.getByRole('main').getByTestId('avatar-none').waitFor();
    const country = page.getByRole('form', { name: 'Select your country' });
    await country.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Italy' }).click();
    expect(await axeFaults(page)).toEqual([]);
    await country.getByRole('button', { name: 'Select your country' }).click();
    await page.getByText('Italy, selected by you').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    for (const [setting, title] of Object.entries(SETTINGS)) {
      await page.goto(`/account/center/security/setting/${setting}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      // the form is there at once: nothing is pressed to open it
      await page.getByRole('main').getByRole('form').waitFor();
      expect(await scrollsSideways(page)).toBe(false);
    }
    expect(await axeFaults(page)).toEqual([]);
    for (const place of ['reward-center', 'contractAgents/agentManagement', 'device-management']) {
      await page.goto(`/account/center/${place}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      expect(await scrollsSideways(page)).toBe(false);
    }
    await page.goto('/account/center/merchant');
    await page.waitForURL(`**${INFO}`);
    await page.goto('/user/index?key=helper');
    await page.waitForURL('**/loan/index');
    await page.getByRole('heading', { level: 1, name: 'Power loan' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
