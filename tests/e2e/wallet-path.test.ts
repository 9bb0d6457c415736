import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { createWalletClient, defineChain, http, parseAbi, publicActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { PRACTICE_CHAIN, PRACTICE_USDT_ADDRESS } from '../../apps/server/chains/index.ts';
import { photo } from '../api/support/photos.ts';
import { eventually } from '../support/patience.ts';
import { addVirtualKey, axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { readQrPath } from './support/qr.ts';
import { addOperator, approve, firstOperator, makeKey, type Seat } from './support/seats.ts';
import { endHolds, FUND_PASSWORD, secure } from './support/withdrawer.ts';

const exchange = openExchange();
const USDT = PRACTICE_USDT_ADDRESS as `0x${string}`;
const erc20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 value)',
]);
const MICRO = 1_000_000n;

/** A wallet of the user's own, outside of the exchange, that speaks to the practice chain by itself. */
function outsideWallet(node: string) {
  const chain = defineChain({
    ...{ id: Number(PRACTICE_CHAIN.chainId), name: 'Practice' },
    ...{ nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    rpcUrls: { default: { http: [node] } },
  });
  const account = privateKeyToAccount(generatePrivateKey());
  const wallet = createWalletClient({ account, chain, transport: http(node) }).extend(publicActions);
  return {
    address: account.address,
    gas: () => wallet.getBalance({ address: account.address }),
    held: () =>
      wallet.readContract({ address: USDT, abi: erc20, functionName: 'balanceOf', args: [account.address] }),
    send: (to: string, units: bigint) =>
      wallet.writeContract({
        address: USDT,
        abi: erc20,
        functionName: 'transfer',
        args: [to as never, units],
      }),
  };
}

/** Runs a statement on the exchange's database. */
async function query(text: string, values: readonly unknown[]) {
  const database = new Client({ connectionString: exchange.database });
  await database.connect();
  try {
    return (await database.query(text, [...values])).rows;
  } finally {
    await database.end();
  }
}

/** The name of a user's newest item in the operators' queue. */
async function itemOf(kind: string, word: string, account: string): Promise<string> {
  const [row] = await query(
    `select item_id from review.item join identity.user using (user_id)
     where kind = $1 and account = $2 order by item_id desc limit 1`,
    [kind, account],
  );
  return `${word} · ${row.item_id}`;
}

async function operators(): Promise<readonly [Seat, Seat]> {
  const first = await firstOperator(exchange);
  const second = await addOperator(exchange, first, 'fiona');
  await makeKey(exchange, first);
  await makeKey(exchange, second);
  return [first, second];
}

async function withPasskey(page: Page): Promise<void> {
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirm.getByRole('button', { name: 'Use a passkey' }).click();
  await confirm.waitFor({ state: 'detached' });
}

it('coins come from an outside wallet, are traded and converted, and return after two operators signed', {
  timeout: 600_000,
}, async () => {
  const { page } = await exchange.visit('desktop');
  await addVirtualKey(page);
  // a passkey belongs to a name, so the address is not the numbers that tests use
  const origin = exchange.url.replace('127.0.0.1', 'localhost');
  const { account, client } = await exchange.signIn(page, { to: `${origin}/account/center/security` });
  const wallet = outsideWallet((await client.call('getPracticeBlocks')).node!);
  const seats = operators();

  /** Takes practice coins into the outside wallet, and pays them to the address that the QR code shows. */
  async function deposit(): Promise<void> {
    await secure(page);
    await endHolds(exchange, account);
    await page.goto(`${origin}/assets/index?key=recharge`);
    await page.getByText('Another address', { exact: true }).click();
    await page.getByLabel('Recipient address').fill(wallet.address);
    await page.getByRole('button', { name: 'Send 1,000 USDT' }).click();
    const more = { coin: 'USDT', amount: '2000', address: wallet.address };
    await client.call('takePracticeCoins', { body: more });
    await client.call('takePracticeCoins', { body: { ...more, coin: 'ETH', amount: '1' } });
    await eventually(async () => {
      expect(await wallet.held()).toBe(3_000n * MICRO);
      expect(await wallet.gas()).toBeGreaterThan(0n);
    });
    const code = page.getByRole('img', { name: 'QR code of your deposit address' });
    const shown = readQrPath((await code.locator('path').getAttribute('d')) ?? '');
    expect(shown).toBe(await page.getByTestId('deposit-address').textContent());
    await wallet.send(shown, 3_000n * MICRO);
    await page.getByText(/[1-6] of 6 confirmations/).waitFor();
    await page.getByText('Credited', { exact: true }).waitFor();
    expect(await wallet.held()).toBe(0n);
  }
  const [[first, second]] = await Promise.all([seats, deposit()]);

  await page.goto(`${origin}/trade/index?type=spot&symbol=btc`);
  await page.getByRole('radio', { name: 'Buy' }).click();
  await page.getByRole('tab', { name: 'Market', exact: true }).click();
  await page.getByLabel('Amount', { exact: true }).fill('0.001');
  await page.getByRole('button', { name: 'Buy BTC' }).click();
  await page.getByText(/^Buy: /).waitFor();

  await page.goto(`${origin}/assets/index?key=swap`);
  await page.getByLabel('Amount', { exact: true }).fill('100');
  await page.getByRole('button', { name: 'Get quote', exact: true }).click();
  await page.getByRole('button', { name: 'Convert now', exact: true }).click();
  await page.getByText(/^100 USDT converted into [\d.]+ BTC$/).waitFor();

  // a payment by bank, whose screenshot an operator reads
  await page.goto(`${origin}/assets/index?key=recharge`);
  await page.getByRole('radio', { name: 'By bank' }).click();
  await page.getByLabel('Amount', { exact: true }).fill('250');
  const screenshot = { name: 'paid.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await page.getByTestId('photo-file').setInputFiles(screenshot);
  await page.getByText('Uploaded', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  const recharge = page.getByRole('row').filter({ hasText: 'Practice Bank' });
  await recharge.getByText('Under review').waitFor();
  await approve(second, await itemOf('recharge', 'Deposit', account), {
    text: /^250(\.0+)? USDT$/,
    picture: 'Payment screenshot',
  });
  await recharge.getByText('Credited').waitFor();

  await page.goto(`${origin}/account/wallet/withdrawal`);
  await page.getByText('Above that, two operators review the withdrawal within 20 hours.').waitFor();
  await page.getByLabel('Recipient address').fill(wallet.address);
  await page.getByRole('button', { name: 'Save address' }).click();
  const saving = page.getByRole('dialog', { name: 'Save address' });
  await saving.getByLabel('Label').fill('My own wallet');
  await saving.getByRole('button', { name: 'Save address' }).click();
  await withPasskey(page);
  await page.getByText('Address saved').waitFor();
  await page.getByRole('checkbox', { name: 'Withdraw to saved addresses only' }).click();
  await withPasskey(page);
  await page.getByLabel('Recipient address').fill('');
  await page.getByRole('button', { name: 'Use', exact: true }).click();
  await expect.poll(() => page.getByLabel('Recipient address').inputValue()).toBe(wallet.address);
  await page.getByLabel('Amount', { exact: true }).fill('1500');
  await page.getByLabel('Fund password', { exact: true }).fill(FUND_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await withPasskey(page);
  const clock = page.getByRole('dialog', { name: /^Withdrawal \d+/ });
  await clock.getByText('Under review').waitFor();
  await clock.getByText('Above the automatic amount').waitFor();
  await clock.getByText('Next step due by').waitFor();
  await clock.getByRole('button', { name: 'Cancel withdrawal' }).waitFor();
  expect.soft(await axeFaults(page)).toEqual([]);
  const newest = async () => (await client.call('getWithdrawalLog', { query: {} })).records[0]!;
  expect(await newest()).toMatchObject({ state: 'review', reason: 'amount', canCancel: true, isLate: false });

  // its deadline passes
  await query(
    `update withdrawals.withdrawal set deadline = now() - interval '2 minutes' where withdrawal_no = $1`,
    [(await newest()).id],
  );
  await page.goto(`${origin}/account/wallet/history-withdrawal`);
  await page.getByText(/^Overdue since /).waitFor();
  expect.soft(await axeFaults(page)).toEqual([]);
  expect.soft(await scrollsSideways(page)).toBe(false);

  const item = await itemOf('withdrawal', 'Withdrawal', account);
  await approve(first, item, { text: `recipient: ${wallet.address}` });
  // nobody signs twice
  const next = await itemOf('withdrawal', 'Withdrawal', account);
  await first.page.goto('/reviews');
  await first.page.getByRole('link', { name: next, exact: true }).click();
  await first.page.getByRole('button', { name: /^Claim/ }).click();
  await first.page.getByText('You gave the first approval. Another operator must give the second.').waitFor();
  await approve(second, next, { text: `recipient: ${wallet.address}` });
  expect(second.complaints).toEqual([]);

  await expect.poll(async () => (await newest()).state).toBe('done');
  await page.getByText('Done', { exact: true }).first().waitFor();
  const [whole = '', part = ''] = (await newest()).arrives.split('.');
  expect(await wallet.held()).toBe(BigInt(whole) * MICRO + BigInt(part.padEnd(6, '0')));
  expect(await wallet.held()).toBeGreaterThan(1_400n * MICRO);
});
