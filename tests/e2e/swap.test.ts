import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { acceptQuote } from './support/quotes.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();

const funds = { USDT: '1000' };

/** Asks for a quote for 100 USDT. */
async function ask(page: Page): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill('100');
  await page.getByRole('button', { name: 'Get quote', exact: true }).click();
  await page.getByRole('button', { name: 'Convert now', exact: true }).waitFor();
}

it.each(sizesInTurn('swap'))('a coin is converted at a locked quote on a %s', async (size) => {
  const { page, context, complaints } = await exchange.visit(size);
  try {
    const { client } = await exchange.signIn(page, { to: '/assets/index?key=swap', funds });
    await page.getByText('1,000 USDT available', { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);

    await ask(page);
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByText(/^00:00:0\d$/).waitFor();
    await page.getByText('This quote has expired. Nothing was converted.').waitFor();
    await page.getByRole('button', { name: 'Get a new quote', exact: true }).click();
    await page.getByRole('button', { name: 'Convert now', exact: true }).waitFor();
    await page.getByText(/^00:00:0\d$/).waitFor();
    const before = await client.call('getMyBalance', { query: { type: '1' } });
    expect(before.list.find(({ coin }) => coin === 'USDT')?.available).toBe('1000');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('100');

    await ask(page);
    await acceptQuote(page, page.getByText(/^100 USDT converted to [\d.]+ BTC$/));
    await page.getByText('900 USDT available', { exact: true }).waitFor();
    const { records } = await client.call('getSwapLog', { query: {} });
    expect(records).toHaveLength(1);
    const after = await client.call('getMyBalance', { query: { type: '1' } });
    expect(after.list.find(({ coin }) => coin === 'BTC')?.available).toBe(records[0]?.arrives);

    await page.getByRole('button', { name: /^Verified/ }).click();
    const receipt = page.getByRole('dialog', { name: `Conversion ${records[0]?.id}` });
    await receipt.getByText('Candor’s own account').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
});
