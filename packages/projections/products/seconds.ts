import type {
  SecondAcceptedEvent,
  SecondEndedEvent,
  SecondsChangedEvent,
  SecondVoidJudgedEvent,
} from '@candor/kernel';
import type { ProjectedCommand } from '../source.ts';
import type { ProductProjection } from './product-projection.ts';
import type { ProductTable } from './product-table.ts';

/** Lists of what a receipt needs are kept as JSON: they are read whole or not at all. */
export const contractsTable: ProductTable = {
  name: 'second_contracts',
  keyLength: 1,
  merges: false,
  indexes: [['user_id', 'contract_id']],
  columns: [
    { name: 'contract_id', type: 'int8' },
    { name: 'user_id', type: 'int8' },
    { name: 'symbol_id', type: 'int8' },
    { name: 'client_order_id', type: 'text', nullable: true },
    { name: 'up', type: 'boolean' },
    { name: 'period_s', type: 'int8' },
    { name: 'quantity', type: 'int8' },
    { name: 'asset_id', type: 'int8' },
    { name: 'stake', type: 'int8' },
    { name: 'payout_ppm', type: 'int8' },
    { name: 'payout', type: 'int8' },
    { name: 'formula', type: 'int8' },
    { name: 'accepted_ms', type: 'int8' },
    { name: 'open_tick_no', type: 'int8' },
    { name: 'close_tick_no', type: 'int8' },
    { name: 'weights', type: 'text' },
    { name: 'quorum', type: 'int8' },
    { name: 'simulated', type: 'boolean' },
    { name: 'seq', type: 'int8' },
  ],
};

export const endsTable: ProductTable = {
  name: 'second_ends',
  keyLength: 1,
  merges: false,
  indexes: [],
  columns: [
    { name: 'contract_id', type: 'int8' },
    { name: 'result', type: 'text' },
    { name: 'void_reason', type: 'text', nullable: true },
    { name: 'would_have', type: 'text', nullable: true },
    { name: 'opening', type: 'text' },
    { name: 'closing', type: 'text' },
    { name: 'close_ticks', type: 'int8', nullable: true },
    { name: 'paid', type: 'int8' },
    { name: 'ended_ms', type: 'int8' },
    { name: 'seq', type: 'int8' },
  ],
};

/** How contracts that ended void without a closing tick would have ended by the first index after them. */
export const judgementsTable: ProductTable = {
  name: 'second_judgements',
  keyLength: 1,
  merges: false,
  indexes: [],
  columns: [
    { name: 'contract_id', type: 'int8' },
    { name: 'would_have', type: 'text' },
    { name: 'reading', type: 'text' },
    { name: 'seq', type: 'int8' },
  ],
};

/** What operators changed: one row a command. */
export const changesTable: ProductTable = {
  name: 'seconds_changes',
  keyLength: 1,
  merges: false,
  indexes: [],
  columns: [
    { name: 'seq', type: 'int8' },
    { name: 'symbol_id', type: 'int8' },
    { name: 'what', type: 'text' },
    { name: 'was', type: 'text' },
    { name: 'became', type: 'text' },
    { name: 'reason', type: 'text' },
    { name: 'time_ms', type: 'int8' },
  ],
};

export const secondsProjection: ProductProjection = {
  tables: [contractsTable, endsTable, judgementsTable, changesTable],
  project({ envelope, events }: ProjectedCommand, rows) {
    const { seq, timeMs } = envelope;
    for (const event of events) {
      if (event.type === 'secondAccepted') {
        rows.product(contractsTable).put(acceptedRow(event, seq));
      } else if (event.type === 'secondEnded') {
        rows.product(endsTable).put(endedRow(event, timeMs, seq));
      } else if (event.type === 'secondVoidJudged') {
        rows.product(judgementsTable).put(judgedRow(event, seq));
      } else if (event.type === 'secondsChanged') {
        rows.product(changesTable).put(changedRow(event, timeMs, seq));
      }
    }
  },
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
