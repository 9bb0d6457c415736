import { expect, it } from 'vitest';
import { inTurn } from '../support/suite.ts';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';

const exchange = openExchange();

/** A day that no record has. */
const AHEAD = '2199-12-31';

/** Lists of records, and what each says when its days leave nothing. */
const LISTS = [
  ['/account/wallet/history-deposit', 'Nothing found'],
  ['/account/wallet/history-withdrawal', 'Nothing found'],
  ['/assets/index?key=swap', 'Nothing found'],
  ['/assets/index?key=tradeOrder&of=sec&list=past', 'Nothing found'],
  ['/assets/index?key=tradeOrder&of=cross&list=loans', 'Nothing found'],
  ['/assets/index?key=tradeOrder&of=isolated&list=receipts', 'Nothing found'],
  ['/account/wallet/bills', 'Nothing found'],
  ['/account/center/device-management', 'Nothing found'],
  ['/account/center/activity', 'Nothing found'],
  ['/account/center/notices', 'Show all'],
] as const;

it('a list of records keeps its days in the address: after a reload, and on the way back', async () => {
  for (const size of ['desktop', 'phone'] as const) {
    const { page, context } = await exchange.visit(size);
    await exchange.signIn(page, { to: '/account/center/info', funds: { USDT: '10' } });
    for (const [path, empty] of inTurn(`lists by days on a ${size}`, LISTS, 3)) {
      await page.goto(path);
      const from = page.getByLabel('From', { exact: true });
      const unfold = async () => {
        if (size === 'phone') await page.getByRole('button', { name: /^Filters/ }).click();
      };
      await page
        .getByRole('button', { name: /^Filters/ })
        .or(from)
        .first()
        .waitFor();
      await unfold();
      await from.fill(AHEAD);
      await page.waitForURL(new RegExp(`from=${AHEAD}`));
      await page.getByText(empty).first().waitFor();
      await page.reload();
      await page.getByText(empty).first().waitFor();
      await page.goto('/account/center/info');
      await page.goBack();
      await page.getByText(empty).first().waitFor();
      await unfold();
      expect.soft(await from.inputValue(), path).toBe(AHEAD);
      expect.soft(await axeFaults(page), path).toEqual([]);
      expect.soft(await scrollsSideways(page), path).toBe(false);
    }
    await context.close();
  }
});
