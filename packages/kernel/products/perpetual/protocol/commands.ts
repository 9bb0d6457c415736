import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { MaintenanceTier } from '@candor/rules';
import type { TriggerSource } from '../../../triggers/trigger-index.ts';
import type { OrderType, QuoteLevel, Side, SymbolState, TimeInForce } from '../../../vocabulary.ts';

/** One-way users have one position a symbol, `both`; hedging users a long and a short one beside each other. */
export type PositionSide = 'both' | 'long' | 'short';
export type MarginMode = 'isolated' | 'cross';
export type PositionMode = 'one-way' | 'hedge';

/**
 * Lists a perpetual on the index of a spot symbol, whose price tick and quote asset are its own too. Margin, profit and
 * fees are in that quote asset. Times in ms, rates in parts per million, notionals in base units of the settle asset.
 * Tiers rise from a floor of 0. The price band is around the index, 0 for none.
 */
export interface ListPerpetual {
  readonly type: 'listPerpetual';
  /** Id of its own: no spot symbol may have it. */
  readonly symbolId: number;
  readonly name: string;
  readonly indexSymbolId: number;
  readonly settleAssetId: number;
  readonly tickDecimal: string;
  readonly lotDecimal: string;
  readonly minNotional: Amount;
  readonly maxLots: Lots;
  readonly maxOpenOrders: number;
  readonly priceBandPpm: number;
  readonly tiers: readonly MaintenanceTier[];
  readonly fundingIntervalMs: number;
  /** Notional for which the impact prices behind the funding premium are taken. */
  readonly impactNotional: Amount;
  /** Trading fees of the notional where no fee tiers are set. */
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** Fee on the notional that a liquidation closes: goes to the insurance fund as far as anything is left. */
  readonly liquidationFeePpm: number;
}

/** Sets what later orders of a perpetual must keep to, as `setSymbolLimits` does in a spot symbol. */
export interface SetPerpetualLimits {
  readonly type: 'setPerpetualLimits';
  readonly symbolId: number;
  readonly minNotional: Amount;
  readonly maxLots: Lots;
  readonly maxOpenOrders: number;
  readonly priceBandPpm: number;
}

/**
 * Sets the maintenance tiers of a perpetual, for open positions too: only as an announced change. A leverage that was
 * chosen stays; a new order must fit the tiers that stand.
 */
export interface SetPerpetualTiers {
  readonly type: 'setPerpetualTiers';
  readonly symbolId: number;
  readonly tiers: readonly MaintenanceTier[];
}

/**
 * Sets a perpetual's state. Users see the reason. Unless it is trading no trigger fires and nothing is liquidated; halted
 * it takes no orders. Marks and funding go on.
 */
export interface SetPerpetualState {
  readonly type: 'setPerpetualState';
  readonly symbolId: number;
  readonly state: SymbolState;
  readonly reason: string;
}

/** Trigger that fires once the source's price comes to it from where it stands now. */
export interface EntryTrigger {
  readonly triggerTicks: PriceTicks;
  readonly source: TriggerSource;
}

/** A take-profit or a stop-loss: closes `lots` of the position at the market, all of it when null. */
export interface ExitTerms extends EntryTrigger {
  readonly lots: Lots | null;
}

/**
 * Places an order by lots. A limit order needs `priceTicks`; a market order is IOC or FOK (GTC counts as IOC) and stops
 * at the edge of the price band. One-way: `both`; hedging: `long` or `short`, and what goes against that position
 * only reduces it. Reduce-only orders are cut to the position. With a `trigger` the order waits, holds nothing, and is
 * placed once it fires. Take-profit and stop-loss are set on the position at the first fill. Leverage and margin mode,
 * where not null, are set in the symbol as `setLeverage` and `setMarginMode` do and then checked with the order: where
 * either is refused, nothing is changed.
 */
export interface PlacePerpetualOrder {
  readonly type: 'placePerpetualOrder';
  readonly symbolId: number;
  readonly positionSide: PositionSide;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  readonly priceTicks: PriceTicks | null;
  readonly lots: Lots;
  readonly clientOrderId: string | null;
  readonly trigger: EntryTrigger | null;
  readonly takeProfit: ExitTerms | null;
  readonly stopLoss: ExitTerms | null;
  readonly leverage: number | null;
  readonly marginMode: MarginMode | null;
}

/** Cancels one open or waiting order of the sender, by its id or by its client order id. */
export interface CancelPerpetualOrder {
  readonly type: 'cancelPerpetualOrder';
  readonly orderId: number | null;
  readonly clientOrderId: string | null;
}

/** Cancels all open and waiting orders of the sender, of one symbol or of all. */
export interface CancelPerpetualOrders {
  readonly type: 'cancelPerpetualOrders';
  readonly symbolId: number | null;
}

/**
 * Closes a position: at the market (IOC) where `priceTicks` is null, else by a reduce-only limit order; all of it where
 * `lots` is null, and never more than there is.
 */
export interface ClosePosition {
  readonly type: 'closePosition';
  readonly positionId: number;
  readonly priceTicks: PriceTicks | null;
  readonly lots: Lots | null;
  readonly clientOrderId: string | null;
}

/**
 * Turns a position around at the market: closes it, and once nothing of it is left opens as many lots on the other side.
 * `lots` is the size that the sender saw: another one is refused. The outcome has the id of the closing order and what
 * both filled: lots beyond `lots` have opened. It is `filled` where both did so whole, else `expired`.
 */
export interface ReversePosition {
  readonly type: 'reversePosition';
  readonly positionId: number;
  readonly lots: Lots;
}

/**
 * Cancels all orders and closes all positions of the sender at the market, of the named symbols or of all (null). The
 * outcome's `filledLots` is how many positions were open.
 */
export interface CloseAllPositions {
  readonly type: 'closeAllPositions';
  readonly symbolIds: readonly number[] | null;
}

/** Sets the sender's leverage in a symbol, for its open positions and orders too. */
export interface SetLeverage {
  readonly type: 'setLeverage';
  readonly symbolId: number;
  readonly leverage: number;
}

/** Sets the sender's margin mode in a symbol: only without positions and orders there. */
export interface SetMarginMode {
  readonly type: 'setMarginMode';
  readonly symbolId: number;
  readonly marginMode: MarginMode;
}

/** Sets the sender's position mode in all symbols: only without any position and order. */
export interface SetPositionMode {
  readonly type: 'setPositionMode';
  readonly positionMode: PositionMode;
}

/**
 * Adds margin to an isolated position of the sender, or takes it away (below 0). The outcome's `filledQuote` is the
 * margin then.
 */
export interface AdjustMargin {
  readonly type: 'adjustMargin';
  readonly positionId: number;
  readonly amount: Amount;
}

/**
 * Sets a take-profit, a stop-loss, or both on a position of the sender; given together, the one that fires cancels the
 * other. Those for the whole position (`lots` null) replace what was set for the whole before; partial ones add up. The
 * outcome's id is the take-profit's; a stop-loss beside it has the next.
 */
export interface SetPositionExits {
  readonly type: 'setPositionExits';
  readonly positionId: number;
  readonly takeProfit: ExitTerms | null;
  readonly stopLoss: ExitTerms | null;
}

/** Cancels a take-profit or stop-loss of the sender; its twin stays. */
export interface CancelPositionExit {
  readonly type: 'cancelPositionExit';
  readonly exitId: number;
}

/** Changes many quotes of one house account in a perpetual, as `massQuote` does in a spot symbol. */
export interface PerpetualMassQuote {
  readonly type: 'perpetualMassQuote';
  readonly symbolId: number;
  readonly expiresTickNo?: number;
  readonly levels: readonly QuoteLevel[];
}

/** Adds to the insurance fund: from a house user's contract wallet or, with user 0 in practice mode, from practice custody. */
export interface FundInsurance {
  readonly type: 'fundInsurance';
  readonly assetId: number;
  readonly amount: Amount;
  readonly fromUserId: number;
}

export type PerpetualCommand =
  | ListPerpetual
  | SetPerpetualLimits
  | SetPerpetualTiers
  | SetPerpetualState
  | PlacePerpetualOrder
  | CancelPerpetualOrder
  | CancelPerpetualOrders
  | ClosePosition
  | CloseAllPositions
  | ReversePosition
  | SetLeverage
  | SetMarginMode
  | SetPositionMode
  | AdjustMargin
  | SetPositionExits
  | CancelPositionExit
  | PerpetualMassQuote
  | FundInsurance;
