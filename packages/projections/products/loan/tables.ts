import { boolean, defineTable, int2, int8, kept, optional, summed, text } from '../../table.ts';
import { offerChangesTable } from '../offer-changes.ts';
import { poolEntriesTable } from '../pool-entries.ts';

/** Power loans as they were paid out: the event holds their terms, which never change. */
export const loansTable = defineTable({
  name: 'power_loans',
  version: 1,
  rows: 'begun',
  key: ['loan_id'],
  columns: {
    loan_id: int8,
    user_id: int8,
    application_id: int8,
    event: text,
    time_ms: int8,
    seq: int8,
    is_overdue: kept(boolean),
    settled_ms: optional(kept(int8)),
  },
  indexes: [['user_id', 'loan_id'], ['application_id']],
});

/** Everything that happened to a loan: one row for each event of a command. */
export const loanEntriesTable = defineTable({
  name: 'power_loan_entries',
  version: 1,
  rows: 'once',
  key: ['seq', 'line'],
  columns: {
    seq: int8,
    line: int8,
    loan_id: int8,
    user_id: int8,
    kind: int2,
    amount: int8,
    event: text,
    time_ms: int8,
  },
  indexes: [
    ['loan_id', 'seq', 'line'],
    ['user_id', 'seq', 'line'],
  ],
});

const POOL = 'power_loan_pool';

/** Movements of what the pool can lend; the rest of a repayment is principal. */
export const loanPoolTable = defineTable({
  name: POOL,
  version: 2,
  rows: 'once',
  columns: {
    ...poolEntriesTable(POOL).columns,
    interest: { ...int8, earlier: '0' },
    overdue_interest: { ...int8, earlier: '0' },
  },
  key: ['seq', 'line'],
  indexes: [],
});

/**
 * Sums of a pool. Of all that its operators added and borrowers paid as interest, `lent` is the principal that is not
 * repaid, and the rest can be lent: free + lent = funded + interest + overdue_interest.
 */
export const loanSumsTable = defineTable({
  name: 'power_loan_sums',
  version: 1,
  rows: 'merged',
  key: ['asset_id'],
  columns: {
    asset_id: int8,
    funded: summed,
    lent: summed,
    /** Interest and principal that fell due and are unpaid. */
    overdue: summed,
    /** Loans that are not settled. */
    loans: summed,
    interest: summed,
    overdue_interest: summed,
  },
  indexes: [],
});

/** Interest that borrowers paid into a pool, by the hour since 1970. */
export const loanHoursTable = defineTable({
  name: 'power_loan_hours',
  version: 1,
  rows: 'merged',
  key: ['asset_id', 'hour'],
  columns: { asset_id: int8, hour: int8, interest: summed, overdue_interest: summed },
  indexes: [],
});

/** Acts of the operators on the offers, with their reasons. */
export const loanOfferChangesTable = offerChangesTable('power_loan_offer_changes');

/** Changes of the records behind credit scores. */
export const creditChangesTable = defineTable({
  name: 'credit_changes',
  version: 1,
  rows: 'once',
  key: ['seq', 'line'],
  columns: {
    seq: int8,
    line: int8,
    user_id: int8,
    loan_id: int8,
    number: int8,
    cause: int2,
    on_time: int8,
    late: int8,
    later: int8,
    is_overdue: boolean,
    time_ms: int8,
  },
  indexes: [['user_id', 'seq', 'line']],
});
