import { Rational } from './rational.ts';

/** Margin computed as on a spreadsheet, with exact fractions, from the published rules alone. */

export interface Line {
  readonly units: bigint;
  /** In units of the value asset, of one base unit. */
  readonly price: Rational;
  /** The part that counts; of debts 1. */
  readonly part: Rational;
}

const ZERO = new Rational(0n);
const MILLION = new Rational(1_000_000n);

export function worth(lines: readonly Line[]): Rational {
  return lines.reduce(
    (sum, { units, price, part }) => sum.plus(new Rational(units).times(price).times(part)),
    ZERO,
  );
}

/** Collateral over debt in parts per million, rounded down; null without a debt. */
export function riskPpm(assets: readonly Line[], debts: readonly Line[]): bigint | null {
  const debt = worth(debts);
  return debt.top === 0n ? null : worth(assets).over(debt).times(MILLION).floor();
}

/** Whole units charged for hours at hourly rates (parts per thousand million) on what was owed in each. */
export function interest(hours: readonly { readonly principal: bigint; readonly ratePpb: number }[]): bigint {
  return hours
    .reduce(
      (sum, { principal, ratePpb }) => sum.plus(new Rational(principal * BigInt(ratePpb), 1_000_000_000n)),
      ZERO,
    )
    .ceil();
}

/** True if a wallet may borrow so much: its debt is at most (leverage - 1) times what is its own. */
export function mayBorrow(
  assets: readonly Line[],
  debts: readonly Line[],
  borrowed: Line,
  ratePpb: number,
  leverage: number,
): boolean {
  const charged = borrowed.units + interest([{ principal: borrowed.units, ratePpb }]);
  const debt = worth([...debts, { ...borrowed, units: charged, part: new Rational(1n) }]);
  const own = worth([...assets, borrowed]).minus(debt);
  return debt.compare(own.times(new Rational(leverage - 1))) <= 0;
}

/** True if so much may leave while the risk rate stays at or above a threshold. */
export function mayLeave(
  assets: readonly Line[],
  debts: readonly Line[],
  leaving: Line,
  thresholdPpm: number,
): boolean {
  const debt = worth(debts);
  if (debt.top === 0n) return true;
  const rest = worth(assets).minus(worth([leaving]));
  return rest.compare(debt.times(new Rational(thresholdPpm, 1_000_000n))) >= 0;
}

/** The largest whole number from 0 to `highest` that passes, where all below one that passes do too; null for none. */
export function largest(highest: bigint, passes: (units: bigint) => boolean): bigint | null {
  if (!passes(0n)) return null;
  let low = 0n;
  let high = highest;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (passes(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}
