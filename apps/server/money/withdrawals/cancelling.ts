import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import { CANCELLABLE_STATES, endKey, holdKey, move } from './clock.ts';
import { refusalOfHold, settleHold } from './holding.ts';
import { leaveQueues, lockQueued } from './queued.ts';

interface CancellingDeps {
  readonly db: Db;
  readonly outbox: Outbox;
  readonly reviews: Pick<Reviews, 'withdraw' | 'lock'>;
  readonly now: () => number;
}

type Attempt = 'ended' | 'unheld';

/**
 * Returns how an owner cancels what is not signed: the hold is released by the one promise that ends it. One that is only
 * requested is held first: a release that came before its hold would release nothing.
 */
export function createCancelling({ db, outbox, reviews, now }: CancellingDeps) {
  /** @throws Refusal WITHDRAWAL_UNKNOWN, WITHDRAWAL_SIGNED, WITHDRAWAL_IN_HAND */
  return async (userId: number, withdrawalNo: number): Promise<void> => {
    // A state only goes on, so this ends.
    while ((await once(userId, withdrawalNo)) === 'unheld') await outbox.deliver(holdKey(withdrawalNo));
    const outcomes = await outbox.outcomes([endKey(withdrawalNo)]);
    if (outcomes.get(endKey(withdrawalNo)) === null) await outbox.deliver(endKey(withdrawalNo));
  };

  /** @throws Refusal also while an operator has its payout in hand, who may have paid it */
  async function once(userId: number, withdrawalNo: number): Promise<Attempt> {
    // before the transaction: within it this would wait for a second connection
    const hold = (await outbox.outcomes([holdKey(withdrawalNo)])).get(holdKey(withdrawalNo)) ?? null;
    return db.transaction().execute(async (trx) => {
      const own = await trx
        .selectFrom('withdrawals.withdrawal')
        .select('withdrawal_no')
        .where('withdrawal_no', '=', BigInt(withdrawalNo))
        .where('user_id', '=', BigInt(userId))
        .executeTakeFirst();
      if (own === undefined) throw new Refusal('WITHDRAWAL_UNKNOWN');
      const row = (await lockQueued(trx, reviews, [withdrawalNo])).get(withdrawalNo);
      if (row === undefined) throw new Refusal('WITHDRAWAL_UNKNOWN');
      if (row.isPayoutInHand) throw new Refusal('WITHDRAWAL_IN_HAND');
      if (row.state === 'cancelled') return 'ended';
      if (row.state === 'requested') {
        if (hold === null) return 'unheld';
        if (refusalOfHold(hold.rejection) !== null) {
          await settleHold(trx, row, hold, now());
          return 'ended';
        }
      }
      const isMoved =
        row.nonce === null &&
        (await move(trx, withdrawalNo, CANCELLABLE_STATES, 'cancelled', now(), 'owner'));
      if (!isMoved) throw new Refusal('WITHDRAWAL_SIGNED');
      await leaveQueues(trx, reviews, withdrawalNo);
      await outbox.promise(trx, {
        key: endKey(withdrawalNo),
        userId: 0,
        body: { type: 'releaseWithdrawal', withdrawalNo, reason: 'cancelled' },
      });
      return 'ended';
    });
  }
}
