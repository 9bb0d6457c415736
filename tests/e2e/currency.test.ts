import { expect, it } from 'vitest';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();
/** The feed's prices move between two looks: values are compared to ten units. */
const NEAR = -1;

it.each(sizesInTurn('currency'))('values are shown in the chosen currency on a %s', async (size) => {
  const { page, context, complaints } = await exchange.visit(size);
  try {
    const funds = { USDT: '1000' };
    const { client } = await exchange.signIn(page, { to: '/assets/index?key=overview', funds });
    const { currencies } = await client.call('getCoinRate');
    const rateOf = (code: string) => Number(currencies.find((each) => each.code === code)?.rate);
    const value = page.getByTestId('currency-value');
    const shown = async () => Number((await value.innerText()).replace(/[^\d.]/g, ''));
    await value.getByText('¥').waitFor();
    await expect.poll(shown).toBeCloseTo(1_000 * rateOf('CNY'), NEAR);
    await page.getByText(/^1 USD = .* CNY, simulated at /).waitFor();
    // the browser of the tests is American: its own currency is offered once
    await page.getByRole('button', { name: 'Keep CNY' }).waitFor();
    await page.getByRole('button', { name: 'Show values in USD' }).click();
    await expect.poll(shown).toBeCloseTo(1_000, NEAR);
    expect(await page.getByRole('button', { name: 'Keep CNY' }).count()).toBe(0);

    await page.getByRole('combobox', { name: 'Display currency' }).click();
    await page.getByRole('option', { name: 'EUR €' }).click();
    await expect.poll(shown).toBeCloseTo(1_000 * rateOf('EUR'), NEAR);
    await page.reload();
    await value.getByText('€').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
});
