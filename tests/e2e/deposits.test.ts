import { expect, it } from 'vitest';
import { axeFaults, savedBy, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';

const exchange = openExchange();

it('a newcomer deposits practice coins within a minute on a phone', async () => {
  const { page, context, complaints } = await exchange.visit('phone');
  try {
    const { client } = await exchange.signIn(page, { to: '/assets/index?key=recharge' });
    const { address } = await client.call('getDepositAddress', { params: { coin: 'USDT' } });
    await expect.poll(() => page.getByTestId('deposit-address').textContent()).toBe(address);
    await page.getByRole('img', { name: 'QR code of your deposit address' }).waitFor();
    await page.getByText(/^Send only USDT over Practice Ethereum \(ERC-\S+\) to this address$/).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);

    await page.getByRole('button', { name: 'Send 1,000 USDT' }).click();
    await page.getByText(/[1-6] of 6 confirmations/).waitFor();
    await page.getByText('Credited', { exact: true }).waitFor();
    const { list } = await client.call('getMyBalance', { query: { type: '1' } });
    expect(list.find(({ coin }) => coin === 'USDT')?.available).toBe('1000');

    await page.getByText('Another address', { exact: true }).click();
    await page.getByLabel('Recipient address').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee');
    await page.getByRole('button', { name: 'Send 1,000 USDT' }).click();
    await page.getByText('This address isn’t valid on this network.', { exact: false }).waitFor();

    await page.goto('/account/wallet/history-deposit');
    await page.getByText('Credited', { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    const { rows } = await savedBy(page, page.getByRole('button', { name: 'Download CSV' }));
    expect(rows).toMatchObject([{ coin: 'USDT', amount: '1000', state: 'credited', address }]);
    await page.goto('/account/wallet/deposit');
    await page.getByTestId('deposit-address').waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
});
