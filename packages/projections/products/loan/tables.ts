import { boolean, defineTable, int2, int8, kept, optional, text } from '../../table.ts';
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

/** Movements of what the pool can lend. */
export const loanPoolTable = poolEntriesTable('power_loan_pool');

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
