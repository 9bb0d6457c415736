import type { FillRow, OrderRow, TriggerRow } from '@candor/api';
import type { OpenOrderView, SymbolInfo, WaitingOrderView } from '@candor/kernel';
import { type Amount, type Lots, lotsToDecimal, type PriceTicks, ticksToDecimal } from '@candor/money';
import type { FillRecord, OrderRecord } from '@candor/projections';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText, averagePrice, ppmPercent, shownName } from '../../engine/values/index.ts';

/** The quote value of lots at a price, exactly. */
function valueText(catalogue: Catalogue, symbol: SymbolInfo, ticks: PriceTicks, lots: Lots): string {
  const units = BigInt(ticks) * BigInt(lots) * symbol.quotePerTickLot;
  return amountText(catalogue, symbol.quoteAssetId, units as Amount);
}

/** An order as a row shows it; the kernel does not know the fees of an open one. */
export type ShownOrder = Omit<OrderRecord, 'fee'> & {
  readonly fee: OrderRecord['fee'] | null;
  /** The best price that a trailing stop has seen. */
  readonly bestTicks?: PriceTicks | null;
};

/** The kernel's open order; its fees so far stand in its fills. */
export function openOrderShown(
  order: OpenOrderView,
  twinOrderId: number | null,
  seq: number,
  timeMs: number,
): ShownOrder {
  return {
    ...order,
    quoteAmount: null,
    fee: null,
    trigger: null,
    bestTicks: null,
    twinOrderId,
    status: order.filledLots === 0 ? 'open' : 'partially-filled',
    doneReason: null,
    updatedMs: timeMs,
    seq,
  };
}

/** The kernel's order that waits for a price. */
export function waitingOrderShown(order: WaitingOrderView, seq: number, timeMs: number): ShownOrder {
  return {
    ...order,
    fee: null,
    filledLots: 0 as Lots,
    filledQuote: 0n as Amount,
    trigger: { ...order, firedTicks: null, firedMs: null, rejected: null },
    bestTicks: order.extremeTicks,
    status: 'waiting',
    doneReason: null,
    updatedMs: timeMs,
    seq,
  };
}

function triggerRowOf(symbol: SymbolInfo, record: ShownOrder): TriggerRow | null {
  const { trigger } = record;
  if (trigger === null) return null;
  const price = (ticks: PriceTicks | null) => (ticks === null ? null : ticksToDecimal(ticks, symbol));
  const waits = trigger.firedTicks === null && trigger.kind !== 'trailing-stop';
  return {
    kind: trigger.kind,
    source: trigger.source,
    callbackPercent: trigger.callbackPpm === null ? null : ppmPercent(trigger.callbackPpm),
    callbackPrice: price(trigger.callbackTicks),
    activationPrice: price(trigger.activationTicks),
    bestPrice: price(record.bestTicks ?? null),
    thresholdPrice: price(waits ? trigger.triggerTicks : trigger.thresholdTicks),
    firedPrice: price(trigger.firedTicks),
    firedTime: trigger.firedMs,
  };
}

export function orderRowOf(catalogue: Catalogue, record: ShownOrder): OrderRow {
  const symbol = catalogue.symbolById(record.symbolId);
  if (symbol === undefined) throw new Error(`no symbol ${record.symbolId} is listed`);
  const { priceTicks, lots, quoteAmount } = record;
  const receivedAssetId = record.side === 'buy' ? symbol.baseAssetId : symbol.quoteAssetId;
  const quoteText = (amount: Amount) => amountText(catalogue, symbol.quoteAssetId, amount);
  return {
    id: record.orderId,
    orderNo: String(record.orderId),
    clientOrderId: record.clientOrderId,
    symbol: symbol.name,
    symbol_name: shownName(catalogue, symbol),
    side: record.side,
    direction: record.side === 'buy' ? 1 : 2,
    type: record.orderType,
    timeInForce: record.timeInForce,
    postOnly: record.postOnly,
    price: priceTicks === null ? null : ticksToDecimal(priceTicks, symbol),
    quantity: lots === null ? null : lotsToDecimal(lots, symbol),
    quoteAmount: quoteAmount === null ? null : quoteText(quoteAmount),
    tradedQuantity: lotsToDecimal(record.filledLots, symbol),
    tradedAmount: quoteText(record.filledQuote),
    averagePrice: averagePrice(catalogue, symbol, record.filledLots, record.filledQuote),
    entrustedValue:
      quoteAmount !== null
        ? quoteText(quoteAmount)
        : priceTicks === null || lots === null
          ? null
          : valueText(catalogue, symbol, priceTicks, lots),
    triggerPrice:
      record.trigger?.triggerTicks == null ? null : ticksToDecimal(record.trigger.triggerTicks, symbol),
    trigger: triggerRowOf(symbol, record),
    twinOrderId: record.twinOrderId,
    rejectKey: record.trigger?.rejected == null ? null : errorKeyOfRejection(record.trigger.rejected),
    closePrice: null,
    serviceCharge:
      record.fee === null
        ? null
        : {
            coin: catalogue.assetById(receivedAssetId).code,
            amount: amountText(catalogue, receivedAssetId, record.fee),
          },
    status: record.status,
    endReason: record.doneReason,
    createTime: record.createdMs,
    updateTime: record.updatedMs,
    seq: record.seq,
  };
}

export function fillRowOf(catalogue: Catalogue, record: FillRecord): Omit<FillRow, 'journal'> {
  const symbol = catalogue.symbolById(record.symbolId);
  if (symbol === undefined) throw new Error(`no symbol ${record.symbolId} is listed`);
  const receivedAssetId = record.side === 'buy' ? symbol.baseAssetId : symbol.quoteAssetId;
  return {
    id: record.tradeId,
    orderId: record.orderId,
    symbol: symbol.name,
    symbol_name: shownName(catalogue, symbol),
    side: record.side,
    price: ticksToDecimal(record.priceTicks, symbol),
    quantity: lotsToDecimal(record.lots, symbol),
    amount: amountText(catalogue, symbol.quoteAssetId, record.quoteAmount),
    fee: {
      coin: catalogue.assetById(receivedAssetId).code,
      amount: amountText(catalogue, receivedAssetId, record.fee),
    },
    feePpm: record.feePpm,
    role: record.maker ? 'maker' : 'taker',
    counterpartyHouse: record.houseCounterparty,
    time: record.timeMs,
    seq: record.seq,
  };
}
