import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange, TRADE } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';
import { coversNothing } from './support/trade-page.ts';

const exchange = openExchange();

const funds = { USDT: '1000' };

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

it.each(sizesInTurn('transfer'))('coins move between accounts in the browser on a %s', async (size) => {
  const { page, context, complaints } = await exchange.visit(size);
  try {
    await exchange.signIn(page, { to: '/assets/index?key=transfer', funds });
    await page.getByText('1,000 USDT available to transfer').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    await choose(page, 'To', 'Isolated margin');
    await choose(page, 'Market', 'ETH/USDT');
    await page.getByRole('button', { name: 'Max', exact: true }).click();
    const button = page.locator('main').getByRole('button', { name: 'Transfer', exact: true });
    await coversNothing(page, '1,000 USDT transferred', () => button.click());
    await page.getByText('0 USDT available to transfer', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Swap accounts' }).click();
    await page.getByText('1,000 USDT available to transfer').waitFor();
    await page.getByLabel('Amount').fill('250.5');
    await button.click();
    await page.getByText('250.5 USDT transferred').waitFor();
    await choose(page, 'From', 'Spot');
    await page.getByText('Choose two different accounts.').waitFor();
    await expect.poll(() => button.isDisabled()).toBe(true);

    await page.goto('/assets/index?key=overview');
    const accounts = page.getByRole('listitem').filter({ hasText: 'Isolated margin · ETHUSDT' });
    await accounts.getByText('749.50').waitFor();
    await page.goto('/assets/index?key=records');
    const line = (amount: string, account: string) =>
      page
        .getByRole('row')
        .filter({ hasText: 'Transfer' })
        .filter({ hasText: amount })
        .filter({ hasText: account });
    await line('−1,000', 'Spot').waitFor();
    await line('+1,000', 'Isolated margin · ETHUSDT').waitFor();
    await choose(page, 'Account', 'Isolated margin');
    await line('−1,000', 'Spot').waitFor({ state: 'detached' });
    await line('−250.5', 'Isolated margin · ETHUSDT').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
});

/** The buttons of the trade page that open a transfer, with the account that it goes to. */
const entrances = [
  [TRADE.seconds, 'Flash contracts', undefined, { type: '3', symbol: undefined }],
  [TRADE.perpetual, 'USDT perpetuals', undefined, { type: '2', symbol: undefined }],
  [`${TRADE.spot}&margin=cross`, 'Cross margin', undefined, { type: '4', symbol: undefined }],
  [`${TRADE.spot}&margin=isolated`, 'Isolated margin', 'BTC/USDT', { type: '6', symbol: 'BTCUSDT' }],
] as const;

it.each(sizesInTurn('transfer'))('each transfer of the trade page moves coins on a %s', async (size) => {
  const { page, context, complaints } = await exchange.visit(size);
  try {
    const { client } = await exchange.signIn(page, { to: TRADE.seconds, funds });
    for (const [address, account, market, place] of entrances) {
      await page.goto(address);
      // on a phone the form is in a sheet; in its dialog no other button is called so
      if (size === 'phone') {
        const side = address === TRADE.seconds ? 'Up' : address === TRADE.perpetual ? 'Long' : 'Buy';
        await page.getByRole('button', { name: side, exact: true }).click();
      }
      await page.getByRole('button', { name: 'Transfer', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Transfer', exact: true });
      const value = (label: string) => dialog.getByRole('combobox', { name: label, exact: true }).innerText();
      await dialog.getByText(/^[\d,]+ USDT available to transfer$/).waitFor();
      expect([await value('From'), await value('To')]).toEqual(['Spot', account]);
      if (market !== undefined) expect(await value('Market')).toBe(market);
      expect(await axeFaults(page)).toEqual([]);
      const submit = dialog.getByRole('button', { name: 'Transfer', exact: true });
      await dialog.getByLabel('Amount').fill('100000');
      await submit.click();
      // the refusal stands at the amount, and what was typed stays
      await dialog.getByText('Insufficient balance.').waitFor();
      await dialog.getByRole('button', { name: 'Max', exact: true }).click();
      await dialog.getByLabel('Amount').fill('100');
      await submit.click();
      await page.getByText('100 USDT transferred').first().waitFor();
      await dialog.waitFor({ state: 'detached' });
      await expect
        .poll(async () => {
          const { list } = await client.call('getCurrencyAccount', { query: {} });
          const row = list.find(
            (each) => each.type === place.type && (each.symbol ?? undefined) === place.symbol,
          );
          return Number(row?.transferable);
        })
        .toBe(100);
    }
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
});
