import type { CreditChangeRow } from '@candor/api';
import type { CreditCounts, CreditStepRecord } from '@candor/projections';
import { creditScore } from '@candor/rules';

/** A change of a credit record in points of the published formula. */
export function creditChangeOf(step: CreditStepRecord): CreditChangeRow {
  const { seq, line, timeMs, cause, applicationId, loanId, number, before } = step;
  return {
    id: `${seq}.${line}`,
    time: timeMs,
    cause,
    applicationId,
    loanId,
    number,
    before: standingOf(before),
    after: standingOf(step),
    seq,
  };
}

/** Points that loans decide: identity and membership have points of their own. */
function standingOf({ onTime, late, later, isOverdue }: CreditCounts): CreditChangeRow['after'] {
  const { record, overdue } = creditScore({ kyc: 'none', memberDays: 0, onTime, late, later, isOverdue });
  return { points: record + overdue, onTime, late, later, isOverdue };
}
