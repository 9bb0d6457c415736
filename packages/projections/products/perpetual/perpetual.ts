import type { KernelEvent } from '@candor/kernel';
import type { ReadModel } from '../../read-model.ts';
import type { Rows } from '../../table-rows.ts';
import type { Stamp } from '../stamp.ts';
import { contractDoneReasons, marginModes } from './codes.ts';
import { putFill } from './fills.ts';
import { ContractQueries } from './queries.ts';
import { receiptRow } from './receipts.ts';
import { acceptedRow, exitDoneRow, exitRow, fundingRow, positionRow, triggeredRow } from './rows.ts';
import {
  contractExits,
  contractFills,
  contractFunding,
  contractOrders,
  contractPositions,
  contractReceipts,
  contractSettings,
} from './tables.ts';

/** Reads contracts out of the journal: orders, fills, positions, exits, funding and receipts. The house leaves none. */
export const perpetualModel: ReadModel<ContractQueries> = {
  tables: [
    contractOrders,
    contractFills,
    contractPositions,
    contractExits,
    contractFunding,
    contractReceipts,
    contractSettings,
  ],
  project({ stamp, events }, rows, house) {
    for (let line = 0; line < events.length; line++)
      projectEvent(events[line] as KernelEvent, line, stamp, rows, house);
  },
  queries: (pool, schema) => new ContractQueries(pool, schema),
};

function projectEvent(
  event: KernelEvent,
  line: number,
  stamp: Stamp,
  rows: Pick<Rows, 'of'>,
  house: (userId: number) => boolean,
): void {
  const { seq } = stamp;
  const change = { updated_ms: stamp.timeMs, seq };
  switch (event.type) {
    case 'perpetualOrderAccepted':
      if (!event.house) {
        const accepted = acceptedRow(event, stamp);
        rows.of(contractOrders).put(accepted);
        const { kept_from, order_id } = accepted;
        if (kept_from !== null)
          rows.of(contractOrders).put({ order_id: kept_from, kept_as: order_id, ...change });
      }
      break;
    case 'perpetualOrderTriggered':
      if (!house(event.userId)) rows.of(contractOrders).put(triggeredRow(event, stamp));
      break;
    case 'perpetualOrderCut':
      if (!event.house)
        rows.of(contractOrders).put({ order_id: event.orderId, cut_lots: event.removedLots, ...change });
      break;
    case 'perpetualTrade':
      putFill(event, 'maker', stamp, rows);
      putFill(event, 'taker', stamp, rows);
      break;
    case 'perpetualOrderDone':
      if (!event.house) {
        const done_reason = contractDoneReasons.of(event.reason);
        rows.of(contractOrders).put({ order_id: event.orderId, done_reason, ...change });
      }
      break;
    case 'perpetualSettings':
      if (!house(event.userId)) {
        rows.of(contractSettings).put({
          user_id: event.userId,
          symbol_id: event.symbolId,
          seq,
          leverage: event.leverage,
          margin_mode: marginModes.of(event.marginMode),
        });
      }
      break;
    case 'perpetualPosition':
      if (!house(event.userId)) rows.of(contractPositions).put(positionRow(event, stamp));
      break;
    case 'perpetualExitSet':
      if (!house(event.userId)) rows.of(contractExits).put(exitRow(event, stamp));
      break;
    case 'perpetualExitDone':
      if (!house(event.userId)) rows.of(contractExits).put(exitDoneRow(event, stamp));
      break;
    case 'perpetualFunding':
      rows.of(contractFunding).put(fundingRow(event, stamp));
      break;
    case 'perpetualFundingPaid':
    case 'perpetualLiquidated':
    case 'perpetualDeleveraged':
    case 'perpetualWarning':
      if (!house(event.userId)) rows.of(contractReceipts).put(receiptRow(event, line, stamp));
  }
}
