import { generate } from 'otplib';
import { describe, expect, it } from 'vitest';
import { addVirtualKey, axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange, PASSWORD } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';
import { openSetting } from './support/withdrawer.ts';

const exchange = openExchange();
const NEXT_STEP_MS = 30_000;
const NEW_PASSWORD = 'blue-Heron-7';

const codeAt = (secret: string, timeMs: number) => generate({ secret, epoch: Math.floor(timeMs / 1_000) });

describe.each(sizesInTurn('security'))('the factors of an account on a %s', (size) => {
  it('are set up, asked for before the password changes, and log in without it', {
    timeout: 300_000,
  }, async () => {
    const { page, context, complaints } = await exchange.visit(size);
    await addVirtualKey(page);
    // a passkey belongs to a name, so the address is not the numbers that tests use
    const origin = exchange.url.replace('127.0.0.1', 'localhost');
    const security = `${origin}/account/center/security`;
    const { account } = await exchange.signIn(page, { to: security });
    const dialog = (name: string) => page.getByRole('dialog', { name });
    const confirm = dialog('Confirm it’s you');
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);

    // a password alone sets up the first factor
    await openSetting(page, 'Passkeys');
    await page.getByLabel('Name', { exact: true }).fill('This device');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await confirm.getByLabel('Login password', { exact: true }).fill('not-the-password');
    await confirm.getByRole('button', { name: 'Continue' }).click();
    await confirm.getByText('That doesn’t match').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await confirm.getByLabel('Login password', { exact: true }).fill(PASSWORD);
    await confirm.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Passkey added').waitFor();
    await page.getByRole('list', { name: 'Passkeys' }).getByText('This device').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);

    // the passkey alone confirms the second
    await page.goto(`${security}/setting/google`);
    const link = page.getByRole('form', { name: 'Link an authenticator app' });
    const secret = await link.getByTestId('authenticator-key').innerText();
    expect(await axeFaults(page)).toEqual([]);
    await link.getByLabel('Code from the app').fill(await codeAt(secret, Date.now()));
    await link.getByRole('button', { name: 'Link app' }).click();
    await confirm.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Authenticator app linked').waitFor();
    await page.waitForURL(security);

    // the codes are made on the page, and stay until they are kept
    await openSetting(page, 'Recovery codes');
    await page.getByRole('button', { name: 'Generate recovery codes' }).click();
    await confirm.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Store these codes', { exact: false }).waitFor();
    await expect.poll(() => page.getByRole('main').locator('ol li').count()).toBe(10);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByText('10 codes left').waitFor();

    // what was typed stays while the factors are asked for
    await openSetting(page, 'Login password');
    const change = page.getByRole('form', { name: 'Change the login password' });
    await change.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await change.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await change.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD);
    await change.getByRole('button', { name: 'Change', exact: true }).click();
    await confirm.waitFor();
    await confirm.getByRole('button', { name: 'Close' }).click();
    await change.getByText('Confirm it’s you to continue.').waitFor();
    await expect
      .poll(() => change.getByLabel('New password', { exact: true }).inputValue())
      .toBe(NEW_PASSWORD);
    await change.getByRole('button', { name: 'Change', exact: true }).click();
    const code = await codeAt(secret, Date.now() + NEXT_STEP_MS);
    await confirm.getByLabel('Authenticator code').fill(code);
    await confirm.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Login password changed').waitFor();
    await page.waitForURL(security);

    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await dialog('Log out everywhere?').getByRole('button', { name: 'Log out everywhere' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/account'));
    await page.goto(`${origin}/user/login?from=/account/center/security`);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.waitForURL(security);
    const log = page.getByRole('table', { name: 'Login history' });
    await log.getByText('Passkey', { exact: true }).first().waitFor();
    expect(account).not.toBe('');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('an account is frozen by the button of the link’s page, not by opening it', {
  timeout: 60_000,
}, async () => {
  const { page, context } = await exchange.visit('desktop');
  await page.goto(`/user/freeze#${'a'.repeat(43)}`);
  await page.getByRole('heading', { name: 'Freeze your account' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Freeze account' }).click();
  await page.getByText('This link has expired or isn’t valid').waitFor();
  await context.close();
});

it('a frozen account says so on every page, and leads to where it is unfrozen', {
  timeout: 180_000,
}, async () => {
  const { page, context } = await exchange.visit('desktop');
  await exchange.signIn(page, { to: '/home/index' });
  await page.route('**/getSecurity*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, frozen: true } } });
  });
  const bar = page.getByRole('status').filter({ hasText: 'Your account is frozen' });
  for (const path of ['/home/index', '/trade/index']) {
    await page.goto(`${exchange.url}${path}`);
    await bar.waitFor();
  }
  expect(await axeFaults(page)).toEqual([]);
  await bar.getByRole('link', { name: 'Unfreeze account' }).click();
  await page.getByRole('button', { name: 'Unfreeze account' }).waitFor();
  // an answer that is on its way is not rewritten once the page is gone
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});
