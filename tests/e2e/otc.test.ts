// Own server: it needs operators who review.
import type { Calls, Client } from '@candor/api';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photo } from '../api/support/photos.ts';
import { type Addresses, endAll } from '../support/program.ts';
import { addVirtualKey, axeFaults, closePages, visit } from './support/browser.ts';
import { choose, giveReason } from './support/console-forms.ts';
import { signInAt } from './support/exchange.ts';
import { verifyForLoans } from './support/loans.ts';
import type { Operators, Seat } from './support/operators.ts';
import {
  ACCOUNT,
  addAlipay,
  becomeMerchant,
  expectSound,
  NICKNAME,
  placeOrder,
  publishOffer,
  releaseCoins,
  WORDS,
} from './support/otc.ts';
import { startWithReviewers } from './support/reviewers.ts';
import { sizesInTurn } from './support/sizes.ts';
import { secure } from './support/withdrawer.ts';

let dataDir: string;
let addresses: Addresses;
let browser: Browser;
let operators: Operators;
let rosa: Seat;
let ruth: Seat;
let merchant: { readonly page: Page; readonly client: Client<Calls> };

/** Opens an account that may trade. */
async function newTrader(page: Page): Promise<Client<Calls>> {
  const { client, token } = await signInAt(addresses.url, page, { to: '/otc/common', funds: { USDT: '10' } });
  await verifyForLoans(page, client, token, [rosa, ruth]);
  // the ledger hears of the approval a moment after it, and refuses orders until then
  await expect.poll(async () => (await client.call('getOtcStanding')).isAdmitted).toBe(true);
  return client;
}

const ownOffer = async () => (await merchant.client.call('getMerchantIndex')).offers[0]!;

/** Opens the form of the merchant's offer, and types another amount into it. */
async function openOffer() {
  const wanted = (await ownOffer()).amount === '300' ? '310' : '300';
  await merchant.page.goto('/merchant/index');
  await merchant.page.getByRole('button', { name: /^Change \d+$/ }).click();
  const form = merchant.page.getByRole('dialog');
  await form.getByLabel('Amount to trade', { exact: true }).fill(wanted);
  return { form, wanted };
}

beforeAll(async () => {
  ({ dataDir, addresses, browser, operators, rosa, ruth } = await startWithReviewers());
  const { page } = await visit(browser, addresses.url, 'desktop');
  const own = await signInAt(addresses.url, page, { to: '/merchant/index', funds: { USDT: '5000' } });
  const userId = await verifyForLoans(page, own.client, own.token, [rosa, ruth]);
  await addAlipay(page);
  await becomeMerchant(page, { client: own.client, userId }, [rosa, ruth]);
  await publishOffer(page);
  // a release asks for fund password and passkey; set up in an account's first day they hold nothing up
  await addVirtualKey(page);
  await page.goto('/account/center/security');
  await secure(page);
  merchant = { page, client: own.client };
}, 900_000);

afterAll(async () => {
  await closePages(browser);
  await endAll(dataDir);
});

it.each(sizesInTurn('otc'))(
  'a user buys, chats and pays, and the merchant releases, on a %s',
  async (size) => {
    const { page, context } = await visit(browser, addresses.url, size);
    await page.goto('/otc/common?currency=CNY');
    await page.getByText(NICKNAME).first().waitFor();
    await expectSound(page);
    const client = await newTrader(page);
    const { form, wanted } = await openOffer();
    await page.goto('/otc/common?currency=CNY');
    await page
      .getByRole('button', { name: /^Buy USDT/ })
      .first()
      .click();
    const take = page.getByRole('dialog', { name: 'Buy USDT' });
    await take.getByText(WORDS).waitFor();
    await take.getByLabel('You pay', { exact: true }).fill('144');
    await expect.poll(() => take.getByLabel('You receive', { exact: true }).inputValue()).toBe('20');
    await expectSound(page);
    await placeOrder(page, take.getByRole('button', { name: 'Buy USDT', exact: true }));
    const orderId = new URL(page.url()).searchParams.get('order') ?? '';
    await page.getByText(ACCOUNT).waitFor();
    await page.getByRole('timer').waitFor();
    await expectSound(page);

    // the merchant decided on another amount before the order: the form says what is left, and saves it then
    const save = form.getByRole('button', { name: 'Save the changes', exact: true });
    await save.click();
    await form.getByText(/^Orders changed what this offer has left to \d+ USDT/).waitFor();
    await expectSound(merchant.page);
    await save.click();
    await form.waitFor({ state: 'detached' });
    expect((await ownOffer()).amount).toBe(wanted);

    const chat = page.getByRole('region', { name: /^Conversation with/ });
    await chat.getByLabel('Message', { exact: true }).fill('Paying now');
    await chat.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'I’ve paid', exact: true }).click();
    const paid = page.getByRole('dialog', { name: /^Have you sent/ });
    await paid.getByRole('button', { name: 'I’ve paid', exact: true }).click();
    await page.getByRole('heading', { name: 'Wait for the release' }).waitFor();

    await merchant.page.goto(`/merchant/deal?order=${orderId}`);
    await merchant.page
      .getByRole('region', { name: /^Conversation with/ })
      .getByText('Paying now')
      .waitFor();
    await expectSound(merchant.page);
    await releaseCoins(merchant.page, '144');
    await page.getByRole('heading', { name: 'You received 20 USDT' }).waitFor();
    await expect
      .poll(async () => (await client.call('getOtcOrder', { query: { orderId } })).state)
      .toBe('released');
    // after the end four characters stand for the account
    expect(await page.getByText(ACCOUNT).count()).toBe(0);
    await page
      .getByRole('button', { name: /^Verified/ })
      .first()
      .click();
    await page
      .getByRole('dialog', { name: `OTC order ${orderId}` })
      .getByTestId('journal-place')
      .waitFor();
    await page.keyboard.press('Escape');
    // nothing is chosen for whoever rates
    const marks = page.getByRole('radiogroup', { name: 'Rating' });
    expect(await marks.getByRole('radio', { checked: true }).count()).toBe(0);
    const rate = page.getByRole('button', { name: 'Rate', exact: true });
    await rate.click();
    await page.getByRole('alert').filter({ hasText: 'Choose an option.' }).waitFor();
    await expect
      .poll(() =>
        marks.getByRole('radio', { name: 'Good' }).evaluate((one) => one === document.activeElement),
      )
      .toBe(true);
    await expectSound(page);
    await marks.getByRole('radio', { name: 'Good' }).click();
    await rate.click();
    await page.getByText('Your rating: Good').waitFor();
    await page.goto('/otc/order');
    await page.getByText('Completed', { exact: true }).first().waitFor();
    await expectSound(page);
    await context.close();
  },
  600_000,
);

it('an express order is paid late, appealed, and decided by two operators', async () => {
  const { page, context } = await visit(browser, addresses.url, 'desktop');
  const client = await newTrader(page);
  await page.goto('/otc/ordinary?currency=CNY');
  await page.getByLabel('You pay', { exact: true }).fill('216');
  await page.getByText('30 USDT', { exact: true }).waitFor();
  await expectSound(page);
  await placeOrder(page, page.getByRole('button', { name: 'Buy USDT', exact: true }));
  const orderId = new URL(page.url()).searchParams.get('order') ?? '';
  await page.getByRole('button', { name: 'I’ve paid', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'I’ve paid', exact: true }).click();
  await page.getByRole('heading', { name: 'Wait for the release' }).waitFor();

  // a seller appeals a paid order at once
  await merchant.page.goto(`/merchant/deal?order=${orderId}`);
  await merchant.page.getByRole('button', { name: 'Appeal', exact: true }).click();
  const appeal = merchant.page.getByRole('dialog', { name: 'Appeal' });
  await choose(merchant.page, 'What went wrong', 'The money hasn’t arrived');
  const words = appeal.getByLabel('In your own words', { exact: true });
  await words.fill('Nothing has arrived.');
  // shut by mistake, the words are still there
  await merchant.page.keyboard.press('Escape');
  await appeal.waitFor({ state: 'detached' });
  await merchant.page.getByRole('button', { name: 'Appeal', exact: true }).click();
  expect(await words.inputValue()).toBe('Nothing has arrived.');
  await choose(merchant.page, 'What went wrong', 'The money hasn’t arrived');
  await expectSound(merchant.page);
  // a picture that still uploads holds the appeal back, and the form says so
  const upload = Promise.withResolvers<void>();
  await merchant.page.route(
    '**/api/common/upload/OSS',
    async (route) => {
      await upload.promise;
      await route.continue();
    },
    { times: 1 },
  );
  const buffer = await photo(0, { width: 300, height: 200 });
  await appeal
    .getByTestId('pictures-file')
    .setInputFiles({ name: 'statement.jpg', mimeType: 'image/jpeg', buffer });
  await appeal.getByRole('button', { name: 'Open the appeal' }).click();
  const isLoading = appeal.getByText('Your file is still loading.');
  await isLoading.waitFor();
  await expectSound(merchant.page);
  upload.resolve();
  await appeal.getByRole('img', { name: 'Picture 1' }).waitFor();
  await isLoading.waitFor({ state: 'detached' });
  await appeal.getByRole('button', { name: 'Open the appeal' }).click();
  await page.getByText('Your answer is awaited.').waitFor();
  await page.getByRole('button', { name: 'Add a statement', exact: true }).click();
  const answer = page.getByRole('dialog', { name: 'Add a statement' });
  await answer.getByLabel('In your own words', { exact: true }).fill('I never sent it.');
  await answer.getByRole('button', { name: 'Add the statement' }).click();
  await page.getByText('I never sent it.').waitFor();
  await expectSound(page);

  // one operator proposes, another one approves with a code: the coins go back to the seller
  await rosa.page.goto(`/otc?appeal=${orderId}`);
  await rosa.page.getByText('Nothing has arrived.').waitFor();
  await rosa.page.getByRole('button', { name: 'Show picture 1' }).waitFor();
  await rosa.page
    .getByText(/^Fund password set/)
    .first()
    .waitFor();
  expect(await axeFaults(rosa.page)).toEqual([]);
  await rosa.page.getByRole('button', { name: 'Decide', exact: true }).click();
  await choose(rosa.page, 'The coins go to', 'Seller');
  await choose(rosa.page, 'At fault', 'Buyer');
  await choose(rosa.page, 'Reason that both sides read', 'No payment was found.');
  await giveReason(rosa.page, 'The buyer says that nothing was sent', 'Propose');
  await rosa.page.getByText('A decision has been proposed. Another operator must approve it.').waitFor();
  expect(await client.call('getOtcOrder', { query: { orderId } })).toMatchObject({ state: 'appealed' });
  const rick = await operators.add('rick', 'risk');
  await rick.page.goto('/approvals');
  await rick.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await rick.page.getByLabel('Six-digit code').fill(await rick.nextCode());
  await giveReason(rick.page, 'The same view', 'Approve');
  await rick.page.getByText('No proposals').waitFor();

  // both sides read it on their pages, and are told
  await page.getByRole('heading', { name: 'The appeal was decided for the other side' }).waitFor();
  await page.getByText('No payment was found.').first().waitFor();
  await expectSound(page);
  await merchant.page.getByRole('heading', { name: 'The appeal was decided for you' }).waitFor();
  for (const side of [client, merchant.client])
    await expect
      .poll(async () => {
        const { records } = await side.call('getNotices', { query: {} });
        return records.flatMap((told) =>
          told.kind === 'otc-ended' && String(told.facts.orderId) === orderId ? [told.facts.end] : [],
        );
      })
      .toEqual(['resolved']);
  await context.close();
}, 600_000);
