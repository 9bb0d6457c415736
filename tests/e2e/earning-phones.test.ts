import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inTurn } from '../support/suite.ts';
import { axeFaults, scrollsSideways, speak } from './support/browser.ts';
import { openExchange, type SignedIn } from './support/exchange.ts';

const exchange = openExchange();

/** All pages of what earns and lends, each ticket with the first product on offer. */
async function pagesOf({ client }: SignedIn): Promise<readonly string[]> {
  const [pledges, products, loans] = await Promise.all([
    client.call('getPledgeProducts'),
    client.call('getFinanceProducts'),
    client.call('getLoanProducts'),
  ]);
  return [
    '/pledge/index',
    `/pledge/add?offer=${pledges.offers[0]!.offerId}`,
    '/pledge/order',
    '/finance/investment',
    '/finance/investment?tab=members',
    `/finance/detail?offer=${products.offers[0]!.offerId}`,
    '/loan/index',
    `/loan/index?apply=${loans.products[0]!.offerId}`,
    '/loan/order',
    '/defis/index',
    '/defis/details',
    '/account/center/reward-center',
  ];
}

/** Waits until a page shows what it has in place of what it waits for. */
async function settled(page: Page): Promise<void> {
  await page.locator('main :is(button, input, a)').first().waitFor();
  await expect.poll(() => page.locator('main [data-skeleton]').count()).toBe(0);
}

it.each(inTurn('languages of what earns', ['de', 'th', 'ja'] as const))(
  'what earns and lends fits on a phone in %s, and axe finds nothing',
  async (language) => {
    const { page, context, complaints } = await exchange.visit('phone');
    try {
      await speak(page, language);
      const signedIn = await exchange.signIn(page, { to: '/pledge/index', funds: { USDT: '5000' } });
      const faults: string[] = [];
      for (const path of await pagesOf(signedIn)) {
        await page.goto(path);
        await settled(page);
        if (await scrollsSideways(page)) faults.push(`${path}: scrolls sideways`);
        faults.push(...(await axeFaults(page)).map((fault) => `${path}: ${JSON.stringify(fault)}`));
      }
      expect(faults).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  },
);
