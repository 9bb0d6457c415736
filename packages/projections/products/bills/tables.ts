import { defineTable, int2, int4, int8 } from '../../table.ts';

/** One row for each line of an entry that moved a user's wallet, with the balance after it. */
export const entriesTable = defineTable({
  name: 'entries',
  version: 2,
  rows: 'once',
  key: ['user_id', 'seq', 'line'],
  columns: {
    user_id: int8,
    seq: int8,
    line: int4,
    wallet: int8,
    asset_id: int4,
    kind: int2,
    amount: int8,
    balance: int8,
    trade_id: int8,
    order_id: int8,
    time_ms: int8,
  },
  indexes: [],
});
