import { expect, it } from 'vitest';
import { inTurn } from '../support/suite.ts';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { words } from './support/messages.ts';

const exchange = openExchange();

/** A day that no record has. */
const AHEAD = '2199-12-31';

/** Lists of records, and what each says when its days leave nothing. */
const LISTS = [
  ['/account/wallet/history-deposit', 'ui.days.none'],
  ['/account/wallet/history-withdrawal', 'ui.days.none'],
  ['/assets/index?key=swap', 'ui.days.none'],
  ['/assets/index?key=tradeOrder&of=sec&list=past', 'ui.days.none'],
  ['/assets/index?key=tradeOrder&of=cross&list=loans', 'ui.days.none'],
  ['/assets/index?key=tradeOrder&of=isolated&list=receipts', 'ui.days.none'],
  ['/account/wallet/bills', 'ui.days.none'],
  ['/account/center/device-management', 'ui.days.none'],
  ['/account/center/activity', 'ui.days.none'],
  ['/account/center/notices', 'bell.showAll'],
] as const;

it('a list of records keeps its days in the address: after a reload, and on the way back', async () => {
  for (const size of ['desktop', 'phone'] as const) {
    const { page, context } = await exchange.visit(size);
    await exchange.signIn(page, { to: '/account/center/info', funds: { USDT: '10' } });
    for (const [path, empty] of inTurn(`lists by days on a ${size}`, LISTS, 3)) {
      await page.goto(path);
      const from = page.getByLabel(words('ui.days.from'), { exact: true });
      const fold = page.getByRole('button', { name: new RegExp(`^${words('ui.filters')}`) });
      const unfold = async () => {
        await from.or(fold).filter({ visible: true }).first().waitFor();
        if (!(await from.isVisible())) await fold.click();
      };
      await unfold();
      await from.fill(AHEAD);
      await page.waitForURL(new RegExp(`from=${AHEAD}`));
      await page.getByText(words(empty)).first().waitFor();
      await page.reload();
      await page.getByText(words(empty)).first().waitFor();
      await page.goto('/account/center/info');
      await page.goBack();
      await page.getByText(words(empty)).first().waitFor();
      await unfold();
      expect.soft(await from.inputValue(), path).toBe(AHEAD);
      expect.soft(await axeFaults(page), path).toEqual([]);
      expect.soft(await scrollsSideways(page), path).toBe(false);
    }
    await context.close();
  }
});
