import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { axeFaults, outdatedParts, type Size, scrollsSideways } from './support/browser.ts';
import { openExchange, TRADE, tokenOf } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';
import { coversNothing, fitsOnPhones, openForm, placeOf, staysInPlace } from './support/trade-page.ts';

const exchange = openExchange();
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
  await page.getByRole('combobox', { name: 'Trigger order type' }).click();
  await page.getByRole('option', { name: kind }).click();
}

describe.each(sizesInTurn('orders'))('orders that wait for a price on a %s', (size) => {
  it('are written, shown, changed and cancelled', async () => {
    const { page, context, complaints } = await exchange.visit(size);
    await exchange.signIn(page, { to: TRADE.spot, funds: FUNDS });
    await write(page, size, 'Sell', /^stop-limit/);
    await page.getByRole('button', { name: 'Sell BTC' }).click();
    await page.getByText('Enter a trigger price.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByLabel('Trigger price', { exact: true }).fill(await priceAt(0.6));
    await page.getByLabel('Price', { exact: true }).fill(await priceAt(0.59));
    await page.getByLabel('Amount', { exact: true }).fill('0.01');
    await page.getByRole('button', { name: 'Sell BTC' }).click();
    await page.getByText('Trigger order placed').first().waitFor();

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
    await waiting.getByRole('cell', { name: '0.02000', exact: true }).waitFor();

    await write(page, size, 'Sell', /^OCO/);
    await page.getByLabel('Trigger price', { exact: true }).fill(await priceAt(0.7));
    await page.getByLabel('Stop limit price').fill(await priceAt(0.69));
    await page.getByText('Above the market: over', { exact: false }).waitFor();
    await page.getByLabel('Limit price', { exact: true }).fill(await priceAt(1.08));
    await page.getByLabel('Amount', { exact: true }).fill('0.03');
    await page.getByRole('button', { name: 'Sell BTC' }).click();
    const pair = page.getByRole('row', { name: /OCO/ });
    await expect.poll(() => pair.count()).toBe(2);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await pair.first().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => pair.count()).toBe(0);

    await write(page, size, 'Buy', /^trailing stop/);
    await page.getByLabel('Callback rate').fill('5.25');
    await page.getByLabel('Total', { exact: true }).fill('200');
    await page.getByRole('button', { name: 'Buy BTC' }).click();
    const trailing = page.getByRole('row', { name: /trailing stop.*5\.25%/ });
    await trailing.getByText('Waiting for trigger').waitFor();
    await trailing.getByText(/^≥ [\d,.]+$/).waitFor();
    // It follows the lowest price, so the distance is the callback or less.
    await trailing.getByText(/^[0-5]\.\d\d% away$/).waitFor();

    await page.getByRole('tab', { name: 'History', exact: true }).click();
    const done = page.getByRole('table', { name: 'History' }).getByRole('row', { name: /stop-limit/ });
    await done.getByText('Cancelled').waitFor();
    await done.getByText(/^≤ [\d,.]+$/).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('asks for its candles once, and shows one price in header, title, chart and tape', async () => {
  const { page, context } = await exchange.visit('desktop');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/coin/open/kline/')) asked.push(new URL(request.url()).search);
  });
  await page.goto(TRADE.spot);
  await page.getByRole('tab', { name: 'Trades', exact: true }).click();
  const chart = page.getByRole('img', { name: /^Candles of BTC\/USDT/ });
  await chart.waitFor();
  const shown = () =>
    page.evaluate(() => {
      const tape = document.querySelector('ol[aria-label] li span')?.textContent ?? '';
      return {
        title: document.title.split(' ')[0]!,
        chart: /last price ([\d,.]+)/.exec(
          document.querySelector('[role="img"]')?.getAttribute('aria-label') ?? '',
        )?.[1],
        header: [...document.querySelectorAll('p')].find((each) => each.textContent?.endsWith('Venue price'))
          ?.firstElementChild?.textContent,
        tape: /[\d,.]+$/.exec(tape)?.[0],
      };
    });
  for (let seen = 0; seen < 5; seen += 1) {
    const before = await page.title();
    // a new price: all four have it in one and the same frame
    await expect.poll(() => page.title(), { interval: 50 }).not.toBe(before);
    const prices = await shown();
    expect(new Set(Object.values(prices)).size, JSON.stringify(prices)).toBe(1);
  }
  expect(asked).toEqual(['?limit=500']);
  await context.close();
});

describe.each(sizesInTurn('orders'))('the search for markets on a %s', (size) => {
  it('finds, chooses and opens a market of any product', async () => {
    const { page, context, complaints } = await exchange.visit(size);
    await exchange.signIn(page, { to: TRADE.spot, funds: { USDT: '10' } });
    const start = page.getByRole('button', { name: 'Search markets' });
    const dialog = page.getByRole('dialog', { name: 'Search markets' });
    await start.waitFor();
    if (size === 'phone') await start.click();
    else {
      // in a field it is a character
      await page.getByLabel('Amount', { exact: true }).press('/');
      expect(await dialog.count()).toBe(0);
      await page.locator('body').evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('/');
    }
    await dialog.getByRole('listitem').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const field = dialog.getByLabel('Name or symbol');
    await field.fill('sol');
    const found = dialog.getByRole('listitem');
    await expect.poll(() => found.count()).toBeGreaterThan(1);
    await found.nth(1).getByText('Perpetual').waitFor();
    await found.first().getByText('Venue price').waitFor();

    // a favourite stands first from then on, in each product on that market
    await found
      .first()
      .getByRole('button', { name: /SOL\/USDT/ })
      .first()
      .click();
    await field.fill('');
    await found.first().getByText('SOL/USDT').waitFor();

    await field.fill('sol');
    await field.press('ArrowDown');
    await expect.poll(() => found.nth(1).getAttribute('aria-current')).toBe('true');
    await field.press('Enter');
    await page.waitForURL(/type=sec&symbol=sol/);
    await dialog.waitFor({ state: 'detached' });
    // the page of the last market stands until the next one is loaded, and takes its dialogs along
    await eventually(async () => {
      if (!(await dialog.isVisible())) await start.click();
      expect(await dialog.isVisible()).toBe(true);
    });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });
});

fitsOnPhones(exchange, TRADE.spot, async (page, messages) => {
  await page.getByRole('button', { name: messages['trade.side.buy']!, exact: true }).click();
  await page.getByRole('tab', { name: messages['trade.form.trigger']! }).click();
  await page.getByLabel(messages['trade.form.triggerPrice']!).waitFor();
});

/** Writes a purchase that rests below the market, within its price band; what it returns is the form's button. */
async function writeResting(page: Page, size: Size): Promise<Locator> {
  const form = await openForm(page, size, 'Buy');
  await form.getByRole('tab', { name: 'Limit', exact: true }).click();
  await form.getByLabel('Price', { exact: true }).fill(await priceAt(0.95));
  await form.getByLabel('Amount', { exact: true }).fill('0.001');
  return form.getByRole('button', { name: 'Buy BTC' });
}

describe.each(sizesInTurn('orders'))('an order that is pressed on a %s', (size) => {
  const openOrders = async (page: Page) => {
    const params = { scope: 'open', symbol: 'all', limit: '10' } as const;
    return (await exchange.client(await tokenOf(page)).call('entrustLog', { params })).records;
  };

  it('never leaves where it was pressed offline', async () => {
    const { page, context } = await exchange.visit(size);
    await exchange.signIn(page, { to: TRADE.spot, funds: FUNDS });
    const form = await openForm(page, size, 'Buy');
    await form.getByLabel('Price', { exact: true }).fill('');
    const empty = await placeOf(form.getByRole('button', { name: 'Buy BTC' }));
    const buy = await writeResting(page, size);
    await form.getByText('0.000999 BTC').waitFor();
    const before = await placeOf(buy);
    expect(before).toEqual(empty);
    expect(await outdatedParts(page)).toBe(0);
    await context.setOffline(true);
    await page.getByText('Offline', { exact: true }).first().waitFor();
    await expect.poll(() => outdatedParts(page)).toBeGreaterThan(0);
    if (size === 'phone') {
      // the sheet repeats the price beside its name
      const price = form.getByText(/^[\d,]+\.\d\d$/).first();
      expect(await price.evaluate((figure) => getComputedStyle(figure).filter)).toBe('grayscale(1)');
    }
    // what is old is grey, and read as easily as what is live
    expect(await axeFaults(page)).toEqual([]);
    await buy.click();
    await page.getByText('Not sent: you’re offline. Nothing was done.').waitFor();
    expect(await placeOf(buy)).toEqual(before);
    await context.setOffline(false);
    await page.getByText('Offline', { exact: true }).first().waitFor({ state: 'hidden' });
    expect(await openOrders(page)).toEqual([]);
    await context.close();
  });

  it('waits in its place while the market is halted', async () => {
    const { page, context } = await exchange.visit(size);
    let say = (_message: object): void => {};
    await page.routeWebSocket(/\/ws\/[0-9]+$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => socket.send(message));
      say = (message) => socket.send(JSON.stringify(message));
    });
    await exchange.signIn(page, { to: TRADE.spot, funds: FUNDS });
    const buy = await writeResting(page, size);
    await page.getByText('Live', { exact: true }).first().waitFor({ state: 'attached' });
    const before = await placeOf(buy);
    const tell = (state: string, reason: string) =>
      say({
        ch: 'states',
        data: { markets: [{ symbol: 'BTCUSDT', state, reason }], seconds: { haltReason: null, halted: [] } },
      });
    tell('halted', 'Maintenance until noon');
    await expect.poll(() => buy.isDisabled()).toBe(true);
    await page
      .getByText(/Maintenance until noon/)
      .first()
      .waitFor();
    expect(await placeOf(buy)).toEqual(before);
    tell('post-only', 'Opening the book');
    await page
      .getByText(/Opening the book/)
      .first()
      .waitFor();
    await expect.poll(() => buy.isDisabled()).toBe(true);
    tell('trading', '');
    await expect.poll(() => buy.isEnabled()).toBe(true);
    expect(await placeOf(buy)).toEqual(before);
    await context.close();
  });

  it('is written and refused with its button in one place', async () => {
    const { page, context } = await exchange.visit(size);
    await exchange.signIn(page, { to: TRADE.spot, funds: FUNDS });
    const form = await openForm(page, size, 'Buy');
    const price = form.getByLabel('Price', { exact: true });
    const amount = form.getByLabel('Amount', { exact: true });
    const button = form.getByRole('button', { name: 'Buy BTC' });
    const rests = await priceAt(0.95);
    await form.getByText('Available').waitFor();
    await staysInPlace(button, {
      nothing: async () => {
        await button.click();
        await form.getByText('Enter a price.').waitFor();
      },
      'a grouped price': async () => {
        await price.fill(Number(rests).toLocaleString('en'));
        await form.getByText(/^= [\d,.]+ USDT$/).waitFor();
      },
      'no number': async () => {
        await amount.fill('1e5');
        await form
          .getByText(/^Enter a number\. /)
          .first()
          .waitFor();
      },
      'fees of long figures': async () => {
        await amount.fill('0.12345');
        await form.getByText('0.00012345 BTC').waitFor();
      },
      'more than there is': async () => {
        await button.click();
        await form.getByText(/^Not enough USDT/).waitFor();
      },
      'a price out of the band': async () => {
        await price.fill(await priceAt(0.7));
        await amount.fill('0.001');
        await button.click();
        await form.locator('[data-act-message]').getByText(/10%/).waitFor();
      },
      'an order in the book': async () => {
        await price.fill(rests);
        if (size === 'desktop') await button.click();
      },
    });
    await context.close();
  });

  it('is reported where nothing is pressed, and for no longer where a pointer rests', async () => {
    const { page, context } = await exchange.visit(size);
    await exchange.signIn(page, { to: TRADE.spot, funds: FUNDS });
    const buy = await writeResting(page, size);
    await page.mouse.move(size === 'desktop' ? 720 : 195, size === 'desktop' ? 76 : 28);
    await coversNothing(page, 'Order placed', () => buy.press('Enter'));
    const toast = page.getByRole('region', { name: 'Messages' }).getByRole('dialog');
    // The only part of it that a pointer can rest on; a touch has none. A busy machine may come too late for one toast.
    if (size === 'desktop')
      await eventually(async () => {
        if (!(await toast.isVisible())) await (await writeResting(page, size)).press('Enter');
        await toast.locator('button').hover({ timeout: 5_000 });
      });
    await toast.getByText('Order placed').waitFor({ state: 'detached' });
    await context.close();
  });
});

describe.each(sizesInTurn('orders'))('the end of all orders on a %s', (size) => {
  it('is that of this market or of all, after a question that says which and how many', async () => {
    const { page, context, complaints } = await exchange.visit(size);
    const waits = { side: 'buy', type: 'market', quoteAmount: '100', triggerKind: 'stop' } as const;
    const { client } = await exchange.signIn(page, { to: TRADE.spot, funds: FUNDS });
    const rows = await client.call('getSpotGoods');
    const place = async (symbol: string) => {
      const close = rows.find((row) => row.symbol === symbol)!.close;
      const triggerPrice = String(Math.round(Number(close) * 1.2));
      await client.call('currencyOrderSubmit', { body: { symbol, ...waits, triggerPrice } });
    };
    const open = async () => {
      const params = { scope: 'open', symbol: 'all', limit: '10' } as const;
      return (await client.call('entrustLog', { params })).records.map(({ symbol }) => symbol).sort();
    };
    for (const symbol of ['BTCUSDT', 'BTCUSDT', 'ETHUSDT']) await place(symbol);
    if (size === 'phone') await page.getByRole('tab', { name: 'Orders', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel open orders?' });
    const start = async () => {
      await page.getByRole('button', { name: 'Cancel all' }).click();
      await dialog.waitFor();
    };
    await start();
    await dialog.getByRole('button', { name: 'Cancel 2 orders' }).waitFor();
    await dialog.getByRole('radio', { name: 'All markets' }).click();
    await dialog.getByRole('button', { name: 'Cancel 3 orders' }).waitFor();
    await dialog.getByRole('radio', { name: 'BTC/USDT' }).click();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel 2 orders' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(open).toEqual(['ETHUSDT']);

    await place('BTCUSDT');
    await expect.poll(() => page.getByRole('row', { name: /stop-market/ }).count()).toBe(2);
    await start();
    await dialog.getByRole('radio', { name: 'All markets' }).click();
    await dialog.getByRole('button', { name: 'Cancel 2 orders' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(open).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a trade page', () => {
  it('is where a login leads back to, and names a market that it does not know', async () => {
    const { page, context } = await exchange.visit('desktop');
    for (const address of ['/trade/index?symbol=eth', TRADE.perpetual, '/trade/index?type=sec']) {
      await page.goto(address);
      const login = page
        .getByRole('main')
        .getByRole('link', { name: /^Log in/ })
        .last();
      await login.click();
      await page.waitForURL('**/user/login?**');
      expect(new URL(page.url()).searchParams.get('from')).toBe(address);
    }
    for (const type of ['spot', 'usta', 'sec']) {
      await page.goto(`/trade/index?type=${type}&symbol=nosuchcoin`);
      await page.getByText('Market NOSUCHCOIN not found').waitFor();
      await page.getByRole('main').getByRole('link', { name: 'All markets' }).waitFor();
    }
    await context.close();
  });
});
