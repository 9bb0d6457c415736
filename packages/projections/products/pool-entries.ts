import { defineTable, int2, int8, text } from '../table.ts';

type PoolColumn = 'asset_id' | 'seq' | 'line';

/** The table of a product's movements of its pools, one row for each part of a command; `name` is its whole name. */
export const poolEntriesTable = (name: string, indexes: readonly (readonly PoolColumn[])[] = []) =>
  defineTable({
    name,
    version: 1,
    rows: 'once',
    key: ['seq', 'line'],
    columns: {
      seq: int8,
      line: int8,
      asset_id: int8,
      kind: int2,
      amount: int8,
      balance: int8,
      reason: text,
      time_ms: int8,
    },
    indexes,
  });
