import type { WithdrawalState } from '@candor/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { endWaiting } from '../../apps/server/money/withdrawals/index.ts';
import { payoutReviewName } from '../../apps/server/money/withdrawals/review-name.ts';
import { type House, openHouse } from '../api/support/house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

/** A withdrawal as it stands when the reversal that chose it is approved. */
async function standing(chain: string, state: WithdrawalState, nonce: number | null): Promise<number> {
  const { rows } = await house.pool.query<{ no: string }>(
    `insert into withdrawals.withdrawal (user_id, chain, coin, asset_id, address, amount, fee, value_usdt, state, nonce,
       requested_at, ended_at)
     values (1000, $1, 'USDT', 1, 'somewhere', 10, 0, 10, $2, $3, now(), case when $2 in ('done', 'rejected', 'cancelled')
       then now() end) returning withdrawal_no as no`,
    [chain, state, nonce],
  );
  return Number(rows[0]!.no);
}

it.each([
  ['practice-evm', 'signing', null, true, 'rejected'],
  ['practice-evm', 'signing', 7, false, 'signing'],
  ['practice-evm', 'broadcast', 8, false, 'broadcast'],
  ['practice-evm', 'done', 9, false, 'done'],
  ['practice-evm', 'cancelled', null, true, 'cancelled'],
  ['bank', 'review', null, true, 'rejected'],
  ['bank', 'rejected', null, true, 'rejected'],
  ['bank', 'done', null, false, 'done'],
] as const)(
  'a reversal that chose a withdrawal on %s which is %s by now (number %s) goes on: %s',
  async (chain, state, nonce, goesOn, after) => {
    const no = await standing(chain, state, nonce);
    const ended = await kyselyOf(house.pool)
      .transaction()
      .execute((trx) => endWaiting(trx, house.reviews, [no], house.now()));
    expect(ended).toBe(goesOn);
    const { rows } = await house.pool.query(
      'select state from withdrawals.withdrawal where withdrawal_no = $1',
      [no],
    );
    expect(rows).toEqual([{ state: after }]);
  },
);

it('a reversal that chose a payout which came into the queue meanwhile ends it there as well', async () => {
  const no = await standing('bank', 'review', null);
  const { reviews } = house;
  const kysely = kyselyOf(house.pool);
  let isEntered = false;
  const meanwhile: typeof reviews = {
    ...reviews,
    lock: (trx, kinds, subjects, lockRows) =>
      reviews.lock(trx, kinds, subjects, async () => {
        if (!isEntered)
          await kysely
            .transaction()
            .execute((other) =>
              reviews.enter(other, payoutReviewName, { subject: String(no), version: 1, userId: 1000 }),
            );
        isEntered = true;
        return lockRows();
      }),
  };
  const ended = await kysely.transaction().execute((trx) => endWaiting(trx, meanwhile, [no], house.now()));
  expect(ended).toBe(true);
  const { rows } = await house.pool.query(
    `select w.state, i.state as item from withdrawals.withdrawal w
     join review.item i on i.kind = 'payout' and i.subject = w.withdrawal_no::text where withdrawal_no = $1`,
    [no],
  );
  expect(rows).toEqual([{ state: 'rejected', item: 'withdrawn' }]);
});
