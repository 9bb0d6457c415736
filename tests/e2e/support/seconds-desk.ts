import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFaults, scrollsSideways } from './browser.ts';
import { giveReason, menuLink } from './console-forms.ts';

/**
 * Changes terms, caps and the pool of flash contracts at the operator's page, halts them, and looks at the user's page
 * each time. `approve` has the second operator approve what was proposed.
 */
export async function walkSecondsDesk(page: Page, user: Page, approve: () => Promise<void>): Promise<void> {
  await menuLink(page, 'Flash contracts').click();
  await page.getByRole('row', { name: /ETH\/USDT/ }).waitFor();
  expect.soft(await axeFaults(page)).toEqual([]);
  expect.soft(await scrollsSideways(page)).toBe(false);

  await page.getByRole('button', { name: 'ETH/USDT: Terms' }).click();
  await page.getByLabel('Payout of period 1').fill('60');
  await page.getByText('Users break even at 62.50%').waitFor();
  await page.getByRole('button', { name: 'Remove period 4' }).click();
  await page.getByLabel('Maximum stake').fill('750');
  await giveReason(page, 'Fewer periods while the pool is small', 'Propose');
  await approve();
  await page
    .getByRole('row', { name: /ETH\/USDT.*30s 60\.00% · 60s 80\.00% · 120s 85\.00%.*1–750 USDT/ })
    .waitFor();

  await page.getByRole('button', { name: 'ETH/USDT: Cap' }).click();
  await page.getByRole('dialog').getByLabel('Cap').fill('0');
  await giveReason(page, 'No more of this market for now', 'Propose');
  await approve();
  await page.getByRole('button', { name: 'Add to pool' }).click();
  await page.getByLabel('Amount').fill('2500');
  await giveReason(page, 'Second funding, as announced', 'Propose');
  await approve();
  await page.getByText('1,002,500 USDT').waitFor();
  await page.getByRole('button', { name: 'Change cap per user' }).click();
  await page.getByRole('checkbox', { name: 'No cap per user' }).click();
  await page.getByRole('textbox', { name: 'Cap per user' }).fill('900');
  await giveReason(page, 'Nobody alone may win so much', 'Propose');
  await approve();

  await user.goto('/trade/index?type=sec&symbol=eth');
  await user.getByText('1,002,500 USDT').first().waitFor();
  await user.getByText('Fewer periods while the pool is small').waitFor();
  await user.getByText('Second funding, as announced').waitFor();
  await user.getByText('62.50%').first().waitFor();
  expect.soft(await axeFaults(user)).toEqual([]);
  expect.soft(await scrollsSideways(user)).toBe(false);
  await user.getByRole('button', { name: 'Up', exact: true }).click();
  await user.getByText(/^This market has reached its cap/).waitFor();
  expect.soft(await axeFaults(user)).toEqual([]);

  await page.getByRole('button', { name: 'Halt all' }).click();
  await giveReason(page, 'The pool is being audited', 'Halt all');
  await user.getByText(/halted in all markets: The pool is being audited/).waitFor();
  expect.soft(await axeFaults(user)).toEqual([]);
  await page.getByRole('button', { name: 'Reopen all' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Halted: The pool is being audited').waitFor();
  await dialog.getByText(/^Users can open flash contracts again immediately/).waitFor();
  expect(await dialog.getByText(/^While halted/).count()).toBe(0);
  await page.keyboard.press('Escape');

  await menuLink(page, 'Operator log').click();
  const row = page.getByRole('row', { name: /Flash contract terms changed.*Fewer periods/ });
  await row
    .getByRole('cell', { name: /^[\d,]{2,}$/ })
    .last()
    .waitFor();
  expect.soft(await axeFaults(page)).toEqual([]);
}
