import type { SwapChangedEvent, SwappedEvent, SwapQuotedEvent } from '@candor/kernel';
import { eventText } from '../../event-text.ts';
import type { ReadModel } from '../../read-model.ts';
import { defineTable, int8, text } from '../../table.ts';
import { SwapQueries } from './queries.ts';

/** Swaps that were done, each with the event itself, which is its receipt. */
export const swapsTable = defineTable({
  name: 'swaps',
  version: 1,
  rows: 'once',
  key: ['swap_id'],
  columns: { swap_id: int8, user_id: int8, event: text, time_ms: int8, seq: int8 },
  indexes: [['user_id', 'swap_id']],
});

/** Every quote: what a key asked for is answered alike once the quote is over. */
export const swapQuotesTable = defineTable({
  name: 'swap_quotes',
  version: 1,
  rows: 'once',
  key: ['swap_id'],
  columns: { swap_id: int8, user_id: int8, event: text, time_ms: int8, seq: int8 },
  indexes: [],
});

/** Changes made by operators: one row a command. */
export const swapChangesTable = defineTable({
  name: 'swap_changes',
  version: 1,
  rows: 'once',
  key: ['seq'],
  columns: { seq: int8, asset_id: int8, event: text, time_ms: int8 },
  indexes: [],
});

export const swapModel: ReadModel<SwapQueries> = {
  tables: [swapsTable, swapQuotesTable, swapChangesTable],
  project({ stamp, events }, rows) {
    const { seq, timeMs } = stamp;
    for (const event of events) {
      if (event.type === 'swapped') rows.of(swapsTable).put(swapRow(event, timeMs, seq));
      else if (event.type === 'swapQuoted') rows.of(swapQuotesTable).put(swapRow(event, timeMs, seq));
      else if (event.type === 'swapChanged') rows.of(swapChangesTable).put(changeRow(event, timeMs, seq));
    }
  },
  queries: (pool, schema) => new SwapQueries(pool, schema),
};

function swapRow(event: SwappedEvent | SwapQuotedEvent, timeMs: number, seq: number) {
  return {
    swap_id: event.swapId,
    user_id: event.userId,
    event: eventText(event),
    time_ms: timeMs,
    seq,
  };
}

function changeRow(event: SwapChangedEvent, timeMs: number, seq: number) {
  return { seq, asset_id: event.assetId, event: eventText(event), time_ms: timeMs };
}
