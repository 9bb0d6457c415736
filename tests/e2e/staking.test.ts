import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();

const AMOUNT = '1000';

/** Expects the page to have no fault of accessibility and to fit its window. */
async function expectOrder(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}

it.each(sizesInTurn('staking'))(
  'an order is begun, redeemed on its first day and recomputed on a %s',
  async (size) => {
    const { page, context, complaints } = await exchange.visit(size);
    try {
      // a visitor sees all of it
      await page.goto('/pledge/index');
      await page
        .getByRole('link', { name: /^Subscribe to USDT/ })
        .first()
        .waitFor();
      await page.getByRole('heading', { name: 'Where the yield comes from' }).waitFor();
      await page.getByText('Funded by Candor').first().waitFor();
      await expectOrder(page);
      await page
        .getByRole('link', { name: /^Subscribe to USDT/ })
        .first()
        .click();
      await page.getByRole('link', { name: 'Log in to subscribe', exact: true }).waitFor();

      const { client } = await exchange.signIn(page, { to: page.url(), funds: { USDT: '5000' } });
      const { offers } = await client.call('getPledgeProducts');
      const offer = offers.find(({ coin, state }) => coin === 'USDT' && state === 'open');
      if (offer === undefined) throw new Error('no offer of USDT is open');
      await page.goto(`/pledge/add?offer=${offer.offerId}`);
      await page.getByText(/^5,000 USDT available/).waitFor();
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await page.getByText('Enter an amount.', { exact: true }).waitFor();
      await page.getByText('Accept the terms first.', { exact: true }).waitFor();
      await page.getByLabel('Amount', { exact: true }).fill(AMOUNT);
      await page.getByRole('checkbox', { name: /^I accept these terms/ }).check();
      await expectOrder(page);
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await page.waitForURL('**/pledge/order');

      const first = async () => (await client.call('getPledgeOrders', { query: {} })).records[0];
      await expect.poll(async () => (await first())?.status).toBe('inProgress');
      const began = await first();
      if (began === undefined) throw new Error('no order was begun');
      expect(began).toMatchObject({ offerId: offer.offerId, investAmount: AMOUNT, autoRenew: false });
      await page.getByText('In progress', { exact: true }).last().waitFor();
      const renewal = page.getByRole('checkbox', { name: `Renew order ${began.id} at maturity` });
      await renewal.check();
      await expect.poll(async () => (await first())?.autoRenew).toBe(true);
      await expectOrder(page);

      await page.getByRole('button', { name: `Redeem Order ${began.id}` }).click();
      const dialog = page.getByRole('dialog', { name: `Redeem order ${began.id} early?` });
      await dialog.getByText(`0 of ${began.cycleDays} days`, { exact: true }).waitFor();
      await dialog.getByText('1,000 USDT', { exact: true }).last().waitFor();
      await dialog.getByText(`${began.interest} USDT`, { exact: true }).waitFor();
      await expectOrder(page);
      await dialog.getByRole('button', { name: 'Redeem now', exact: true }).click();
      await page.getByText(`Order ${began.id} redeemed.`, { exact: false }).first().waitFor();
      await expect.poll(async () => (await first())?.status).toBe('redeemed');
      expect(await first()).toMatchObject({ paidInterest: '0', released: began.interest, wholeDays: 0 });
      const balances = await client.call('getMyBalance', { query: { type: '1' } });
      expect(balances.list.find(({ coin }) => coin === 'USDT')?.available).toBe('5000');

      await page.goto('/pledge/order?status=redeemed');
      await page.getByRole('button', { name: /^Verified/ }).click();
      const receipt = page.getByRole('dialog', { name: `Staking order ${began.id}` });
      await receipt
        .getByText(`${began.interest} = ${began.interest} USDT`, { exact: true })
        .first()
        .waitFor();
      await receipt.getByTestId('journal-place').waitFor();
      await expectOrder(page);
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'Completed', exact: true }).click();
      await page.waitForURL('**/pledge/order?status=completed');
      await page.getByText('No staking orders yet', { exact: true }).waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  },
);
