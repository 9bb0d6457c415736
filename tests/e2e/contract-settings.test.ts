import type { Calls, Client } from '@candor/api';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults, type Size } from './support/browser.ts';
import { openExchange, TRADE } from './support/exchange.ts';
import { filled } from './support/fills.ts';
import { sizesInTurn } from './support/sizes.ts';
import { openForm } from './support/trade-page.ts';

const exchange = openExchange();

const mark = async (client: Client<Calls>) => {
  const [state] = await client.call('getFundingRate', { query: { symbolName: 'BTCUSDT-PERP' } });
  return Number(state?.markPrice);
};

const newest = async (client: Client<Calls>) => {
  const { records } = await client.call('contractOrderList', { query: { scope: 'all' } });
  return records[0];
};

/** Places limit orders that end at once, far from the market where nothing fills them. */
async function endAtOnce(page: Page, size: Size, client: Client<Calls>): Promise<void> {
  const price = String(Math.round((await mark(client)) * 0.95));
  for (const [term, quantity] of [
    ['IOC', '3'],
    ['FOK', '4'],
  ] as const) {
    const form = await openForm(page, size, 'Long');
    await form.getByRole('tab', { name: 'Limit', exact: true }).click();
    await form.getByLabel('Price', { exact: true }).fill(price);
    await form.getByLabel('Amount').fill(quantity);
    await form.getByRole('combobox', { name: 'Time in force' }).click();
    await page.getByRole('option', { name: new RegExp(`^${term}`) }).click();
    await form.getByRole('button', { name: 'Open long', exact: true }).click();
    await expect
      .poll(async () => {
        const order = await newest(client);
        return [order?.timeInForce, order?.quantity, order?.tradedQuantity, order?.status];
      })
      .toEqual([term, quantity, '0', 'expired']);
  }
}

/** Changes the position mode after a question, which waits for everything to be closed. */
async function holdBothSides(page: Page, size: Size, client: Client<Calls>): Promise<void> {
  const body = { symbol: 'BTCUSDT-PERP', type: 'market', quantity: '3' } as const;
  await filled(() => client.call('openContract', { params: { positionSide: 'long' }, body }));
  const form = await openForm(page, size, 'Long');
  await form.getByRole('combobox', { name: 'Position mode' }).click();
  await page.getByRole('option', { name: 'Hedge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the position mode?' });
  const change = dialog.getByRole('button', { name: 'Change mode' });
  await dialog.getByText(/You can hold a long and a short position/).waitFor();
  await expect.poll(() => change.isDisabled()).toBe(true);
  await filled(() => client.call('closeContract', { params: { positionSide: 'long' }, body }));
  await expect.poll(() => change.isDisabled()).toBe(false);
  expect(await axeFaults(page)).toEqual([]);
  await change.click();
  await dialog.waitFor({ state: 'detached' });
  for (const positionSide of ['long', 'short'] as const)
    await filled(() => client.call('openContract', { params: { positionSide }, body }));
  const sides = async () =>
    (await client.call('contractPositionList')).records.map((row) => row.positionSide).sort();
  await expect.poll(sides).toEqual(['long', 'short']);
}

describe.each(sizesInTurn('contract-settings'))('orders in contracts on a %s', (size) => {
  it('end at once where they are told to, and are held on both sides in hedge mode', async () => {
    const { page, context, complaints } = await exchange.visit(size);
    const query = { from: '1', to: '2', coin: 'USDT', amount: '5000' } as const;
    const prepare = (own: Client<Calls>) => own.call('transfer', { query });
    const { client } = await exchange.signIn(page, {
      to: TRADE.perpetual,
      funds: { USDT: '6000' },
      prepare,
    });
    await endAtOnce(page, size, client);
    await holdBothSides(page, size, client);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
