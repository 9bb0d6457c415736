import { describe, expect, it } from 'vitest';
import { inTurn } from '../support/suite.ts';
import { axeFaults, scrollsSideways, speak } from './support/browser.ts';
import { openExchange, TRADE } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();

describe('the page of fees', () => {
  it('shows a visitor one table for all, and where a tenth of every fee goes', () =>
    exchange.withVisit('desktop', async (page) => {
      await page.goto(TRADE.spot);
      await page.getByRole('link', { name: 'Fee, maker / taker' }).click();
      await page.waitForURL('**/rate/index');
      const table = page.getByRole('table', { name: 'Tiers by 30-day volume' });
      await table.getByRole('row', { name: /Tier 4/ }).waitFor();
      expect(await table.getByRole('row').allTextContents()).toEqual([
        expect.stringContaining('Spot, maker'),
        'Tier 00 USDT0.100%0.100%0.020%0.050%',
        'Tier 1100,000 USDT0.090%0.095%0.018%0.045%',
        'Tier 21,000,000 USDT0.075%0.085%0.015%0.040%',
        'Tier 310,000,000 USDT0.050%0.070%0.010%0.035%',
        'Tier 4100,000,000 USDT0.020%0.050%0.005%0.030%',
      ]);
      await page.getByText('to the safety fund', { exact: true }).waitFor();
      await page.getByText('Safety fund balance').waitFor();
      expect(await axeFaults(page)).toEqual([]);
    }));

  it.each(sizesInTurn('fees'))('shows a user the own tier and what is missing to the next, on a %s', (size) =>
    exchange.withVisit(size, async (page) => {
      await exchange.signIn(page, { to: '/assets/index?key=overview' });
      await page.getByRole('link', { name: /^Fee tier 0: maker 0\.100%, taker 0\.100%$/ }).click();
      await page.waitForURL('**/rate/index');
      const standing = page.getByRole('region', { name: 'Your tier' });
      await standing.getByText('100,000.00 USDT to tier 1').waitFor();
      await standing.getByRole('progressbar', { name: 'Progress to tier 1' }).waitFor();
      await page
        .getByRole('row')
        .filter({ hasText: /^Tier 0\s*your tier/ })
        .waitFor();
      expect(await axeFaults(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    }),
  );

  it.each(inTurn('languages of fees', ['de', 'th', 'ja'] as const))(
    'fits on a phone in %s, its figures as that language writes them',
    (language) =>
      exchange.withVisit('phone', async (page) => {
        const messages = await speak(page, language);
        await page.goto('/rate/index');
        await page.getByRole('heading', { level: 1, name: messages['fees.title']! }).waitFor();
        await page
          .getByText(language === 'de' ? '0,100\u00a0%' : '0.100%')
          .first()
          .waitFor();
        expect(await scrollsSideways(page)).toBe(false);
      }),
  );
});
