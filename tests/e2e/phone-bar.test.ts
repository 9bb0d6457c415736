import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../support/suite.ts';
import { speak } from './support/browser.ts';
import { openExchange, TRADE } from './support/exchange.ts';

const exchange = openExchange();

/** Pages on which a phone sends something. */
const SENDING = [
  '/assets/index?key=withdraw',
  '/assets/index?key=recharge',
  '/assets/index?key=swap',
  '/assets/index?key=transfer',
  '/account/wallet/deposit',
  '/account/center/kyc',
  '/account/center/security',
  '/account/center/api-keys',
  '/account/center/data',
  '/account/center/notices',
  '/account/center/notices/settings',
  '/account/center/alerts',
  TRADE.spot,
  TRADE.perpetual,
];

/**
 * Returns what lies under a bar at the foot of the screen: of all controls at the end of the page, and of each once it
 * has the focus.
 */
function underBars(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isBar = (element: Element) => {
      const { bottom, width, height } = element.getBoundingClientRect();
      const { position } = getComputedStyle(element);
      if (position !== 'fixed' && position !== 'sticky') return false;
      return bottom >= innerHeight - 1 && width >= innerWidth - 1 && height < 200;
    };
    const bars = [...document.querySelectorAll('#root *')].filter(isBar);
    const edge = Math.min(...bars.map((bar) => bar.getBoundingClientRect().top));
    if (edge === Number.POSITIVE_INFINITY) return ['no bar'];
    const pressed = 'button, a[href], input, textarea, select, [role=combobox], [role=radio], [role=tab]';
    const controls = [...document.querySelectorAll<HTMLElement>(pressed)].filter((control) => {
      const { width } = control.getBoundingClientRect();
      const isOfBar = bars.some((bar) => bar.contains(control));
      return !isOfBar && width > 4 && control.checkVisibility({ visibilityProperty: true });
    });
    const isUnder = (control: Element) => {
      const { top, bottom } = control.getBoundingClientRect();
      return bottom > edge + 1 && top < innerHeight;
    };
    const name = (control: Element) => control.textContent || control.outerHTML.slice(0, 120);
    scrollTo(0, document.documentElement.scrollHeight);
    const atEnd = controls.filter(isUnder).map((control) => `at the end: ${name(control)}`);
    scrollTo(0, 0);
    const focused = controls.filter((control) => {
      control.focus();
      return document.activeElement === control && isUnder(control);
    });
    return [...atEnd, ...focused.map((control) => `focused: ${name(control)}`)];
  });
}

describe('the bar at the foot of a phone', () => {
  it.each(inTurn('languages of the bar', ['de', 'ja', 'th', 'en'] as const))(
    'covers nothing that has the focus, nor anything at the end of a page, in %s',
    async (language) => {
      const { page, context, complaints } = await exchange.visit('phone');
      try {
        // the longest form of a withdrawal has a field for the fund password
        await page.route(/\/getWithdrawalCurrency/, async (route) => {
          const response = await route.fetch();
          const body = await response.json();
          await route.fulfill({ json: { ...body, data: { ...body.data, fundPassword: true } } });
        });
        await speak(page, language);
        await exchange.signIn(page, { to: '/assets/index?key=overview', funds: { USDT: '100' } });
        const faults: string[] = [];
        for (const path of inTurn('pages with a bar', SENDING, 4)) {
          await page.goto(path);
          await page.locator('main :is(button, input, a)').first().waitFor();
          await page.locator('main [data-skeleton]').first().waitFor({ state: 'detached' });
          faults.push(...(await underBars(page)).map((fault) => `${path}: ${fault}`));
        }
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        expect(faults).toEqual([]);
        expect(complaints).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
});
