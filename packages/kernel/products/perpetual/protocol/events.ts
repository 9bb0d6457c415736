import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { TriggerSource } from '../../../triggers/trigger-index.ts';
import type { DoneReason, OrderType, Side, SymbolState, TimeInForce } from '../../../vocabulary.ts';
import type { EntryTrigger, ExitTerms, MarginMode, PositionMode, PositionSide } from './commands.ts';
import type { PerpetualDeleveragedEvent, PerpetualLiquidatedEvent } from './receipts.ts';
import type { Direction, MarkInputs } from './terms.ts';

export type { Direction, MarkInputs };

/** Sender of an order: the user, the user's trigger, the liquidation of the user's position, or the house's quote. */
export type OrderOrigin = 'user' | 'trigger' | 'liquidation' | 'quote';

export interface PerpetualStateEvent {
  readonly type: 'perpetualState';
  readonly symbolId: number;
  readonly state: SymbolState;
  readonly reason: string;
}

/** The mark price changed, or began or ceased to be stale: it stands still while its index is stale. */
export interface PerpetualMarkEvent {
  readonly type: 'perpetualMark';
  readonly symbolId: number;
  readonly tickNo: number;
  readonly markTicks: PriceTicks;
  readonly stale: boolean;
  /** Null while stale. */
  readonly inputs: MarkInputs | null;
}

/** The take-profit or stop-loss that sent an order. */
export interface FiredExit {
  readonly kind: ExitKind;
  readonly triggerTicks: PriceTicks;
  readonly source: TriggerSource;
  readonly priceTicks: PriceTicks;
}

/** An order was accepted. With a trigger it waits outside the book until `perpetualOrderTriggered`. */
export interface PerpetualOrderAcceptedEvent {
  readonly type: 'perpetualOrderAccepted';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly positionSide: PositionSide;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  /** Limit price. The last price that a liquidation or a close at the market may trade at is not stated here. */
  readonly priceTicks: PriceTicks | null;
  readonly lots: Lots;
  readonly clientOrderId: string | null;
  readonly trigger: EntryTrigger | null;
  readonly takeProfit: ExitTerms | null;
  readonly stopLoss: ExitTerms | null;
  readonly leverage: number;
  readonly marginMode: MarginMode;
  readonly origin: OrderOrigin;
  /** The take-profit or stop-loss that sent it; 0 for none. */
  readonly exitId: number;
  /** The trigger of that exit, and the price that fired it; null for none. */
  readonly exit: FiredExit | null;
  /** The order that fired and could not close all: this one stands for the rest of it. 0 for none. */
  readonly keptFrom: number;
  readonly house: boolean;
}

/** A waiting order's trigger fired: it is placed now. `refused` states why it could not be, and it is done then. */
export interface PerpetualOrderTriggeredEvent {
  readonly type: 'perpetualOrderTriggered';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly source: TriggerSource;
  readonly priceTicks: PriceTicks;
  readonly refused: string | null;
  /** By how much it is smaller than it was accepted: a reduce-only order never has more than its position. */
  readonly cutLots: Lots;
}

/** The remainder of an accepted order, or a quote, now rests in the book. */
export interface PerpetualOrderRestedEvent {
  readonly type: 'perpetualOrderRested';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly side: Side;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  readonly house: boolean;
}

/** A resting reduce-only order was cut, since its position shrank. */
export interface PerpetualOrderCutEvent {
  readonly type: 'perpetualOrderCut';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly side: Side;
  readonly priceTicks: PriceTicks;
  readonly removedLots: Lots;
  /** Lots that still rest. */
  readonly lots: Lots;
  readonly house: boolean;
}

/** One side of a fill. Fees and profits are in the settle asset; a profit is before fees. */
export interface FillSide {
  readonly orderId: number;
  readonly userId: number;
  /** The position that the fill opened or added to, else the one that it closed. */
  readonly positionId: number;
  /** The position that it closed or reduced; 0 for none. A fill that turns a position around has two. */
  readonly closedPositionId: number;
  readonly positionSide: PositionSide;
  readonly fee: Amount;
  readonly feePpm: number;
  readonly realisedPnl: Amount;
  /** Lots of this fill that closed; the rest opened. */
  readonly closedLots: Lots;
  /** Lots of the position that it closed or reduced before, and their cost: the profit follows. 0 for none. */
  readonly heldLots: Lots;
  readonly heldCost: Amount;
  readonly house: boolean;
}

export interface PerpetualTradeEvent {
  readonly type: 'perpetualTrade';
  readonly tradeId: number;
  readonly symbolId: number;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  /** Price x lots in the settle asset. */
  readonly notional: Amount;
  readonly takerSide: Side;
  readonly maker: FillSide;
  readonly taker: FillSide;
  /** The taker was a liquidation: it pays the liquidation fee instead of a trading fee. */
  readonly liquidation: boolean;
}

/**
 * Why an order ended: beside the usual ones `margin` (a resting order that could not be paid any more), `position` (a
 * reduce-only order without a position) and `liquidation` (cancelled by one).
 */
export type PerpetualDoneReason = DoneReason | 'margin' | 'position' | 'liquidation' | 'refused';

/** The order is over. `removedLots` is what left the book unfilled (0 when it was not resting). */
export interface PerpetualOrderDoneEvent {
  readonly type: 'perpetualOrderDone';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly side: Side;
  readonly priceTicks: PriceTicks | null;
  readonly reason: PerpetualDoneReason;
  readonly removedLots: Lots;
  readonly house: boolean;
}

/** Cause of a position's change. */
export type PositionChange =
  | 'trade'
  | 'funding'
  | 'margin'
  | 'leverage'
  | 'settled'
  | 'liquidation'
  | 'deleveraging';

/**
 * A position after a change, once for each; `lots` 0: it is over, and its id never comes back. Amounts are in the settle asset
 * and sums over the life of the position.
 */
export interface PerpetualPositionEvent {
  readonly type: 'perpetualPosition';
  readonly change: PositionChange;
  readonly positionId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly positionSide: PositionSide;
  readonly direction: Direction;
  readonly lots: Lots;
  readonly maxLots: Lots;
  /** Cost of the open lots: the average entry price is this / lots. */
  readonly entryCost: Amount;
  /** Totals over its life: opened lots and their cost, closed lots and their value. */
  readonly openedLots: Lots;
  readonly openedCost: Amount;
  readonly closedLots: Lots;
  readonly closedValue: Amount;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  /** Margin of an isolated position; 0 for cross. */
  readonly margin: Amount;
  /** Before fees and funding. */
  readonly realisedPnl: Amount;
  readonly fees: Amount;
  /** Received is positive. */
  readonly funding: Amount;
  readonly openedMs: number;
}

/** A user's settings in a symbol. */
export interface PerpetualSettingsEvent {
  readonly type: 'perpetualSettings';
  readonly userId: number;
  readonly symbolId: number;
  readonly leverage: number;
  readonly marginMode: MarginMode;
}

export interface PerpetualPositionModeEvent {
  readonly type: 'perpetualPositionMode';
  readonly userId: number;
  readonly positionMode: PositionMode;
}

export type ExitKind = 'take-profit' | 'stop-loss';

/** A take-profit or stop-loss was set on a position. */
export interface PerpetualExitSetEvent {
  readonly type: 'perpetualExitSet';
  readonly exitId: number;
  readonly positionId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly positionSide: PositionSide;
  readonly direction: Direction;
  readonly kind: ExitKind;
  readonly triggerTicks: PriceTicks;
  readonly source: TriggerSource;
  /** Null: the whole position. */
  readonly lots: Lots | null;
  /** The one that is cancelled when this fires; 0 for none. */
  readonly twinId: number;
  /** The entry order that it came with; 0 for none. */
  readonly entryOrderId: number;
}

export type ExitDoneReason = 'triggered' | 'twin' | 'cancelled' | 'replaced' | 'position';

/** A take-profit or stop-loss is over; `position`: its position is closed. */
export interface PerpetualExitDoneEvent {
  readonly type: 'perpetualExitDone';
  readonly exitId: number;
  readonly positionId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly reason: ExitDoneReason;
  /** The price that fired it, and the order that it sent; null and 0 when it did not fire. */
  readonly priceTicks: PriceTicks | null;
  readonly orderId: number;
}

/** `retrying`: tried again at each tick while the trigger holds; `armed`: it waits for its trigger again. */
export type ExitKeptState = 'retrying' | 'armed';

/** A take-profit or stop-loss fired and could not close all of its lots, or is armed again: it stays on its position. */
export interface PerpetualExitKeptEvent {
  readonly type: 'perpetualExitKept';
  readonly exitId: number;
  readonly positionId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly state: ExitKeptState;
  /** The price that fired it, the order that it sent, and the lots that the order closed; null and 0 when it is armed. */
  readonly priceTicks: PriceTicks | null;
  readonly orderId: number;
  readonly closedLots: Lots;
  /** Lots that it is still to close. */
  readonly leftLots: Lots;
}

/** A waiting order that fired and was kept is armed again: its trigger holds no longer. */
export interface PerpetualOrderArmedEvent {
  readonly type: 'perpetualOrderArmed';
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
}

/** Funding of a symbol was settled for all positions. Rates in parts per billion; amounts in the settle asset. */
export interface PerpetualFundingEvent {
  readonly type: 'perpetualFunding';
  readonly symbolId: number;
  /** The end of the interval. */
  readonly timeMs: number;
  readonly markTicks: PriceTicks;
  /** Positive: longs pay shorts. In proportion to the samples: ratePpb = wholePpb x samples / expectedSamples. */
  readonly ratePpb: number;
  /** The rate of an interval at whose every tick one could trade. */
  readonly wholePpb: number;
  readonly premiumPpb: number;
  /** The ticks at which one could trade. */
  readonly samples: number;
  /** The ticks of the interval. */
  readonly expectedSamples: number;
  readonly paid: Amount;
  readonly received: Amount;
  /** Remainder of the rounding, to the insurance fund. */
  readonly residue: Amount;
  /** Amount that payers could not pay, and the part that the insurance fund paid; receivers go without the rest. */
  readonly shortage: Amount;
  readonly fromInsurance: Amount;
}

/** One position's funding: positive is received. */
export interface PerpetualFundingPaidEvent {
  readonly type: 'perpetualFundingPaid';
  readonly symbolId: number;
  readonly positionId: number;
  readonly userId: number;
  readonly timeMs: number;
  readonly lots: Lots;
  readonly direction: Direction;
  readonly notional: Amount;
  readonly ratePpb: number;
  /** Inputs of the rate: see the funding itself. */
  readonly wholePpb: number;
  readonly samples: number;
  readonly expectedSamples: number;
  readonly amount: Amount;
}

/** Four fifths of what stands for the position is needed as maintenance margin: liquidation is near. */
export interface PerpetualWarningEvent {
  readonly type: 'perpetualWarning';
  readonly userId: number;
  /** 0 where all cross positions are meant. */
  readonly positionId: number;
  readonly symbolId: number;
  readonly tickNo: number;
  readonly markTicks: PriceTicks;
  readonly equity: Amount;
  readonly maintenanceMargin: Amount;
}

export type PerpetualEvent =
  | PerpetualStateEvent
  | PerpetualMarkEvent
  | PerpetualOrderAcceptedEvent
  | PerpetualOrderTriggeredEvent
  | PerpetualOrderRestedEvent
  | PerpetualOrderCutEvent
  | PerpetualTradeEvent
  | PerpetualOrderDoneEvent
  | PerpetualPositionEvent
  | PerpetualSettingsEvent
  | PerpetualPositionModeEvent
  | PerpetualExitSetEvent
  | PerpetualExitDoneEvent
  | PerpetualExitKeptEvent
  | PerpetualOrderArmedEvent
  | PerpetualFundingEvent
  | PerpetualFundingPaidEvent
  | PerpetualWarningEvent
  | PerpetualLiquidatedEvent
  | PerpetualDeleveragedEvent;

export type PerpetualRejection =
  | 'UNKNOWN_POSITION'
  /** Hedging users name long or short, one-way users neither. */
  | 'POSITION_SIDE_MISMATCH'
  /** There is no position to reduce, or resting reduce-only orders cover it already. */
  | 'REDUCE_ONLY_REJECTED'
  | 'POSITION_CHANGED'
  /** More than the symbol, or than the tier that position and orders come to, allows. */
  | 'LEVERAGE_TOO_HIGH'
  /** Positions or orders are open. */
  | 'POSITION_OPEN'
  /** Only isolated positions have a margin of their own. */
  | 'MARGIN_NOT_ISOLATED'
  /** The position would be left with less than its leverage asks for. */
  | 'MARGIN_TOO_LOW'
  /** The price stands beyond the trigger already. */
  | 'TRIGGER_WOULD_FIRE'
  /** The position would be liquidated before. */
  | 'STOP_BEYOND_LIQUIDATION'
  | 'TOO_MANY_EXITS'
  /** An opening fill at this price would be liquidated at once. */
  | 'PRICE_BEYOND_LIQUIDATION';

declare module '../../../rejections.ts' {
  interface ProductRejections {
    readonly perpetual: PerpetualRejection;
  }
}
