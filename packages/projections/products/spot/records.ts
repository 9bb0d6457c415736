import type { OrderStatus, OrderType, RejectionCode, Side, TimeInForce, TriggerTerms } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { orderTypes, sides, timesInForce } from '../../codes.ts';
import { doneReasons, type OrderEnd, triggerKinds, triggerSources } from './codes.ts';

export interface OrderRecord {
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly priceTicks: PriceTicks | null;
  readonly lots: Lots | null;
  readonly quoteAmount: Amount | null;
  readonly clientOrderId: string | null;
  readonly status: ShownStatus;
  readonly doneReason: OrderEnd | null;
  readonly filledLots: Lots;
  readonly filledQuote: Amount;
  /** In the asset that the order receives: base for a buy, quote for a sell. */
  readonly fee: Amount;
  /** Trigger that it waits or waited for; null for a plain order. */
  readonly trigger: TriggerRecord | null;
  /** The other order of an OCO. */
  readonly twinOrderId: number | null;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly seq: number;
}

/** Also of orders that wait for a price, and of those that were refused when it came. */
export type ShownStatus = OrderStatus | 'waiting' | 'rejected';

export interface TriggerRecord extends TriggerTerms {
  /** Threshold at which it fired, the price that fired it, and when; null before. */
  readonly thresholdTicks: PriceTicks | null;
  readonly firedTicks: PriceTicks | null;
  readonly firedMs: number | null;
  /** Why it was refused when it fired. */
  readonly rejected: RejectionCode | null;
}

export interface FillRecord {
  readonly tradeId: number;
  readonly userId: number;
  readonly orderId: number;
  readonly symbolId: number;
  readonly side: Side;
  readonly maker: boolean;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  readonly quoteAmount: Amount;
  /** In the asset that this side receives: base for a buy, quote for a sell. */
  readonly fee: Amount;
  /** The rate of that fee when the trade was made, in parts per million of what was received. */
  readonly feePpm: number;
  readonly houseCounterparty: boolean;
  readonly timeMs: number;
  readonly seq: number;
}

/** Payment of one side of a trade, in the asset that it received: base for the buyer, quote for the seller. */
export interface TradeFee {
  readonly fee: Amount;
  readonly feePpm: number;
  /** Part of the fee that went to the safety fund. */
  readonly fund: Amount;
}

export interface TradeRecord {
  readonly tradeId: number;
  readonly symbolId: number;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  readonly quoteAmount: Amount;
  readonly takerSide: Side;
  readonly buyer: TradeFee;
  readonly seller: TradeFee;
  /** The house was on one side: such a trade is not in our own volume. */
  readonly house: boolean;
  readonly timeMs: number;
  readonly seq: number;
}

/** `pg` gives 64-bit integers as decimal strings. */
type Int8 = string;

function amount(text: Int8): Amount {
  return BigInt(text) as Amount;
}

function lots(text: Int8): Lots {
  return Number(text) as Lots;
}

function priceTicks(text: Int8): PriceTicks {
  return Number(text) as PriceTicks;
}

interface OrderRow {
  readonly order_id: Int8;
  readonly user_id: Int8;
  readonly symbol_id: number;
  readonly side: number;
  readonly order_type: number;
  readonly time_in_force: number;
  readonly post_only: boolean;
  readonly price_ticks: Int8 | null;
  readonly lots: Int8 | null;
  readonly quote_amount: Int8 | null;
  readonly client_order_id: string | null;
  readonly filled_lots: Int8;
  readonly filled_quote: Int8;
  readonly fee: Int8;
  readonly done_reason: number | null;
  readonly kind: Int8 | null;
  readonly source: Int8 | null;
  readonly trigger_ticks: Int8 | null;
  readonly callback_ppm: Int8 | null;
  readonly callback_ticks: Int8 | null;
  readonly activation_ticks: Int8 | null;
  readonly twin_order_id: Int8 | null;
  readonly threshold_ticks: Int8 | null;
  readonly fired_ticks: Int8 | null;
  readonly fired_ms: Int8 | null;
  readonly rejected: string | null;
  readonly created_ms: Int8;
  readonly updated_ms: Int8;
  readonly seq: Int8;
}

export function toOrder(row: OrderRow): OrderRecord {
  const doneReason = row.done_reason === null ? null : doneReasons.word(row.done_reason);
  const filledLots = lots(row.filled_lots);
  const waits = row.kind !== null && row.fired_ms === null;
  return {
    orderId: Number(row.order_id),
    userId: Number(row.user_id),
    symbolId: row.symbol_id,
    side: sides.word(row.side),
    orderType: orderTypes.word(row.order_type),
    timeInForce: timesInForce.word(row.time_in_force),
    postOnly: row.post_only,
    priceTicks: row.price_ticks === null ? null : priceTicks(row.price_ticks),
    lots: row.lots === null ? null : lots(row.lots),
    quoteAmount: row.quote_amount === null ? null : amount(row.quote_amount),
    clientOrderId: row.client_order_id,
    status: doneReason === null && waits ? 'waiting' : statusOf(doneReason, filledLots),
    doneReason,
    filledLots,
    filledQuote: amount(row.filled_quote),
    fee: amount(row.fee),
    trigger: triggerOf(row),
    twinOrderId: maybeNumber(row.twin_order_id),
    createdMs: Number(row.created_ms),
    updatedMs: Number(row.updated_ms),
    seq: Number(row.seq),
  };
}

function triggerOf(row: OrderRow): TriggerRecord | null {
  if (row.kind === null || row.source === null) return null;
  return {
    kind: triggerKinds.word(Number(row.kind)),
    source: triggerSources.word(Number(row.source)),
    triggerTicks: maybeNumber(row.trigger_ticks),
    callbackPpm: maybeNumber(row.callback_ppm),
    callbackTicks: maybeNumber(row.callback_ticks),
    activationTicks: maybeNumber(row.activation_ticks),
    thresholdTicks: maybeNumber(row.threshold_ticks),
    firedTicks: maybeNumber(row.fired_ticks),
    firedMs: maybeNumber(row.fired_ms),
    rejected: row.rejected as RejectionCode | null,
  };
}

function maybeNumber<T extends number>(text: Int8 | null): T | null {
  return text === null ? null : (Number(text) as T);
}

const statusAtEnd = {
  filled: 'filled',
  cancelled: 'cancelled',
  expired: 'expired',
  'self-trade': 'cancelled',
  twin: 'cancelled',
  rejected: 'rejected',
} as const satisfies Record<OrderEnd, ShownStatus>;

function statusOf(doneReason: OrderEnd | null, filledLots: Lots): ShownStatus {
  if (doneReason === null) return filledLots > 0 ? 'partially-filled' : 'open';
  return statusAtEnd[doneReason];
}

interface FillRow {
  readonly trade_id: Int8;
  readonly user_id: Int8;
  readonly order_id: Int8;
  readonly symbol_id: number;
  readonly side: number;
  readonly maker: boolean;
  readonly price_ticks: Int8;
  readonly lots: Int8;
  readonly quote_amount: Int8;
  readonly fee: Int8;
  readonly fee_ppm: Int8;
  readonly house_counterparty: boolean;
  readonly time_ms: Int8;
  readonly seq: Int8;
}

export function toFill(row: FillRow): FillRecord {
  return {
    tradeId: Number(row.trade_id),
    userId: Number(row.user_id),
    orderId: Number(row.order_id),
    symbolId: row.symbol_id,
    side: sides.word(row.side),
    maker: row.maker,
    priceTicks: priceTicks(row.price_ticks),
    lots: lots(row.lots),
    quoteAmount: amount(row.quote_amount),
    fee: amount(row.fee),
    feePpm: Number(row.fee_ppm),
    houseCounterparty: row.house_counterparty,
    timeMs: Number(row.time_ms),
    seq: Number(row.seq),
  };
}

interface TradeRow {
  readonly trade_id: Int8;
  readonly symbol_id: number;
  readonly price_ticks: Int8;
  readonly lots: Int8;
  readonly quote_amount: Int8;
  readonly taker_side: number;
  readonly buyer_fee: Int8 | null;
  readonly seller_fee: Int8 | null;
  readonly buyer_fee_ppm: number | null;
  readonly seller_fee_ppm: number | null;
  readonly buyer_fund: Int8 | null;
  readonly seller_fund: Int8 | null;
  readonly house: boolean;
  readonly time_ms: Int8;
  readonly seq: Int8;
}

export function toTrade(row: TradeRow): TradeRecord {
  return {
    tradeId: Number(row.trade_id),
    symbolId: row.symbol_id,
    priceTicks: priceTicks(row.price_ticks),
    lots: lots(row.lots),
    quoteAmount: amount(row.quote_amount),
    takerSide: sides.word(row.taker_side),
    buyer: feeOf(row.buyer_fee, row.buyer_fee_ppm, row.buyer_fund),
    seller: feeOf(row.seller_fee, row.seller_fee_ppm, row.seller_fund),
    house: row.house,
    timeMs: Number(row.time_ms),
    seq: Number(row.seq),
  };
}

function feeOf(fee: Int8 | null, feePpm: number | null, fund: Int8 | null): TradeFee {
  return { fee: amount(fee ?? '0'), feePpm: feePpm ?? 0, fund: amount(fund ?? '0') };
}
