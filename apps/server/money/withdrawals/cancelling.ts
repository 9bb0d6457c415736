import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import { CANCELLABLE_STATES, endKey, holdKey, move } from './clock.ts';
import { refusalOfHold, settleHold } from './holding.ts';
import { payoutReviewName, subjectOf, withdrawalReviewName } from './review-name.ts';

interface CancellingDeps {
  readonly db: Db;
  readonly outbox: Outbox;
  readonly reviews: Pick<Reviews, 'withdraw' | 'isInHand' | 'isOpen'>;
  readonly now: () => number;
}

/** Result of one attempt. `entered` means that the withdrawal came into a queue after that was looked at. */
type Attempt = 'ended' | 'unheld' | 'entered';

/**
 * Returns how an owner cancels what is not signed: the hold is released by the one promise that ends it. One that is only
 * requested is held first: a release that came before its hold would release nothing.
 */
export function createCancelling({ db, outbox, reviews, now }: CancellingDeps) {
  /** @throws Refusal WITHDRAWAL_UNKNOWN, WITHDRAWAL_SIGNED, WITHDRAWAL_IN_HAND */
  return async (userId: number, withdrawalNo: number): Promise<void> => {
    // A state only goes on, so this ends.
    for (let attempt = await once(userId, withdrawalNo); attempt !== 'ended'; ) {
      if (attempt === 'unheld') await outbox.deliver(holdKey(withdrawalNo));
      attempt = await once(userId, withdrawalNo);
    }
    const outcomes = await outbox.outcomes([endKey(withdrawalNo)]);
    if (outcomes.get(endKey(withdrawalNo)) === null) await outbox.deliver(endKey(withdrawalNo));
  };

  /** Cancels in one transaction. The item of the queue is locked first, as by the operator who decides it. */
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
      await leaveQueue(trx, withdrawalNo);
      const row = await trx
        .selectFrom('withdrawals.withdrawal')
        .select(['withdrawal_no', 'state', 'nonce', 'confirm_by'])
        .where('withdrawal_no', '=', BigInt(withdrawalNo))
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (row.state === 'cancelled') return 'ended';
      if (await isQueued(trx, withdrawalNo)) return 'entered';
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
      await outbox.promise(trx, {
        key: endKey(withdrawalNo),
        userId: 0,
        body: { type: 'releaseWithdrawal', withdrawalNo, reason: 'cancelled' },
      });
      return 'ended';
    });
  }

  /** Tells if an operator's step entered the withdrawal into a queue since it left them. */
  async function isQueued(trx: Trx, withdrawalNo: number): Promise<boolean> {
    const subject = subjectOf(withdrawalNo);
    return (
      (await reviews.isOpen(trx, withdrawalReviewName, subject)) ||
      (await reviews.isOpen(trx, payoutReviewName, subject))
    );
  }

  /** Takes a withdrawal out of the queues. @throws Refusal while an operator has its payout in hand, who may have paid it */
  async function leaveQueue(trx: Trx, withdrawalNo: number): Promise<void> {
    const subject = subjectOf(withdrawalNo);
    if (await reviews.isInHand(trx, payoutReviewName, subject)) throw new Refusal('WITHDRAWAL_IN_HAND');
    await reviews.withdraw(trx, withdrawalReviewName, subject);
    await reviews.withdraw(trx, payoutReviewName, subject);
  }
}
