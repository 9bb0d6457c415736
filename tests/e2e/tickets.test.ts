import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openExchange, TRADE } from './support/exchange.ts';
import { openForm } from './support/trade-page.ts';

const exchange = openExchange();
const MARGIN = '/trade/index?type=spot&symbol=btc&margin=cross';

/** True when a ticket's button lies wholly in the window and nothing lies over it. */
function isSubmitInView(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const button = document.querySelector('[data-ticket-foot] button[type=submit]');
    if (button === null) return false;
    const { left, top, right, bottom } = button.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= window.innerHeight && over !== null && button.contains(over);
  });
}

it('keep their button in view, whatever they ask for', async () => {
  const { page, context } = await exchange.visit('desktop');
  await exchange.signIn(page, { to: TRADE.perpetual });
  for (const address of [TRADE.perpetual, TRADE.spot, TRADE.seconds, MARGIN]) {
    await page.goto(address);
    await page.locator('[data-ticket-foot] button[type=submit]').waitFor();
    if (address !== TRADE.seconds)
      for (const type of ['Market', 'Limit']) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.locator('form').getByRole('tab', { name: type, exact: true }).click();
        const covered = () => page.locator('[data-ticket-more]').count();
        await expect.poll(covered, { message: `${address} ${type} is covered` }).toBe(0);
      }
    if (address === TRADE.perpetual) await page.getByRole('checkbox', { name: 'With TP/SL' }).check();
    if (address === TRADE.spot) await page.getByRole('tab', { name: 'Trigger' }).click();
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1280, height: 720 },
    ]) {
      await page.setViewportSize(viewport);
      await expect.poll(() => isSubmitInView(page), { message: `${address} ${viewport.width}` }).toBe(true);
      const scrolls = () => page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
      await expect.poll(scrolls, { message: `${address} ${viewport.width} scrolls` }).toBe(false);
    }
  }
  await context.close();

  const phone = await exchange.visit('phone');
  await exchange.signIn(phone.page, { to: TRADE.perpetual });
  await phone.page.getByRole('button', { name: 'Long' }).click();
  await phone.page.getByRole('checkbox', { name: 'With TP/SL' }).check();
  await expect.poll(() => isSubmitInView(phone.page)).toBe(true);
  await phone.context.close();
});

it('take the price that was pressed in a book that moves, however long the press', async () => {
  const { page, context } = await exchange.visit('desktop');
  await exchange.signIn(page, { to: TRADE.spot });
  const book = page.getByTestId('order-book');
  await book.getByRole('listitem').first().waitFor();
  await openForm(page, 'desktop', 'Buy');
  // the price that lay under the pointer when it went down
  await page.evaluate(() => {
    document.addEventListener(
      'pointerdown',
      (event) => {
        const row = (event.target as Element).closest('[data-testid=order-book] li');
        document.documentElement.dataset.pressed = row?.querySelector('button')?.textContent ?? '';
      },
      { capture: true },
    );
  });
  const figure = (text: string | null | undefined) => (text ?? '').replace(/[^\d.]/g, '');
  for (let press = 0; press < 30; press++) {
    const row = book.getByRole('listitem').nth(1 + (press % 6));
    const box = (await row.boundingBox())!;
    await page.mouse.move(box.x + 30, box.y + box.height / 2);
    await page.mouse.down();
    await page.waitForTimeout(120);
    await page.mouse.up();
    const pressed = await page.evaluate(() => document.documentElement.dataset.pressed);
    expect(figure(pressed)).not.toBe('');
    await expect
      .poll(async () => figure(await page.getByLabel('Price', { exact: true }).inputValue()))
      .toBe(figure(pressed));
    // what is typed next is the amount
    const focused = () => page.evaluate(() => document.activeElement?.closest('form') !== null);
    await expect.poll(focused).toBe(true);
  }
  await context.close();
});

it('are beside a chart that is drawn in the theme of the page', async () => {
  const { page, context } = await exchange.visit('desktop');
  await page.goto(TRADE.spot);
  await page.getByTestId('order-book').getByRole('listitem').first().waitFor();
  /** True when the chart has drawn a hairline in the page's colour of lines. */
  const isInTheme = () =>
    page.evaluate(() => {
      const wanted = document.createElement('canvas').getContext('2d')!;
      wanted.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--line').trim();
      wanted.fillRect(0, 0, 1, 1);
      const [red, green, blue] = wanted.getImageData(0, 0, 1, 1).data;
      return [...document.querySelectorAll('canvas')].some((canvas) => {
        const { width, height } = canvas;
        const pixels =
          width * height === 0 ? null : canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
        if (pixels == null) return false;
        let count = 0;
        for (let at = 0; at < pixels.length; at += 4) {
          if (pixels[at] === red && pixels[at + 1] === green && pixels[at + 2] === blue) count++;
        }
        return count > 500;
      });
    });
  await expect.poll(isInTheme).toBe(true);
  for (const name of ['Night', 'Day']) {
    await page
      .getByRole('button', { name: new RegExp(name, 'i') })
      .first()
      .click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.theme))
      .toBe(name.toLowerCase());
    await expect.poll(isInTheme).toBe(true);
  }
  await context.close();
});
