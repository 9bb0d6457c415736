import { expect, it } from 'vitest';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { filled } from './support/fills.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();

it.each(sizesInTurn('order-centre'))(
  'orders of all products stand in the order centre on a %s',
  async (size) => {
    const { page, context, complaints } = await exchange.visit(size);
    const looksRight = async () => {
      expect(await axeFaults(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    };
    const group = (name: string) =>
      page.getByRole('navigation', { name: 'Order centre' }).getByRole('link', { name, exact: true });
    try {
      await exchange.signIn(page, {
        to: '/assets/index?key=tradeOrder',
        funds: { USDT: '3000' },
        prepare: async (client) => {
          await client.call('transfer', { query: { from: '1', to: '2', coin: 'USDT', amount: '1000' } });
          const waiting = { symbol: 'BTCUSDT', type: 'limit', quantity: '0.001' } as const;
          const { list } = await client.call('getMyBalance', { query: { type: '1' } });
          expect(list.find(({ coin }) => coin === 'USDT')?.available).toBe('2000');
          // far enough below the price to wait, near enough for its band
          const [ticker] = (await client.call('getSpotGoods')).filter(({ symbol }) => symbol === 'BTCUSDT');
          const price = String(Math.floor(Number(ticker!.close) * 0.95));
          await client.call('exchange', { params: { side: 'buy' }, body: { ...waiting, price } });
          const body = { symbol: 'BTCUSDT-PERP', type: 'market', quantity: '3' } as const;
          await filled(() => client.call('openContract', { params: { positionSide: 'long' }, body }));
        },
      });
      const open = page.getByRole('table', { name: 'Open orders' });
      await open.getByRole('row').filter({ hasText: 'BTC/USDT' }).waitFor();
      await looksRight();
      await open.getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.getByText('No open orders').waitFor();
      await page.getByRole('tab', { name: 'History', exact: true }).click();
      const done = page.getByRole('table', { name: 'History' });
      const row = done.getByRole('row').filter({ hasText: 'Cancelled' });
      await row
        .filter({ hasText: /No\. \d/ })
        .filter({ hasText: 'Ended' })
        .waitFor();
      if (size === 'phone') await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel('From', { exact: true }).fill('2100-01-01');
      await page.getByText('Nothing found').waitFor();
      await looksRight();
      await page.waitForURL('**/assets/index?key=tradeOrder&list=history&from=2100-01-01');
      await page.reload();
      await page.getByText('Nothing found').waitFor();
      if (size === 'phone') await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await row.waitFor();

      await group('USDT perpetuals').click();
      await page.waitForURL('**/assets/index?key=tradeOrder&of=usta');
      const positions = page.getByRole('table', { name: 'Positions' });
      await positions.getByRole('row').filter({ hasText: 'Long' }).waitFor();
      await looksRight();
      await group('Cross margin').click();
      await page.getByRole('tab', { name: 'Loans' }).waitFor();
      await group('Power loan').click();
      await page.waitForURL('**/assets/index?key=tradeOrder&of=loan');
      await page.getByText('No power loans yet', { exact: true }).waitFor();
      await looksRight();
      await page.goto('/account/entrust/margin-fixed');
      await expect.poll(() => group('Isolated margin').getAttribute('aria-current')).toBe('page');
      await group('USDT perpetuals').click();
      await page.waitForURL('**/account/entrust/future/u');

      await page.goto('/assets/index?key=agreement');
      await page.getByRole('heading', { level: 1, name: 'Perpetual assets' }).waitFor();
      await positions.getByRole('row').filter({ hasText: 'Long' }).waitFor();
      await looksRight();
      await page.goto('/assets/index?key=finance');
      await page.getByRole('heading', { level: 1, name: 'Earn assets' }).waitFor();
      await page.getByText('Nothing in staking', { exact: true }).waitFor();
      await page.getByText('Nothing invested', { exact: true }).waitFor();
      await looksRight();
      await page.goto('/account/wallet/bills');
      await page.getByRole('row').filter({ hasText: '−1,000' }).waitFor();
      await page.goto('/account/wallet/assets');
      await page.getByTestId('total-value').waitFor();
      await looksRight();
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  },
);
