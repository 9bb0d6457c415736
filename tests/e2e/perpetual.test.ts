import { type Calls, type Client, errors, type PositionRow } from '@candor/api';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults, copiedBy, type Size, scrollsSideways } from './support/browser.ts';
import { openExchange, TRADE } from './support/exchange.ts';
import { filled } from './support/fills.ts';
import { sizesInTurn } from './support/sizes.ts';
import { coversNothing, fitsOnPhones, openForm, staysInPlace } from './support/trade-page.ts';

const exchange = openExchange();

/** A person with 5,000 practice USDT in the contract wallet, signed in on the page of contracts. */
async function signIn(page: Page) {
  const query = { from: '1', to: '2', coin: 'USDT', amount: '5000' } as const;
  const prepare = (own: Client<Calls>) => own.call('transfer', { query });
  const funds = { USDT: '6000' };
  return (await exchange.signIn(page, { to: TRADE.perpetual, funds, prepare })).client;
}

/** Opens a long at the market, with stops 10 percent above and 5 below the mark. */
async function openLong(page: Page, size: Size, contracts: string, mark: number): Promise<void> {
  const form = await openForm(page, size, 'Long');
  await form.getByRole('tab', { name: 'Market', exact: true }).click();
  const amount = form.getByLabel('Amount');
  const button = form.getByRole('button', { name: 'Open long', exact: true });
  const message = form.locator('[data-act-message]');
  await form.getByText('5,000').first().waitFor();
  await form.getByText('1 contract = 0.001 BTC').waitFor();
  await staysInPlace(button, {
    'no amount': async () => {
      await button.click();
      await message.getByText(/amount/i).waitFor();
    },
    'a grouped amount': () => amount.fill('1,000'),
    'more than the book and the account have': async () => {
      await amount.fill('2000');
      await button.click();
      await message.getByText(/^Not enough USDT/).waitFor();
    },
    'an amount': () => amount.fill(contracts),
  });
  await page.getByRole('checkbox', { name: 'With TP/SL' }).click();
  await page.getByLabel('Take-profit', { exact: true }).fill(String(Math.round(mark * 1.1)));
  await page.getByLabel('Stop-loss', { exact: true }).fill(String(Math.round(mark * 0.95)));
  await page.getByText(/^P&L at trigger, .* contracts?: \+/).waitFor();
  await page.getByText(/^P&L at trigger, .* contracts?: −/).waitFor();
  await page.getByText('Liquidation price').first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open long', exact: true }).click();
}

/** Places a long that waits for a mark 5 percent above, finds it among the open orders, and cancels it there. */
async function placeWaiting(page: Page, size: Size, mark: number): Promise<void> {
  if (size === 'phone') await page.getByRole('button', { name: 'Long', exact: true }).click();
  else await page.getByRole('radio', { name: 'Long', exact: true }).click();
  await page.getByRole('tab', { name: 'Trigger', exact: true }).click();
  await page.getByLabel('Trigger price', { exact: true }).fill(String(Math.round(mark * 1.05)));
  await page.getByText(/^Mark price ≥ /).waitFor();
  await page.getByLabel('Price', { exact: true }).fill(String(Math.round(mark * 1.06)));
  await page.getByLabel('Amount').fill('10');
  const withStops = page.getByRole('checkbox', { name: 'With TP/SL' });
  if (await withStops.isChecked()) await withStops.click();
  expect(await axeFaults(page)).toEqual([]);
  const open = page.getByRole('button', { name: 'Open long', exact: true });
  await coversNothing(page, 'Trigger order placed', () => open.click());
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  const orders = page.getByRole('table', { name: 'Open orders' });
  const line = orders.getByRole('row').filter({ hasText: 'Waiting for trigger' });
  await line.getByText(/^≥ [\d,.]+$/).waitFor();
  await line.getByText(/^Mark price at [\d,.]+ or above$/).waitFor({ state: 'attached' });
  expect(await scrollsSideways(page)).toBe(false);
  await line.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await line.waitFor({ state: 'detached' });
  // who works by keyboard stays in the list
  expect(await orders.evaluate((table) => table === document.activeElement)).toBe(true);
}

const lots = async (client: Client<Calls>) =>
  (await client.call('contractPositionList')).records.map((row) => [row.positionSide, row.openInterest]);

/** In many frames, the profit in the row is what its mark makes of its contracts, cut to a cent. */
async function agreesInEachFrame(page: Page, line: Locator, position: PositionRow): Promise<void> {
  const heads = await page
    .getByRole('table', { name: 'Positions' })
    .getByRole('columnheader')
    .allInnerTexts();
  const [mark, profit] = [heads.indexOf('Mark price'), heads.indexOf('Unrealised P&L')];
  const seen = await line.evaluate(
    async (row, [markAt, profitAt]) => {
      const shown: [string, string][] = [];
      for (let i = 0; i < 90; i++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        // its return stands in a line below the profit
        const text = (at: number) => row.querySelectorAll('td')[at]?.innerText.split('\n')[0] ?? '';
        shown.push([text(markAt as number), text(profitAt as number)]);
      }
      return shown;
    },
    [mark, profit],
  );
  for (const [at, won] of seen) {
    const cents = Math.round(Number(at.replaceAll(',', '')) * 100) * Number(position.openInterest);
    const exact = BigInt(cents) * 1_000n - BigInt(Math.round(Number(position.entryValue) * 1e8));
    const shown = Number(won.replace('−', '-').replaceAll(',', ''));
    expect(Math.abs(shown - Number(exact) / 1e8), `${at}: ${won}`).toBeLessThanOrEqual(0.01);
  }
}

/** Halves the leverage after a question that shows margin and liquidation price before and after. */
async function changeLeverage(page: Page, size: Size, client: Client<Calls>): Promise<void> {
  await openForm(page, size, 'Long');
  await page.getByRole('combobox', { name: 'Leverage' }).click();
  await page.getByRole('option', { name: '5×', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Change the leverage/ });
  await dialog.getByText('10×').waitFor();
  const before = (await client.call('contractPositionList')).records[0];
  expect(before?.leverage).toBe(10);
  await dialog.getByText('→').nth(3).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change leverage' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [after] = (await client.call('contractPositionList')).records;
  expect(after?.leverage).toBe(5);
  expect(Number(after?.expectedLiquidationPrice)).toBeLessThan(Number(before?.expectedLiquidationPrice));
  if (size === 'phone') await page.keyboard.press('Escape');
}

/** Offers 5 of the contracts at a price of the user's, from the row; the order rests, closes nothing yet and is cancelled. */
async function closeAtLimit(page: Page, line: Locator, client: Client<Calls>, price: string): Promise<void> {
  await line.getByRole('button', { name: 'Close', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Close BTC/ });
  await dialog.getByRole('radio', { name: 'Limit', checked: true }).waitFor();
  await dialog.getByLabel('Price').fill(price);
  await dialog.getByLabel('Amount').fill('5');
  await dialog.getByRole('button', { name: 'Close long' }).click();
  await dialog.waitFor({ state: 'detached' });
  const open = async () => (await client.call('contractOrderList', { query: { scope: 'open' } })).records;
  await expect.poll(async () => (await open()).map(({ quantity }) => quantity)).toEqual(['5']);
  const [resting] = await open();
  expect(Number(resting?.price)).toBe(Number(price));
  expect(await lots(client)).toEqual([['long', '20']]);
  await client.call('cancelContract', { body: {} });
  await expect.poll(open).toEqual([]);
}

/** Closes 5 of the contracts at the market, from the row. */
async function closePart(page: Page, line: Locator, client: Client<Calls>): Promise<void> {
  await line.getByRole('button', { name: 'Close', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Close BTC/ });
  await dialog.getByText('Available to close 20').waitFor();
  await dialog.getByRole('radio', { name: 'Market' }).click();
  await staysInPlace(dialog.getByRole('button', { name: 'Close long' }), {
    'more than there is': async () => {
      await dialog.getByLabel('Amount').fill('21');
      await dialog.getByText('You can close at most 20 contracts.').waitFor();
    },
    'a part': () => dialog.getByLabel('Amount').fill('5'),
  });
  await dialog.getByText(/^[−+]?\d+\.\d{4}$/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close long' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => lots(client)).toEqual([['long', '15']]);
}

const rowOf = (page: Page, side: string) =>
  page.getByRole('table', { name: 'Positions' }).getByRole('row').filter({ hasText: side });

/** Opens an isolated long, adds 50 USDT of margin from its row, and closes it. */
async function addMargin(page: Page, client: Client<Calls>): Promise<void> {
  const symbol = 'BTCUSDT-PERP';
  await client.call('updateMarginMode', { body: { symbol, marginMode: 'isolated' } });
  const body = { symbol, type: 'market', quantity: '3' } as const;
  await filled(() => client.call('openContract', { params: { positionSide: 'long' }, body }));
  const tabs = page.getByRole('tab', { name: /^Positions/ });
  await tabs.last().click();
  await rowOf(page, 'Long').getByRole('button', { name: 'Adjust margin', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Margin of BTC/ });
  await staysInPlace(dialog.getByRole('button', { name: 'Add', exact: true }), {
    'more than there is': async () => {
      await dialog.getByLabel('Amount').fill('90000');
      await dialog.locator('[data-invalid]').first().waitFor();
    },
    'what there is, with its outcome': async () => {
      await dialog.getByLabel('Amount').fill('50');
      await dialog.getByText('→').nth(1).waitFor();
    },
  });
  expect(await axeFaults(page)).toEqual([]);
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await coversNothing(page, 'Margin changed', () => add.click());
  await dialog.waitFor({ state: 'detached' });
  await filled(() => client.call('closeContract', { params: { positionSide: 'long' }, body }));
}

/** Turns the position around, from the row. */
async function reverse(page: Page, client: Client<Calls>): Promise<void> {
  await rowOf(page, 'Long').getByRole('button', { name: 'Reverse' }).click();
  const dialog = page.getByRole('dialog', { name: /^Reverse BTC/ });
  await dialog.getByText('Short 15').waitFor();
  // a refusal is said in the dialog, which stays
  const { code } = errors.INSUFFICIENT_BALANCE;
  const message = 'Insufficient balance.';
  const json = { code, msg: message, data: { key: 'INSUFFICIENT_BALANCE' } };
  await page.route('**/contract/reverse', (route) => route.fulfill({ json }), { times: 1 });
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await dialog.getByText(message).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => lots(client)).toEqual([['short', '15']]);
}

/** Closes at the market: nothing happens before the question is answered, and it is not asked again. */
async function closeAtMarket(page: Page, client: Client<Calls>): Promise<void> {
  await rowOf(page, 'Short').getByRole('button', { name: 'Market close' }).click();
  const dialog = page.getByRole('dialog', { name: /at market price\?$/ });
  await dialog.getByText('15 contracts').waitFor();
  expect(await lots(client)).toEqual([['short', '15']]);
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'Don’t ask again' }).click();
  await dialog.getByRole('button', { name: 'Close short' }).click();
  await expect.poll(() => lots(client)).toEqual([]);
  const body = { symbol: 'BTCUSDT-PERP', type: 'market', quantity: '3' } as const;
  await filled(() => client.call('openContract', { params: { positionSide: 'long' }, body }));
  await rowOf(page, 'Long').getByRole('button', { name: 'Market close' }).click();
  await expect.poll(() => lots(client)).toEqual([]);
}

/** Finds the question that was ended among the confirmations, and turns it on. */
async function askAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirmations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirmations' });
  const box = dialog.getByRole('checkbox', { name: 'Closing a position at market price' });
  await expect.poll(() => box.isChecked()).toBe(false);
  await box.click();
  await expect.poll(() => box.isChecked()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
}

/** Cancels the orders of the market that the page shows, and leaves another market's. */
async function cancelOfOneMarket(page: Page, client: Client<Calls>, mark: number): Promise<void> {
  const trigger = { type: 'market', quantity: '1' } as const;
  const triggers = { 'BTCUSDT-PERP': mark * 1.04, 'ETHUSDT-PERP': mark };
  for (const [symbol, price] of Object.entries(triggers)) {
    const body = { symbol, ...trigger, triggerPrice: String(Math.round(price)) };
    await client.call('openContract', { params: { positionSide: 'long' }, body });
  }
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  await page.getByRole('button', { name: 'Cancel all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel open orders?' });
  await dialog.getByRole('radio', { name: 'All markets' }).click();
  await dialog.getByRole('button', { name: 'Cancel 2 orders' }).waitFor();
  await dialog.getByRole('radio', { name: 'BTC/USDT' }).click();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel 1 order' }).click();
  await dialog.waitFor({ state: 'detached' });
  const open = async () =>
    (await client.call('contractOrderList', { query: { scope: 'open' } })).records.map(
      ({ symbol }) => symbol,
    );
  await expect.poll(open).toEqual(['ETHUSDT-PERP']);
  await client.call('cancelContract', { body: {} });
}

describe.each(sizesInTurn('perpetual'))('contracts on a %s', (size) => {
  it('are opened, shown with their liquidation price, guarded by stops, and closed', async () => {
    const { page, context, complaints } = await exchange.visit(size);
    const client = await signIn(page);
    const [state] = await client.call('getFundingRate', { query: { symbolName: 'BTCUSDT-PERP' } });
    await openLong(page, size, '20', Number(state?.markPrice));
    await expect.poll(async () => (await client.call('contractPositionList')).records.length).toBe(1);
    await page.getByRole('tab', { name: 'Positions' }).click();
    const line = page.getByRole('table', { name: 'Positions' }).getByRole('row').filter({ hasText: 'Long' });
    await line.waitFor();
    const [position] = (await client.call('contractPositionList')).records;
    expect(position).toMatchObject({ symbol: 'BTCUSDT-PERP', positionSide: 'long', openInterest: '20' });
    expect(position?.expectedLiquidationPrice).not.toBeNull();
    expect(await scrollsSideways(page)).toBe(false);

    const mark = Number(position?.markPrice);
    // the stops that came with the order, for all of it, by the mark
    const entry = (await client.call('contractLossList', { query: {} })).records;
    expect(entry.map(({ kind, quantity, triggerBy }) => [kind, quantity, triggerBy]).sort()).toEqual([
      ['loss', null, 'mark'],
      ['profit', null, 'mark'],
    ]);
    const drawn = page.getByRole('list', { name: 'Your prices in the chart' });
    for (const each of [/^Long 20 · .+ USDT: /, /^Liquidation price: /, /^Take-profit: /, /^Stop-loss: /]) {
      await drawn.getByText(each).waitFor({ state: 'attached' });
    }

    // more of them for a part, by the last price
    await line.getByRole('button', { name: 'Change' }).click();
    const stops = page.getByRole('dialog', { name: /^Take-profit and stop-loss of/ });
    await stops.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await stops.getByLabel('Take-profit').fill(String(Math.round(mark * 1.2)));
    await stops.getByLabel('Contracts to close').fill('5');
    await stops.getByText(/^P&L at trigger, .* contracts?: \+/).waitFor();
    await stops.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Index price' }).click();
    await stops.getByRole('button', { name: 'Set', exact: true }).click();
    await stops.waitFor({ state: 'detached' });
    await expect
      .poll(async () => {
        const { records } = await client.call('contractLossList', { query: {} });
        return records
          .filter(({ quantity }) => quantity !== null)
          .map((stop) => [stop.quantity, stop.triggerBy]);
      })
      .toEqual([['5', 'index']]);
    await drawn.getByText(/^Take-profit 5: /).waitFor({ state: 'attached' });

    await agreesInEachFrame(page, line, position!);
    await changeLeverage(page, size, client);
    await closeAtLimit(page, line, client, String(Math.round(mark * 1.02)));
    await closePart(page, line, client);
    await reverse(page, client);
    await closeAtMarket(page, client);
    await page.getByText('No open positions').waitFor();
    await askAgain(page);
    await cancelOfOneMarket(page, client, mark);
    await addMargin(page, client);

    // the fill that closed it says what it was, is recomputed here, and can be copied
    await page.getByRole('tab', { name: 'Fills', exact: true }).click();
    const fill = page.getByRole('table', { name: 'Fills' }).getByRole('row').filter({ hasText: 'Sell' });
    await fill
      .first()
      .getByRole('button', { name: /^Verified/ })
      .click();
    const proof = page.getByRole('dialog', { name: /^Receipt of fill \d+$/ });
    for (const each of ['Order ID', 'Trade ID', 'Their entry cost']) {
      await proof.getByText(each, { exact: true }).waitFor();
    }
    await proof.getByText('Realised profit: stated, recomputed').waitFor();
    expect(await proof.getByText('≠').count()).toBe(0);
    // The message of the fill lies over a phone's dialog for a moment.
    if (size === 'desktop') expect(await axeFaults(page)).toEqual([]);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = await copiedBy(page, proof.getByRole('button', { name: 'Copy as text' }));
    expect(copied).toMatch(/^Receipt of fill \d+\nMarket: BTC\/USDT\nBuy or sell: Sell\nRole: /);
    expect(copied).toMatch(/\nRealised profit: stated, recomputed: .+ = .+ USDT\n/);
    await page.keyboard.press('Escape');
    await proof.waitFor({ state: 'detached' });

    await placeWaiting(page, size, mark);
    const { records } = await client.call('contractOrderList', { query: { scope: 'history' } });
    expect(records[0]).toMatchObject({
      status: 'cancelled',
      triggerBy: 'mark',
      firedTime: null,
      quantity: '10',
    });
    expect(await axeFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

fitsOnPhones(exchange, TRADE.perpetual, async (page, messages) => {
  await page.getByText(messages['perpetual.mark']!).first().waitFor();
});
