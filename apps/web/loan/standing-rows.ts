import type { LoanDetail } from '@candor/api';

/** An instalment as it stands: as agreed while nothing was repaid early, else what is to be paid now. */
export interface StandingRow {
  readonly number: number;
  readonly dueTime: number;
  readonly interest: string;
  readonly principal: string;
  readonly state: 'paid' | 'unpaid' | 'later' | 'dropped';
}

/** Returns every instalment as it stands: what fell due, what still falls due, and what an early repayment left out. */
export function standingRows({ agreed, loan, entries }: LoanDetail): StandingRow[] {
  return agreed.map(({ number, dueTime, interest, principal }) => {
    const fallen = entries.find((entry) => entry.kind === 'due' && entry.number === number);
    if (fallen?.kind === 'due') {
      const isOpen = loan?.due.some((each) => each.number === number) ?? false;
      const state = isOpen ? 'unpaid' : 'paid';
      return { number, dueTime, interest: fallen.interest, principal: fallen.principal, state };
    }
    const later = loan?.schedule.find((each) => each.number === number);
    if (later !== undefined) return { ...later, state: 'later' };
    return { number, dueTime, interest, principal, state: 'dropped' };
  });
}
