import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ALICE, COIN, eventsOf, ready, USDT } from '../margin/bench.ts';
import { axeFaults, copiedBy, type Size, scrollsSideways } from './support/browser.ts';
import { openExchange, TRADE } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';
import { fitsOnPhones, moveCoins, openForm } from './support/trade-page.ts';

const exchange = openExchange();

async function market(page: Page, size: Size, side: 'Buy' | 'Sell', amount: string, effect: string | null) {
  const form = await openForm(page, size, side);
  await form.getByRole('tab', { name: 'Market', exact: true }).click();
  await form.getByLabel('Amount').fill(amount);
  if (effect !== null) {
    await form.getByRole('combobox', { name: 'Borrow / repay mode' }).click();
    await page.getByRole('option', { name: effect }).click();
  }
  await form.getByRole('button', { name: `${side} BTC`, exact: true }).click();
  await page
    .getByText(new RegExp(`^${side}: `))
    .first()
    .waitFor();
  // the sheet closes behind an order
  if (size === 'phone') await form.waitFor({ state: 'hidden' });
}

describe.each(sizesInTurn('margin'))('cross margin on a %s', (size) => {
  it('is funded, borrows, sells, buys back with repayment, and repays the rest', async () => {
    const { page, context, complaints } = await exchange.visit(size);
    const { client } = await exchange.signIn(page, { to: TRADE.spot, funds: { USDT: '6000' } });
    const account = () => client.call('allMarginProperty');
    let form = await openForm(page, size, 'Sell');
    await form.getByRole('radio', { name: 'Cross', exact: true }).click();
    await page.waitForURL('**margin=cross**');
    await form.getByText('No debt').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);

    await moveCoins(page, form, '5000');
    await expect.poll(async () => (await account()).collateral).toBe('5000');

    await form.getByRole('button', { name: 'Borrow', exact: true }).click();
    const borrow = page.getByRole('dialog', { name: 'Borrow', exact: true });
    await borrow.getByRole('combobox', { name: 'Coin' }).click();
    await page.getByRole('option', { name: 'BTC', exact: true }).click();
    await borrow.getByLabel('Amount').fill('1000');
    await borrow.getByText(/^You can borrow at most [\d.]+ BTC\.$/).waitFor();
    await borrow.getByLabel('Amount').fill('0.03');
    await expect.poll(() => borrow.getByRole('button', { name: 'Borrow' }).isEnabled()).toBe(true);
    await borrow.getByText('Margin level after').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await borrow.getByRole('button', { name: 'Borrow', exact: true }).click();
    await borrow.waitFor({ state: 'detached' });
    await expect.poll(async () => (await account()).loans[0]?.principal).toBe('0.03');

    await market(page, size, 'Sell', '0.03', null);
    await market(page, size, 'Buy', '0.02', 'Auto-repay');
    await expect.poll(async () => Number((await account()).loans[0]?.principal)).toBeLessThan(0.0101);
    await market(page, size, 'Buy', '0.02', 'Normal');

    form = await openForm(page, size, 'Buy');
    await form.getByRole('button', { name: 'Repay', exact: true }).click();
    const repay = page.getByRole('dialog', { name: 'Repay', exact: true });
    await repay.getByRole('button', { name: 'Max', exact: true }).click();
    expect(await axeFaults(page)).toEqual([]);
    await repay.getByRole('button', { name: 'Repay', exact: true }).click();
    await repay.waitFor({ state: 'detached' });
    await expect.poll(async () => (await account()).loans).toEqual([]);
    await form.getByText('No debt').waitFor();

    if (size === 'phone') {
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'Margin account' }).click();
    }
    await page.getByRole('tab', { name: 'Loans' }).click();
    const loans = page.getByRole('table', { name: 'Loans' });
    await loans.getByRole('row').filter({ hasText: 'BTC' }).getByText('Repaid').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** Returns the margin call of an indebted user, as the server returns its receipt. */
function call() {
  const bench = ready();
  bench.mustDo(ALICE, bench.borrow(USDT, 90_000n * COIN));
  bench.mustDo(ALICE, bench.order('buy', 50_100, 179_000));
  const [event] = eventsOf(bench.tick(40_584).events, 'marginCall');
  const receipt = JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  const riskRate = String(Number(event!.risk.riskPpm) / 1e6);
  const journal = { seq: 9, row: 4, rowHash: 'a1'.repeat(32), eventsDigest: 'b2'.repeat(16) };
  return {
    id: '9.0',
    kind: 'call',
    saleId: null,
    type: 'all',
    symbol: null,
    riskRate,
    receipt,
    seq: 9,
    journal,
  };
}

it.each(sizesInTurn('margin'))(
  'shows a receipt that the browser recomputes and copies on a %s',
  async (size) => {
    const { page, context, complaints } = await exchange.visit(size);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // a test cannot make a simulated price fall: the receipt comes from a kernel, and the server's answer is mocked
    const records = [{ ...call(), time: Date.now() }];
    await page.route('**/wallet/margin/receipts**', (route) =>
      route.fulfill({ json: { code: 200, msg: 'ok', data: { records, nextCursor: null } } }),
    );
    await exchange.signIn(page, { to: `${TRADE.spot}&margin=cross`, funds: { USDT: '100' } });
    if (size === 'phone') await page.getByRole('tab', { name: 'Margin account' }).click();
    await page.getByRole('tab', { name: 'Receipts' }).click();
    const row = page
      .getByRole('table', { name: 'Receipts' })
      .getByRole('row')
      .filter({ hasText: 'Margin call' });
    await row.getByRole('button', { name: /^Verified/ }).click();
    const receipt = page.getByRole('dialog', { name: 'Margin call' });
    await receipt.getByRole('button', { name: 'Copy as text' }).waitFor();
    expect(await receipt.getByText('≠').count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    const text = await copiedBy(page, receipt.getByRole('button', { name: 'Copy as text' }));
    await receipt.getByRole('button', { name: 'Copied' }).waitFor();
    await page.locator('[data-toast]').getByText('Copied', { exact: true }).waitFor();
    expect(text).toMatch(/^Margin call\n/);
    expect(text).toMatch(/\nJournal entry: 9\n/);
    const json = JSON.parse(await copiedBy(page, receipt.getByRole('button', { name: 'Copy as JSON' })));
    expect(json).toMatchObject({ receipt: records[0], check: { ok: true } });
    expect(complaints).toEqual([]);
    await context.close();
  },
);

fitsOnPhones(exchange, `${TRADE.spot}&margin=isolated`, async (page, messages) => {
  await page.getByRole('button', { name: messages['trade.side.buy']!, exact: true }).click();
  await page.getByRole('radio', { name: messages['margin.isolated']!, exact: true }).waitFor();
});
