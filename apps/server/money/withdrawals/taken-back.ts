import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import { CANCELLABLE_STATES, move } from './clock.ts';
import { leaveQueues, lockQueued } from './queued.ts';

/** States in which a withdrawal is held in the ledger and may not be signed yet. */
const WAITING = CANCELLABLE_STATES.filter((state) => state !== 'requested');

/**
 * Returns the withdrawals that end with the reversal of a deposit, newest first: as many as hold what its owner lacks. They
 * are of the same coin and not signed, and would pay out coins that the chain does not have.
 */
export async function waitingForDeposits(
  db: Db,
  { userId, coin }: { readonly userId: number; readonly coin: string },
  missing: bigint,
): Promise<readonly number[]> {
  if (missing <= 0n) return [];
  const rows = await db
    .selectFrom('withdrawals.withdrawal')
    .select(['withdrawal_no', 'amount', 'fee'])
    .where('user_id', '=', BigInt(userId))
    .where('coin', '=', coin)
    .where('state', 'in', WAITING)
    .where('nonce', 'is', null)
    .orderBy('withdrawal_no', 'desc')
    .execute();
  const ending: number[] = [];
  let left = missing;
  for (const { withdrawal_no, amount, fee } of rows) {
    if (left <= 0n) break;
    ending.push(idOf(withdrawal_no));
    left -= BigInt(amount) + BigInt(fee);
  }
  return ending;
}

/**
 * Ends them in the transaction that promises the reversal, which releases them in the ledger. One that ended unpaid meanwhile
 * is passed over. Returns false where one was signed or paid, or an operator has its payout in hand, since they were chosen.
 */
export async function endWaiting(
  trx: Trx,
  reviews: Pick<Reviews, 'withdraw' | 'lock'>,
  withdrawalNos: readonly number[],
  nowMs: number,
): Promise<boolean> {
  for (const [no, { isPayoutInHand, nonce, state, ended_at }] of await lockQueued(
    trx,
    reviews,
    withdrawalNos,
  )) {
    if (isPayoutInHand) return false;
    // Its payment may not be in the ledger yet, which would release what was paid.
    if (nonce !== null || state === 'done') return false;
    if (ended_at !== null) continue;
    if (!(await move(trx, no, WAITING, 'rejected', nowMs, 'takenBack'))) return false;
    await leaveQueues(trx, reviews, no);
  }
  return true;
}
