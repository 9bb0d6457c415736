import { type Amount, mulDivCeil, mulDivCeilSafe, mulDivFloor } from '@candor/money';

const PPM = 1_000_000;

/** The safety fund gets one unit in this many of all trading fees. */
export const SAFETY_FUND_DIVISOR = 10;

/** The highest trading fee that can be set, in parts per million: 10 percent. */
export const MAX_FEE_PPM = 100_000;

/**
 * The trading fee on what an order receives in a fill, in that asset's base units: received x ppm / 1,000,000 rounded
 * up, so the house gains less than one base unit a fill and splitting an order never saves anything.
 */
export function tradingFee(received: Amount, feePpm: number): Amount {
  return mulDivCeil(received, BigInt(feePpm), BigInt(PPM)) as Amount;
}

/** `tradingFee` on a safe integer of base units, for the matching loop. */
export function tradingFeeSafe(receivedUnits: number, feePpm: number): number {
  return mulDivCeilSafe(receivedUnits, feePpm, PPM);
}

/**
 * Returns the safety fund's total in an asset once `grossFees` were charged: a tenth of the sum, rounded down, so the
 * fees account keeps less than one base unit of the fund's in all. (A floor at each fill would starve the fund.)
 */
export function safetyFundTotal(grossFees: Amount): Amount {
  return mulDivFloor(grossFees, 1n, BigInt(SAFETY_FUND_DIVISOR)) as Amount;
}

/**
 * The safety fund's part of one more fee, such that all parts add up to `safetyFundTotal` of all fees.
 * `carried` is the sum of the fees so far modulo 10; the next one is carried + fee - 10 x part.
 */
export function safetyFundPart(carried: number, feeUnits: number): number {
  return Math.floor((carried + feeUnits) / SAFETY_FUND_DIVISOR);
}
