import { idOf, type Trx } from '../../base/database/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import { payoutReviewName, subjectOf, withdrawalReviewName } from './review-name.ts';
import type { StoredWithdrawal } from './rows.ts';

/** The queues that a withdrawal may stand in. */
const QUEUES = [withdrawalReviewName, payoutReviewName] as const;

export interface QueuedWithdrawal
  extends Pick<StoredWithdrawal, 'withdrawal_no' | 'state' | 'nonce' | 'confirm_by' | 'ended_at'> {
  /** The payment of a payout is made by hand: whoever has it in hand may have paid it. */
  readonly isPayoutInHand: boolean;
}

/**
 * Locks withdrawals behind their items in the operators' queues, by number: whoever touches both locks them in this order.
 * Returns them by number.
 */
export async function lockQueued(
  trx: Trx,
  reviews: Pick<Reviews, 'lock'>,
  withdrawalNos: readonly number[],
): Promise<ReadonlyMap<number, QueuedWithdrawal>> {
  if (withdrawalNos.length === 0) return new Map();
  const { rows, isInHand } = await reviews.lock(trx, QUEUES, withdrawalNos.map(subjectOf), () =>
    trx
      .selectFrom('withdrawals.withdrawal')
      .select(['withdrawal_no', 'state', 'nonce', 'confirm_by', 'ended_at'])
      .where('withdrawal_no', 'in', withdrawalNos.map(BigInt))
      .orderBy('withdrawal_no')
      .forUpdate()
      .execute(),
  );
  return new Map(
    rows.map((row) => {
      const no = idOf(row.withdrawal_no);
      return [no, { ...row, isPayoutInHand: isInHand(payoutReviewName, subjectOf(no)) }];
    }),
  );
}

/** Takes a withdrawal that has ended out of the operators' queues. */
export async function leaveQueues(
  trx: Trx,
  reviews: Pick<Reviews, 'withdraw'>,
  withdrawalNo: number,
): Promise<void> {
  for (const queue of QUEUES) await reviews.withdraw(trx, queue, subjectOf(withdrawalNo));
}
