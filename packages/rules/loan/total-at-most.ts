import type { Amount } from '@candor/money';
import { type LoanSchedule, loanSchedule } from './schedule.ts';
import { DAY_SECONDS, type LoanTerms } from './terms.ts';

/** Days after an application within which its loan is paid out for the total that its borrower accepted. */
export const LOAN_PAYOUT_DAYS = 7;

/**
 * Returns the most that a loan repays in all, principal and interest paid on time, whichever day of the next
 * `LOAN_PAYOUT_DAYS` it is paid out on: months are longer and shorter, so the total depends on the day. Null where the terms
 * cannot repay it on one of them.
 */
export function loanTotalAtMost(terms: LoanTerms, principal: bigint, fromSecond: number): Amount | null {
  let most = 0n;
  for (let day = 0; day <= LOAN_PAYOUT_DAYS; day++) {
    const total = loanTotal(terms, principal, fromSecond + day * DAY_SECONDS);
    if (total === null) return null;
    if (total > most) most = total;
  }
  return most as Amount;
}

/** Returns principal and interest, paid on time, of a loan that is paid out at a second; null where the terms cannot repay it. */
export function loanTotal(terms: LoanTerms, principal: bigint, beganSecond: number): Amount | null {
  const schedule = loanSchedule(terms, principal, beganSecond);
  return schedule === null ? null : scheduleTotal(schedule);
}

/** Returns principal and interest of all instalments. */
export function scheduleTotal({ rows }: LoanSchedule): Amount {
  return rows.reduce((sum, row) => sum + row.interest + row.principal, 0n) as Amount;
}
