import { expect, it } from 'vitest';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { newAccount, openExchange, PASSWORD } from './support/exchange.ts';
import { filled } from './support/fills.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();

/** Registers with an invite code. Returns a client of the new account and its own code. */
async function invited(inviteCode: string) {
  const { satoken } = await exchange.client(null).call('register', {
    body: {
      type: 'account',
      account: newAccount('friend'),
      password: PASSWORD,
      confirmPassword: PASSWORD,
      invite_code: inviteCode,
    },
  });
  const client = exchange.client(satoken);
  const { user } = await client.call('getInfo');
  return { client, code: user.invite_code };
}

it.each(sizesInTurn('rewards'))(
  'three generations stand in the reward centre, and are paid nothing before the day of a trade is over, on a %s',
  async (size) => {
    const { page, context, complaints } = await exchange.visit(size);
    try {
      const { client } = await exchange.signIn(page, { to: '/account/center/reward-center' });
      await page.getByRole('heading', { level: 1, name: 'Reward centre' }).waitFor();
      await page.getByText('Nobody yet').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      const code = (await page.getByTestId('invite-code').textContent()) ?? '';
      await page.getByText('A trading fee of 1 USDT pays 0.2 USDT to generation 1').waitFor();
      await page.getByRole('heading', { level: 2, name: 'Where rebates come from' }).waitFor();
      await page.getByText('Generation 1 receives 20%', { exact: false }).waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save poster' }).click();
      expect((await download).suggestedFilename()).toBe('candor-invitation.png');

      const first = await invited(code);
      const second = await invited(first.code);
      const third = await invited(second.code);
      await expect
        .poll(() =>
          third.client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '5000' } }).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quoteAmount: '2000' } as const;
      await filled(() => third.client.call('currencyOrderSubmit', { body }));
      const fills = await third.client.call('getMyBill', { query: { kind: 'fee' } });
      const fee = fills.records.reduce((sum, { amount }) => sum + units(amount), 0n);
      const earned = [second.client, first.client, client].map(async (own) => {
        const { accumulatedRevenue } = await own.call('getPromotion');
        return units(accumulatedRevenue.find(({ coin }) => coin === 'BTC')?.amount ?? '0');
      });
      // the whole day is paid at its end, which may come while this test runs
      const whole = [-fee / 5n, -fee / 10n, -fee / 20n];
      expect(fee).toBeLessThan(0n);
      expect([[0n, 0n, 0n], whole]).toContainEqual(await Promise.all(earned));

      await page.reload();
      const team = page.getByRole('table', { name: 'People you brought' });
      await page.getByText('Generation 3').first().waitFor();
      await page
        .getByText('A day’s rebates are paid when it ends, at midnight UTC', { exact: false })
        .first()
        .waitFor();
      expect(await axeFaults(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      if (size === 'desktop') await team.getByText('fr****').first().waitFor();
      await page.goto('/account/center/contractAgents/agentManagement');
      await page.getByRole('heading', { level: 2, name: 'People you brought' }).waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  },
);

/** Base units of a decimal amount with eight places. */
function units(amount: string): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  const value = BigInt(whole + part.padEnd(8, '0'));
  return amount.startsWith('-') ? -value : value;
}
