import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults, type Size, scrollsSideways } from './browser.ts';
import { openExchange } from './exchange.ts';
import { fitsOnPhones, openForm } from './trade-page.ts';

const exchange = openExchange('orders', 'e7'.repeat(32));
const FUNDS = { USDT: '1000', BTC: '0.5' };

/** A whole price at a share of the last one, far enough away that it is not reached meanwhile. */
async function priceAt(share: number): Promise<string> {
  const rows = await exchange.client(null).call('getSpotGoods');
  const close = rows.find((row) => row.symbol === 'BTCUSDT')?.close;
  return String(Math.round(Number(close) * share));
}

async function write(page: Page, size: Size, side: 'Buy' | 'Sell', kind: RegExp): Promise<void> {
  await openForm(page, size, side);
  await page.getByRole('tab', { name: 'Trigger' }).click();
  await page.getByRole('combobox', { name: 'Kind of trigger order' }).click();
  await page.getByRole('option', { name: kind }).click();
}

describe.each<Size>(['desktop', 'phone'])('orders that wait for a price on a %s', (size) => {
  it('are written, shown, changed and cancelled', { timeout: 180_000 }, async () => {
    const { page, context, complaints } = await exchange.visit(size);
    await exchange.signIn(page, `orders_${size}`, 'spot', FUNDS);
    await write(page, size, 'Sell', /^stop-limit/);
    await page.getByRole('button', { name: 'Sell BTC' }).click();
    await page.getByText('Enter a trigger price.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByLabel('Trigger price', { exact: true }).fill(await priceAt(0.6));
    await page.getByLabel('Price', { exact: true }).fill(await priceAt(0.59));
    await page.getByLabel('Amount', { exact: true }).fill('0.01');
    await page.getByRole('button', { name: 'Sell BTC' }).click();
    await page.getByText('Order waits for its trigger').first().waitFor();

    if (size === 'phone') await page.getByRole('tab', { name: 'Orders', exact: true }).click();
    const waiting = page.getByRole('row', { name: /stop-limit/ });
    await waiting.getByText('Waiting for trigger').waitFor();
    await waiting.getByText(/^≤ [\d,.]+$/).waitFor();
    await waiting.getByText(/^Index price at [\d,.]+ or below$/).waitFor({ state: 'attached' });
    await waiting.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change order in BTC/USDT' });
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByLabel('Amount', { exact: true }).fill('0.02');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waiting.getByText('0.02').waitFor();

    await write(page, size, 'Sell', /^OCO/);
    await page.getByLabel('Trigger price', { exact: true }).fill(await priceAt(0.7));
    await page.getByLabel('Stop limit price').fill(await priceAt(0.69));
    await page.getByLabel('Price', { exact: true }).fill(await priceAt(1.08));
    await page.getByLabel('Amount', { exact: true }).fill('0.03');
    await page.getByRole('button', { name: 'Sell BTC' }).click();
    const pair = page.getByRole('row', { name: /OCO/ });
    await expect.poll(() => pair.count()).toBe(2);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await pair.first().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => pair.count()).toBe(0);

    await write(page, size, 'Buy', /^trailing stop/);
    await page.getByLabel('Callback').fill('5');
    await page.getByLabel('Total', { exact: true }).fill('200');
    await page.getByRole('button', { name: 'Buy BTC' }).click();
    await page
      .getByRole('row', { name: /trailing stop/ })
      .getByText('Waiting for trigger')
      .waitFor();

    await page.getByRole('tab', { name: 'History', exact: true }).click();
    const done = page.getByRole('table', { name: 'History' }).getByRole('row', { name: /stop-limit/ });
    await done.getByText('Cancelled').waitFor();
    await done.getByText(/^≤ [\d,.]+$/).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

fitsOnPhones(exchange, '/trade/index?type=spot&symbol=btc', async (page, messages) => {
  await page.getByRole('button', { name: messages['trade.side.buy']!, exact: true }).click();
  await page.getByRole('tab', { name: messages['trade.form.trigger']! }).click();
  await page.getByLabel(messages['trade.form.triggerPrice']!).waitFor();
});
