import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { MaintenanceTier } from '@candor/rules';
import type { TriggerDirection, TriggerSource } from '../../../triggers/trigger-index.ts';
import type { DepthView, OrderType, Side, SymbolState, TimeInForce } from '../../../vocabulary.ts';
import type { EntryTrigger, ExitTerms, MarginMode, PositionMode, PositionSide } from './commands.ts';
import type { Direction, ExitKind, MarkInputs } from './events.ts';

/** A listed perpetual. Rates in parts per million; notionals in base units of the settle asset. */
export interface PerpetualInfo {
  readonly symbolId: number;
  readonly name: string;
  readonly indexSymbolId: number;
  readonly baseAssetId: number;
  readonly settleAssetId: number;
  readonly tickDecimal: string;
  readonly lotDecimal: string;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
  /** Settle base units of one tick times one lot. */
  readonly quotePerTickLot: Amount;
  readonly minNotional: Amount;
  readonly maxLots: Lots;
  readonly maxOpenOrders: number;
  readonly priceBandPpm: number;
  readonly tiers: readonly MaintenanceTier[];
  readonly maxLeverage: number;
  readonly fundingIntervalMs: number;
  readonly impactNotional: Amount;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  readonly liquidationFeePpm: number;
  readonly state: SymbolState;
  readonly stateReason: string;
}

export interface PerpetualMarkView {
  readonly tickNo: number;
  /** Null before the first index. */
  readonly markTicks: PriceTicks | null;
  /** Null while the index is stale. */
  readonly indexTicks: PriceTicks | null;
  /** The last trade of the book, the house's included; null before the first. */
  readonly lastTicks: PriceTicks | null;
  readonly inputs: MarkInputs | null;
  /** Lots held long, which are as many as held short. */
  readonly openLots: Lots;
}

/** Rates in parts per billion; positive: longs pay shorts. */
export interface PerpetualFundingView {
  /** Predicted funding of the present interval from the samples so far, as if one could trade from now to its end. */
  readonly predictedPpb: number;
  readonly premiumPpb: number;
  readonly samples: number;
  /** Null before the first settlement. */
  readonly lastPpb: number | null;
  readonly nextMs: number;
  readonly intervalMs: number;
}

export interface PerpetualOrderView {
  readonly orderId: number;
  readonly userId: number;
  readonly clientOrderId: string | null;
  readonly symbolId: number;
  readonly positionSide: PositionSide;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  /** Null for a waiting market order. */
  readonly priceTicks: PriceTicks | null;
  /** Lots that were placed, less those cut since. */
  readonly lots: Lots;
  readonly filledLots: Lots;
  readonly filledNotional: Amount;
  /** Part of the wallet that is held for it. */
  readonly held: Amount;
  /** Waiting for this while it is not in the book; null for one that rests. */
  readonly trigger: EntryTrigger | null;
  /** The trigger that fired, of an order that waited and now rests; null for any other. */
  readonly firedTrigger: EntryTrigger | null;
  /** From which side the price has to come, or came, to the trigger; null for an order without one. */
  readonly triggerDirection: TriggerDirection | null;
  readonly takeProfit: ExitTerms | null;
  readonly stopLoss: ExitTerms | null;
  /** It fired, could not close all, and is tried again while its trigger holds. */
  readonly retrying: boolean;
  /** A level of the house's quote. */
  readonly quote: boolean;
  readonly createdMs: number;
}

export interface ExitView {
  readonly exitId: number;
  readonly positionId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly positionSide: PositionSide;
  readonly direction: Direction;
  readonly kind: ExitKind;
  readonly triggerTicks: PriceTicks;
  readonly source: TriggerSource;
  readonly lots: Lots | null;
  readonly twinId: number;
  /** It fired, could not close all, and is tried again while its trigger holds. */
  readonly retrying: boolean;
  readonly createdMs: number;
}

/** An open position. Amounts in the settle asset. */
export interface PositionView {
  readonly positionId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly positionSide: PositionSide;
  readonly direction: Direction;
  readonly lots: Lots;
  readonly entryCost: Amount;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  /** Isolated: what stands for it. Cross: 0. */
  readonly margin: Amount;
  /** Margin that its leverage requires at the mark, rounded up. */
  readonly initialMargin: Amount;
  /** Rounded up. */
  readonly maintenanceMargin: Amount;
  /** From 0 on. */
  readonly tier: number;
  readonly mmrPpm: number;
  readonly markTicks: PriceTicks;
  readonly notional: Amount;
  readonly unrealisedPnl: Amount;
  /**
   * Isolated: margin + unrealised profit. Cross: that of all cross positions together, whose maintenance margins it has
   * to cover.
   */
  readonly equity: Amount;
  /** The mark price at which it is liquidated, rounded to where that is still so; null where no price does that. */
  readonly liquidationTicks: PriceTicks | null;
  readonly bankruptcyTicks: PriceTicks | null;
  /** 1 (last in the queue) to 5 lights. */
  readonly adlLights: number;
  readonly realisedPnl: Amount;
  readonly fees: Amount;
  readonly funding: Amount;
  readonly openedMs: number;
  readonly exits: readonly ExitView[];
}

/** A contract wallet as a whole, in one settle asset. */
export interface PerpetualAccountView {
  readonly userId: number;
  readonly assetId: number;
  readonly positionMode: PositionMode;
  /** Amounts paid in, plus realised profit and loss, holds included. */
  readonly walletBalance: Amount;
  readonly unrealisedPnl: Amount;
  readonly isolatedMargin: Amount;
  readonly orderMargin: Amount;
  /** Initial margin of the cross positions, at the mark and rounded up. */
  readonly crossInitialMargin: Amount;
  readonly crossMaintenanceMargin: Amount;
  /** The wallet without isolated margin + unrealised profit of the cross positions. */
  readonly crossEquity: Amount;
  /** Amount that new orders may use, and that may be transferred away. */
  readonly available: Amount;
}

export interface PerpetualSettingsView {
  readonly symbolId: number;
  readonly leverage: number;
  readonly marginMode: MarginMode;
}

/** View of perpetuals for others. */
export interface PerpetualView {
  symbols(): readonly PerpetualInfo[];
  symbol(symbolId: number): PerpetualInfo | null;
  mark(symbolId: number): PerpetualMarkView | null;
  funding(symbolId: number): PerpetualFundingView | null;
  depth(symbolId: number, levels: number): DepthView;
  /** Open and waiting orders and quotes, oldest first. */
  openOrders(userId: number, symbolId: number | null): readonly PerpetualOrderView[];
  order(orderId: number): PerpetualOrderView | null;
  /** Oldest first. */
  positions(userId: number): readonly PositionView[];
  position(positionId: number): PositionView | null;
  exits(userId: number): readonly ExitView[];
  account(userId: number, assetId: number): PerpetualAccountView;
  positionMode(userId: number): PositionMode;
  settings(userId: number, symbolId: number): PerpetualSettingsView | null;
  insurance(assetId: number): Amount;
  /** The fees, in parts per million, that a user's fills pay now. */
  feeRates(userId: number, symbolId: number): { readonly makerPpm: number; readonly takerPpm: number } | null;
}
