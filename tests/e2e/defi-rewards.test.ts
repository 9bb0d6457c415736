import type { Calls, Client } from '@candor/api';
import type { Amount } from '@candor/money';
import { Pool } from 'pg';
import { expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { openPromises } from '../../apps/server/engine/outbox/promises.ts';
import { addVirtualKey, axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';
import { injectWallet, WALLET_NAME } from './support/injected-wallet.ts';
import { microOf, usdtAt } from './support/outside-wallet.ts';
import { acceptQuote } from './support/quotes.ts';
import { sizesInTurn } from './support/sizes.ts';
import { FUND_PASSWORD, secure } from './support/withdrawer.ts';

const exchange = openExchange();
/** Whole coins that earn some dollars a second: far beyond the practice coins of a day. */
const HELD = 1_000_000n;

/** The ledger's number of ETH, by the first comparison of its custody with the chain. */
async function ethOf(pool: Pool): Promise<number> {
  const read = async () => {
    const { rows } = await pool.query<{ asset_id: number }>(
      "select asset_id from treasury.report where coin = 'ETH' limit 1",
    );
    return rows[0]?.asset_id ?? 0;
  };
  await expect.poll(read, { timeout: 120_000 }).toBeGreaterThan(0);
  return read();
}

/** Gives a user practice ETH beyond the cap of a day, as a promise to the ledger. */
async function give(client: Client<Calls>, whole: bigint): Promise<void> {
  const { user } = await client.call('getInfo');
  const accountUserId = Number(user.userId);
  const amount = (whole * 100_000_000n) as Amount;
  const pool = new Pool({ connectionString: exchange.database });
  try {
    const promises = await openPromises(pool);
    const assetId = await ethOf(pool);
    const body = { type: 'practiceFunds', accountUserId, assetId, amount } as const;
    await kyselyOf(pool)
      .transaction()
      .execute((trx) => promises.promise(trx, { key: `e2e-miner:${accountUserId}:`, userId: 0, body }));
  } finally {
    await pool.end();
  }
  await expect
    .poll(
      async () => {
        const { list } = await client.call('getMyBalance', { query: { type: '1' } });
        return Number(list.find(({ coin }) => coin === 'ETH')?.available ?? '0');
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(Number(whole));
}

it.each(sizesInTurn('defi-rewards'))(
  'rewards are converted at a locked quote and withdrawn to the joined wallet on a %s',
  async (size) => {
    const { page, context, complaints } = await exchange.visit(size);
    const sound = async () => {
      expect(await axeFaults(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    };
    try {
      await addVirtualKey(page);
      // a passkey belongs to a name, so the address is not the numbers that tests use
      const origin = exchange.url.replace('127.0.0.1', 'localhost');
      const to = `${origin}/account/center/security`;
      const { client } = await exchange.signIn(page, { to });
      await secure(page);
      await give(client, HELD);
      const { node } = await client.call('getPracticeBlocks');
      if (node === null) throw new Error('the practice chain has no node');
      const wallet = await injectWallet(page, node);
      const account = () => client.call('getMiningAccount');
      await page.goto(`${origin}/defis/details`);
      await page.getByRole('button', { name: WALLET_NAME }).first().click();
      await page.getByText('Wallet linked', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: 'Call join() with your wallet', exact: true }).click();
      await expect.poll(async () => (await account()).address, { timeout: 120_000 }).toBe(wallet.address);
      const { termsHash } = await client.call('getMiningOverview');
      await client.call('lockMining', { body: { amount: String(HELD), termsHash: termsHash! } });
      await expect
        .poll(async () => Number((await account()).accrued), { timeout: 120_000 })
        .toBeGreaterThan(0.01);
      await client.call('unlockMining', { body: { amount: String(HELD) } });
      await page.getByRole('button', { name: 'Claim rewards', exact: true }).click();
      await page.getByText('Rewards claimed to your reward account', { exact: true }).first().waitFor();

      await page.getByRole('button', { name: 'Convert to USDT' }).click();
      const convert = page.getByRole('dialog', { name: 'Convert ETH rewards to USDT' });
      await convert.getByLabel('Amount', { exact: true }).fill('0.01');
      await convert.getByRole('button', { name: 'Get quote', exact: true }).click();
      const accept = convert.getByRole('button', { name: 'Convert now', exact: true });
      await accept.waitFor();
      await sound();
      await acceptQuote(convert, page.getByText(/^0\.01 ETH converted to [\d.]+ USDT$/).first());
      const rewardOf = async (coin: string) =>
        (await account()).rewards.find((reward) => reward.coin === coin)?.amount ?? '0';
      expect(Number(await rewardOf('USDT'))).toBeGreaterThan(10);

      await page.getByRole('button', { name: 'Withdraw USDT', exact: true }).click();
      const withdraw = page.getByRole('dialog', { name: 'Withdraw USDT rewards' });
      await withdraw.getByLabel('Amount', { exact: true }).fill('10');
      await withdraw.getByLabel('Fund password', { exact: true }).fill(FUND_PASSWORD);
      await sound();
      await withdraw.getByRole('button', { name: 'Withdraw', exact: true }).click();
      await page
        .getByRole('dialog', { name: 'Confirm it’s you' })
        .getByRole('button', { name: 'Use a passkey' })
        .click();
      await page.getByText('Withdrawal requested', { exact: true }).first().waitFor();
      const newest = async () => (await client.call('getWithdrawalLog', { query: {} })).records[0]!;
      await expect.poll(async () => (await newest()).state, { timeout: 180_000 }).toBe('done');
      const { arrives, address } = await newest();
      expect(address).toBe(wallet.address);
      expect(await usdtAt(node, wallet.address)).toBe(microOf(arrives));

      // the browser recomputes the claim that it all came from
      await page.goto(`${origin}/defis/details?kind=claimed`);
      await page
        .getByRole('button', { name: /^Verified/ })
        .first()
        .click();
      const receipt = page.getByRole('dialog', { name: /^Mining entry/ });
      await receipt.getByTestId('journal-place').waitFor();
      await page.keyboard.press('Escape');

      // and the conversion, by the quote that it was made by
      await page.goto(`${origin}/defis/details?kind=converted`);
      await page.getByRole('button', { name: /^Verified/ }).click();
      await receipt.getByText('Index tick', { exact: true }).waitFor();
      const { records: conversions } = await client.call('getMiningRecords', {
        query: { kind: 'converted' },
      });
      const arrived = Number(conversions[0]!.into!.amount).toLocaleString('en', { maximumFractionDigits: 8 });
      await receipt.getByText(`${arrived} = ${arrived} USDT`, { exact: true }).first().waitFor();
      await page.keyboard.press('Escape');
      const { records } = await client.call('getMiningRecords', { query: {} });
      expect(records.map(({ kind }) => kind)).toEqual([
        'withdrawn',
        'converted',
        'claimed',
        'unlocked',
        'locked',
        'joined',
      ]);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  },
);
