import type { AppliedCommand } from '@candor/journal';
import type {
  KernelEvent,
  PerpetualDeleveragedEvent,
  PerpetualFundingPaidEvent,
  PerpetualLiquidatedEvent,
  PerpetualTradeEvent,
  PerpetualWarningEvent,
  SwappedEvent,
  SwapQuote,
  SwapSide,
  TradeEvent,
} from '@candor/kernel';
import { formatDecimalTrimmed, type Lots, lotsToDecimal, type PriceTicks } from '@candor/money';
import { swapSpreadPpm } from '@candor/rules';
import {
  averageText,
  type Json,
  type JsonObject,
  jsonOf,
  type Names,
  ppbPercent,
  ppmPercent,
  priceText,
} from './values.ts';

/** A row of the journal with its events' digest, replayed. */
export interface PlacedRow {
  readonly batchNo: number;
  readonly hash: string;
  readonly eventsDigest: string;
  readonly commands: readonly AppliedCommand[];
}

/** The command of a receipt, as the journal holds it. */
export interface Told {
  readonly seq: number;
  readonly timeMs: number;
  readonly events: readonly KernelEvent[];
}

const stampOf = ({ seq, timeMs }: Told) => ({ time: timeMs, seq });
const isMaker = (record: JsonObject) => record.role === 'maker';
const otherSide = (side: 'buy' | 'sell') => (side === 'buy' ? 'sell' : 'buy');

/** Writes the fill of a spot or margin order as its receipt states it; null where the command has no such trade. */
export function fillHeld(record: JsonObject, told: Told, names: Names): JsonObject | null {
  const trade = told.events.find(
    (event): event is TradeEvent => event.type === 'trade' && event.tradeId === record.id,
  );
  if (trade === undefined) return null;
  const symbol = names.symbol(trade.symbolId);
  const maker = isMaker(record);
  const side = maker ? otherSide(trade.takerSide) : trade.takerSide;
  const received = side === 'buy' ? symbol.baseAssetId : symbol.quoteAssetId;
  return {
    id: trade.tradeId,
    orderId: maker ? trade.makerOrderId : trade.takerOrderId,
    symbol: symbol.name,
    symbol_name: names.shown(symbol),
    side,
    price: priceText(trade.priceTicks, symbol),
    quantity: lotsToDecimal(trade.lots, symbol),
    amount: names.amount(symbol.quoteAssetId, trade.quoteAmount),
    fee: {
      coin: names.coin(received),
      amount: names.amount(received, maker ? trade.makerFee : trade.takerFee),
    },
    feePpm: maker ? trade.makerFeePpm : trade.takerFeePpm,
    role: maker ? 'maker' : 'taker',
    counterpartyHouse: maker ? trade.takerHouse : trade.makerHouse,
    ...stampOf(told),
  };
}

/** Writes the fill of a contract order as its receipt states it. */
export function contractFillHeld(record: JsonObject, told: Told, names: Names): JsonObject | null {
  const trade = told.events.find(
    (event): event is PerpetualTradeEvent => event.type === 'perpetualTrade' && event.tradeId === record.id,
  );
  if (trade === undefined) return null;
  const contract = names.contract(trade.symbolId);
  const maker = isMaker(record);
  const [own, other] = maker ? [trade.maker, trade.taker] : [trade.taker, trade.maker];
  const side = maker ? otherSide(trade.takerSide) : trade.takerSide;
  const closes = own.closedLots > 0;
  const amount = (units: bigint) => names.amount(contract.settleAssetId, units);
  const oneWay = (side === 'buy') === closes ? 'short' : 'long';
  const heldLots = closes ? own.heldLots : null;
  const heldCost = closes ? own.heldCost : null;
  return {
    id: trade.tradeId,
    orderId: own.orderId,
    ...names.ofContract(contract),
    side,
    positionSide: own.positionSide === 'both' ? oneWay : own.positionSide,
    price: priceText(trade.priceTicks, contract),
    quantity: String(trade.lots),
    amount: amount(trade.notional),
    fee: { coin: names.coin(contract.settleAssetId), amount: amount(own.fee) },
    feePpm: own.feePpm,
    realisedPnl: amount(own.realisedPnl),
    contractSize: contract.lotDecimal,
    closedQuantity: String(own.closedLots),
    heldQuantity: heldLots === null ? null : String(heldLots),
    heldCost: heldCost === null ? null : amount(heldCost),
    liquidation: trade.liquidation && !maker,
    role: maker ? 'maker' : 'taker',
    counterpartyHouse: other.house,
    ...stampOf(told),
  };
}

type Settlement =
  | PerpetualFundingPaidEvent
  | PerpetualLiquidatedEvent
  | PerpetualDeleveragedEvent
  | PerpetualWarningEvent;

const SETTLEMENTS: Readonly<Record<Settlement['type'], string>> = {
  perpetualFundingPaid: 'funding',
  perpetualLiquidated: 'liquidation',
  perpetualDeleveraged: 'deleveraging',
  perpetualWarning: 'margin-warning',
};

/** Writes a change to a position without its user's act as its receipt states it. */
export function settlementHeld(record: JsonObject, told: Told, names: Names): JsonObject | null {
  const line = Number(String(record.id).split('.')[1]);
  const event = told.events[line] as Settlement | undefined;
  if (event === undefined || !(event.type in SETTLEMENTS)) return null;
  const known = (id: number) => (id === 0 ? null : id);
  const contract = event.symbolId === 0 ? null : names.contract(event.symbolId);
  return {
    kind: SETTLEMENTS[event.type],
    id: `${told.seq}.${line}`,
    ...(contract === null ? { symbol: null, symbol_name: null } : names.ofContract(contract)),
    positionId: known(event.positionId),
    positionSide: 'direction' in event ? event.direction : null,
    ...stampOf(told),
    inputs: inputsOf(event),
    ...settled(event, names),
  };
}

/** A liquidation's receipt names no other user; the rest of each event stands as it is. */
function inputsOf(event: Settlement): Json {
  if (event.type !== 'perpetualLiquidated') return jsonOf(event);
  return jsonOf({ ...event, deleveraged: event.deleveraged.map(({ userId: _, ...line }) => line) });
}

function settled(event: Settlement, names: Names): JsonObject {
  if (event.type === 'perpetualWarning') {
    const { equity, maintenanceMargin } = event;
    const ratio = equity > 0n ? formatDecimalTrimmed((maintenanceMargin * 10_000n) / equity, 2) : '100';
    return { marginRatio: ratio };
  }
  const contract = names.contract(event.symbolId);
  const amount = (units: bigint | undefined) =>
    units === undefined ? null : names.amount(contract.settleAssetId, units);
  const price = (ticks: PriceTicks) => priceText(ticks, contract);
  if (event.type === 'perpetualFundingPaid') {
    const { lots, notional, ratePpb } = event;
    const ticks = lots === 0 ? 0n : notional / (BigInt(lots) * contract.quotePerTickLot);
    return {
      quantity: String(lots),
      price: price(Number(ticks) as PriceTicks),
      fundingRate: ppbPercent(ratePpb),
      amount: amount(event.amount),
    };
  }
  if (event.type === 'perpetualDeleveraged')
    return {
      quantity: String(event.lots),
      price: price(event.priceTicks),
      amount: amount(event.realisedPnl),
    };
  const { closedValue, realisedPnl, fee } = event;
  const closed = (event.lots - event.lotsLeft) as Lots;
  const bankruptcyPrice = price(event.bankruptcyTicks);
  return {
    quantity: String(closed),
    price: averageText(contract, closed, closedValue),
    amount: amount(realisedPnl),
    fee: amount(fee),
    bankruptcyPrice,
  };
}

const MARGIN: Readonly<Record<string, string>> = {
  marginCall: 'call',
  marginSale: 'sale',
  marginSold: 'sold',
  marginTakenOver: 'takeover',
  marginDeficit: 'deficit',
  marginCancelled: 'cancelled',
};

type MarginEvent = Extract<
  KernelEvent,
  {
    readonly type:
      | 'marginCall'
      | 'marginSale'
      | 'marginSold'
      | 'marginTakenOver'
      | 'marginDeficit'
      | 'marginCancelled';
  }
>;

/** Writes a step of a margin call or a forced sale as its receipt states it; `receipt` is compared as what it holds. */
export function marginHeld(record: JsonObject, told: Told, names: Names): JsonObject | null {
  const line = Number(String(record.id).split('.')[1]);
  // lines count what the margin account's history shows
  const shown = told.events.filter(({ type }) => type === 'marginInterest' || type in MARGIN);
  const event = shown[line] as MarginEvent | undefined;
  if (event === undefined || !(event.type in MARGIN)) return null;
  const [wallet, symbolId = '0'] = event.wallet.split('/');
  const risk = 'risk' in event ? event.risk.riskPpm : 'riskPpm' in event ? event.riskPpm : null;
  return {
    id: `${told.seq}.${line}`,
    kind: MARGIN[event.type] as string,
    saleId: 'saleId' in event ? event.saleId : null,
    type: wallet === 'margin-cross' ? 'all' : 'fixed',
    symbol: names.symbolName(Number(symbolId)),
    riskRate: risk === null ? null : formatDecimalTrimmed(risk, 6),
    receipt: jsonOf(event),
    ...stampOf(told),
  };
}

/** Writes a swap as its receipt states it. */
export function swapHeld(record: JsonObject, told: Told, names: Names): JsonObject | null {
  const swap = told.events.find(
    (event): event is SwappedEvent => event.type === 'swapped' && event.swapId === record.id,
  );
  return swap === undefined ? null : { ...quoteHeld(swap, names), ...stampOf(told) };
}

/** Writes a swap's quote as receipts state it. */
export function quoteHeld(swap: SwapQuote, names: Names): JsonObject {
  const { from, to, amount, arrives } = swap;
  const scaled = arrives * 10n ** BigInt(names.scale(from.assetId) + 12);
  return {
    id: swap.swapId,
    from: names.coin(from.assetId),
    to: names.coin(to.assetId),
    amount: names.amount(from.assetId, amount),
    arrives: names.amount(to.assetId, arrives),
    rate: formatDecimalTrimmed(scaled / (amount * 10n ** BigInt(names.scale(to.assetId))), 12),
    spreadPercent: ppmPercent(swapSpreadPpm(from, to)),
    counterparty: 'house',
    tickNo: swap.tickNo,
    quotedAt: swap.quotedMs,
    expiresAt: swap.expiresMs,
    fromLeg: legOf(from, names),
    toLeg: legOf(to, names),
  };
}

function legOf(side: SwapSide, names: Names): JsonObject {
  const symbol = side.symbolId === 0 ? null : names.symbol(side.symbolId);
  return {
    coin: names.coin(side.assetId),
    scale: names.scale(side.assetId),
    symbol: symbol?.name ?? null,
    price: symbol === null ? '1' : priceText(side.priceTicks, symbol),
    priceTicks: side.priceTicks,
    quotePerTickLot: String(side.quotePerTickLot),
    basePerLot: String(side.basePerLot),
    spreadPpm: side.spreadPpm,
  };
}
