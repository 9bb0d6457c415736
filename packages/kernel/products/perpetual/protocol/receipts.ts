import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { MarginMode } from './commands.ts';
import type { Direction, MarkInputs } from './terms.ts';

/** Last quote of one venue for the index symbol, at the tick of the receipt. */
export interface VenuePrice {
  readonly venueId: number;
  readonly bidTicks: number;
  readonly askTicks: number;
  readonly timeMs: number;
  readonly weightPpm: number;
}

/** One position of those that stand or fall together: one isolated position, or all cross positions of a user. */
export interface RiskLine {
  readonly positionId: number;
  readonly symbolId: number;
  readonly direction: Direction;
  readonly lots: Lots;
  /** Base units of one lot at one tick, so that notional = lots x mark x this. */
  readonly unitsPerTickLot: number;
  readonly entryCost: Amount;
  /** Price at which it was valued: its mark, or with a stale index a price in its owner's favour. */
  readonly markTicks: PriceTicks;
  /** The last mark of a position with a stale index, which asks for no maintenance margin; left out of the others. */
  readonly staleTicks?: PriceTicks;
  readonly tier: number;
  readonly mmrPpm: number;
  /** The tier's deduction in millionths of a base unit: maintenance margin = (notional x mmrPpm - this) / 1,000,000. */
  readonly deductionMicros: Amount;
}

/** Fill that closed a part of a liquidated position. */
export interface ClosingFill {
  /** The trade in the book; 0 against another position. */
  readonly tradeId: number;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  /** The liquidation fee that was charged for it: less than its rate where little was left. */
  readonly fee: Amount;
}

/** Step of a liquidation. */
export interface LiquidationStep {
  readonly orderId: number;
  /** The worst price that the order could trade at. */
  readonly limitTicks: PriceTicks;
  readonly lots: Lots;
  readonly filledLots: Lots;
  readonly filledNotional: Amount;
  readonly fee: Amount;
  /** Its fills, in their order. */
  readonly fills: readonly ClosingFill[];
  /** Amount that the insurance fund paid, since the fills were beyond the bankruptcy price. */
  readonly fromInsurance: Amount;
  readonly equityAfter: Amount;
  /** In millionths of a base unit, as exact as the comparison. */
  readonly maintenanceMicrosAfter: Amount;
}

/** Whose position was closed against the liquidated one, in the order of the queue. */
export interface DeleveragedLine {
  readonly positionId: number;
  readonly userId: number;
  readonly house: boolean;
  /** Profit percentage x effective leverage, in parts per million. */
  readonly score: Amount;
  readonly lots: Lots;
  /** The price that both were closed at, and the liquidated position's fee. */
  readonly priceTicks: PriceTicks;
  readonly fee: Amount;
}

/** The receipt of a liquidation, with all that it follows from. */
export interface PerpetualLiquidatedEvent {
  readonly type: 'perpetualLiquidated';
  readonly liquidationId: number;
  readonly userId: number;
  readonly positionId: number;
  readonly symbolId: number;
  readonly marginMode: MarginMode;
  readonly direction: Direction;
  readonly tickNo: number;
  readonly timeMs: number;
  readonly venues: readonly VenuePrice[];
  readonly mark: MarkInputs;
  readonly markTicks: PriceTicks;
  readonly lots: Lots;
  /** Collateral of the lines before their unrealised profit: the isolated margin, or the wallet without such. */
  readonly collateral: Amount;
  readonly lines: readonly RiskLine[];
  /** Part of the wallet that was available: a cross position may lose no more than this. */
  readonly cash: Amount;
  readonly equity: Amount;
  /** Sum over the lines, in millionths of a base unit. Equity x 1,000,000 was not above it. */
  readonly maintenanceMicros: Amount;
  readonly liquidationFeePpm: number;
  readonly bankruptcyTicks: PriceTicks;
  readonly insuranceBefore: Amount;
  readonly insuranceAfter: Amount;
  readonly cancelledOrders: readonly number[];
  readonly steps: readonly LiquidationStep[];
  readonly deleveraged: readonly DeleveragedLine[];
  /** Lots left of the position: above 0 where it was safe again, or nobody could be found yet. */
  readonly lotsLeft: Lots;
  /** Value at which the closed lots were closed, in the book and against others, and the profit or loss of it. */
  readonly closedValue: Amount;
  readonly realisedPnl: Amount;
  /** The liquidation fee that was charged: less than its rate where little was left. */
  readonly fee: Amount;
  /** Amount that went back to the wallet from an isolated position that is closed. */
  readonly returned: Amount;
}

/** The receipt of a position that was closed, wholly or in part, against a liquidated one: feeless. */
export interface PerpetualDeleveragedEvent {
  readonly type: 'perpetualDeleveraged';
  readonly liquidationId: number;
  readonly userId: number;
  readonly positionId: number;
  readonly symbolId: number;
  readonly direction: Direction;
  readonly tickNo: number;
  readonly timeMs: number;
  readonly priceTicks: PriceTicks;
  readonly markTicks: PriceTicks;
  readonly lots: Lots;
  readonly lotsLeft: Lots;
  readonly rank: number;
  /**
   * Profit percentage x effective leverage, in parts per million, and what it follows from: the position as it was when
   * the queue of this tick was ranked, before others of the tick's liquidations met it.
   */
  readonly score: Amount;
  readonly rankedLots: Lots;
  readonly rankedEntryCost: Amount;
  readonly rankedEquity: Amount;
  readonly lotsBefore: Lots;
  /** Cost of these lots: the profit follows. */
  readonly costBefore: Amount;
  readonly realisedPnl: Amount;
}
