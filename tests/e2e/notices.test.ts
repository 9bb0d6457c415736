import { loadMessages } from '@candor/i18n';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { axeFaults, type Size, scrollsSideways } from './support/browser.ts';
import { openExchange, TRADE } from './support/exchange.ts';
import { filled } from './support/fills.ts';

const exchange = openExchange();

/** Lets the page believe that its tab is in the background, or in front again. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

const bell = (page: Page, unread: number) =>
  page.getByRole('button', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
    exact: true,
  });

/** A whole price at a share of the last one. */
async function priceAt(share: number): Promise<string> {
  const rows = await exchange.client(null).call('getSpotGoods');
  return String(Math.round(Number(rows.find(({ symbol }) => symbol === 'BTCUSDT')?.close) * share));
}

it('a fill while the tab is hidden is in its title, at the bell, in the centre, and read on all devices', async () => {
  const words = await loadMessages('en');
  const title = words['notices.order-filled.title'] ?? '';
  const { page, context, complaints } = await exchange.visit('desktop');
  // asked for once the page's own socket has begun: what comes later is announced
  const begun = page.waitForResponse('**/coin/notices/list**');
  const { token, client } = await exchange.signIn(page, { to: TRADE.spot, funds: { USDT: '1000' } });
  await begun;
  await bell(page, 0).waitFor();
  await hide(page, true);
  // another device of the user buys at the market
  const size = { symbol: 'BTCUSDT', type: 'market', quoteAmount: '50' } as const;
  const bought = () => client.call('exchange', { params: { side: 'buy' }, body: size });
  const card = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: title });
  // looked for before it comes: it goes by itself after a while
  const announced = card.first().waitFor();
  await filled(bought);
  await announced;
  await bell(page, 1).waitFor();
  await expect.poll(() => page.title()).toContain(`(1) ${title}`);
  await hide(page, false);
  await expect.poll(() => page.title()).not.toContain(title);

  await bell(page, 1).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByRole('link', { name: title }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await panel.getByRole('link', { name: 'All notifications' }).click();
  await page.waitForURL('**/account/center/notices');
  const entry = page.locator('main').getByRole('link', { name: title });
  await entry.getByText('unread').waitFor({ state: 'attached' });
  expect(await axeFaults(page)).toEqual([]);

  const second = await exchange.visit('phone');
  await second.page.addInitScript((content) => {
    const kept = { dataType: 'string', content, type: 'local', datetime: Date.now() };
    localStorage.setItem('coin_web-token', JSON.stringify(kept));
  }, token);
  await second.page.goto('/account/center/notices?group=trading&unread=true');
  await second.page.locator('main').getByRole('link', { name: title }).waitFor();
  expect(await scrollsSideways(second.page)).toBe(false);
  await second.page.getByRole('button', { name: 'Mark these as read' }).click();
  await second.page.getByText('Nothing matches these filters').waitFor();
  await bell(page, 0).waitFor();
  await entry.getByText('unread').waitFor({ state: 'detached' });
  expect([...complaints, ...second.complaints]).toEqual([]);
  await second.context.close();
  await context.close();
});

it('a price alert is set from the chart’s head, goes off once, and stands in the list', async () => {
  const { page, context, complaints } = await exchange.visit('desktop');
  await exchange.signIn(page, { to: TRADE.spot });
  await page.getByRole('button', { name: 'Price alert for BTC/USDT' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add price alert' });
  const price = dialog.getByRole('textbox', { name: 'Price' });
  await price.fill(await priceAt(0.5));
  await dialog.getByRole('button', { name: 'Set alert' }).click();
  await dialog.getByText('The price is already there.', { exact: false }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await price.fill(await priceAt(3));
  await dialog.getByRole('button', { name: 'Set alert' }).click();
  await page.getByText('Price alert set').waitFor();
  await page.goto('/account/center/alerts');
  const row = page.getByRole('row', { name: 'BTC/USDT' });
  await row.getByText('Active', { exact: true }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await row.getByRole('button', { name: 'Delete the alert on BTC/USDT' }).click();
  await page.getByText('No price alerts').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it.each(['desktop', 'phone'] as const satisfies readonly Size[])(
  'settings of notices on a %s are kept, and those of security are fixed',
  async (size) => {
    const { page, context } = await exchange.visit(size);
    const { client } = await exchange.signIn(page, { to: '/account/center/notices/settings' });
    await page.getByRole('checkbox', { name: 'Order filled: Sound' }).click();
    const sound = async () => {
      const { list } = await client.call('getNoticeSettings');
      return list.find(({ kind }) => kind === 'order-filled')?.sound?.on;
    };
    await expect.poll(sound).toBe(true);
    const fixed = page.getByRole('row', { name: 'Login from a new device' });
    await fixed.getByText('Always on').first().waitFor();
    expect(await fixed.getByRole('checkbox', { name: 'On the page' }).count()).toBe(0);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await context.close();
  },
);

it('a finger that rests on the chart of a phone sets a price alert there', async () => {
  const { page, context, complaints } = await exchange.visit('phone');
  await exchange.signIn(page, { to: TRADE.spot });
  const chart = page.getByRole('img', { name: /^Candles of BTC\/USDT/ });
  await chart.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await chart.boundingBox())!;
  const touches = await context.newCDPSession(page);
  const finger = { x: x + width / 3, y: y + height / 4 };
  const dialog = page.getByRole('dialog', { name: 'Add price alert' });
  // pressed again where the first candles were not drawn yet
  await eventually(async () => {
    await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
    await dialog.waitFor({ timeout: 5_000 });
  });
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await dialog.getByRole('button', { name: 'Set alert' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
