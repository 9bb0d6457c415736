import type { FillSide, PerpetualTradeEvent } from '@candor/kernel';
import { sides } from '../../codes.ts';
import type { Rows } from '../../table-rows.ts';
import type { Stamp } from '../stamp.ts';
import { positionSides } from './codes.ts';
import type { ContractFillRecord } from './records.ts';
import { contractFills, contractOrders } from './tables.ts';

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

/** Puts one side of a fill, and adds it to its order. */
export function putFill(
  event: PerpetualTradeEvent,
  role: 'maker' | 'taker',
  stamp: Stamp,
  rows: Pick<Rows, 'of'>,
): void {
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
