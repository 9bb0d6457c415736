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
import type { Lots } from '@candor/money';
import { orderTypes, sides, timesInForce } from '../../codes.ts';
import { eventText } from '../../event-text.ts';
import type { ReadModel } from '../../read-model.ts';
import type { Rows } from '../../table-rows.ts';
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
} from './codes.ts';
import { ContractQueries } from './queries.ts';
import type { ContractFillRecord, ReceiptRecord } from './records.ts';
import {
  contractExits,
  contractFills,
  contractFunding,
  contractOrders,
  contractPositions,
  contractReceipts,
  contractSettings,
} from './tables.ts';

type RowsOf = Pick<Rows, 'of'>;

interface Stamp {
  readonly seq: number;
  readonly timeMs: number;
}

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
  rows: RowsOf,
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
      if (!house(event.userId)) {
        rows.of(contractOrders).put({
          order_id: event.orderId,
          fired_ticks: event.priceTicks,
          fired_ms: stamp.timeMs,
          rejected: event.refused,
          cut_lots: event.cutLots,
          ...change,
        });
      }
      break;
    case 'perpetualOrderCut':
      if (!event.house)
        rows.of(contractOrders).put({ order_id: event.orderId, cut_lots: event.removedLots, ...change });
      break;
    case 'perpetualTrade':
      fill(event, 'maker', stamp, rows);
      fill(event, 'taker', stamp, rows);
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
      if (!house(event.userId)) {
        rows.of(contractExits).put({
          exit_id: event.exitId,
          done_reason: exitDoneReasons.of(event.reason),
          fired_ticks: event.priceTicks,
          order_id: event.orderId,
          ...change,
        });
      }
      break;
    case 'perpetualFunding':
      rows.of(contractFunding).put({
        symbol_id: event.symbolId,
        time_ms: event.timeMs,
        rate_ppb: event.ratePpb,
        seq,
        premium_ppb: event.premiumPpb,
        mark_ticks: event.markTicks,
        samples: event.samples,
        expected_samples: event.expectedSamples,
      });
      break;
    case 'perpetualFundingPaid':
    case 'perpetualLiquidated':
    case 'perpetualDeleveraged':
    case 'perpetualWarning':
      if (!house(event.userId)) rows.of(contractReceipts).put(receiptRow(event, line, stamp));
  }
}

function acceptedRow(event: PerpetualOrderAcceptedEvent, { seq, timeMs }: Stamp) {
  const { trigger, exit, keptFrom } = event;
  return {
    order_id: event.orderId,
    user_id: event.userId,
    symbol_id: event.symbolId,
    position_side: positionSides.of(event.positionSide),
    side: sides.of(event.side),
    order_type: orderTypes.of(event.orderType),
    time_in_force: timesInForce.of(event.timeInForce),
    post_only: event.postOnly,
    reduce_only: event.reduceOnly,
    price_ticks: event.priceTicks,
    lots: event.lots,
    client_order_id: event.clientOrderId,
    trigger_ticks: (trigger ?? exit)?.triggerTicks ?? null,
    trigger_source: sourceCodeOf(trigger ?? exit),
    ...(exit === null ? {} : { fired_ticks: exit.priceTicks, fired_ms: timeMs }),
    exit_kind: exit === null ? null : exitKinds.of(exit.kind),
    kept_from: keptFrom === 0 ? null : keptFrom,
    take_profit_ticks: event.takeProfit?.triggerTicks ?? null,
    stop_loss_ticks: event.stopLoss?.triggerTicks ?? null,
    leverage: event.leverage,
    margin_mode: marginModes.of(event.marginMode),
    origin: origins.of(event.origin),
    created_ms: timeMs,
    updated_ms: timeMs,
    seq,
  };
}

function sourceCodeOf(trigger: Pick<PerpetualExitSetEvent, 'source'> | null): number | null {
  return trigger === null ? null : triggerSources.of(trigger.source);
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
    tradeId: event.tradeId,
    userId: own.userId,
    orderId: own.orderId,
    symbolId: event.symbolId,
    positionId: own.positionId,
    positionSide: own.positionSide,
    side: role === 'taker' ? event.takerSide : otherSide,
    maker: role === 'maker',
    priceTicks: event.priceTicks,
    lots: event.lots,
    notional: event.notional,
    fee: own.fee,
    feePpm: own.feePpm,
    realisedPnl: own.realisedPnl,
    closedLots: own.closedLots,
    heldLots: own.closedLots === 0 ? null : own.heldLots,
    heldCost: own.closedLots === 0 ? null : own.heldCost,
    liquidation: event.liquidation && role === 'taker',
    houseCounterparty: (role === 'maker' ? event.taker : event.maker).house,
    timeMs,
    seq,
  };
}

function fill(event: PerpetualTradeEvent, role: 'maker' | 'taker', stamp: Stamp, rows: RowsOf): void {
  const own = contractFillOf(event, role, stamp);
  if (own === null) return;
  const { priceTicks, lots, notional, closedLots } = own;
  rows.of(contractFills).put({
    user_id: own.userId,
    trade_id: own.tradeId,
    order_id: own.orderId,
    symbol_id: own.symbolId,
    position_id: own.positionId,
    position_side: positionSides.of(own.positionSide),
    side: sides.of(own.side),
    maker: own.maker,
    price_ticks: priceTicks,
    lots,
    notional,
    fee: own.fee,
    fee_ppm: own.feePpm,
    realised: own.realisedPnl,
    closed_lots: closedLots,
    held_lots: own.heldLots,
    held_cost: own.heldCost,
    liquidation: own.liquidation,
    house_counterparty: own.houseCounterparty,
    time_ms: own.timeMs,
    seq: own.seq,
  });
  rows.of(contractOrders).put({
    order_id: own.orderId,
    filled_lots: lots,
    filled_notional: notional,
    fee: own.fee,
    realised: own.realisedPnl,
    closed_lots: closedLots,
    // Exact: the notional is price x lots.
    closed_notional: (notional * BigInt(closedLots)) / BigInt(lots),
    updated_ms: own.timeMs,
    seq: own.seq,
  });
}

function positionRow(event: PerpetualPositionEvent, { seq, timeMs }: Stamp) {
  return {
    position_id: event.positionId,
    user_id: event.userId,
    symbol_id: event.symbolId,
    direction: directions.of(event.direction),
    change: positionChanges.of(event.change),
    lots: event.lots,
    max_lots: event.maxLots,
    opened_lots: event.openedLots,
    opened_cost: event.openedCost,
    closed_lots: event.closedLots,
    closed_value: event.closedValue,
    margin_mode: marginModes.of(event.marginMode),
    leverage: event.leverage,
    realised: event.realisedPnl,
    fees: event.fees,
    funding: event.funding,
    opened_ms: event.openedMs,
    closed_ms: event.lots === 0 ? timeMs : null,
    seq,
  };
}

function exitRow(event: PerpetualExitSetEvent, { seq, timeMs }: Stamp) {
  return {
    exit_id: event.exitId,
    user_id: event.userId,
    position_id: event.positionId,
    symbol_id: event.symbolId,
    direction: directions.of(event.direction),
    kind: exitKinds.of(event.kind),
    trigger_ticks: event.triggerTicks,
    source: triggerSources.of(event.source),
    lots: event.lots,
    twin_id: event.twinId === 0 ? null : event.twinId,
    created_ms: timeMs,
    updated_ms: timeMs,
    seq,
  };
}

/** Change of a position without its user's act. */
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
    userId: event.userId,
    seq,
    line,
    timeMs,
    symbolId: known(event.symbolId),
    positionId: known(event.positionId),
    direction: 'direction' in event ? event.direction : null,
    lots: null,
    priceTicks: null,
    ratePpb: null,
    amount: null,
    value: null,
    fee: null,
    event: eventText(event),
  };
  switch (event.type) {
    case 'perpetualFundingPaid': {
      const { lots, ratePpb, amount } = event;
      return { ...common, kind: 'funding', lots, ratePpb, amount };
    }
    case 'perpetualLiquidated': {
      const closed = (event.lots - event.lotsLeft) as Lots;
      const { bankruptcyTicks, closedValue: value, realisedPnl: amount, fee } = event;
      return {
        ...common,
        kind: 'liquidation',
        lots: closed,
        priceTicks: bankruptcyTicks,
        amount,
        value,
        fee,
      };
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
    user_id: receipt.userId,
    seq: receipt.seq,
    line,
    kind: receiptKinds.of(receipt.kind),
    symbol_id: receipt.symbolId,
    position_id: receipt.positionId,
    time_ms: receipt.timeMs,
    direction: receipt.direction === null ? null : directions.of(receipt.direction),
    lots: receipt.lots,
    price_ticks: receipt.priceTicks,
    rate_ppb: receipt.ratePpb,
    amount: receipt.amount,
    value: receipt.value,
    fee: receipt.fee,
    event: receipt.event,
  };
}
