import { createPublicClient, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { PRACTICE_USDT_ADDRESS } from '../../apps/server/chains/index.ts';
import { eventually } from '../support/patience.ts';
import { addVirtualKey, axeFaults, type Size, savedBy, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { endHolds, FUND_PASSWORD, secure } from './support/withdrawer.ts';

/** Base units of a decimal with at most eight places. */
function units(decimal: string): bigint {
  const [whole = '', part = ''] = decimal.replace('-', '').split('.');
  const size = BigInt(whole) * 10n ** 8n + BigInt(part.padEnd(8, '0'));
  return decimal.startsWith('-') ? -size : size;
}

const exchange = openExchange();
const MICRO = 1_000_000n;

it.each<Size>(['desktop'])(
  'coins that were deposited are withdrawn to an outside wallet on a %s',
  { timeout: 300_000 },
  async (size) => {
    const { page, context } = await exchange.visit(size);
    await addVirtualKey(page);
    // a passkey belongs to a name, so the address is not the numbers that tests use
    const origin = exchange.url.replace('127.0.0.1', 'localhost');
    const { account, client } = await exchange.signIn(page, { to: `${origin}/account/center/security` });
    await secure(page);
    await endHolds(exchange, account);

    await page.goto(`${origin}/assets/index?key=recharge`);
    await page.getByTestId('deposit-address').waitFor();
    await page.getByRole('button', { name: 'Send 1,000 USDT' }).click();
    await page.getByText('Credited', { exact: true }).waitFor();

    await page.goto(`${origin}/account/wallet/withdrawal`);
    const recipient = page.getByLabel('Recipient address');
    const amount = page.getByLabel('Amount', { exact: true });
    const password = page.getByLabel('Fund password', { exact: true });
    const submit = page.locator('form').getByRole('button', { name: 'Withdraw', exact: true });
    await recipient.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);

    const outside = privateKeyToAccount(generatePrivateKey()).address;
    await recipient.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee');
    await page.getByRole('button', { name: 'Max', exact: true }).click();
    await expect.poll(() => amount.inputValue()).toMatch(/^1,?000$/);
    await password.fill('not-my-funds-7');
    await submit.click();
    await page.getByText('This is not a valid address on this network.', { exact: false }).waitFor();
    await recipient.fill(outside);
    await amount.fill('100');
    await submit.click();
    // the wrong fund password is said at its field, and what was typed stays to be corrected
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => password.inputValue()).toBe('not-my-funds-7');
    await password.fill(FUND_PASSWORD);

    const shown = await page.getByTestId('withdraw-arrives').innerText();
    await submit.click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.getByRole('button', { name: 'Use a passkey' }).click();
    const clock = page.getByRole('dialog', { name: /^Withdrawal \d+/ });
    const steps = clock.getByRole('list', { name: 'Progress' });
    await steps.getByText('Checks').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    for (const state of ['Signing', 'Sent to the network', 'Done'])
      await steps.getByText(state, { exact: false }).waitFor();

    const { node } = await client.call('getPracticeBlocks');
    const chain = createPublicClient({ transport: http(node!) });
    const arrived = await chain.readContract({
      address: PRACTICE_USDT_ADDRESS as `0x${string}`,
      abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
      functionName: 'balanceOf',
      args: [outside],
    });
    const [row] = (await client.call('getWithdrawalLog', { query: {} })).records;
    expect(row).toMatchObject({ state: 'done', address: outside, amount: '100' });
    const [whole = '', part = ''] = row!.arrives.split('.');
    expect(arrived).toBe(BigInt(whole) * MICRO + BigInt(part.padEnd(6, '0')));
    expect(shown).toMatch(/ USDT$/);
    await eventually(async () => {
      const { list } = await client.call('getMyBalance', { query: { type: '1' } });
      expect(list.find(({ coin }) => coin === 'USDT')?.available).toBe('900');
    });

    await page.goto(`${origin}/account/wallet/history-withdrawal`);
    const saved = await savedBy(page, page.getByRole('button', { name: 'Download CSV' }));
    expect(saved.rows).toMatchObject([{ coin: 'USDT', state: 'done', address: outside }]);
    const bills = (await client.call('getMyBill', { query: { coin: 'USDT' } })).records;
    const booked = bills.filter(({ kind }) => kind === 'withdrawal' || kind === 'withdrawal-fee');
    // amount is what the account paid: what arrives and the fee
    const total = saved.rows.reduce((sum, { amount: paid }) => sum + units(paid!), 0n);
    expect(-booked.reduce((sum, { amount: entry }) => sum + units(entry), 0n)).toBe(total);
    const parts = saved.rows.map(({ arrives, fee }) => units(arrives!) + units(fee!));
    expect(parts).toEqual(saved.rows.map(({ amount: paid }) => units(paid!)));
    const received = await savedBy(
      page,
      await page
        .goto(`${origin}/account/wallet/history-deposit`)
        .then(() => page.getByRole('button', { name: 'Download CSV' })),
    );
    const deposited = bills.filter(({ kind }) => kind === 'deposit');
    expect(received.rows.reduce((sum, { credited }) => sum + units(credited!), 0n)).toBe(
      deposited.reduce((sum, { amount: entry }) => sum + units(entry), 0n),
    );
    await context.close();
  },
);
