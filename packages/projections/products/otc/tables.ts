import { defineTable, int2, int8, kept, optional, text } from '../../table.ts';

/** Orders as they were made: the event holds all that is frozen. */
export const otcOrdersTable = defineTable({
  name: 'otc_orders',
  version: 1,
  rows: 'begun',
  key: ['order_id'],
  columns: {
    order_id: int8,
    buyer_id: int8,
    seller_id: int8,
    event: text,
    time_ms: int8,
    seq: int8,
    state: kept(int2),
    paid_ms: optional(kept(int8)),
    ended_ms: optional(kept(int8)),
    /** User who got the coins, and user at whose fault it ended. */
    winner_id: optional(kept(int8)),
    fault_id: optional(kept(int8)),
  },
  indexes: [
    ['buyer_id', 'order_id'],
    ['seller_id', 'order_id'],
  ],
});

/** Everything that happened to an order: one row for each event of a command. */
export const otcEntriesTable = defineTable({
  name: 'otc_order_entries',
  version: 1,
  rows: 'once',
  key: ['seq', 'line'],
  columns: { seq: int8, line: int8, order_id: int8, event: text, time_ms: int8 },
  indexes: [['order_id', 'seq', 'line']],
});
