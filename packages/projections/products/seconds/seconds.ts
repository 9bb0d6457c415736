import type {
  SecondAcceptedEvent,
  SecondEndedEvent,
  SecondsChangedEvent,
  SecondVoidJudgedEvent,
} from '@candor/kernel';
import type { ReadModel } from '../../read-model.ts';
import type { ProjectedCommand } from '../../source.ts';
import { boolean, defineTable, int8, optional, text } from '../../table.ts';
import { SecondsQueries } from './queries.ts';

/** Lists of what a receipt needs are kept as JSON: they are read whole or not at all. */
export const contractsTable = defineTable({
  name: 'second_contracts',
  version: 1,
  rows: 'once',
  key: ['contract_id'],
  columns: {
    contract_id: int8,
    user_id: int8,
    symbol_id: int8,
    client_order_id: optional(text),
    up: boolean,
    period_s: int8,
    quantity: int8,
    asset_id: int8,
    stake: int8,
    payout_ppm: int8,
    payout: int8,
    formula: int8,
    accepted_ms: int8,
    open_tick_no: int8,
    close_tick_no: int8,
    weights: text,
    quorum: int8,
    simulated: boolean,
    seq: int8,
  },
  indexes: [['user_id', 'contract_id']],
});

export const endsTable = defineTable({
  name: 'second_ends',
  version: 1,
  rows: 'once',
  key: ['contract_id'],
  columns: {
    contract_id: int8,
    result: text,
    void_reason: optional(text),
    would_have: optional(text),
    opening: text,
    closing: text,
    close_ticks: optional(int8),
    paid: int8,
    ended_ms: int8,
    seq: int8,
  },
  indexes: [],
});

/** Results that contracts that ended void without a closing tick would have had by the first index after them. */
export const judgementsTable = defineTable({
  name: 'second_judgements',
  version: 1,
  rows: 'once',
  key: ['contract_id'],
  columns: {
    contract_id: int8,
    would_have: text,
    reading: text,
    seq: int8,
  },
  indexes: [],
});

/** Changes made by operators: one row a command. */
export const changesTable = defineTable({
  name: 'seconds_changes',
  version: 1,
  rows: 'once',
  key: ['seq'],
  columns: {
    seq: int8,
    symbol_id: int8,
    what: text,
    was: text,
    became: text,
    reason: text,
    time_ms: int8,
  },
  indexes: [],
});

export const secondsModel: ReadModel<SecondsQueries> = {
  tables: [contractsTable, endsTable, judgementsTable, changesTable],
  project({ stamp, events }: ProjectedCommand, rows) {
    const { seq, timeMs } = stamp;
    for (const event of events) {
      if (event.type === 'secondAccepted') {
        rows.of(contractsTable).put(acceptedRow(event, seq));
      } else if (event.type === 'secondEnded') {
        rows.of(endsTable).put(endedRow(event, timeMs, seq));
      } else if (event.type === 'secondVoidJudged') {
        rows.of(judgementsTable).put(judgedRow(event, seq));
      } else if (event.type === 'secondsChanged') {
        rows.of(changesTable).put(changedRow(event, timeMs, seq));
      }
    }
  },
  queries: (pool, schema) => new SecondsQueries(pool, schema),
};

function acceptedRow({ terms, simulated }: SecondAcceptedEvent, seq: number) {
  return {
    contract_id: terms.contractId,
    user_id: terms.userId,
    symbol_id: terms.symbolId,
    client_order_id: terms.clientOrderId,
    up: terms.direction === 'up',
    period_s: terms.periodS,
    quantity: terms.quantity,
    asset_id: terms.assetId,
    stake: terms.stake,
    payout_ppm: terms.payoutPpm,
    payout: terms.payout,
    formula: terms.formula,
    accepted_ms: terms.acceptedMs,
    open_tick_no: terms.openTickNo,
    close_tick_no: terms.closeTickNo,
    weights: JSON.stringify(terms.weights),
    quorum: terms.quorum,
    simulated,
    seq,
  };
}

function endedRow(event: SecondEndedEvent, timeMs: number, seq: number) {
  return {
    contract_id: event.contractId,
    result: event.result,
    void_reason: event.voidReason,
    would_have: event.wouldHave,
    opening: JSON.stringify(event.opening),
    closing: JSON.stringify(event.closing),
    close_ticks: event.closeTicks,
    paid: event.paid,
    ended_ms: timeMs,
    seq,
  };
}

/** Values as JSON, amounts in base units as text. */
function changedRow({ symbolId, change, reason }: SecondsChangedEvent, timeMs: number, seq: number) {
  const valueText = (value: typeof change.before) =>
    JSON.stringify(typeof value === 'bigint' ? { units: String(value) } : value);
  return {
    seq,
    symbol_id: symbolId,
    what: change.what,
    was: valueText(change.before),
    became: valueText(change.after),
    reason,
    time_ms: timeMs,
  };
}

function judgedRow({ contractId, wouldHave, reading }: SecondVoidJudgedEvent, seq: number) {
  return { contract_id: contractId, would_have: wouldHave, reading: JSON.stringify(reading), seq };
}
