import { type Amount, mulDivCeil, mulDivFloor } from '@candor/money';
import { initialMargin, maintenanceMicros, type TierStep } from './tiers.ts';

const MICROS = 1_000_000n;

/** Long wins when the price rises: 1; short when it falls: -1. */
export type DirectionSign = 1 | -1;

/** An open position in small numbers: what it is, never what it is worth. */
export interface PositionTerms {
  readonly sign: DirectionSign;
  readonly lots: number;
  /** Cost of the open lots, in base units: the average entry price is this / (lots x unitsPerTickLot). */
  readonly entryCost: bigint;
  /** Base units of one lot at one tick. */
  readonly unitsPerTickLot: number;
}

/** Lots at a price in base units: exact, as a tick times a lot is a whole number of them. */
export function notionalOf(lots: number, priceTicks: number, unitsPerTickLot: number): bigint {
  const tickLots = lots * priceTicks;
  const units = tickLots * unitsPerTickLot;
  if (units <= Number.MAX_SAFE_INTEGER) return BigInt(units);
  return BigInt(lots) * BigInt(priceTicks) * BigInt(unitsPerTickLot);
}

/**
 * The entry cost of a part of a position: of a long one rounded up, of a short one down, so that closing the part
 * realises less by under one unit, which stays in the position. All lots take all of the cost.
 */
export function costOfPart(position: PositionTerms, lots: number): bigint {
  const { sign, entryCost } = position;
  if (lots === position.lots) return entryCost;
  const divide = sign === 1 ? mulDivCeil : mulDivFloor;
  return divide(entryCost, BigInt(lots), BigInt(position.lots));
}

/** Profit or loss that closing lots of a position at a price realises, before fees. */
export function realisedPnl(position: PositionTerms, lots: number, priceTicks: number): Amount {
  const gained = notionalOf(lots, priceTicks, position.unitsPerTickLot) - costOfPart(position, lots);
  return (position.sign === 1 ? gained : -gained) as Amount;
}

/** Exact: notional at the mark less entry cost, or the reverse. */
export function unrealisedPnl(position: PositionTerms, markTicks: number): Amount {
  const gained = notionalOf(position.lots, markTicks, position.unitsPerTickLot) - position.entryCost;
  return (position.sign === 1 ? gained : -gained) as Amount;
}

/** A position is liquidated when equity is at or below its maintenance margin: compared without any rounding. */
export function isLiquidated(equity: bigint, maintenance: bigint): boolean {
  return equity * MICROS <= maintenance;
}

/** The maintenance margin of a position at a mark, in millionths of a base unit. */
export function positionMaintenance(
  position: PositionTerms,
  markTicks: number,
  steps: readonly TierStep[],
): bigint {
  return maintenanceMicros(notionalOf(position.lots, markTicks, position.unitsPerTickLot), steps);
}

/**
 * Profit percentage x effective leverage (a loss: divided by it), in parts per million and rounded down: who wins most
 * with the least behind it is first in the queue for deleveraging. `equity` is what stands for the position, its
 * unrealised profit included; without any, a position is first.
 */
export function deleveragingScore(position: PositionTerms, markTicks: number, equity: bigint): bigint {
  const pnl = unrealisedPnl(position, markTicks);
  const notional = notionalOf(position.lots, markTicks, position.unitsPerTickLot);
  if (position.entryCost === 0n || notional === 0n) return 0n;
  const positive = equity > 0n ? equity : 1n;
  if (pnl >= 0n) return mulDivFloor(MICROS * pnl, notional, position.entryCost * positive);
  return mulDivFloor(MICROS * pnl, positive, position.entryCost * notional);
}

/**
 * The margin of an isolated position once its leverage changes, in base units: it changes by the difference of what the
 * two leverages ask of the entry cost, each rounded up.
 */
export function marginAtLeverage(margin: bigint, entryCost: bigint, before: number, after: number): bigint {
  return margin + initialMargin(entryCost, after) - initialMargin(entryCost, before);
}
