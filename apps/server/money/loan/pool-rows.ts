import type { LoanPoolEntryRow, LoanPoolRow } from '@candor/api';
import type { LoanPoolView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { LoanPoolRecord, LoanPoolSums } from '@candor/projections';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText, poolEntryRowOf } from '../../engine/values/index.ts';

const NOTHING = 0n as Amount;

/** A pool as everybody reads it: balances of the ledger, and sums of the journal. */
export function loanPoolOf(
  catalogue: Catalogue,
  { assetId, free, receivable }: LoanPoolView,
  sums: LoanPoolSums | undefined,
): LoanPoolRow {
  const text = (amount: Amount | undefined) => amountText(catalogue, assetId, amount ?? NOTHING);
  return {
    coin: catalogue.assetById(assetId).code,
    free: text(free),
    owed: text(receivable),
    lent: text(sums?.lent),
    overdue: text(sums?.overdue),
    loans: sums?.loans ?? 0,
    funded: text(sums?.funded),
    interest30Days: text(sums?.interest30Days),
    interestTotal: text(sums?.interest),
    overdueInterest30Days: text(sums?.overdueInterest30Days),
    overdueInterestTotal: text(sums?.overdueInterest),
  };
}

/** A movement of a pool as everybody reads it; a repayment says how much of it is interest. */
export function loanPoolEntryOf(catalogue: Catalogue, entry: LoanPoolRecord): LoanPoolEntryRow {
  const { assetId, kind, amount, interest, overdueInterest } = entry;
  const text = (units: bigint) => amountText(catalogue, assetId, units as Amount);
  return {
    ...poolEntryRowOf(catalogue, entry),
    principal: text(kind === 'repaid' ? amount - interest - overdueInterest : 0n),
    interest: text(interest),
    overdueInterest: text(overdueInterest),
  };
}
