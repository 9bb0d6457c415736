import { expect, it } from 'vitest';
import { openExchange } from './support/exchange.ts';

const exchange = openExchange();
const ENTERED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const USED = '0x5aAeb6053F3E94D1c2A09f33669435E7Ef1BeAed';

it('both addresses of an imitation stand whole in their box on a phone', async () => {
  const { page, context } = await exchange.visit('phone');
  const answer = (path: RegExp, change: (data: object) => object) =>
    page.route(path, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({ status: 200, json: { ...body, code: 200, data: change(body.data) } });
    });
  await answer(/\/getWithdrawalCurrency/, (data) => ({ ...data, fundPassword: true }));
  await answer(/\/withdrawal\/address(\?|$)/, () => ({
    address: ENTERED,
    confirmBy: 'email',
    alike: { address: USED, label: 'My ledger', time: 1_700_000_000_000 },
  }));
  try {
    await exchange.signIn(page, { to: '/account/wallet/withdrawal', funds: { USDT: '3000' } });
    await page.getByLabel('Recipient address').fill(ENTERED);
    const box = page
      .getByRole('status')
      .filter({ hasText: 'This address looks like one you’ve used before' });
    await box.waitFor();
    const { right, texts } = await box.evaluate((element) => ({
      right: element.getBoundingClientRect().right,
      texts: [...element.querySelectorAll('dd span')].map((span) => ({
        text: span.textContent?.replaceAll(' ', ''),
        right: span.getBoundingClientRect().right,
      })),
    }));
    expect(texts.map(({ text }) => text)).toEqual([USED, ENTERED]);
    for (const each of texts) expect(each.right).toBeLessThan(right);
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
});
