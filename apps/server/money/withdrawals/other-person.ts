import { BANK_NETWORK } from '@candor/api';
import { idOf, type Trx } from '../../base/database/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import { likenessOf, type PersonListener } from '../../users/kyc/index.ts';
import type { Bank } from '../bank/index.ts';
import { endKey, move } from './clock.ts';
import { leaveQueues, lockQueued } from './queued.ts';

interface OtherPersonDeps {
  readonly bank: Pick<Bank, 'holder'>;
  readonly promises: Pick<Promises, 'promise'>;
  readonly reviews: Pick<Reviews, 'lock' | 'withdraw'>;
  readonly now: () => number;
}

/**
 * Ends payouts by bank to a card of another person than the one whom the identity check names now. One that an operator
 * has in hand to pay may be paid already, so it goes on: its page shows both names.
 */
export function endsPayouts({ bank, promises, reviews, now }: OtherPersonDeps): PersonListener {
  async function end(trx: Trx, no: number): Promise<void> {
    if (!(await move(trx, no, ['checks', 'review', 'signing'], 'rejected', now(), 'personChanged'))) return;
    await leaveQueues(trx, reviews, no);
    await promises.promise(trx, {
      key: endKey(no),
      userId: 0,
      body: { type: 'releaseWithdrawal', withdrawalNo: no, reason: 'rejected' },
    });
  }

  return async (caller, userId, name) => {
    const trx = caller;
    const holder = await bank.holder(trx, userId);
    if (holder === null || likenessOf(holder, name) !== 'differs') return;
    const rows = await trx
      .selectFrom('withdrawals.withdrawal')
      .select('withdrawal_no')
      .where('user_id', '=', BigInt(userId))
      .where('chain', '=', BANK_NETWORK)
      .where('ended_at', 'is', null)
      .orderBy('withdrawal_no')
      .execute();
    const open = rows.map(({ withdrawal_no }) => idOf(withdrawal_no));
    for (const [no, { state, isPayoutInHand }] of await lockQueued(trx, reviews, open))
      if (state !== 'signing' || !isPayoutInHand) await end(trx, no);
  };
}
