import { expect, it } from 'vitest';
import { savedBy } from './support/browser.ts';
import { openExchange } from './support/exchange.ts';

const exchange = openExchange();
const SCALE = 8;
const UNIT = 10n ** BigInt(SCALE);

/** Base units of a decimal with at most eight places. */
function units(decimal: string): bigint {
  const [whole = '', part = ''] = decimal.replace('-', '').split('.');
  const size = BigInt(whole) * UNIT + BigInt(part.padEnd(SCALE, '0'));
  return decimal.startsWith('-') ? -size : size;
}

it('all bills are saved as a file whose amounts sum to the balances', async () => {
  const { page, context, complaints } = await exchange.visit('desktop');
  const { client } = await exchange.signIn(page, {
    to: '/assets/index?key=records',
    funds: { USDT: '1000', BTC: '0.5' },
    prepare: async (own) => {
      // more lines than one page of the file's call has
      for (let at = 0; at < 55; at += 1) {
        const [from, to] = at % 2 === 0 ? (['1', '4'] as const) : (['4', '1'] as const);
        await own.call('transfer', { query: { from, to, coin: 'USDT', amount: '10.00000001' } });
      }
    },
  });
  await page.getByRole('row').filter({ hasText: '+10.00000001' }).first().waitFor();
  const { name, rows } = await savedBy(page, page.getByRole('button', { name: 'Download CSV' }));
  expect(name).toMatch(/^bills-\d{4}-\d\d-\d\d\.csv$/);
  expect(rows).toHaveLength(2 + 2 * 55);
  const { list } = await client.call('getMyBalance', { query: { type: '0' } });
  for (const { coin, amount } of list) {
    const sum = rows
      .filter((row) => row.coin === coin)
      .reduce((total, row) => total + units(row.amount!), 0n);
    expect(sum, coin).toBe(units(amount));
  }
  expect(complaints).toEqual([]);
  await context.close();
});
