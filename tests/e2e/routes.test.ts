import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedScreens } from '../../apps/web/app/closed-screens.ts';
import { plan, screens } from '../../apps/web/app/screens.ts';
import { openScreenAt } from '../../apps/web/shell/plan.ts';
import { eventually } from '../support/patience.ts';
import { inTurn } from '../support/suite.ts';
import { addresses } from './support/addresses.ts';
import { axeFaults, scrollsSideways, type Visit } from './support/browser.ts';
import { openExchange, type SignIn, tokenOf } from './support/exchange.ts';
import { filled } from './support/fills.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();
const all = Object.values(addresses).flat();
const closed = closedScreens.flatMap(({ paths }) => paths).filter((path) => !path.includes('$'));

/** The people who may enter an address: `users`, `visitors`, or null for everybody. */
function guardOf(address: string) {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const screen = openScreenAt(plan, pathname)!;
  return screen.guard(screen.search(Object.fromEntries(searchParams)));
}

/** Coins in each account, an order that waits, a trade, a position and a swap, so that pages have something to show. */
const trader: SignIn = {
  to: '/home/index',
  funds: { USDT: '9000', BTC: '1' },
  async prepare(own) {
    for (const to of ['2', '3', '4'] as const)
      await own.call('transfer', { query: { from: '1', to, coin: 'USDT', amount: '1000' } });
    const waiting = { symbol: 'BTCUSDT', type: 'limit', quantity: '0.001' } as const;
    const [ticker] = (await own.call('getSpotGoods')).filter(({ symbol }) => symbol === 'BTCUSDT');
    const price = String(Math.floor(Number(ticker!.close) * 0.95));
    await own.call('exchange', { params: { side: 'buy' }, body: { ...waiting, price } });
    const market = { symbol: 'BTCUSDT', type: 'market', quoteAmount: '100' } as const;
    await filled(() => own.call('exchange', { params: { side: 'buy' }, body: market }));
    const contract = { symbol: 'BTCUSDT-PERP', type: 'market', quantity: '3' } as const;
    await filled(() => own.call('openContract', { params: { positionSide: 'long' }, body: contract }));
    await eventually(async () => {
      const { id } = await own.call('quoteSwap', { body: { from: 'USDT', to: 'BTC', amount: '50' } });
      return own.call('acceptSwap', { body: { id } });
    });
  },
};

/** Waits until the page at an address has its heading and all that it loads. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[data-skeleton]').first().waitFor({ state: 'detached' });
}

/** Loads an address and judges what stands there: it stays there, fits, complains of nothing and passes axe. */
async function looksRight({ page, complaints }: Visit, address: string): Promise<void> {
  const before = complaints.length;
  await page.goto(address);
  await settled(page);
  expect.soft(await scrollsSideways(page), 'wider than the screen').toBe(false);
  expect.soft(await axeFaults(page)).toEqual([]);
  expect.soft(complaints.slice(before)).toEqual([]);
}

it('has an address for each screen of the app', () => {
  expect(Object.keys(addresses).toSorted()).toEqual(screens.map(({ path }) => path).toSorted());
});

describe.each(sizesInTurn('routes'))('on a %s', (size) => {
  describe('to a visitor', () => {
    let visited: Visit;
    beforeAll(async () => {
      visited = await exchange.visit(size);
    });
    afterAll(() => visited.context.close());

    const open = all.filter((address) => guardOf(address) !== 'users');
    it.each(inTurn('addresses of visitors', [...open, ...closed], 2))('%s is whole', async (address) => {
      await looksRight(visited, address);
    });

    it('the link past the menu has the room of a button at its focus', async () => {
      const { page } = visited;
      await page.goto('/user/freeze');
      await settled(page);
      const link = page.getByRole('link', { name: 'Skip to content' });
      await link.focus();
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(36);
    });

    it('what belongs to a user leads to the login, and remembers where from', async () => {
      const { page } = visited;
      const own = all.filter((address) => guardOf(address) === 'users');
      for (const address of inTurn('addresses of users, unseen', own, 5)) {
        await page.goto(address);
        await page.waitForURL('**/user/login?from=*');
      }
    });
  });

  describe('to a user', () => {
    let visited: Visit;
    beforeAll(async () => {
      visited = await exchange.visit(size);
      await exchange.signIn(visited.page, trader);
    });
    afterAll(() => visited.context.close());

    const open = all.filter((address) => guardOf(address) !== 'visitors');
    it.each(inTurn('addresses of users', open, 3))('%s is whole', async (address) => {
      await looksRight(visited, address);
      expect(await tokenOf(visited.page)).not.toBe('');
    });

    it('what is for visitors alone leads home', async () => {
      const { page } = visited;
      for (const address of all.filter((one) => guardOf(one) === 'visitors')) {
        await page.goto(address);
        await page.waitForURL('**/home/index');
      }
    });
  });
});
