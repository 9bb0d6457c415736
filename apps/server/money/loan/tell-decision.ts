import type { LoanRejection } from '@candor/api';
import type { Amount } from '@candor/money';
import { idOf, type Trx } from '../../base/database/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import type { StoredApplication } from './applications.ts';

/** A decision on an application, as its borrower reads it. */
export interface ToldDecision {
  readonly timeMs: number;
  /** `again`: the payout of an approved one was refused by the ledger or never sent, and it waits for its review once more. */
  readonly decision: 'approved' | 'failed' | 'again';
  /** Null for all but a failed one. */
  readonly reason: LoanRejection | null;
}

/** Notes what was decided on an application for its borrower, once in each round of its review. */
export function tellDecision(
  catalogues: CatalogueFollower,
  trx: Trx,
  row: Pick<StoredApplication, 'application_id' | 'user_id' | 'asset_id' | 'amount' | 'review_round'>,
  { timeMs, decision, reason }: ToldDecision,
) {
  const catalogue = catalogues.current();
  const id = idOf(row.application_id);
  return noteNotice(trx, {
    userId: idOf(row.user_id),
    key: `loan-application:${id}:${row.review_round}:${decision}`,
    kind: 'loan-decided',
    timeMs,
    facts: {
      id,
      coin: catalogue.assetById(row.asset_id).code,
      amount: amountText(catalogue, row.asset_id, row.amount as Amount),
      decision,
      reason,
    },
  });
}
