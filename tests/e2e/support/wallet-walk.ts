import type { Calls, Client } from '@candor/api';
import { parseDecimal } from '@candor/money';
import { Client as Database } from 'pg';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { photo } from '../../api/support/photos.ts';
import { eventually } from '../../support/patience.ts';
import { addVirtualKey, axeFaults, type Size, savedBy, scrollsSideways } from './browser.ts';
import type { Exchange } from './exchange.ts';
import { MICRO, microOf, type OutsideWallet, outsideWallet } from './outside-wallet.ts';
import { readQrPath } from './qr.ts';
import { acceptQuote } from './quotes.ts';
import { approve, reject, type Seat } from './seats.ts';
import { openForm } from './trade-page.ts';
import { FUND_PASSWORD, secure } from './withdrawer.ts';

const UNITS_SCALE = 8;
const CONFIRM = 'Confirm it’s you';

/** A user who walks through the wallet at a size, with a wallet of the user's own outside. */
export interface Walk {
  readonly exchange: Exchange;
  readonly size: Size;
  readonly page: Page;
  /** The address of the program by a name, as passkeys belong to names. */
  readonly origin: string;
  readonly account: string;
  readonly client: Client<Calls>;
  readonly wallet: OutsideWallet;
}

/** Registers a user with a virtual key on the page of security. */
export async function beginWalk(exchange: Exchange, size: Size): Promise<Walk> {
  const { page } = await exchange.visit(size);
  await addVirtualKey(page);
  const origin = exchange.url.replace('127.0.0.1', 'localhost');
  const { account, client } = await exchange.signIn(page, { to: `${origin}/account/center/security` });
  const wallet = outsideWallet((await client.call('getPracticeBlocks')).node!);
  return { exchange, size, page, origin, account, client, wallet };
}

/** Runs a statement on the exchange's database. */
async function query({ exchange }: Walk, text: string, values: readonly unknown[]) {
  const database = new Database({ connectionString: exchange.database });
  await database.connect();
  try {
    return (await database.query(text, [...values])).rows;
  } finally {
    await database.end();
  }
}

/** Returns the name of the user's newest item in the operators' queue. */
async function itemOf(walk: Walk, kind: string, word: string): Promise<string> {
  const [row] = await query(
    walk,
    `select item_id from review.item join identity.user using (user_id)
     where kind = $1 and account = $2 order by item_id desc limit 1`,
    [kind, walk.account],
  );
  return `${word} · ${row.item_id}`;
}

async function withPasskey(page: Page): Promise<void> {
  const confirm = page.getByRole('dialog', { name: CONFIRM });
  await confirm.getByRole('button', { name: 'Use a passkey' }).click();
  await confirm.waitFor({ state: 'detached' });
}

/** Finds nothing that axe complains of, and nothing beyond the width of the screen. */
async function expectSound({ page, size }: Walk, where: string): Promise<void> {
  expect.soft(await axeFaults(page), `${where} on a ${size}`).toEqual([]);
  expect.soft(await scrollsSideways(page), `${where} on a ${size} scrolls sideways`).toBe(false);
}

/** Goes to a panel of the assets by the menu, which on a phone is a sheet. */
async function goByMenu({ page, size }: Walk, entry: string): Promise<void> {
  if (size === 'phone') {
    await page.locator('header button:visible[aria-expanded]').click();
    await page.getByRole('dialog').getByRole('link', { name: entry, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  } else {
    await page.locator('header').getByRole('button', { name: 'Assets', exact: true }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
}

const newest = async ({ client }: Walk) => (await client.call('getWithdrawalLog', { query: {} })).records[0]!;

/** Takes practice coins into the outside wallet, and pays them to the address that the QR code shows. */
export async function deposit(walk: Walk): Promise<void> {
  const { page, origin, client, wallet } = walk;
  await secure(page);
  await page.goto(`${origin}/assets/index?key=recharge`);
  await page.getByText('Another address', { exact: true }).click();
  await page.getByLabel('Recipient address').fill(wallet.address);
  await page.getByRole('button', { name: 'Send 1,000 USDT' }).click();
  const more = { coin: 'USDT', amount: '3000', address: wallet.address };
  await client.call('takePracticeCoins', { body: more });
  await client.call('takePracticeCoins', { body: { ...more, coin: 'ETH', amount: '1' } });
  await eventually(async () => {
    expect(await wallet.held()).toBe(4_000n * MICRO);
    expect(await wallet.gas()).toBeGreaterThan(0n);
  });
  const code = page.getByRole('img', { name: 'QR code of your deposit address' });
  const shown = readQrPath((await code.locator('path').getAttribute('d')) ?? '');
  expect(shown).toBe(await page.getByTestId('deposit-address').textContent());
  await wallet.send(shown, 4_000n * MICRO);
  await page.getByText(/[1-6] of 6 confirmations/).waitFor();
  await expectSound(walk, 'a deposit that is confirmed');
  await page.getByText('Credited', { exact: true }).waitFor();
  expect(await wallet.held()).toBe(0n);
}

/** Buys coins at the market. */
export async function trade({ page, size, origin }: Walk): Promise<void> {
  await page.goto(`${origin}/trade/index?type=spot&symbol=btc`);
  const form = await openForm(page, size, 'Buy');
  await form.getByRole('tab', { name: 'Market', exact: true }).click();
  await form.getByLabel('Amount', { exact: true }).fill('0.001');
  await form.getByRole('button', { name: 'Buy BTC' }).click();
  await page.getByText(/^Buy: /).waitFor();
}

/** Converts coins at a quote. */
export async function convert({ page, origin }: Walk): Promise<void> {
  await page.goto(`${origin}/assets/index?key=swap`);
  await page.getByLabel('Amount', { exact: true }).fill('100');
  await page.getByRole('button', { name: 'Get quote', exact: true }).click();
  await acceptQuote(page, page.getByText(/^100 USDT converted to [\d.]+ BTC$/));
}

/** Pays by bank. An operator reads the screenshot and approves the payment. */
export async function payByBank(walk: Walk, operator: Seat): Promise<void> {
  const { page } = walk;
  await goByMenu(walk, 'Deposit');
  await page.getByRole('radio', { name: 'By bank' }).click();
  await page.getByLabel('Amount', { exact: true }).fill('250');
  const screenshot = { name: 'paid.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await page.getByTestId('photo-file').setInputFiles(screenshot);
  await page.getByText('Uploaded', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Practice Bank' });
  await row.getByText('Under review').waitFor();
  await expectSound(walk, 'a payment by bank');
  const read = { text: /^250(\.0+)? USDT$/, picture: 'Payment screenshot' };
  await approve(operator, await itemOf(walk, 'recharge', 'Deposit'), read);
  await row.getByText('Credited').waitFor();
}

/** Corrects what the form of withdrawals refuses, and has a small amount paid without a review. */
export async function withdrawAtOnce(walk: Walk): Promise<void> {
  const { page, origin, client, wallet } = walk;
  await page.goto(`${origin}/account/wallet/withdrawal`);
  const recipient = page.getByLabel('Recipient address');
  const amount = page.getByLabel('Amount', { exact: true });
  const password = page.getByLabel('Fund password', { exact: true });
  const submit = page.locator('form').getByRole('button', { name: 'Withdraw', exact: true });
  await recipient.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee');
  await page.getByRole('button', { name: 'Max', exact: true }).click();
  const { list } = await client.call('getWithdrawalCurrency');
  const most = Number(list.find(({ coin }) => coin === 'USDT')!.available);
  await expect.poll(async () => Number((await amount.inputValue()).replaceAll(',', ''))).toBe(most);
  await password.fill('not-my-funds-7');
  await submit.click();
  await page.getByText('This isn’t a valid address on this network.', { exact: false }).waitFor();
  await recipient.fill(wallet.address);
  await amount.fill('100');
  await submit.click();
  // the wrong fund password is said at its field, and what was typed stays to be corrected
  await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => password.inputValue()).toBe('not-my-funds-7');
  await password.fill(FUND_PASSWORD);
  const shown = await page.getByTestId('withdraw-arrives').innerText();
  await submit.click();
  await withPasskey(page);
  const clock = page.getByRole('dialog', { name: /^Withdrawal \d+/ });
  const steps = clock.getByRole('list', { name: 'Progress' });
  for (const state of ['Checks', 'Signing', 'Sent to the network', 'Done'])
    await steps.getByText(state, { exact: false }).waitFor();
  const { arrives, ...row } = await newest(walk);
  expect(row).toMatchObject({ state: 'done', address: wallet.address, amount: '100' });
  expect(shown).toBe(`${arrives} USDT`);
  expect(await wallet.held()).toBe(microOf(arrives));
  await page.keyboard.press('Escape');
  await clock.waitFor({ state: 'detached' });
}

/** Saves the outside address and has withdrawals go to saved addresses alone. */
export async function whitelist(walk: Walk): Promise<void> {
  const { page, wallet } = walk;
  await goByMenu(walk, 'Withdraw');
  await page.getByText('Above that, two staff members review the withdrawal within 20 hours.').waitFor();
  await expectSound(walk, 'the form of withdrawals');
  await page.getByLabel('Recipient address').fill(wallet.address);
  await page.getByRole('button', { name: 'Save address' }).first().click();
  const saving = page.getByRole('form', { name: 'Save address' });
  await expect.poll(() => saving.getByLabel('Address to save').inputValue()).toBe(wallet.address);
  await saving.getByLabel('Label').fill('My own wallet');
  await saving.getByRole('button', { name: 'Save address' }).click();
  await withPasskey(page);
  await page.getByText('Address saved').waitFor();
  await page.getByRole('checkbox', { name: 'Withdraw to saved addresses only' }).click();
  await withPasskey(page);
}

/** Requests a withdrawal to the saved address that two operators must review, and shows its clock. */
export async function withdraw(walk: Walk, amount: string) {
  const { page, origin, wallet } = walk;
  await page.goto(`${origin}/account/wallet/withdrawal`);
  await page.getByRole('button', { name: 'Use', exact: true }).click();
  await expect.poll(() => page.getByLabel('Recipient address').inputValue()).toBe(wallet.address);
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByLabel('Fund password', { exact: true }).fill(FUND_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await withPasskey(page);
  const clock = page.getByRole('dialog', { name: /^Withdrawal \d+/ });
  await clock.getByText('Under review').waitFor();
  await clock.getByText('Above the automatic limit').waitFor();
  await clock.getByText('Next step due by').waitFor();
  await clock.getByRole('button', { name: 'Cancel withdrawal' }).waitFor();
  expect(await newest(walk)).toMatchObject({
    state: 'review',
    reason: 'amount',
    canCancel: true,
    isLate: false,
  });
  return clock;
}

/** Requests a withdrawal and cancels it from its clock, which frees what was held. */
export async function cancel(walk: Walk): Promise<void> {
  const { client } = walk;
  const usdt = async () => {
    const { list } = await client.call('getMyBalance', { query: { type: '1' } });
    // what an earlier payment holds until its block is final may end meanwhile
    return list.find(({ coin }) => coin === 'USDT')?.available;
  };
  const before = await usdt();
  const clock = await withdraw(walk, '1002');
  await expectSound(walk, 'the clock of a withdrawal');
  await clock.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await clock.getByText('Cancelled by you').waitFor();
  expect(await usdt()).toBe(before);
}

/** Moves the deadline of the newest withdrawal into the past, and reads that it is overdue. */
export async function passDeadline(walk: Walk): Promise<void> {
  const { page, origin } = walk;
  await query(
    walk,
    `update withdrawals.withdrawal set deadline = now() - interval '2 minutes' where withdrawal_no = $1`,
    [(await newest(walk)).id],
  );
  await page.goto(`${origin}/account/wallet/history-withdrawal`);
  await page.getByText(/^Overdue since /).waitFor();
  await expectSound(walk, 'the history of withdrawals');
}

/** Two operators sign the newest withdrawal, and its coins are in the outside wallet. */
export async function payOut(walk: Walk, [first, second]: readonly [Seat, Seat]): Promise<void> {
  const { page, wallet } = walk;
  const text = `recipient: ${wallet.address}`;
  const before = await wallet.held();
  await approve(first, await itemOf(walk, 'withdrawal', 'Withdrawal'), { text });
  // nobody signs twice
  const next = await itemOf(walk, 'withdrawal', 'Withdrawal');
  await first.page.goto('/reviews');
  await first.page.getByRole('link', { name: next, exact: true }).click();
  await first.page.getByRole('button', { name: /^Claim/ }).click();
  await first.page.getByText('You gave the first approval. Another operator must give the second.').waitFor();
  await approve(second, next, { text });
  expect(second.complaints).toEqual([]);
  await expect.poll(async () => (await newest(walk)).state).toBe('done');
  await page.getByText('Done', { exact: true }).first().waitFor();
  const paid = (await wallet.held()) - before;
  expect(paid).toBe(microOf((await newest(walk)).arrives));
  expect(paid).toBeGreaterThan(1_400n * MICRO);
}

const unitsOf = (decimal: string | undefined) => parseDecimal(decimal ?? '', UNITS_SCALE, { signed: true })!;

/** Saves withdrawals and deposits as files, whose sums are those of the bills. */
export async function sumFiles({ page, origin, client }: Walk): Promise<void> {
  const fileAt = async (path: string) => {
    await page.goto(`${origin}/account/wallet/${path}`);
    return (await savedBy(page, page.getByRole('button', { name: 'Download CSV' }))).rows;
  };
  const sent = await fileAt('history-withdrawal');
  for (const { amount, arrives, fee } of sent) expect(unitsOf(amount)).toBe(unitsOf(arrives) + unitsOf(fee));
  const done = sent.filter(({ state }) => state === 'done');
  const received = await fileAt('history-deposit');
  const credited = received.filter(({ state }) => state === 'credited');
  expect(Math.min(done.length, credited.length)).toBeGreaterThan(0);
  // the bills follow the ledger
  await eventually(async () => {
    const { records } = await client.call('getMyBill', { query: { coin: 'USDT', pageSize: '100' } });
    const booked = (...kinds: string[]) =>
      records
        .filter(({ kind }) => kinds.includes(kind))
        .reduce((sum, bill) => sum + unitsOf(bill.amount), 0n);
    const sum = (values: readonly (string | undefined)[]) =>
      values.reduce((total, each) => total + unitsOf(each), 0n);
    expect(-booked('withdrawal', 'withdrawal-fee')).toBe(sum(done.map(({ amount }) => amount)));
    expect(booked('deposit', 'recharge')).toBe(sum(credited.map((row) => row.credited)));
  });
}

/** Leaves a payment by bank and a withdrawal under review, and one of each that an operator rejected. */
export async function leaveReviewed(walk: Walk, operator: Seat): Promise<void> {
  const { client } = walk;
  const file = new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' });
  const pay = async (amount: string) => {
    const { id } = await client.call('uploadOss', { file });
    const body = { method: 'bank', bank: 'practice-bank', coin: 'USDT', amount, screenshot: id } as const;
    return client.call('recharge', { body });
  };
  await reject(operator, 'recharge', (await pay('40')).orderNo, 'unclear');
  await pay('50');
  await withdraw(walk, '1003');
  await reject(operator, 'withdrawal', String((await newest(walk)).id), 'asked');
  await withdraw(walk, '1004');
}
