import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { injectWallet, WALLET_NAME } from './support/injected-wallet.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();

/** Expects the page to have no fault of accessibility and to fit its window. */
async function expectOrder(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}

/** All that a wallet may ever be asked for. */
const HARMLESS = [
  'eth_requestAccounts',
  'personal_sign',
  'eth_chainId',
  'eth_getCode',
  'eth_sendTransaction',
  'eth_call',
];

it.each(sizesInTurn('defi'))(
  'a wallet is linked, joins by a call that moves nothing, and its node earns on a %s',
  async (size) => {
    const { page, context, complaints } = await exchange.visit(size);
    try {
      // a visitor sees all of it
      await page.goto('/defis/index');
      await page.getByRole('heading', { name: 'Where the rewards come from' }).waitFor();
      await page.getByText('Level 1', { exact: true }).first().waitFor();
      await page.getByText(/^1 ETH locked since /).waitFor();
      await page.getByText('join() = 0x', { exact: false }).first().waitFor();
      await page.getByRole('link', { name: 'Log in to join', exact: true }).waitFor();
      await expectOrder(page);

      const { client } = await exchange.signIn(page, { to: page.url(), funds: { ETH: '2' } });
      const { node } = await client.call('getPracticeBlocks');
      if (node === null) throw new Error('the practice chain has no node');
      const wallet = await injectWallet(page, node);
      await page.goto('/defis/details');
      await page.getByRole('heading', { name: 'Link your wallet' }).waitFor();
      await expectOrder(page);

      // the user says no: nothing happened, and it is said in the words of the product
      wallet.declineNext('personal_sign');
      await page.getByRole('button', { name: WALLET_NAME }).click();
      await page.getByText(/^User cancels authorization/).waitFor();
      await page.getByRole('button', { name: WALLET_NAME }).click();
      await page.getByText('Wallet linked', { exact: true }).first().waitFor();
      const account = () => client.call('getMiningAccount');
      expect(await account()).toMatchObject({ wallet: { address: wallet.address }, address: null });

      // the allowances are read through the wallet itself: none
      await page.getByRole('button', { name: WALLET_NAME }).last().click();
      await page.getByText(/allowances? read: (all are|it is) 0$/).waitFor();

      wallet.declineNext('eth_sendTransaction');
      const call = page.getByRole('button', { name: 'Call join() with your wallet', exact: true });
      await call.click();
      await page.getByText(/^User cancels authorization/).waitFor();
      expect((await account()).join).toBeNull();
      await call.click();
      await expect.poll(async () => (await account()).address, { timeout: 120_000 }).toBe(wallet.address);
      await page.getByText('Accrued rewards', { exact: true }).waitFor();
      expect(wallet.asked.filter((method) => !HARMLESS.includes(method))).toEqual([]);
      expect(wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(2);

      await page.getByRole('button', { name: 'Lock', exact: true }).click();
      const lock = page.getByRole('dialog', { name: 'Lock ETH' });
      await lock.getByLabel('Amount', { exact: true }).fill('1.5');
      await lock.getByText('Level 2', { exact: false }).waitFor();
      await lock.getByRole('button', { name: 'Lock', exact: true }).click();
      await lock.getByText('Accept the terms first.', { exact: true }).waitFor();
      await lock.getByRole('checkbox').check();
      await expectOrder(page);
      await lock.getByRole('button', { name: 'Lock', exact: true }).click();
      await page.getByText('You locked 1.5 ETH', { exact: true }).first().waitFor();
      await expect.poll(async () => (await account()).held).toBe('1.5');

      // it earns by the second, and what is claimed is recomputed
      const claim = page.getByRole('button', { name: 'Claim rewards', exact: true });
      await expect.poll(() => claim.isEnabled(), { timeout: 60_000 }).toBe(true);
      await claim.click();
      await page.getByText('Rewards claimed to your reward account', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: 'Convert to USDT' }).waitFor();
      await page.goto('/defis/details?kind=claimed');
      await page
        .getByRole('button', { name: /^Verified/ })
        .first()
        .click();
      const receipt = page.getByRole('dialog', { name: /^Mining entry/ });
      await receipt
        .getByText(/^\d+ = \d+$/)
        .first()
        .waitFor();
      await receipt.getByTestId('journal-place').waitFor();
      await expectOrder(page);
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Unlock', exact: true }).click();
      const unlock = page.getByRole('dialog', { name: 'Unlock ETH' });
      await unlock.getByLabel('Amount', { exact: true }).fill('1.5');
      await unlock.getByText('No level yet', { exact: true }).waitFor();
      await unlock.getByRole('button', { name: 'Unlock', exact: true }).click();
      await expect.poll(async () => (await account()).held).toBe('0');
      const { list } = await client.call('getMyBalance', { query: { type: '1' } });
      expect(list.find(({ coin }) => coin === 'ETH')?.available).toBe('2');
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  },
);
