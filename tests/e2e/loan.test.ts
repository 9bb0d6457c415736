// Own server: it needs operators who review.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Addresses, endAll } from '../support/program.ts';
import { axeFaults, closePages, scrollsSideways, visit } from './support/browser.ts';
import { signInAt } from './support/exchange.ts';
import { approveItem, giveLoanPhotos, sendApplication, verifyForLoans } from './support/loans.ts';
import type { Seat } from './support/operators.ts';
import { startWithReviewers } from './support/reviewers.ts';
import { sizesInTurn } from './support/sizes.ts';

const AMOUNT = '150';
let dataDir: string;
let addresses: Addresses;
let browser: Browser;
let rosa: Seat;
let ruth: Seat;

beforeAll(async () => {
  ({ dataDir, addresses, browser, rosa, ruth } = await startWithReviewers());
}, 400_000);

afterAll(async () => {
  await closePages(browser);
  await endAll(dataDir);
});

/** Expects the page to have no fault of accessibility and to fit its window. */
async function expectOrder(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}

/** Sign and figures of a comparison of two amounts. */
function numbersOf(comparison: string | null): (string | number)[] {
  const words = (comparison ?? '').replaceAll('\u00a0', ' ');
  const [, first, sign = words, second] = /^([\d.,]+) (.) ([\d.,]+) USDT$/.exec(words) ?? [];
  return [sign, ...[first, second].map((figure) => Number(figure?.replaceAll(',', '')))];
}

it.each(sizesInTurn('loans'))(
  'a loan is applied for, paid out, repaid in part and settled on a %s',
  async (size) => {
    const { page, context, complaints } = await visit(browser, addresses.url, size);
    // a visitor sees all of it
    await page.goto('/loan/index');
    await page.getByRole('heading', { level: 1, name: 'Power loan' }).waitFor();
    await page.getByRole('heading', { name: 'Who lends' }).waitFor();
    await page.getByText('Funded by Candor').first().waitFor();
    await page.getByText('Interest received in total', { exact: true }).waitFor();
    await expectOrder(page);
    await page.getByRole('link', { name: /^Apply Equal instalments/ }).click();
    await page.getByRole('link', { name: 'Log in to apply for a loan', exact: true }).waitFor();

    const { client, token } = await signInAt(addresses.url, page, { to: page.url(), funds: { USDT: '500' } });
    await page.getByText('Your credit score doesn’t give you a limit yet.').waitFor();
    const userId = await verifyForLoans(page, client, token, [rosa, ruth]);
    await page.reload();
    await page.getByText('you can borrow 200 USDT').waitFor();
    await page.getByRole('button', { name: 'Send application', exact: true }).click();
    await page.getByText('Enter an amount.', { exact: true }).first().waitFor();
    await page.getByText('Accept the terms first.', { exact: true }).waitFor();
    await page.getByLabel('Amount', { exact: true }).fill('200.5');
    await page.getByText('Your credit score allows 200 USDT at the moment.').waitFor();
    await page.getByLabel('Amount', { exact: true }).fill(AMOUNT);
    await giveLoanPhotos(page);
    // the total is accepted with the terms: with another amount it is another
    const accepts = page.getByRole('checkbox', { name: /^I accept these terms/ });
    await accepts.check();
    await page.getByLabel('Amount', { exact: true }).fill('140');
    await expect.poll(() => accepts.isChecked()).toBe(false);
    await page.getByLabel('Amount', { exact: true }).fill(AMOUNT);
    await accepts.check();
    await expectOrder(page);
    // a total that is none any more is refused, and accepted again
    await page.route(
      '**/coin/loan/apply',
      (route) => route.continue({ postData: { ...route.request().postDataJSON(), totalAtMost: AMOUNT } }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Send application', exact: true }).click();
    await page.getByText(/^The terms or the total you accepted have changed/).waitFor();
    expect(await accepts.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Send application', exact: true }).click();
    await page.getByText('Accept the terms first.', { exact: true }).waitFor();
    await accepts.check();
    await sendApplication(page);
    await page.getByText(/^We’ll decide by/).waitFor();
    await expectOrder(page);

    const first = async () => (await client.call('getLoanRecords', { query: {} })).records[0];
    const applied = await first();
    if (applied === undefined) throw new Error('nothing was applied for');
    expect(applied).toMatchObject({ status: 'pending', amount: AMOUNT, repayType: 'equal', repaid: '0' });
    expect(Number(applied.totalAtMost)).toBeGreaterThan(Number(AMOUNT));
    await page.getByText(/^In total at most, if paid out within/).waitFor();
    await approveItem(rosa.client, 'loan', userId);
    await expect.poll(async () => (await first())?.loanId ?? 0).toBeGreaterThan(0);
    await page.getByRole('heading', { name: 'What you owe now' }).waitFor();
    const id = { query: { id: String(applied.id) } };
    const { agreed } = await client.call('getLoanRecord', id);
    expect(agreed).toHaveLength(3);
    await page.getByRole('radio', { name: 'As agreed' }).click();
    await page.getByRole('cell', { name: agreed[0]!.interest, exact: true }).waitFor();
    await expectOrder(page);

    // a part: interest to the second first, the rest of it principal
    await page.getByRole('button', { name: 'Repay', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Repay power loan ${applied.id}` });
    await dialog.getByRole('radio', { name: 'An amount' }).click();
    await dialog.getByLabel('Amount', { exact: true }).fill('50');
    await expectOrder(page);
    await dialog.getByRole('button', { name: 'Repay now' }).click();
    await page
      .getByText(/^Repaid\. You still owe/)
      .first()
      .waitFor();
    await expect.poll(async () => (await first())?.repaid).toBe('50');
    await page.getByRole('row', { name: /Repaid by you/ }).waitFor();

    // all of the rest: what is charged is never more than what was shown
    await page.getByRole('button', { name: 'Repay', exact: true }).click();
    const most = dialog.locator('dt', { hasText: 'You pay at most' }).locator('xpath=following-sibling::dd');
    const shown = Number((await most.textContent())?.replace(' USDT', ''));
    await dialog.getByRole('button', { name: 'Repay now' }).click();
    await page.getByText(/^Repaid in full on/).waitFor();
    await expect.poll(async () => (await first())?.status).toBe('settled');
    const { entries, loan } = await client.call('getLoanRecord', id);
    expect(loan).toBeNull();
    const last = entries.at(-1);
    if (last?.kind !== 'repaid') throw new Error('the loan does not end with a payment');
    expect(last).toMatchObject({ settled: true, owedDue: '0', principalLeft: '0' });
    expect(Number(last.amount)).toBeGreaterThan(100);
    expect(Number(last.amount)).toBeLessThanOrEqual(shown + 0.00001);

    await page.getByRole('row', { name: /Repaid in full/ }).waitFor();
    expect(await page.getByRole('button', { name: /^Verified/ }).count()).toBe(3);
    await page
      .getByRole('button', { name: /^Verified/ })
      .first()
      .click();
    const receipt = page.getByRole('dialog', { name: `Entry 3 of power loan ${applied.id}` });
    const early = `${last.earlyInterest} = ${last.earlyInterest} USDT`;
    await receipt.getByText(early, { exact: true }).first().waitFor();
    await receipt.getByTestId('journal-place').waitFor();
    await expectOrder(page);
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Verified/ })
      .last()
      .click();
    const payout = page.getByRole('dialog', { name: `Entry 1 of power loan ${applied.id}` });
    const figures = (label: string) =>
      payout.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd').textContent();
    const accepted = Number(applied.totalAtMost);
    expect(numbersOf(await figures('Total you accepted, at most'))).toEqual(['=', accepted, accepted]);
    const [sign, total, limit] = numbersOf(await figures('All instalments in total'));
    expect([sign, limit]).toEqual(['≤', accepted]);
    const sum = agreed.reduce((all, row) => all + Number(row.interest) + Number(row.principal), 0);
    expect(total).toBeCloseTo(sum, 6);
    await expectOrder(page);
    await page.keyboard.press('Escape');

    await page.goto('/loan/order?status=settled');
    await page.getByRole('link', { name: /^Equal instalments/ }).waitFor();
    await expectOrder(page);
    await page.getByRole('tab', { name: 'Overdue', exact: true }).click();
    await page.getByText('No power loans yet', { exact: true }).waitFor();
    await page.goto('/loan/index#limit');
    await page.getByRole('link', { name: 'See each change', exact: true }).click();
    await page.waitForURL('**/account/center/info#credit-changes');
    await page.getByText('No changes by loans yet', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);
