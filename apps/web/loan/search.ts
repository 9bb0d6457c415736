import type { LoanRecordStatus } from '@candor/api';
import { oneOf, type RawSearch } from '../common/search-params.ts';
import { type DaysSearch, daysSearch } from '../records/record-search.ts';

const numberOf = (raw: unknown): number | undefined => {
  const number = Number(raw);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

export interface LoanSearch {
  /** Number of the product that is applied for. */
  readonly apply?: number;
}

/** Reads the search of the loan page; what is no number of a product is left out. */
export function loanSearch(raw: RawSearch): LoanSearch {
  const apply = numberOf(raw.apply);
  return apply === undefined ? {} : { apply };
}

/** States of an application and of the loan that it becomes, in the order of their tabs. */
export const loanStatuses = [
  'pending',
  'approved',
  'overdue',
  'settled',
  'failed',
  'cancelled',
] as const satisfies readonly LoanRecordStatus[];

/** Choice of what the list of loans shows, or the one that is shown, as the address keeps it. */
export interface LoanRecordsSearch extends DaysSearch {
  readonly status?: LoanRecordStatus;
  /** Number of the application that is shown. */
  readonly id?: number;
}

/** Reads the search of the user's loans; unknown values are left out. */
export function loanRecordsSearch(raw: RawSearch): LoanRecordsSearch {
  const status = oneOf(loanStatuses, raw.status);
  const id = numberOf(raw.id);
  return {
    ...(status === undefined ? {} : { status }),
    ...(id === undefined ? {} : { id }),
    ...daysSearch(raw),
  };
}
