const PPM = 1_000_000n;

/** Value of one base unit of an asset in base units of the value asset, as a fraction: nothing is rounded. */
export interface UnitPrice {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The price of the value asset itself. */
export const PAR: UnitPrice = { numerator: 1n, denominator: 1n };

/** Balance of a margin wallet, holds included. The haircut is the part that counts, in parts per million. */
export interface Collateral {
  readonly units: bigint;
  readonly price: UnitPrice;
  readonly haircutPpm: number;
}

/** Debt of a margin wallet, interest included. */
export interface Owed {
  readonly units: bigint;
  readonly price: UnitPrice;
}

/**
 * The two sides of a wallet's risk rate, exactly: both in value units x 1,000,000 x `denominator`. The risk rate is
 * collateral / debt: Σ(asset x index x haircut) / Σ(debt x index).
 */
export interface MarginValues {
  readonly collateral: bigint;
  readonly debt: bigint;
  readonly denominator: bigint;
}

/** Values a wallet. */
export function marginValues(collateral: readonly Collateral[], owed: readonly Owed[]): MarginValues {
  let denominator = 1n;
  for (const { price } of [...collateral, ...owed])
    denominator = commonMultiple(denominator, price.denominator);
  const worth = (units: bigint, { numerator, denominator: own }: UnitPrice) =>
    units * numerator * (denominator / own);
  return {
    collateral: collateral.reduce(
      (sum, { units, price, haircutPpm }) => sum + worth(units, price) * BigInt(haircutPpm),
      0n,
    ),
    debt: owed.reduce((sum, { units, price }) => sum + worth(units, price) * PPM, 0n),
    denominator,
  };
}

/** The risk rate in parts per million, rounded down: never shown safer than it is. Null without a debt. */
export function riskPpm({ collateral, debt }: MarginValues): bigint | null {
  return debt === 0n ? null : (collateral * PPM) / debt;
}

/** True when the exact risk rate is at or below a threshold; never without a debt. */
export function riskIsAtMost({ collateral, debt }: MarginValues, thresholdPpm: number): boolean {
  return debt > 0n && collateral * PPM <= BigInt(thresholdPpm) * debt;
}

/**
 * The risk rate right after borrowing as much as a leverage allows: leverage / (leverage - 1), in parts per million,
 * rounded up.
 */
export function initialRiskPpm(leverage: number): number {
  return Math.ceil((leverage * 1_000_000) / (leverage - 1));
}

/** Terms of a borrowing. */
export interface BorrowTerms {
  readonly price: UnitPrice;
  readonly haircutPpm: number;
  /** Interest of each started hour, in parts per thousand million. */
  readonly hourlyRatePpb: number;
  /** At least 2. */
  readonly leverage: number;
}

/** A wallet's values after it borrowed `units` and was charged the first hour. */
export function afterBorrowing(
  values: MarginValues,
  units: bigint,
  { price, haircutPpm, hourlyRatePpb }: BorrowTerms,
): MarginValues {
  const charged = units + hourInterest(units, hourlyRatePpb);
  const added = marginValues([{ units, price, haircutPpm }], [{ units: charged, price }]);
  const denominator = commonMultiple(values.denominator, added.denominator);
  const scaled = (value: bigint, own: bigint) => value * (denominator / own);
  return {
    collateral: scaled(values.collateral, values.denominator) + scaled(added.collateral, added.denominator),
    debt: scaled(values.debt, values.denominator) + scaled(added.debt, added.denominator),
    denominator,
  };
}

/** True when a wallet may owe this much at a leverage: debt <= (leverage - 1) x (collateral - debt). */
export function isWithinLeverage({ collateral, debt }: MarginValues, leverage: number): boolean {
  return debt * BigInt(leverage) <= collateral * BigInt(leverage - 1);
}

/** The most base units that may still be borrowed of one asset at a leverage, the first hour's interest counted. */
export function mostBorrowable(values: MarginValues, terms: BorrowTerms): bigint {
  const { price, haircutPpm, hourlyRatePpb, leverage } = terms;
  const room =
    (values.collateral * BigInt(leverage - 1) - values.debt * BigInt(leverage)) * price.denominator;
  if (room <= 0n) return 0n;
  // per unit: leverage x (1 + rate) of debt less (leverage - 1) x haircut of collateral, over a thousand million
  const perUnit =
    (BigInt(leverage) * (BILLION + BigInt(hourlyRatePpb)) * PPM -
      BigInt(leverage - 1) * BigInt(haircutPpm) * BILLION) *
    price.numerator *
    values.denominator;
  let units = (room * BILLION) / perUnit;
  // the first hour rounds up, so at most a few units less
  while (units > 0n && !isWithinLeverage(afterBorrowing(values, units, terms), leverage)) units--;
  return units;
}

/**
 * The most base units of one asset that may leave a wallet while its risk rate stays at or above a threshold. Without a
 * debt all of it.
 */
export function mostWithdrawable(values: MarginValues, asset: Collateral, thresholdPpm: number): bigint {
  const { units, price, haircutPpm } = asset;
  if (values.debt === 0n) return units;
  const room = values.collateral * PPM - BigInt(thresholdPpm) * values.debt;
  if (room < 0n) return 0n;
  const perUnit = BigInt(haircutPpm) * price.numerator * values.denominator * PPM;
  if (perUnit === 0n) return units;
  const most = (room * price.denominator) / perUnit;
  return most < units ? most : units;
}

const BILLION = 1_000_000_000n;

/** One started hour's interest in base units, rounded up: the pool gains less than one unit. */
export function hourInterest(principal: bigint, hourlyRatePpb: number): bigint {
  return ceilDiv(principal * BigInt(hourlyRatePpb), BILLION);
}

/**
 * Interest by a cumulative index: the sum of the hourly rates in parts per thousand million since the index began.
 * Exact, in thousand-millionths of a base unit, so that it is the same however often it is added up.
 */
export function exactInterest(principal: bigint, fromIndex: bigint, toIndex: bigint): bigint {
  return principal * (toIndex - fromIndex);
}

/** Whole base units to charge for exact interest: rounded up once over the whole life of a loan. */
export function chargedInterest(exact: bigint): bigint {
  return ceilDiv(exact, BILLION);
}

function ceilDiv(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}

function commonMultiple(a: bigint, b: bigint): bigint {
  if (a % b === 0n) return a;
  let x = a;
  let y = b;
  while (y !== 0n) [x, y] = [y, x % y];
  return (a / x) * b;
}
