import { idOf } from '../../base/database/index.ts';
import { hasPassed } from '../../base/work/elapsed.ts';
import type { StoredWithdrawal } from './rows.ts';

/** Withdrawals that were set aside and are looked at in one round. */
const MOST_A_ROUND = 10;
/** A head that stays for longer is looked at once more: what failed may have been the node. */
const SAME_HEAD_MS = 60_000;

/** Withdrawals in the order in which they are paid. */
export interface Ordered {
  readonly first: readonly StoredWithdrawal[];
  /** Looked at after all others. */
  readonly last: readonly StoredWithdrawal[];
}

/**
 * Withdrawals whose payment a node refused, or did not answer for. Each is looked at after all others and once for each head of
 * the chain, the one that waits longest first: so it takes neither time nor coins from others. One with a number is never
 * among them.
 */
export interface Postponed {
  put(withdrawalNo: number): void;
  /** Takes those that are due at a head out of all that are to be signed. */
  order(signing: readonly StoredWithdrawal[], headHash: string, nowMs: number): Ordered;
}

export function createPostponed(): Postponed {
  /** The latest look at each, the oldest look first. */
  const looks = new Map<number, { readonly headHash: string; readonly atMs: number }>();
  const never = { headHash: '', atMs: Number.NEGATIVE_INFINITY };

  return {
    put(withdrawalNo) {
      if (!looks.has(withdrawalNo)) looks.set(withdrawalNo, never);
    },
    order(signing, headHash, nowMs) {
      const byNo = new Map(signing.map((each) => [idOf(each.withdrawal_no), each]));
      for (const no of looks.keys()) if (byNo.get(no)?.nonce !== null) looks.delete(no);
      // A payer that was started since knows them by their reason.
      for (const [no, { reason, nonce }] of byNo)
        if (reason === 'refusedNow' && nonce === null && !looks.has(no)) looks.set(no, never);
      const due = [...looks].filter(
        ([, look]) => look.headHash !== headHash || hasPassed(look.atMs, SAME_HEAD_MS, nowMs),
      );
      const last = due.slice(0, MOST_A_ROUND).map(([no]) => {
        looks.delete(no);
        looks.set(no, { headHash, atMs: nowMs });
        return byNo.get(no)!;
      });
      return { first: signing.filter(({ withdrawal_no }) => !looks.has(idOf(withdrawal_no))), last };
    },
  };
}
