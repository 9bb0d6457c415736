import { Client as Database } from 'pg';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange, type SignedIn } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();

const AMOUNT = '1000';

/** Expects the page to have no fault of accessibility and to fit its window. */
async function expectOrder(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}

async function productOf(client: SignedIn['client'], name: string) {
  const { offers } = await client.call('getFinanceProducts');
  const found = offers.find((offer) => offer.name === name);
  if (found === undefined) throw new Error(`no product ${name}`);
  return found;
}

/** Deposits what makes the user a member of the tier from which users are VIP. */
async function makeMember(client: SignedIn['client']): Promise<void> {
  const { user } = await client.call('getInfo');
  const { current } = await client.call('getAccountTiers');
  const least = current.tiers.find(({ isVip }) => isVip)?.minDeposit ?? '0';
  const { list } = await client.call('getMyBalance', { query: { type: '1' } });
  const assetId = list.find(({ coin }) => coin === 'USDT')?.assetId;
  const database = new Database({ connectionString: exchange.database });
  await database.connect();
  try {
    await database.query(
      `insert into deposits.recharge (user_id, key, method, bank, coin, asset_id, amount, note, screenshot, state, eyes,
        submitted_at) values ($1, 'member', 'manual', null, 'USDT', $2, $3, '', gen_random_uuid(), 'approved', 2, now())`,
      [user.userId, assetId, `${least}00000000`],
    );
  } finally {
    await database.end();
  }
}

it.each(sizesInTurn('finance'))(
  'a product is chosen, invested in, locked, and its receipt is recomputed on a %s',
  async (size) => {
    const { page, context, complaints } = await exchange.visit(size);
    try {
      // a visitor sees all of it
      await page.goto('/finance/investment');
      await page.getByRole('tab', { name: 'Ordinary products', exact: true }).click();
      await page.waitForURL('**/finance/investment?tab=ordinary');
      const subscribe = page.getByRole('link', { name: 'Subscribe to USDT 14' }).first();
      await subscribe.waitFor();
      await page.getByRole('heading', { name: 'Calculator', exact: true }).waitFor();
      await page.getByRole('heading', { name: 'Where the yield comes from' }).waitFor();
      await page.getByText('Funded by Candor').first().waitFor();
      await expectOrder(page);
      await subscribe.click();
      await page.getByRole('link', { name: 'Log in to subscribe', exact: true }).waitFor();

      const { client } = await exchange.signIn(page, { to: page.url(), funds: { USDT: '5000' } });
      const product = await productOf(client, 'USDT 14');
      await page.goto(`/finance/detail?offer=${product.offerId}`);
      await page.getByText(/^5,000 USDT available/).waitFor();
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await page.getByText('Enter an amount.', { exact: true }).waitFor();
      await page.getByLabel('Amount', { exact: true }).fill(AMOUNT);
      await page.getByRole('checkbox', { name: /^I accept these terms/ }).check();
      await page.getByText('3 days (earliest)', { exact: true }).waitFor();
      await expectOrder(page);
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await page.waitForURL('**/finance/investment?tab=mine');

      const first = async () => (await client.call('getFinanceOrders', { query: {} })).records[0];
      await expect.poll(async () => (await first())?.status).toBe('inProgress');
      const began = await first();
      if (began === undefined) throw new Error('no order was begun');
      expect(began).toMatchObject({ offerId: product.offerId, investAmount: AMOUNT, lockDays: 3 });
      await page.getByText('In progress', { exact: true }).last().waitFor();
      await page.getByText(/^Locked until /).waitFor();
      await expectOrder(page);
      await page.getByRole('button', { name: /^Verified/ }).click();
      const receipt = page.getByRole('dialog', { name: `Earn order ${began.id}` });
      await receipt.getByText(`${began.interest} = ${began.interest} USDT`, { exact: true }).waitFor();
      await receipt.getByTestId('journal-place').waitFor();
      await expectOrder(page);
      await page.keyboard.press('Escape');

      await page.goto('/assets/index?key=finance');
      await page.getByRole('heading', { name: 'Earn', exact: true }).waitFor();
      await page.getByText('1,000 USDT', { exact: true }).first().waitFor();
      await expectOrder(page);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  },
);

it('the membership zone is closed to others, says how to become VIP, and takes VIP users', async () => {
  const { page, context } = await exchange.visit('desktop');
  try {
    const { client } = await exchange.signIn(page, {
      to: '/finance/investment?tab=members',
      funds: { USDT: '5000' },
    });
    await page.getByText(/^You’re VIP at the /).waitFor();
    await page.getByText(/^You’re at the Standard tier/).waitFor();
    await page.getByText(/^You’re missing 100,000\sUSDT of spot volume/).waitFor();
    await page.getByRole('link', { name: 'Subscribe to USDT 90' }).first().click();
    await page.getByText('This product is for VIP users.', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Subscribe', exact: true }).isDisabled()).toBe(true);
    const { offerId, termsHash } = await productOf(client, 'USDT 90');
    const body = { offerId, termsHash, amount: AMOUNT };
    await expect(client.call('createFinance', { body })).rejects.toMatchObject({
      key: 'FINANCE_MEMBERS_ONLY',
      problem: { details: { volume: '100000' } },
    });

    await makeMember(client);
    await page.goto(`/finance/detail?offer=${offerId}`);
    await page.getByText('You’re VIP, so this zone is available to you.', { exact: true }).waitFor();
    await page.getByLabel('Amount', { exact: true }).fill(AMOUNT);
    await page.getByRole('checkbox', { name: /^I accept these terms/ }).check();
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await page.waitForURL('**/finance/investment?tab=mine');
    await page.getByText(/^Locked until /).waitFor();
  } finally {
    await context.close();
  }
});
