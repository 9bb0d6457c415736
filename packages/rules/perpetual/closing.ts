import type { Amount } from '@candor/money';
import { tradingFee } from '../fees.ts';
import { costOfPart, notionalOf, type PositionTerms, realisedPnl } from './position.ts';

/** A fill that closed a part of a liquidated position. `fee` is what it states. */
export interface LiquidationFill {
  readonly lots: number;
  readonly priceTicks: number;
  readonly fee: bigint;
  /** All that was left of the position was closed at this price: its fee leaves what the rest loses. */
  readonly isLast: boolean;
}

/** Result of a liquidation: the value of the closed lots, the profit before fees, the fee, and the margin after it. */
export interface LiquidationResult {
  readonly closedValue: bigint;
  readonly realisedPnl: bigint;
  readonly fee: bigint;
  /** Each fill states the fee that follows. */
  readonly feesHold: boolean;
  /** Margin of an isolated position after the last fill; null for a cross one. */
  readonly marginLeft: bigint | null;
}

/**
 * Returns the fee of a liquidation's fill: its rate of the notional, at most the rest of the stake (`left`), and at most
 * the rest after all that is closed at this price (`afterAll`).
 */
export function liquidationFee(notional: bigint, feePpm: number, left: bigint, afterAll: bigint): bigint {
  return leastOf(tradingFee(notional as Amount, feePpm), positive(left), positive(afterAll));
}

/**
 * Recomputes the result of a liquidation from its fills. With the margin of an isolated position each fee follows
 * exactly; of a cross one (null) each stated fee counts up to its rate.
 */
export function liquidationResult(
  position: PositionTerms,
  fills: readonly LiquidationFill[],
  feePpm: number,
  margin: bigint | null,
): LiquidationResult {
  let held = position;
  let marginLeft = margin;
  const sum = { closedValue: 0n, realisedPnl: 0n, fee: 0n, feesHold: true };
  for (const { lots, priceTicks, fee, isLast } of fills) {
    const notional = notionalOf(lots, priceTicks, held.unitsPerTickLot);
    const pnl = realisedPnl(held, lots, priceTicks);
    let due = leastOf(fee, tradingFee(notional as Amount, feePpm));
    if (marginLeft !== null) {
      const left = marginLeft + pnl;
      const afterAll = isLast ? marginLeft + realisedPnl(held, held.lots, priceTicks) : left;
      due = liquidationFee(notional, feePpm, left, afterAll);
      marginLeft = positive(left) - due;
    }
    sum.closedValue += notional;
    sum.realisedPnl += pnl;
    sum.fee += due;
    sum.feesHold &&= fee === due;
    held = { ...held, lots: held.lots - lots, entryCost: held.entryCost - costOfPart(held, lots) };
  }
  return { ...sum, marginLeft };
}

function positive(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}

function leastOf(...amounts: readonly bigint[]): bigint {
  return amounts.reduce((least, amount) => (amount < least ? amount : least));
}
