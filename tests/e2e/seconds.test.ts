import { describe, expect, it } from 'vitest';
import { inLongRun } from '../support/suite.ts';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange, TRADE } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';
import { coversNothing, fitsOnPhones, moveCoins, openForm, staysInPlace } from './support/trade-page.ts';

const exchange = openExchange();
const FUNDS = { USDT: '1000' };

describe.each(sizesInTurn('seconds'))('second contracts on a %s', (size) => {
  it('are opened on plain terms, count down, and leave a receipt that this browser recomputed', {
    timeout: 180_000,
  }, async () => {
    const { page, context, complaints } = await exchange.visit(size);
    await exchange.signIn(page, { to: TRADE.seconds, funds: FUNDS });
    const form = await openForm(page, size, 'Up');
    await page.getByText('Break-even win rate').waitFor();
    await page.getByText(/Over many contracts most people lose money/).waitFor();
    const submit = form.getByRole('button', { name: /^Open: up/ });
    const quantity = form.getByLabel('Stake');
    const message = form.locator('[data-act-message]');
    await form.getByText('0 USDT', { exact: true }).first().waitFor();
    await staysInPlace(submit, {
      'no quantity': async () => {
        await submit.click();
        await message.getByText(/5,000/).waitFor();
      },
      'a grouped quantity': async () => {
        await quantity.fill('1,000');
        await form.getByText('= 1,000 USDT').waitFor();
      },
      'more than there is': async () => {
        await quantity.fill('25');
        await submit.click();
        await message.getByText('Not enough USDT in this account.').waitFor();
      },
    });
    expect(await axeFaults(page)).toEqual([]);

    await moveCoins(page, form, '100');
    // the form refuses a stake by the balance that it shows
    await form.getByText('100 USDT', { exact: true }).first().waitFor();
    await coversNothing(page, /accepted on signed terms/, () => submit.click());
    await page.getByText(/^00:00:\d\d$/).waitFor();
    // the chart draws the index, and says where this contract opened and when it closes
    const marks = page.getByRole('list', { name: 'Your prices in the chart' });
    await marks.getByText(/^Up · opens .+: [\d,.]+; closes .+$/).waitFor({ state: 'attached' });
    await page.getByRole('img', { name: /BTC\/USDT/ }).waitFor();
    await page.getByRole('tab', { name: '1s', exact: true }).click();
    // header, title and chart name one index
    await expect
      .poll(async () => {
        const [head] = await page.getByRole('definition').allInnerTexts();
        const title = (await page.title()).split(' ')[0]!;
        const label = (await page.getByRole('img', { name: /BTC\/USDT/ }).getAttribute('aria-label'))!;
        return head === title && label.includes(title);
      })
      .toBe(true);
    // the open contract follows the same price in each frame too
    const apart = await page.evaluate(async () => {
      const gaps: string[] = [];
      for (let frame = 0; frame < 90; frame++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const head = document.querySelector('dd')?.textContent ?? '';
        const body = [...document.querySelectorAll('tbody tr, ul.divide-y > li')];
        const open = body.find((row) => /00:00:\d\d/.test(row.textContent ?? ''));
        if (open !== undefined && !open.textContent?.includes(head))
          gaps.push(`${head}: ${open.textContent}`);
      }
      return gaps;
    });
    expect(apart).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);

    await page.getByRole('tab', { name: 'Past' }).click();
    const stub = page.getByRole('button', { name: /^Verified/ });
    await stub.waitFor({ timeout: 60_000 });
    // The message of the settlement lies over a phone's dialog for a moment.
    await page
      .getByText(/^BTC\/USDT: (won|lost|stake returned)/)
      .first()
      .waitFor({ state: 'detached' });
    await stub.click();
    const receipt = page.getByRole('dialog', { name: /^Flash contract \d+$/ });
    await receipt.getByText('Signature valid').waitFor();
    await receipt.getByText('Index price at closing tick 5').waitFor();
    // it opens at its first rows, though its first control is at its foot
    const first = await receipt.getByText('Market', { exact: true }).boundingBox();
    const heading = await receipt.getByRole('heading').boundingBox();
    expect(first!.y).toBeGreaterThanOrEqual(heading!.y + heading!.height + 16);
    expect(await receipt.getByText('≠').count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('keeps a person to a pause of their own', async () => {
  const { page, context } = await exchange.visit('desktop');
  await exchange.signIn(page, { to: TRADE.seconds, funds: FUNDS });
  await page.getByRole('button', { name: 'My limits' }).click();
  const limits = page.getByRole('dialog', { name: 'Your flash contract limits' });
  await limits.getByLabel('Daily loss limit').fill('50');
  const setLimit = limits.getByRole('button', { name: 'Set limit' });
  await coversNothing(page, 'Limits saved', () => setLimit.click());
  await limits.getByText('50 USDT').first().waitFor();
  const pause = limits.getByRole('button', { name: 'Pause' }).first();
  await expect.poll(() => pause.isDisabled()).toBe(true);
  await limits.getByRole('checkbox').first().click();
  await pause.click();
  await limits.getByText(/^Paused until/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await moveCoins(page, page.getByRole('main'), '20');
  await page.getByText(/^You’ve paused flash contracts until/).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Open: up/ }).isDisabled()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await context.close();
});

inLongRun(() => {
  it('lists what is over page by page, each with a receipt that holds', { timeout: 240_000 }, async () => {
    const { page, context, complaints } = await exchange.visit('desktop');
    const { client } = await exchange.signIn(page, { to: TRADE.seconds, funds: FUNDS });
    await client.call('transfer', { query: { from: '1', to: '3', coin: 'USDT', amount: '200' } });
    const order = { symbol: 'BTCUSDT', direction: 'up', periodSeconds: 30, quantity: 1 } as const;
    for (let made = 0; made < 33; made++) await client.call('createSecondContractOrder', { body: order });
    await page.getByRole('tab', { name: 'Past' }).click();
    const stubs = page.getByRole('button', { name: /^Verified/ });
    await expect.poll(() => stubs.count(), { timeout: 120_000, interval: 1_000 }).toBe(30);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => stubs.count(), { timeout: 60_000 }).toBe(33);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('show a visitor the rule, the pool and the bounds', async () => {
  const { page, context, complaints } = await exchange.visit('desktop');
  await page.goto(TRADE.seconds);
  await page.getByRole('heading', { name: 'How a contract is settled' }).waitFor();
  await page.getByText('paid = stake + stake × payout rate').waitFor();
  await page.getByText('1 ÷ (1 + payout rate)').waitFor();
  await page.getByText('First funding of the practice pool, out of practice custody').waitFor();
  const rates = page.getByRole('table', { name: 'Periods of this market' });
  await rates.getByRole('row', { name: '30s 75.00% 57.15% 87.5 USDT' }).waitFor();
  await page.getByText('Whole coins, 1 to 5,000').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});

fitsOnPhones(exchange, TRADE.seconds, async (page, messages) => {
  await page.getByRole('button', { name: messages['seconds.up']!, exact: true }).click();
  await page.getByText(messages['seconds.breakEven']!).first().waitFor();
});
