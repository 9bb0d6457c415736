import { defineTable, int2, int4, int8, optional, text } from '../../table.ts';

/** One row for each command that listed a symbol or changed its state or its terms. */
export const marketChangesTable = defineTable({
  name: 'market_changes',
  version: 1,
  rows: 'once',
  key: ['symbol_id', 'seq'],
  columns: {
    symbol_id: int4,
    seq: int8,
    kind: int2,
    state: optional(int2),
    price_band_ppm: optional(int4),
    reason: text,
    time_ms: int8,
  },
  indexes: [],
});
