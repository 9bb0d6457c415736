import type { KernelEvent } from '@candor/kernel';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { Stage } from '../perpetual/stage.ts';
import { axeFaults, copiedBy, scrollsSideways } from './support/browser.ts';
import { openExchange, TRADE } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();

/** Returns a liquidated long and the short that was closed against it, as the server returns their receipts. */
function receipts() {
  const stage = new Stage();
  for (const user of [1000, 1001]) stage.user(user, 5_000n);
  stage.tick(1_000_000);
  stage.leverage(1000, 50);
  stage.sell(1001, 500, 1_000_000);
  stage.buy(1000, 500, 1_000_000);
  stage.tick(970_000);
  const [liquidated] = stage.all('perpetualLiquidated');
  const [deleveraged] = stage.all('perpetualDeleveraged');
  const row = (kind: 'liquidation' | 'deleveraging', event: KernelEvent, id: number) => ({
    kind,
    id: `${id}.0`,
    symbol: 'BTCUSDT-PERP',
    symbol_name: 'BTC/USDT',
    positionId: id,
    positionSide: kind === 'liquidation' ? 'long' : 'short',
    time: Date.now(),
    seq: id,
    quantity: '500',
    price: '9800.00',
    amount: kind === 'liquidation' ? '-100' : '100',
    journal: { seq: id, row: id, rowHash: 'a1'.repeat(32), eventsDigest: 'b2'.repeat(16) },
    inputs: JSON.parse(JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? `${value}` : value))),
  });
  const warning = {
    ...row('liquidation', liquidated!, 3),
    kind: 'margin-warning',
    marginRatio: '80.5',
    inputs: { type: 'perpetualWarning', maintenanceMargin: '1', equity: '1' },
  };
  return [row('liquidation', liquidated!, 2), row('deleveraging', deleveraged!, 1), warning];
}

/** Copies the receipt of a settlement as text and as JSON. */
async function copies(page: Page, receipt: Locator, settlement: object): Promise<void> {
  const copied = (button: string) => copiedBy(page, receipt.getByRole('button', { name: button }));
  const text = await copied('Copy as text');
  expect(text).toMatch(/^Liquidation · BTC\/USDT\n/);
  expect(text).toMatch(/\nMark price, recomputed: 9,700\.00\n/);
  expect(text).toMatch(/\nBankruptcy price, recomputed: 9,849\.25\n/);
  expect(text).toContain(
    `\nRow hash (SHA-256): ${'a1'.repeat(32)}\nDigest of the row’s events: ${'b2'.repeat(16)}\n`,
  );
  expect(JSON.parse(await copied('Copy as JSON'))).toMatchObject({ settlement, check: { ok: true } });
}

it.each(sizesInTurn('settlements'))('show receipts that the browser recomputes on a %s', async (size) => {
  const { page, context, complaints } = await exchange.visit(size);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const records = receipts();
  // a test cannot make a simulated price fall: the receipts come from a kernel, and the server's answer is mocked
  await page.route('**/entrust/contract/receipts/**', (route) =>
    route.fulfill({ json: { code: 200, msg: 'ok', data: { records, nextCursor: null } } }),
  );
  await exchange.signIn(page, { to: TRADE.perpetual, funds: { USDT: '100' } });
  if (size === 'phone') await page.getByRole('tab', { name: 'Positions' }).click();
  await page.getByRole('tab', { name: 'Settlements' }).click();
  const table = page.getByRole('table', { name: 'Settlements' });
  await table.getByText('Margin ratio 80.50%').waitFor();
  for (const kind of ['Liquidation', 'Deleveraging']) {
    const line = table.getByRole('row').filter({ hasText: kind });
    await line.getByRole('button', { name: /Verified/ }).click();
    const receipt = page.getByRole('dialog', { name: `${kind} · BTC/USDT` });
    await receipt.getByText('Contracts remaining, recomputed').waitFor();
    expect(await receipt.getByText('≠').count()).toBe(0);
    if (kind === 'Liquidation') {
      await receipt.getByText('Bankruptcy price, recomputed').waitFor();
      await receipt.getByText('Insurance fund before → after').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await copies(page, receipt, records[0]!);
    }
    await page.keyboard.press('Escape');
    await receipt.waitFor({ state: 'detached' });
  }
  expect(await scrollsSideways(page)).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});
