import { defineTable, int2, int8, optional, summed, text } from '../../table.ts';
import { poolEntriesTable } from '../pool-entries.ts';

/** Movements of users' nodes: the event itself holds all that its receipt shows. */
export const miningMovesTable = defineTable({
  name: 'mining_moves',
  version: 2,
  rows: 'once',
  key: ['seq', 'line'],
  columns: {
    seq: int8,
    line: int8,
    user_id: int8,
    kind: int2,
    /** Number that the answer to its command names; 0 for none. */
    move_id: { ...int8, earlier: '0' },
    event: text,
    time_ms: int8,
  },
  indexes: [
    ['user_id', 'seq', 'line'],
    ['user_id', 'move_id'],
  ],
});

/** Movements of the pools. */
export const miningEntriesTable = poolEntriesTable('mining_entries');

/** Income that a pool paid, by the hour since 1970. */
export const miningHoursTable = defineTable({
  name: 'mining_hours',
  version: 1,
  rows: 'merged',
  key: ['asset_id', 'hour'],
  columns: { asset_id: int8, hour: int8, paid: summed },
  indexes: [],
});

/** Amounts that users hold locked. */
export const miningHeldTable = defineTable({
  name: 'mining_held',
  version: 1,
  rows: 'merged',
  key: ['asset_id', 'user_id'],
  columns: { asset_id: int8, user_id: int8, held: int8 },
  indexes: [],
});

/** Moments at which the index of a coin may bend: its gears were set, or its pool was funded or ended. */
export const miningPointsTable = defineTable({
  name: 'mining_points',
  version: 1,
  rows: 'once',
  key: ['seq', 'line'],
  columns: {
    seq: int8,
    line: int8,
    asset_id: int8,
    /** The whole second (Unix), which an end that was noticed later had as well. */
    second: int8,
    /** Paid seconds of the coin until then. */
    seconds: int8,
    /** Part of the pool that is not owed, after it; null where it is not named. */
    free: optional(int8),
  },
  indexes: [['asset_id', 'seq', 'line']],
});
