import { expect, it } from 'vitest';
import { photo } from '../api/support/photos.ts';
import { addVirtualKey, axeFaults, savedBy, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { FUND_PASSWORD, secure } from './support/withdrawer.ts';

const exchange = openExchange();

it('a deposit by bank is submitted with its screenshot, and a payout to the card is requested and cancelled', {
  timeout: 300_000,
}, async () => {
  const { page, context } = await exchange.visit('desktop');
  await addVirtualKey(page);
  // a passkey belongs to a name, so the address is not the numbers that tests use
  const origin = exchange.url.replace('127.0.0.1', 'localhost');
  const { client } = await exchange.signIn(page, {
    to: `${origin}/account/center/security`,
    funds: { USDT: '1000' },
  });
  await secure(page);
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });

  await page.goto(`${origin}/user/index?key=bank`);
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  const card = page.getByRole('form', { name: 'Link bank card' });
  await card.getByLabel('Account holder').fill('Ada Lovelace');
  await card.getByLabel('Card number').fill('4000 0000 0000 0002');
  await card.getByLabel('Bank name').fill('Bank of London');
  await card.getByRole('button', { name: 'Check the details' }).click();
  await page.getByRole('button', { name: 'Link bank card' }).click();
  await confirm.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('•••• 0002').waitFor();

  await page.goto(`${origin}/assets/index?key=recharge`);
  await page.getByRole('radio', { name: 'By bank' }).click();
  await page.getByText('Practice bank: send no money').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByLabel('Amount', { exact: true }).fill('250');
  const submit = page.getByRole('button', { name: 'Submit for review' });
  await submit.click();
  await page.getByText('Upload the screenshot of your payment.').waitFor();
  const screenshot = { name: 'paid.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await page.getByTestId('photo-file').setInputFiles(screenshot);
  await page.getByText('Uploaded', { exact: true }).waitFor();
  await submit.click();
  await page.getByText('Submitted, awaiting approval').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Practice Bank' });
  await row.getByText('Under review').waitFor();
  expect(await axeFaults(page)).toEqual([]);

  await page.goto(`${origin}/assets/index?key=withdraw`);
  await page.getByRole('radio', { name: 'Bank card' }).click();
  await page.getByText('Bank of London •••• 0002').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByLabel('Amount', { exact: true }).fill('100');
  await page.getByLabel('Fund password', { exact: true }).fill(FUND_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await confirm.getByRole('button', { name: 'Use a passkey' }).click();
  const clock = page.getByRole('dialog', { name: /^Withdrawal \d+/ });
  await clock.getByText('Being paid by bank').waitFor();
  await clock.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await page.getByText('Withdrawal cancelled').first().waitFor();
  const { list } = await client.call('getMyBalance', { query: { type: '1' } });
  expect(list.find(({ coin }) => coin === 'USDT')).toMatchObject({ available: '1000', frozen: '0' });

  await page.goto(`${origin}/assets/index?key=records`);
  await page.getByRole('button', { name: 'Create statement' }).click();
  const { rows } = await savedBy(page, page.getByRole('button', { name: 'Save as CSV' }));
  expect(rows.map(({ line, amount, balance }) => [line, amount, balance])).toEqual([
    ['entry', '1000.00000000', '1000.00000000'],
    ['sum', '1000.00000000', ''],
    ['closing', '', '1000.00000000'],
  ]);
  await page.goto(`${origin}/assets/index?key=overview`);
  await page.getByRole('button', { name: 'View USDT' }).click();
  await page.getByRole('dialog', { name: 'USDT details' }).getByText('Available').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await context.close();
});
