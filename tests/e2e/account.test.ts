import { describe, expect, it } from 'vitest';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange, PASSWORD, TRADE } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';
import { fitsOnPhones } from './support/trade-page.ts';

const exchange = openExchange();
const SECURITY = '/account/center/security';

describe.each(sizesInTurn('account'))('the devices of an account on a %s', (size) => {
  it('are listed, this one marked, and removed after a question', async () => {
    const { page, context, complaints } = await exchange.visit(size);
    const { account } = await exchange.signIn(page, { to: TRADE.spot });
    const other = await exchange.visit('desktop');
    await other.page.goto(`/user/login?from=${SECURITY}`);
    await other.page.getByLabel('Account name').fill(account);
    await other.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await other.page.getByText('This device').waitFor();

    if (size === 'desktop') await page.getByTestId('account-menu').click();
    else await page.getByRole('button', { name: 'Open menu' }).click();
    await page
      .getByRole(size === 'desktop' ? 'menuitem' : 'link', { name: 'Security' })
      .first()
      .click();
    await page.waitForURL(`**${SECURITY}`);
    const rows = page
      .getByRole('table', { name: 'Known devices' })
      .getByRole('row')
      .filter({ has: page.getByRole('button') });
    await expect.poll(() => rows.count()).toBe(2);
    const others = rows.filter({ hasNotText: 'This device' });
    await expect.poll(() => others.count()).toBe(1);
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);

    const dialog = page.getByRole('dialog', { name: 'Remove this device?' });
    await others.first().getByRole('button', { name: 'Remove' }).click();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep device' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => rows.count()).toBe(2);
    await others.first().getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByText('This device').waitFor();

    // the page on the removed device is out by itself
    await other.page.waitForURL(/\/(user\/login|home)/);
    expect(complaints).toEqual([]);
    await other.context.close();
    await context.close();
  });
});

it('asks a visitor to log in first', async () => {
  const { page, context } = await exchange.visit('desktop');
  await page.goto(SECURITY);
  await page.waitForURL('**/user/login**');
  expect(new URL(page.url()).searchParams.get('from')).toBe(SECURITY);
  await context.close();
});

fitsOnPhones(exchange, SECURITY, async (page) => {
  await page.waitForURL('**/user/login**');
});

it.each(sizesInTurn('account'))(
  'the account centre says who one is and how to invite on a %s',
  async (size) => {
    const { page, context, complaints } = await exchange.visit(size);
    const { account, client } = await exchange.signIn(page, { to: '/account/center/info' });
    const { user } = await client.call('getInfo');
    await page.getByText(account, { exact: true }).waitFor();
    await page.getByText(String(user.userId), { exact: true }).waitFor();
    await page.getByText(`${exchange.url}${user.promotionLink}`, { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    const panels = page.getByRole('navigation', { name: 'Account', exact: true });
    await panels.getByRole('link', { name: 'Security', exact: true }).waitFor();
    expect(await panels.getByText('Merchant centre').count()).toBe(0);
    await panels.getByRole('link', { name: 'Verification', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Verification' }).waitFor();
    await expect
      .poll(() =>
        panels.getByRole('link', { name: 'Verification', exact: true }).getAttribute('aria-current'),
      )
      .toBe('page');
    expect(complaints).toEqual([]);
    await context.close();
  },
);
