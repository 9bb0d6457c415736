import type { SecondAcceptedEvent, SecondEndedEvent, SecondVoidJudgedEvent } from '@candor/kernel';
import type { ProjectedCommand } from '../source.ts';
import type { ProductTable } from './product-table.ts';
import type { ProductProjection } from './products.ts';

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

export const secondsProjection: ProductProjection = {
  tables: [contractsTable, endsTable, judgementsTable],
  project({ envelope, events }: ProjectedCommand, rows) {
    const { seq, timeMs } = envelope;
    for (const event of events) {
      if (event.type === 'secondAccepted') {
        rows.product(contractsTable).put(...acceptedCells(event, seq));
      } else if (event.type === 'secondEnded') {
        rows.product(endsTable).put(...endedCells(event, timeMs, seq));
      } else if (event.type === 'secondVoidJudged') {
        rows.product(judgementsTable).put(...judgedCells(event, seq));
      }
    }
  },
};

function acceptedCells({ terms, simulated }: SecondAcceptedEvent, seq: number) {
  return [
    terms.contractId,
    terms.userId,
    terms.symbolId,
    terms.clientOrderId,
    terms.direction === 'up',
    terms.periodS,
    terms.quantity,
    terms.assetId,
    terms.stake,
    terms.payoutPpm,
    terms.payout,
    terms.formula,
    terms.acceptedMs,
    terms.openTickNo,
    terms.closeTickNo,
    JSON.stringify(terms.weights),
    terms.quorum,
    simulated,
    seq,
  ];
}

function endedCells(event: SecondEndedEvent, timeMs: number, seq: number) {
  return [
    event.contractId,
    event.result,
    event.voidReason,
    event.wouldHave,
    JSON.stringify(event.opening),
    JSON.stringify(event.closing),
    event.closeTicks,
    event.paid,
    timeMs,
    seq,
  ];
}

function judgedCells({ contractId, wouldHave, reading }: SecondVoidJudgedEvent, seq: number) {
  return [contractId, wouldHave, JSON.stringify(reading), seq];
}
