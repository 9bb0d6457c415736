import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFaults, scrollsSideways, sizes } from './browser.ts';

/** A text of every desk of the console, by its address. */
const DESKS: Readonly<Record<string, string>> = {
  '/': 'Ledger sums',
  '/markets': 'BTC/USDT',
  '/market-terms': 'Earlier changes',
  '/market-terms?part=fees': 'In effect',
  '/market-terms?part=margin': 'Propose change',
  '/reviews': 'Nothing here',
  '/support': 'Canned answers',
  '/support?view=answers': 'Offered in the user’s language',
  '/support?view=figures': 'Median waiting time',
  '/support?view=office': 'Save hours',
  '/seconds': 'Pool',
  '/users': 'Find a user',
  '/bills': 'changed this user’s wallets',
  '/deposits': 'The operator log records each page',
  '/withdrawals': 'The operator log records each page',
  '/swaps': 'Rates aren’t set here',
  '/staking': 'A product never changes',
  '/finance': 'A product never changes',
  '/otc': 'No appeals wait',
  '/rates': 'Nothing is settled at them',
  '/tiers': 'No operator can grant or remove a tier',
  '/terms': 'A published version never changes',
  '/features': 'Changes reach all users',
  '/articles': 'Readers see a published version',
  '/content': 'The default for clients',
  '/custody': 'Uncredited transfers',
  '/corrections': 'New correction',
  '/approvals': 'No proposals',
  '/operators': 'Who can do what',
  '/signing-keys': 'Create new key',
  '/jobs': 'Jobs the exchange still has to complete',
  '/messages': 'Emails and texts from the last 30 days',
  '/log': 'Logged in',
  '/account': 'This device',
};
/** An id that stands where its text belongs. */
const BARE_ID = /(console|notice|review|error)\.[a-z]+\.[a-z]/;

/** Finds every desk in order at its address, on a phone and a desktop, for an operator who may see all. */
export async function walkDesks(page: Page): Promise<void> {
  for (const [path, text] of Object.entries(DESKS)) {
    await page.goto(path);
    for (const [name, { viewport }] of Object.entries(sizes)) {
      const where = `${path} on a ${name}`;
      await page.setViewportSize(viewport);
      await page.getByText(text).first().waitFor();
      expect.soft(await page.locator('body').innerText(), where).not.toMatch(BARE_ID);
      expect.soft(await axeFaults(page), where).toEqual([]);
      expect.soft(await scrollsSideways(page), where).toBe(false);
    }
  }
  await foldFilters(page);
  await page.setViewportSize(sizes.desktop.viewport);
}

/** Unfolds the filters of a list on a phone, applies them and finds the focus where they went. */
async function foldFilters(page: Page): Promise<void> {
  await page.setViewportSize(sizes.phone.viewport);
  await page.goto('/log?operator=operator');
  const fold = page.getByRole('button', { name: 'Filters (1)' });
  await fold.waitFor();
  const apply = page.getByRole('button', { name: 'Apply' });
  expect(await apply.isVisible()).toBe(false);
  await fold.press('Enter');
  expect(await fold.getAttribute('aria-expanded')).toBe('true');
  expect.soft(await axeFaults(page), 'unfolded filters').toEqual([]);
  await apply.press('Enter');
  await apply.waitFor({ state: 'hidden' });
  expect(await fold.evaluate((button) => button === document.activeElement)).toBe(true);
}
