import { afterAll, beforeAll, expect, it } from 'vitest';
import { entersNothing } from '../../apps/server/gateway/http/enter-answer.ts';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { FEE_HOLDS_MS } from '../../apps/server/money/withdrawals/terms.ts';
import { newAddress, openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';

let bench: PayoutBench;
beforeAll(async () => {
  bench = await openPayoutBench();
});
afterAll(() => bench?.stop());

const feeOf = async ({ person }: Withdrawer) => {
  const { list } = await person.client.call('getWithdrawalCurrency');
  return list.find(({ coin }) => coin === 'USDT')!.fee!;
};

it('a changed fee holds for a minute, and the one it replaced is accepted as long', async () => {
  const who = await bench.withdrawer();
  const { adapter } = bench.chain;
  let factor = 1n;
  const payer = await bench.openPayer({
    adapter: {
      ...adapter,
      async feeEstimate() {
        const estimate = await adapter.feeEstimate();
        return { ...estimate, maxFeePerGas: estimate.maxFeePerGas * factor };
      },
    },
  });
  const request = (fee: string) =>
    bench.house.withdrawals.requests.request(
      who.person.userId,
      { coin: 'USDT', network: PRACTICE_CHAIN.key, address: newAddress(), amount: '10', fee },
      entersNothing,
    );
  factor = 2n;
  bench.house.advance(FEE_HOLDS_MS);
  await payer.round();
  const shown = await feeOf(who);

  factor = 20n;
  await payer.round();
  expect(await feeOf(who)).toBe(shown);
  bench.house.advance(FEE_HOLDS_MS);
  await payer.round();
  const raised = await feeOf(who);
  expect(Number(raised)).toBeGreaterThan(Number(shown) * 5);
  // whoever filled the form in meanwhile pays what it showed, and one unit less is no fee of ours
  expect(await request(shown)).toMatchObject({ fee: shown, state: 'checks' });
  await expect(request((Number(shown) - 0.000001).toFixed(6))).rejects.toMatchObject({
    key: 'WITHDRAWAL_FEE_CHANGED',
  });

  bench.house.advance(FEE_HOLDS_MS);
  await expect(request(shown)).rejects.toMatchObject({ key: 'WITHDRAWAL_FEE_CHANGED' });
  // a fee that fell is charged as it is now, whatever was shown
  factor = 1n;
  await payer.round();
  const fallen = await feeOf(who);
  expect(Number(fallen)).toBeLessThan(Number(raised));
  expect(await request(raised)).toMatchObject({ fee: fallen });
});
