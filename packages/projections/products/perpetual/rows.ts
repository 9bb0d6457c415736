import type {
  PerpetualExitDoneEvent,
  PerpetualExitSetEvent,
  PerpetualFundingEvent,
  PerpetualOrderAcceptedEvent,
  PerpetualOrderTriggeredEvent,
  PerpetualPositionEvent,
} from '@candor/kernel';
import { orderTypes, sides, timesInForce } from '../../codes.ts';
import type { Stamp } from '../stamp.ts';
import {
  directions,
  exitDoneReasons,
  exitKinds,
  marginModes,
  origins,
  positionChanges,
  positionSides,
  triggerSources,
} from './codes.ts';

export function acceptedRow(event: PerpetualOrderAcceptedEvent, { seq, timeMs }: Stamp) {
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

export function triggeredRow(event: PerpetualOrderTriggeredEvent, { seq, timeMs }: Stamp) {
  return {
    order_id: event.orderId,
    fired_ticks: event.priceTicks,
    fired_ms: timeMs,
    rejected: event.refused,
    cut_lots: event.cutLots,
    updated_ms: timeMs,
    seq,
  };
}

export function positionRow(event: PerpetualPositionEvent, { seq, timeMs }: Stamp) {
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

export function exitRow(event: PerpetualExitSetEvent, { seq, timeMs }: Stamp) {
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

export function exitDoneRow(event: PerpetualExitDoneEvent, { seq, timeMs }: Stamp) {
  return {
    exit_id: event.exitId,
    done_reason: exitDoneReasons.of(event.reason),
    fired_ticks: event.priceTicks,
    order_id: event.orderId,
    updated_ms: timeMs,
    seq,
  };
}

export function fundingRow(event: PerpetualFundingEvent, { seq }: Stamp) {
  return {
    symbol_id: event.symbolId,
    time_ms: event.timeMs,
    rate_ppb: event.ratePpb,
    seq,
    premium_ppb: event.premiumPpb,
    mark_ticks: event.markTicks,
    samples: event.samples,
    expected_samples: event.expectedSamples,
  };
}
