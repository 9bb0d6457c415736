import type {
  ClosedPositionRow,
  ContractAccount,
  ContractFillNotice,
  ContractOrderRow,
  PositionRow,
  StopReceipt,
  StopRow,
} from '@candor/api';
import type {
  ExitTerms,
  ExitView,
  PerpetualAccountView,
  PerpetualOrderView,
  PerpetualSettingsView,
  PositionSide,
  PositionView,
  SetPositionExits,
  Side,
} from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, type PriceTicks } from '@candor/money';
import type {
  ClosedPositionRecord,
  ContractFillRecord,
  ContractOrderRecord,
  ExitRecord,
} from '@candor/projections';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import { contractsText, type Figures, notionalOf, ratioText } from './figures.ts';
import type { ContractInfo } from './queries.ts';

/** Names and figures that contracts are written with in rows. */
export interface RowContext {
  readonly figures: Figures;
  contract(symbolId: number): ContractInfo;
  /** BTC/USDT of a contract. */
  shownName(contract: ContractInfo): string;
  coin(assetId: number): string;
  scale(assetId: number): number;
  /** Asset in which contracts are margined and settled. */
  readonly settleAssetId: number;
}

/** Returns the side of the position that an order opens or closes. */
function sideOfOrder(side: Side, positionSide: PositionSide, closes: boolean): 'long' | 'short' {
  if (positionSide !== 'both') return positionSide;
  return (side === 'buy') === closes ? 'short' : 'long';
}

/** 1 open long, 2 open short, 3 close long, 4 close short. Hedging, what goes against the position closes. */
function directionOf(
  side: Side,
  positionSide: PositionSide,
  reduceOnly: boolean,
): ContractOrderRow['direction'] {
  const closes =
    reduceOnly ||
    (positionSide === 'long' && side === 'sell') ||
    (positionSide === 'short' && side === 'buy');
  const long = sideOfOrder(side, positionSide, closes) === 'long';
  if (closes) return long ? 3 : 4;
  return long ? 1 : 2;
}

/** Returns the fields that name a contract in a row. */
export function named(context: RowContext, contract: ContractInfo) {
  return { symbol: contract.name, symbol_name: context.shownName(contract) };
}

interface ShownOrder {
  readonly orderId: number;
  readonly symbolId: number;
  readonly positionSide: PositionSide;
  readonly side: Side;
  readonly orderType: 'limit' | 'market';
  readonly reduceOnly: boolean;
  readonly priceTicks: PriceTicks | null;
  readonly lots: number;
}

function orderBasics(context: RowContext, order: ShownOrder) {
  const contract = context.contract(order.symbolId);
  const { side, positionSide, priceTicks, lots } = order;
  const direction = directionOf(side, positionSide, order.reduceOnly);
  return {
    id: order.orderId,
    orderNo: String(order.orderId),
    ...named(context, contract),
    side,
    direction,
    positionSide: direction === 1 || direction === 3 ? ('long' as const) : ('short' as const),
    type: order.orderType,
    price: context.figures.price(contract, priceTicks),
    quantity: contractsText(lots),
    entrustedValue:
      priceTicks === null ? null : context.figures.amount(contract, notionalOf(contract, priceTicks, lots)),
  };
}

/** The kernel's open or waiting order; what it paid in fees stands in its fills. */
export function openOrderRow(
  context: RowContext,
  order: PerpetualOrderView,
  settings: PerpetualSettingsView | null,
  stamp: { readonly seq: number; readonly timeMs: number },
): ContractOrderRow {
  const contract = context.contract(order.symbolId);
  const price = (ticks: PriceTicks | null) => context.figures.price(contract, ticks);
  const trigger = order.trigger ?? order.firedTrigger;
  return {
    ...orderBasics(context, order),
    clientOrderId: order.clientOrderId,
    marginMode: settings?.marginMode ?? 'cross',
    leverage: settings?.leverage ?? 1,
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    reduceOnly: order.reduceOnly,
    tradedQuantity: contractsText(order.filledLots),
    averageDealPrice: context.figures.average(contract, order.filledLots, order.filledNotional),
    triggerPrice: price(trigger?.triggerTicks ?? null),
    triggerBy: trigger?.source ?? null,
    triggerDirection: order.triggerDirection,
    firedPrice: null,
    firedTime: null,
    rejectKey: null,
    stopProfit: price(order.takeProfit?.triggerTicks ?? null),
    stopLoss: price(order.stopLoss?.triggerTicks ?? null),
    closePrice: null,
    realisedPnl: null,
    serviceCharge: null,
    origin: 'user',
    exitKind: null,
    keptFrom: null,
    retrying: order.retrying,
    status: order.trigger !== null ? 'waiting' : order.filledLots === 0 ? 'open' : 'partially-filled',
    endReason: null,
    createTime: order.createdMs,
    updateTime: stamp.timeMs,
    seq: stamp.seq,
  };
}

function statusOf(order: ContractOrderRecord): ContractOrderRow['status'] {
  const { doneReason, filledLots, triggerTicks, firedTicks } = order;
  if (doneReason === null) {
    if (triggerTicks !== null && firedTicks === null) return 'waiting';
    return filledLots > 0 ? 'partially-filled' : 'open';
  }
  if (doneReason === 'refused') return 'rejected';
  return doneReason === 'filled' || doneReason === 'expired' ? doneReason : 'cancelled';
}

/** The price that fires a rising trigger stands at it or above, a falling one's at it or below. */
function firedDirection({
  triggerTicks,
  firedTicks,
}: Pick<ContractOrderRecord, 'triggerTicks' | 'firedTicks'>): ContractOrderRow['triggerDirection'] {
  if (triggerTicks === null || firedTicks === null || firedTicks === triggerTicks) return null;
  return firedTicks > triggerTicks ? 'rising' : 'falling';
}

export function orderRow(context: RowContext, order: ContractOrderRecord): ContractOrderRow {
  const contract = context.contract(order.symbolId);
  const { figures } = context;
  const price = (ticks: PriceTicks | null) => figures.price(contract, ticks);
  return {
    ...orderBasics(context, order),
    clientOrderId: order.clientOrderId,
    marginMode: order.marginMode,
    leverage: order.leverage,
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    reduceOnly: order.reduceOnly,
    tradedQuantity: contractsText(order.filledLots),
    averageDealPrice: figures.average(contract, order.filledLots, order.filledNotional),
    triggerPrice: price(order.triggerTicks),
    triggerBy: order.triggerSource,
    triggerDirection: firedDirection(order),
    firedPrice: price(order.firedTicks),
    firedTime: order.firedMs,
    rejectKey: order.rejected === null ? null : errorKeyOfRejection(order.rejected),
    stopProfit: price(order.takeProfitTicks),
    stopLoss: price(order.stopLossTicks),
    closePrice: figures.average(contract, order.closedLots, order.closedNotional),
    realisedPnl: figures.amount(contract, order.realisedPnl),
    serviceCharge: {
      coin: context.coin(contract.settleAssetId),
      amount: figures.amount(contract, order.fee),
    },
    origin: order.origin === 'quote' ? 'user' : order.origin,
    exitKind: order.exitKind === null ? null : nameOfExit(order.exitKind),
    keptFrom: order.keptFrom,
    retrying: false,
    status: statusOf(order),
    endReason: order.doneReason === 'refused' ? 'rejected' : order.doneReason,
    createTime: order.createdMs,
    updateTime: order.updatedMs,
    seq: order.seq,
  };
}

export function fillRow(context: RowContext, fill: ContractFillRecord): ContractFillNotice {
  const contract = context.contract(fill.symbolId);
  const { figures } = context;
  const closes = fill.closedLots > 0;
  return {
    id: fill.tradeId,
    orderId: fill.orderId,
    ...named(context, contract),
    side: fill.side,
    positionSide: sideOfOrder(fill.side, fill.positionSide, closes),
    price: figures.price(contract, fill.priceTicks) as string,
    quantity: contractsText(fill.lots),
    amount: figures.amount(contract, fill.notional),
    fee: { coin: context.coin(contract.settleAssetId), amount: figures.amount(contract, fill.fee) },
    feePpm: fill.feePpm,
    realisedPnl: figures.amount(contract, fill.realisedPnl),
    contractSize: contract.lotDecimal,
    closedQuantity: contractsText(fill.closedLots),
    heldQuantity: fill.heldLots === null ? null : contractsText(fill.heldLots),
    heldCost: fill.heldCost === null ? null : figures.amount(contract, fill.heldCost),
    liquidation: fill.liquidation,
    role: fill.maker ? 'maker' : 'taker',
    counterpartyHouse: fill.houseCounterparty,
    time: fill.timeMs,
    seq: fill.seq,
  };
}

function nameOfExit(kind: ExitView['kind']): 'profit' | 'loss' {
  return kind === 'take-profit' ? 'profit' : 'loss';
}

/** The trigger price of the whole position's take-profit or stop-loss; the first of the partial ones else. */
function exitPrice(position: PositionView, kind: ExitView['kind']): PriceTicks | null {
  const exits = position.exits.filter((exit) => exit.kind === kind);
  const exit = exits.find(({ lots }) => lots === null) ?? exits[0];
  return exit?.triggerTicks ?? null;
}

/** An open position. `stale`: its mark stands still, so its figures are as of the last one. */
export function positionRow(
  context: RowContext,
  position: PositionView,
  account: PerpetualAccountView,
  seq: number,
): PositionRow {
  const contract = context.contract(position.symbolId);
  const { figures } = context;
  const amount = (units: Amount) => figures.amount(contract, units);
  const isolated = position.marginMode === 'isolated';
  const margin = isolated ? position.margin : position.initialMargin;
  return {
    id: position.positionId,
    ...named(context, contract),
    positionSide: position.direction,
    flag: position.direction === 'long' ? 1 : 2,
    marginMode: position.marginMode,
    leverage: position.leverage,
    openInterest: contractsText(position.lots),
    value: amount(position.notional),
    averageOpenPrice: figures.average(contract, position.lots, position.entryCost),
    entryValue: amount(position.entryCost),
    markPrice: figures.price(contract, position.markTicks),
    margin: amount(position.initialMargin),
    positionMargin: amount(margin),
    money: amount(margin),
    maintenanceMargin: amount(position.maintenanceMargin),
    collateralAssetRatio: isolated
      ? ratioText(position.maintenanceMargin, position.equity)
      : ratioText(account.crossMaintenanceMargin, account.crossEquity),
    expectedLiquidationPrice: figures.price(contract, position.liquidationTicks),
    unrealisedPnl: amount(position.unrealisedPnl),
    returnPercent: ratioText(position.unrealisedPnl, position.initialMargin),
    realisedPnl: amount(position.realisedPnl),
    stopProfitTriggerPrice: figures.price(contract, exitPrice(position, 'take-profit')),
    stopLossTriggerPrice: figures.price(contract, exitPrice(position, 'stop-loss')),
    adlIndicator: position.adlLights === 0 ? null : position.adlLights,
    createTime: position.openedMs,
    seq,
  };
}

const endings: Readonly<Record<string, ClosedPositionRow['reason']>> = {
  liquidation: 'liquidated',
  deleveraging: 'deleveraged',
};

export function closedPositionRow(context: RowContext, position: ClosedPositionRecord): ClosedPositionRow {
  const contract = context.contract(position.symbolId);
  const { figures } = context;
  return {
    id: position.positionId,
    ...named(context, contract),
    positionSide: position.direction,
    marginMode: position.marginMode,
    maxOpenInterest: contractsText(position.maxLots),
    averageOpenPrice: figures.average(contract, position.openedLots, position.openedCost),
    closePrice: figures.average(contract, position.closedLots, position.closedValue),
    realisedPnl: figures.amount(contract, position.realisedPnl),
    fees: figures.amount(contract, position.fees),
    funding: figures.amount(contract, position.funding),
    reason: endings[position.change] ?? 'closed',
    openTime: position.openedMs,
    closeTime: position.closedMs,
    seq: position.seq,
  };
}

/** A take-profit or stop-loss, live or out of the history. */
export function stopRow(
  context: RowContext,
  exit: ExitView | ExitRecord,
  stamp: { readonly seq: number; readonly timeMs: number },
): StopRow {
  const contract = context.contract(exit.symbolId);
  const done = 'doneReason' in exit ? exit.doneReason : null;
  return {
    id: exit.exitId,
    positionId: exit.positionId,
    ...named(context, contract),
    positionSide: exit.direction,
    kind: nameOfExit(exit.kind),
    triggerPrice: context.figures.price(contract, exit.triggerTicks) as string,
    triggerBy: exit.source,
    quantity: exit.lots === null ? null : contractsText(exit.lots),
    twinId: exit.twinId === 0 ? null : exit.twinId,
    retrying: 'retrying' in exit && exit.retrying,
    status: done === null ? 'waiting' : done === 'triggered' ? 'triggered' : 'cancelled',
    createTime: exit.createdMs,
    updateTime: stamp.timeMs,
    seq: stamp.seq,
  };
}

/** The exits that were set on a position, of which the first has the id `firstId` and a second one the next. */
export function stopReceipts(
  context: RowContext,
  contract: ContractInfo,
  direction: 'long' | 'short',
  { positionId, takeProfit, stopLoss }: SetPositionExits,
  firstId: number,
): StopReceipt[] {
  const areTwins = takeProfit !== null && stopLoss !== null;
  const of = (kind: 'profit' | 'loss', exit: ExitTerms | null, id: number, twinId: number) =>
    exit === null
      ? []
      : [
          {
            id,
            positionId,
            ...named(context, contract),
            positionSide: direction,
            kind,
            triggerPrice: context.figures.price(contract, exit.triggerTicks) as string,
            triggerBy: exit.source,
            quantity: exit.lots === null ? null : contractsText(exit.lots),
            twinId: areTwins ? twinId : null,
          },
        ];
  const lossId = areTwins ? firstId + 1 : firstId;
  return [...of('profit', takeProfit, firstId, lossId), ...of('loss', stopLoss, lossId, firstId)];
}

/** The contract wallet in one settle asset. */
export function accountRow(context: RowContext, account: PerpetualAccountView, seq: number): ContractAccount {
  const scale = context.scale(account.assetId);
  const amount = (units: Amount) => formatDecimalTrimmed(units, scale);
  const equity = (account.walletBalance + account.unrealisedPnl) as Amount;
  return {
    coin: context.coin(account.assetId),
    positionMode: account.positionMode === 'hedge' ? 'long-short' : 'one-way',
    walletBalance: amount(account.walletBalance),
    unrealisedPnl: amount(account.unrealisedPnl),
    equity: amount(equity),
    isolatedMargin: amount(account.isolatedMargin),
    initialMargin: amount((account.crossInitialMargin + account.orderMargin) as Amount),
    maintenanceMargin: amount(account.crossMaintenanceMargin),
    available: amount(account.available),
    marginRatio: ratioText(account.crossMaintenanceMargin, account.crossEquity),
    seq,
  };
}
