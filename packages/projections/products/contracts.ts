import type {
  FillSide,
  KernelEvent,
  PerpetualDeleveragedEvent,
  PerpetualExitSetEvent,
  PerpetualFundingPaidEvent,
  PerpetualLiquidatedEvent,
  PerpetualOrderAcceptedEvent,
  PerpetualPositionEvent,
  PerpetualTradeEvent,
  PerpetualWarningEvent,
} from '@candor/kernel';
import type { Amount, Lots } from '@candor/money';
import { codeOf, orderTypes, sides, timesInForce } from '../codes.ts';
import {
  contractDoneReasons,
  directions,
  exitDoneReasons,
  exitKinds,
  marginModes,
  origins,
  positionChanges,
  positionSides,
  receiptKinds,
  triggerSources,
} from './contract-codes.ts';
import type { ContractFillRecord, ReceiptRecord } from './contract-records.ts';
import {
  contractExits,
  contractFills,
  contractFunding,
  contractOrders,
  contractPositions,
  contractReceipts,
  contractSettings,
} from './contract-tables.ts';
import type { ProductProjection } from './product-projection.ts';
import type { ProductRows, ProductTable } from './product-table.ts';

type RowsOf = (table: ProductTable) => ProductRows;

interface Stamp {
  readonly seq: number;
  readonly timeMs: number;
}

/** Reads contracts out of the journal: orders, fills, positions, exits, funding and receipts. The house leaves none. */
export const contractProjection: ProductProjection = {
  tables: [
    contractOrders,
    contractFills,
    contractPositions,
    contractExits,
    contractFunding,
    contractReceipts,
    contractSettings,
  ],
  project({ envelope, events }, rows, house) {
    const { seq, timeMs } = envelope;
    const of: RowsOf = (table) => rows.product(table);
    for (const [line, event] of events.entries()) projectEvent(event, line, { seq, timeMs }, of, house);
  },
};

function projectEvent(
  event: KernelEvent,
  line: number,
  stamp: Stamp,
  of: RowsOf,
  house: (userId: number) => boolean,
): void {
  const { seq } = stamp;
  const change = { updated_ms: stamp.timeMs, seq };
  switch (event.type) {
    case 'perpetualOrderAccepted':
      if (!event.house) of(contractOrders).put(acceptedRow(event, stamp));
      break;
    case 'perpetualOrderTriggered':
      if (!house(event.userId)) {
        of(contractOrders).put({
          ...{ order_id: event.orderId, fired_ticks: event.priceTicks, fired_ms: stamp.timeMs },
          ...{ rejected: event.refused, cut_lots: event.cutLots, ...change },
        });
      }
      break;
    case 'perpetualOrderCut':
      if (!event.house)
        of(contractOrders).put({ order_id: event.orderId, cut_lots: event.removedLots, ...change });
      break;
    case 'perpetualTrade':
      fill(event, 'maker', stamp, of);
      fill(event, 'taker', stamp, of);
      break;
    case 'perpetualOrderDone':
      if (!event.house) {
        const done_reason = codeOf(contractDoneReasons, event.reason);
        of(contractOrders).put({ order_id: event.orderId, done_reason, ...change });
      }
      break;
    case 'perpetualSettings':
      if (!house(event.userId)) {
        of(contractSettings).put({
          ...{ user_id: event.userId, symbol_id: event.symbolId, seq },
          ...{ leverage: event.leverage, margin_mode: codeOf(marginModes, event.marginMode) },
        });
      }
      break;
    case 'perpetualPosition':
      if (!house(event.userId)) of(contractPositions).put(positionRow(event, stamp));
      break;
    case 'perpetualExitSet':
      if (!house(event.userId)) of(contractExits).put(exitRow(event, stamp));
      break;
    case 'perpetualExitDone':
      if (!house(event.userId)) {
        of(contractExits).put({
          ...{ exit_id: event.exitId, done_reason: codeOf(exitDoneReasons, event.reason) },
          ...{ fired_ticks: event.priceTicks, order_id: event.orderId, ...change },
        });
      }
      break;
    case 'perpetualFunding':
      of(contractFunding).put({
        ...{ symbol_id: event.symbolId, time_ms: event.timeMs, rate_ppb: event.ratePpb, seq },
        ...{ premium_ppb: event.premiumPpb, mark_ticks: event.markTicks, samples: event.samples },
        expected_samples: event.expectedSamples,
      });
      break;
    case 'perpetualFundingPaid':
    case 'perpetualLiquidated':
    case 'perpetualDeleveraged':
    case 'perpetualWarning':
      if (!house(event.userId)) of(contractReceipts).put(receiptRow(event, line, stamp));
  }
}

function acceptedRow(event: PerpetualOrderAcceptedEvent, { seq, timeMs }: Stamp) {
  const { trigger } = event;
  return {
    ...{ order_id: event.orderId, user_id: event.userId, symbol_id: event.symbolId },
    position_side: codeOf(positionSides, event.positionSide),
    side: codeOf(sides, event.side),
    order_type: codeOf(orderTypes, event.orderType),
    time_in_force: codeOf(timesInForce, event.timeInForce),
    ...{ post_only: event.postOnly, reduce_only: event.reduceOnly },
    ...{ price_ticks: event.priceTicks, lots: event.lots, client_order_id: event.clientOrderId },
    trigger_ticks: trigger?.triggerTicks ?? null,
    trigger_source: trigger === null ? null : codeOf(triggerSources, trigger.source),
    take_profit_ticks: event.takeProfit?.triggerTicks ?? null,
    stop_loss_ticks: event.stopLoss?.triggerTicks ?? null,
    leverage: event.leverage,
    margin_mode: codeOf(marginModes, event.marginMode),
    origin: codeOf(origins, event.origin),
    ...{ created_ms: timeMs, updated_ms: timeMs, seq },
  };
}

/** One side of a fill as a record; null for the house's, which leaves none. */
export function contractFillOf(
  event: PerpetualTradeEvent,
  role: 'maker' | 'taker',
  { seq, timeMs }: Stamp,
): ContractFillRecord | null {
  const own: FillSide = event[role];
  if (own.house) return null;
  const otherSide = event.takerSide === 'buy' ? 'sell' : 'buy';
  return {
    ...{ tradeId: event.tradeId, userId: own.userId, orderId: own.orderId, symbolId: event.symbolId },
    ...{ positionId: own.positionId, positionSide: own.positionSide },
    side: role === 'taker' ? event.takerSide : otherSide,
    maker: role === 'maker',
    ...{ priceTicks: event.priceTicks, lots: event.lots, notional: event.notional },
    ...{ fee: own.fee, feePpm: own.feePpm, realisedPnl: own.realisedPnl, closedLots: own.closedLots },
    // Journals of earlier kernels do not tell it.
    heldLots: own.closedLots === 0 ? null : ((own.heldLots as Lots | undefined) ?? null),
    heldCost: own.closedLots === 0 ? null : ((own.heldCost as Amount | undefined) ?? null),
    liquidation: event.liquidation && role === 'taker',
    houseCounterparty: (role === 'maker' ? event.taker : event.maker).house,
    ...{ timeMs, seq },
  };
}

function fill(event: PerpetualTradeEvent, role: 'maker' | 'taker', stamp: Stamp, of: RowsOf): void {
  const own = contractFillOf(event, role, stamp);
  if (own === null) return;
  const { priceTicks, lots, notional, closedLots } = own;
  of(contractFills).put({
    ...{ user_id: own.userId, trade_id: own.tradeId, order_id: own.orderId, symbol_id: own.symbolId },
    position_id: own.positionId,
    position_side: codeOf(positionSides, own.positionSide),
    side: codeOf(sides, own.side),
    maker: own.maker,
    ...{ price_ticks: priceTicks, lots, notional },
    ...{ fee: own.fee, fee_ppm: own.feePpm, realised: own.realisedPnl, closed_lots: closedLots },
    ...{ held_lots: own.heldLots, held_cost: own.heldCost },
    ...{ liquidation: own.liquidation, house_counterparty: own.houseCounterparty },
    ...{ time_ms: own.timeMs, seq: own.seq },
  });
  of(contractOrders).put({
    ...{ order_id: own.orderId, filled_lots: lots, filled_notional: notional, fee: own.fee },
    ...{ realised: own.realisedPnl, closed_lots: closedLots },
    // Exact: the notional is price x lots.
    closed_notional: (notional * BigInt(closedLots)) / BigInt(lots),
    ...{ updated_ms: own.timeMs, seq: own.seq },
  });
}

function positionRow(event: PerpetualPositionEvent, { seq, timeMs }: Stamp) {
  return {
    ...{ position_id: event.positionId, user_id: event.userId, symbol_id: event.symbolId },
    direction: codeOf(directions, event.direction),
    change: codeOf(positionChanges, event.change),
    ...{ lots: event.lots, max_lots: event.maxLots },
    ...{ opened_lots: event.openedLots, opened_cost: event.openedCost },
    ...{ closed_lots: event.closedLots, closed_value: event.closedValue },
    margin_mode: codeOf(marginModes, event.marginMode),
    leverage: event.leverage,
    ...{ realised: event.realisedPnl, fees: event.fees, funding: event.funding },
    opened_ms: event.openedMs,
    closed_ms: event.lots === 0 ? timeMs : null,
    seq,
  };
}

function exitRow(event: PerpetualExitSetEvent, { seq, timeMs }: Stamp) {
  return {
    ...{ exit_id: event.exitId, user_id: event.userId, position_id: event.positionId },
    symbol_id: event.symbolId,
    direction: codeOf(directions, event.direction),
    kind: codeOf(exitKinds, event.kind),
    trigger_ticks: event.triggerTicks,
    source: codeOf(triggerSources, event.source),
    ...{ lots: event.lots, twin_id: event.twinId === 0 ? null : event.twinId },
    ...{ created_ms: timeMs, updated_ms: timeMs, seq },
  };
}

/** What happens to a position without its user. */
export type ContractReceiptEvent =
  | PerpetualFundingPaidEvent
  | PerpetualLiquidatedEvent
  | PerpetualDeleveragedEvent
  | PerpetualWarningEvent;

export function isContractReceipt(event: KernelEvent): event is ContractReceiptEvent {
  return (
    event.type === 'perpetualFundingPaid' ||
    event.type === 'perpetualLiquidated' ||
    event.type === 'perpetualDeleveraged' ||
    event.type === 'perpetualWarning'
  );
}

/** The record of a receipt; `line` is its place among the events of its command. */
export function contractReceiptOf(
  event: ContractReceiptEvent,
  line: number,
  { seq, timeMs }: Stamp,
): ReceiptRecord {
  const known = (id: number) => (id === 0 ? null : id);
  const common = {
    ...{ userId: event.userId, seq, line, timeMs },
    ...{ symbolId: known(event.symbolId), positionId: known(event.positionId) },
    direction: 'direction' in event ? event.direction : null,
    ...{ lots: null, priceTicks: null, ratePpb: null, amount: null },
    event: eventText(event),
  };
  switch (event.type) {
    case 'perpetualFundingPaid': {
      const { lots, ratePpb, amount } = event;
      return { ...common, kind: 'funding', lots, ratePpb, amount };
    }
    case 'perpetualLiquidated': {
      const closed = (event.lots - event.lotsLeft) as Lots;
      const { bankruptcyTicks, returned } = event;
      return { ...common, kind: 'liquidation', lots: closed, priceTicks: bankruptcyTicks, amount: returned };
    }
    case 'perpetualDeleveraged': {
      const { lots, priceTicks, realisedPnl } = event;
      return { ...common, kind: 'deleveraging', lots, priceTicks, amount: realisedPnl };
    }
    case 'perpetualWarning':
      return { ...common, kind: 'margin-warning' };
  }
}

function receiptRow(event: ContractReceiptEvent, line: number, stamp: Stamp) {
  const receipt = contractReceiptOf(event, line, stamp);
  return {
    ...{ user_id: receipt.userId, seq: receipt.seq, line, kind: codeOf(receiptKinds, receipt.kind) },
    ...{ symbol_id: receipt.symbolId, position_id: receipt.positionId, time_ms: receipt.timeMs },
    direction: receipt.direction === null ? null : codeOf(directions, receipt.direction),
    ...{ lots: receipt.lots, price_ticks: receipt.priceTicks, rate_ppb: receipt.ratePpb },
    ...{ amount: receipt.amount, event: receipt.event },
  };
}

/** An event as JSON with its amounts as text. */
export function eventText(event: object): string {
  return JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
}
