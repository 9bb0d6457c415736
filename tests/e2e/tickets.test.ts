import type { Calls, Client } from '@candor/api';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { inTurn } from '../support/suite.ts';
import { speak } from './support/browser.ts';
import { openExchange, TRADE } from './support/exchange.ts';
import { openForm } from './support/trade-page.ts';

const exchange = openExchange();
const CROSS = `${TRADE.spot}&margin=cross`;
const ISOLATED = `${TRADE.spot}&margin=isolated`;

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

/**
 * Returns what one presses in a ticket and finds under its foot while nothing is scrolled: fields, choices and tabs,
 * but not the sums behind them.
 */
function coveredFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const foot = document.querySelector('[data-ticket-foot]')!;
    const edge = foot.getBoundingClientRect().top;
    const pressed = '[data-target], [role=combobox], [role=radio], [role=tab], [role=checkbox]';
    return [...foot.closest('form')!.querySelectorAll(pressed)]
      .filter((field) => !foot.contains(field) && field.getBoundingClientRect().bottom > edge)
      .map((field) => field.textContent || field.outerHTML.slice(0, 80));
  });
}

/** Takes a debt near the limit in isolated margin, whose ticket then warns, and none in cross margin. */
async function prepareMargin(own: Client<Calls>): Promise<void> {
  await own.call('transfer', {
    query: { from: '1', to: '6', coin: 'USDT', amount: '1000', toSymbol: 'BTCUSDT' },
  });
  const debt = { coin: 'USDT', amount: '2600', symbol: 'BTCUSDT' };
  await eventually(() => own.call('fixedBorrow', { body: debt }));
  await own.call('transfer', { query: { from: '1', to: '4', coin: 'USDT', amount: '100' } });
}

/** Languages with long words, high letters or wide signs. */
const LANGUAGES = ['de', 'th', 'ru', 'fr', 'en', 'vi', 'ja', 'pt', 'es'] as const;

describe.each(inTurn('languages of tickets', LANGUAGES))('in %s', (language) => {
  it('show their button and their fields, whatever they ask for', async () => {
    const { page, context } = await exchange.visit('desktop');
    const messages = await speak(page, language);
    const funds = { USDT: '3000' };
    await exchange.signIn(page, { to: TRADE.perpetual, funds, prepare: prepareMargin });
    for (const address of [TRADE.perpetual, TRADE.spot, TRADE.seconds, CROSS, ISOLATED]) {
      const at = `${address} in ${language}`;
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(address);
      await page.locator('[data-ticket-foot] button[type=submit]').waitFor();
      const form = page.locator('form');
      // the ticket of an account near its limit also warns
      const warning = messages['margin.standingText.raised']!.split('{')[0]!.trim();
      if (address === ISOLATED) await form.locator('[data-act-message]', { hasText: warning }).waitFor();
      const sums = () => page.locator('[data-ticket-more]').count();
      const tabs = address === TRADE.seconds ? 0 : await form.getByRole('tab').count();
      for (let tab = 0; tab < tabs; tab++) {
        await form.getByRole('tab').nth(tab).click();
        // an order that waits for a price has more to say than this window holds
        if (tab < 2) await expect.poll(sums, { message: `${at}, type ${tab}: sums are covered` }).toBe(0);
        await expect.poll(() => coveredFields(page), { message: `${at}, type ${tab}` }).toEqual([]);
      }
      if (address === TRADE.perpetual) {
        await form.getByRole('tab').first().click();
        await page.getByRole('checkbox', { name: messages['perpetual.withStops']! }).check();
        await expect.poll(() => coveredFields(page), { message: `${at}, with TP/SL` }).toEqual([]);
      }
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 1280, height: 720 },
      ]) {
        await page.setViewportSize(viewport);
        await expect.poll(() => isSubmitInView(page), { message: `${at} ${viewport.width}` }).toBe(true);
        const scrolls = () => page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
        await expect.poll(scrolls, { message: `${at} ${viewport.width} scrolls` }).toBe(false);
      }
    }
    await context.close();
  });

  it('show them in the sheet of a phone', async () => {
    const { page, context } = await exchange.visit('phone');
    const messages = await speak(page, language);
    await exchange.signIn(page, { to: TRADE.perpetual });
    await page.getByRole('button', { name: messages['perpetual.side.long']!, exact: true }).click();
    await expect.poll(() => isSubmitInView(page)).toBe(true);
    await expect.poll(() => coveredFields(page)).toEqual([]);
    await page.getByRole('checkbox', { name: messages['perpetual.withStops']! }).check();
    await expect.poll(() => isSubmitInView(page)).toBe(true);
    await context.close();
  });
});

it('are found on a phone as they were left when the sheet opens again', async () => {
  const { page, context } = await exchange.visit('phone');
  await exchange.signIn(page, { to: TRADE.perpetual });
  const sheet = page.getByRole('dialog', { name: 'BTC/USDT' });
  const reopen = async (side: string) => {
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: side, exact: true }).click();
  };
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  await sheet.getByRole('tab', { name: 'Trigger' }).click();
  await sheet.getByLabel('Trigger price').fill('40000');
  await sheet.getByLabel('Price', { exact: true }).fill('39900');
  await sheet.getByRole('radio', { name: 'Close', exact: true }).click();
  await reopen('Short');
  expect(await sheet.getByRole('tab', { name: 'Trigger' }).getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => sheet.getByLabel('Trigger price').inputValue()).toMatch(/^40,?000$/);
  await sheet.getByRole('button', { name: 'Close short' }).waitFor();

  await page.goto(TRADE.seconds);
  await page.getByRole('button', { name: 'Up', exact: true }).click();
  await sheet.getByRole('radio').last().click();
  const chosen = await sheet.getByRole('radio').last().textContent();
  await sheet.getByLabel('Stake').fill('25');
  await reopen('Down');
  await expect.poll(() => sheet.getByLabel('Stake').inputValue()).toBe('25');
  await sheet.getByRole('button', { name: `Open: down, ${chosen}` }).waitFor();
  await context.close();
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
    // a row that changes while it is measured has no place
    await expect
      .poll(async () => {
        const box = await row.boundingBox();
        if (box !== null) await page.mouse.move(box.x + 30, box.y + box.height / 2);
        return box;
      })
      .not.toBeNull();
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
