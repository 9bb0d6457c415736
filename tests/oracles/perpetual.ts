import { Rational } from './rational.ts';

/**
 * A perpetual's sheet: what positions, margins, prices of liquidation and funding come to, computed with exact
 * fractions from the published rules alone, coins and quote units instead of lots and ticks, tiers piece by piece
 * instead of by deductions.
 */

export interface SheetTier {
  readonly floor: Rational;
  readonly rate: Rational;
}

/** A fill of one side: what was bought (below 0: sold), in coins, at a price. */
export interface SheetFill {
  readonly coins: Rational;
  readonly price: Rational;
}

/** A position: coins (below 0: short) and what they cost on average. */
export interface SheetPosition {
  readonly coins: Rational;
  readonly entry: Rational;
}

const ZERO = new Rational(0n);
const ONE = new Rational(1n);
const HALF = new Rational(1n, 2n);
const INTEREST = new Rational(1n, 10_000n);
const DAMPER = new Rational(5n, 10_000n);
const CAP = new Rational(3n, 4n);

/** The position after a fill, and what the fill realised at the average entry. */
export function afterFill(
  { coins, entry }: SheetPosition,
  fill: SheetFill,
): { position: SheetPosition; realised: Rational } {
  const after = coins.plus(fill.coins);
  if (coins.sign() * fill.coins.sign() >= 0) {
    const cost = coins.times(entry).plus(fill.coins.times(fill.price));
    return {
      position: { coins: after, entry: after.sign() === 0 ? ZERO : cost.over(after) },
      realised: ZERO,
    };
  }
  const flips = after.sign() === fill.coins.sign() && after.sign() !== 0;
  const closed = flips || after.sign() === 0 ? coins : fill.coins.times(new Rational(-1n));
  const realised = closed.times(fill.price.minus(entry));
  return {
    position: { coins: after, entry: flips ? fill.price : after.sign() === 0 ? ZERO : entry },
    realised,
  };
}

export function unrealised({ coins, entry }: SheetPosition, mark: Rational): Rational {
  return coins.times(mark.minus(entry));
}

/** Each part of the notional at its own tier's rate. */
export function maintenance(coins: Rational, mark: Rational, tiers: readonly SheetTier[]): Rational {
  const notional = absolute(coins.times(mark));
  let sum = ZERO;
  for (const [i, { floor, rate }] of tiers.entries()) {
    const next = tiers[i + 1]?.floor;
    const top = next === undefined || notional.compare(next) < 0 ? notional : next;
    if (top.compare(floor) > 0) sum = sum.plus(top.minus(floor).times(rate));
  }
  return sum;
}

/** Returns the equity of the position less the margin that it needs: at or below 0 it is liquidated. */
export function surplus(
  position: SheetPosition,
  collateral: Rational,
  mark: Rational,
  tiers: readonly SheetTier[],
): Rational {
  return collateral.plus(unrealised(position, mark)).minus(maintenance(position.coins, mark, tiers));
}

/**
 * The last tick at which the position is liquidated, found by halving: the surplus of a long only grows with the mark,
 * that of a short only falls. Null where no tick from 1 to `highest` liquidates it.
 */
export function liquidationTick(
  position: SheetPosition,
  collateral: Rational,
  tick: Rational,
  highest: bigint,
  tiers: readonly SheetTier[],
): bigint | null {
  const isLiquidated = (ticks: bigint) =>
    surplus(position, collateral, tick.times(new Rational(ticks)), tiers).sign() <= 0;
  const isLong = position.coins.sign() > 0;
  const end = isLong ? 1n : highest;
  if (!isLiquidated(end)) return null;
  let inside = end;
  let outside = isLong ? highest + 1n : 0n;
  while (outside - inside > 1n || inside - outside > 1n) {
    const middle = (inside + outside) / 2n;
    if (isLiquidated(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** The funding rate of an average premium, for an interval at whose every tick one could trade. */
export function fundingRate(premium: Rational, firstRate: Rational): Rational {
  return clamp(premium.plus(clamp(INTEREST.minus(premium), DAMPER)), firstRate.times(CAP));
}

/** Part of the rate that an interval takes: that of its ticks at which one could trade. */
export function fundingPart(rate: Rational, traded: number, ticks: number): Rational {
  return rate.times(new Rational(Math.min(traded, ticks), ticks));
}

/** The premium of one tick by its impact prices; null where the book does not have the impact notional. */
export function premium(index: Rational, bid: Rational | null, ask: Rational | null): Rational {
  const above = bid === null || bid.compare(index) < 0 ? ZERO : bid.minus(index);
  const below = ask === null || ask.compare(index) > 0 ? ZERO : index.minus(ask);
  return above.minus(below).over(index);
}

/** Returns the amount that a position pays (below 0) or is due, before rounding. */
export function fundingOf(coins: Rational, mark: Rational, rate: Rational): Rational {
  return coins.times(mark).times(rate).times(new Rational(-1n));
}

/** The mark of three prices, kept within half of the first maintenance rate of the index. */
export function mark(
  index: Rational,
  basis: Rational,
  book: readonly [Rational, Rational, Rational],
  fundingLeft: Rational,
  firstRate: Rational,
): Rational {
  const parts = [index.plus(basis), middle(book), index.times(ONE.plus(fundingLeft))] as const;
  const reach = index.times(firstRate).times(HALF);
  return index.plus(clamp(middle(parts).minus(index), reach));
}

function middle(values: readonly [Rational, Rational, Rational]): Rational {
  return [...values].sort((a, b) => a.compare(b))[1]!;
}

function clamp(value: Rational, bound: Rational): Rational {
  const lower = bound.times(new Rational(-1n));
  if (value.compare(lower) < 0) return lower;
  return value.compare(bound) > 0 ? bound : value;
}

function absolute(value: Rational): Rational {
  return value.sign() < 0 ? value.times(new Rational(-1n)) : value;
}
