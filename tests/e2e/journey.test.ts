import type { Calls, Client } from '@candor/api';
import { loadMessages } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import { safetyFundPart, tradingFee } from '@candor/rules';
import type { Page, Route } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { axeFaults, type Size, scrollsSideways, type Visit } from './support/browser.ts';
import { newAccount, openExchange, PASSWORD, tokenOf } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';

const FEE_PPM = 1000;

const exchange = openExchange();

const units = (text: string) => parseDecimal(text, 8, { signed: true }) ?? 0n;

async function register(page: Page, account: string): Promise<void> {
  await page.goto('/user/register');
  await page.getByLabel('Account name').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/assets/index**');
}

async function takePracticeFunds(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get practice funds' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Get practice funds' });
  await dialog.getByLabel('Amount').fill('5000');
  await dialog.getByRole('button', { name: 'Get practice funds' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The calls of the user of the page. */
const clientOf = async (page: Page) => exchange.client(await tokenOf(page));

/** On a phone the form is in a sheet that a button opens. */
async function openForm(page: Page, size: Size, side: 'Buy' | 'Sell'): Promise<void> {
  if (size === 'phone') await page.getByRole('button', { name: side, exact: true }).click();
  else await page.getByRole('radio', { name: side }).click();
}

async function placeLimitBuy(page: Page, size: Size, price: string): Promise<void> {
  await openForm(page, size, 'Buy');
  await page.getByRole('tab', { name: 'Limit' }).click();
  await page.getByLabel('Price', { exact: true }).fill(price);
  await page.getByLabel('Amount', { exact: true }).fill('0.03');
  const share = page.getByRole('slider', { name: 'Share of your balance' });
  const before = await share.inputValue();
  const available = page.locator('form').filter({ has: share }).locator('dl');
  const balance = await available.textContent();
  // the answer comes after the page has heard of the hold
  const isHeld = Promise.withResolvers<void>();
  const answer = async (route: Route) => {
    const response = await route.fetch();
    await isHeld.promise;
    await route.fulfill({ response });
  };
  await page.route('**/exchange/buy', answer, { times: 1 });
  await page.getByRole('button', { name: 'Buy BTC' }).click();
  await expect.poll(() => available.textContent()).not.toBe(balance);
  expect(await share.inputValue()).toBe(before);
  isHeld.resolve();
  await page.getByText('Order placed').waitFor();
}

async function buyAtMarket(page: Page, size: Size): Promise<void> {
  await openForm(page, size, 'Buy');
  await page.getByRole('tab', { name: 'Market', exact: true }).click();
  await page.getByLabel('Amount', { exact: true }).fill('0.02');
  await page.getByRole('button', { name: 'Buy BTC' }).click();
  await page.getByText(/^Buy: /).waitFor();
}

/** Everything that the market order did, as the read models and the ledger tell it, must be one story. */
async function expectBooksAgree(client: Client<Calls>): Promise<void> {
  const { records: fills } = await client.call('myExchangeLog', { params: { symbol: 'BTCUSDT' }, query: {} });
  expect(fills.length).toBeGreaterThan(0);
  for (const fill of fills) {
    expect(units(fill.amount)).toBe((units(fill.price) * units(fill.quantity)) / 100_000_000n);
    expect(fill.feePpm).toBe(FEE_PPM);
    expect(units(fill.fee.amount)).toBe(tradingFee(units(fill.quantity) as never, FEE_PPM));
    expect(fill.fee.coin).toBe('BTC');
  }
  const bought = fills.reduce((sum, fill) => sum + units(fill.quantity), 0n);
  const paid = fills.reduce((sum, fill) => sum + units(fill.amount), 0n);
  const fees = fills.reduce((sum, fill) => sum + units(fill.fee.amount), 0n);
  expect(bought).toBe(2_000_000n);

  const { list } = await client.call('getMyBalance', { query: {} });
  const balance = (coin: string) => units(list.find((row) => row.coin === coin)?.amount ?? '0');
  expect(balance('BTC')).toBe(bought - fees);
  expect(balance('USDT')).toBe(500_000_000_000n - paid);

  const { records: bills } = await client.call('getMyBill', { query: { pageSize: '100' } });
  for (const coin of ['BTC', 'USDT']) {
    const ofCoin = bills.filter((bill) => bill.coin === coin);
    expect(ofCoin.reduce((sum, bill) => sum + units(bill.amount), 0n)).toBe(balance(coin));
    expect(units(ofCoin[0]?.balance ?? '0')).toBe(balance(coin));
  }
  const history = await client.call('entrustLog', {
    params: { scope: 'history', symbol: 'BTCUSDT', limit: '10' },
    query: {},
  });
  const order = history.records.find((row) => row.type === 'market');
  expect(order).toMatchObject({ status: 'filled', tradedQuantity: '0.02000' });
  expect(units(order?.tradedAmount ?? '0')).toBe(paid);
}

async function expectSafetyFundHolds(client: Client<Calls>): Promise<void> {
  const house = await client.call('getHouse');
  for (const row of house.assets) {
    expect(units(row.sum)).toBe(0n);
    const gross = units(row.fees) + units(row.safetyFund);
    expect(units(row.safetyFund)).toBe(BigInt(safetyFundPart(0, Number(gross))));
  }
}

async function expectSound(page: Page, where: string): Promise<void> {
  expect.soft(await axeFaults(page), where).toEqual([]);
  expect.soft(await scrollsSideways(page), `${where} scrolls sideways`).toBe(false);
}

async function openOrdersTab(page: Page, size: Size): Promise<void> {
  if (size === 'phone') await page.getByRole('tab', { name: 'Orders', exact: true }).click();
}

async function changeToGerman(page: Page, size: Size): Promise<void> {
  if (size === 'phone') {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('combobox', { name: /Language/ }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page.keyboard.press('Escape');
  } else {
    await page.getByTestId('language-menu').click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  }
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de-DE');
}

/** Logs out of a page in German. */
async function logOut(page: Page, size: Size): Promise<void> {
  const german = await loadMessages('de');
  const text = (id: string) => german[id] ?? `no text for ${id}`;
  if (size === 'phone') {
    await page.getByRole('button', { name: text('shell.openMenu') }).click();
    await page.getByRole('button', { name: text('shell.logout') }).click();
  } else {
    await page.getByTestId('account-menu').click();
    await page.getByRole('menuitem', { name: text('shell.logout') }).click();
  }
}

describe.each(sizesInTurn('journey'))('a new user at %s size', (size) => {
  const account = newAccount('journey');
  let user: Visit;

  afterAll(async () => {
    await user?.context.close();
  });

  it('looks around, registers and takes practice funds', async () => {
    user = await exchange.visit(size);
    const { page } = user;
    await page.goto('/');
    await page.waitForURL('**/home/index');
    await page.locator('a:visible[href*="symbol=btc"]').first().waitFor();
    await expectSound(page, 'home');
    await page.goto('/user/login');
    await page.getByLabel('Account name').waitFor();
    await expectSound(page, 'login');
    await page.goto('/nowhere/at/all');
    await page.waitForURL('**/home/index');
    await register(page, account);
    await takePracticeFunds(page);
    await page.getByText('5,000').first().waitFor();
    await expectSound(page, 'assets');
  });

  it('rests a limit order, which shows in the book', async () => {
    const { page } = user;
    await page.goto('/trade/index?type=spot&symbol=btc');
    await page.getByTestId('order-book').getByRole('listitem').first().waitFor();
    const client = await clientOf(page);
    const { a, b } = await client.call('getDepth', { params: { symbol: 'BTCUSDT' }, query: { levels: '1' } });
    expect(Number(a[0]?.[0])).toBeGreaterThan(Number(b[0]?.[0]));
    const price = (Math.floor(Number(b[0]?.[0]) * 0.95) + 0.37).toFixed(2);
    await placeLimitBuy(page, size, price);
    const depth = await client.call('getDepth', { params: { symbol: 'BTCUSDT' }, query: { levels: '500' } });
    expect(depth.b).toContainEqual([price, '0.03000', '0']);
    await openOrdersTab(page, size);
    await page.getByRole('cell', { name: '0.03000' }).waitFor();
    await expectSound(page, 'trade');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('No open orders').waitFor();
  });

  it('fills a market order; balances, bill and history agree to the last unit', async () => {
    const { page } = user;
    await buyAtMarket(page, size);
    const client = await clientOf(page);
    await expectBooksAgree(client);
    await expectSafetyFundHolds(client);
    await openOrdersTab(page, size);
    await page.getByRole('tab', { name: 'Fills' }).click();
    const stub = page.getByRole('button', { name: /Verified/ }).first();
    await stub.click();
    await page
      .getByRole('dialog', { name: /Receipt of fill/ })
      .getByText('Fee: stated, recomputed')
      .waitFor();
    await expectSound(page, 'receipt');
    await page.keyboard.press('Escape');
  });

  it('keeps a watchlist, changes the language for good, and logs out', async () => {
    const { page } = user;
    await page.goto('/quotes/index');
    await page
      .getByRole('button', { name: /ETH\/USDT on watchlist/ })
      .first()
      .click();
    await expectSound(page, 'quotes');
    const client = await clientOf(page);
    await expect
      .poll(async () => (await client.call('getOptional')).map((row) => row.symbol))
      .toEqual(['ETHUSDT']);

    await changeToGerman(page, size);
    const german = await loadMessages('de');
    await page.getByRole('heading', { level: 1, name: german['quotes.title'] ?? '' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: german['quotes.title'] ?? '' }).waitFor();
    await logOut(page, size);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('coin_web-token'))).toBeNull();
    expect(user.complaints).toEqual([]);
  });
});
