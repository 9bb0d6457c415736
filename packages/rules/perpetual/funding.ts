import { type Amount, mulDivCeil, mulDivFloor } from '@candor/money';

const PPB = 1_000_000_000n;
/** 0.01 percent: what longs pay where the premium is 0. */
export const FUNDING_INTEREST_PPB = 100_000;
/** 0.05 percent: how far interest less premium counts. */
export const FUNDING_DAMPER_PPB = 500_000;
/** A sample counts no more than 100 percent, so that the sum of an interval's stays a safe integer. */
const MAX_PREMIUM_PPB = 1_000_000_000;
/** |F| <= 0.75 x mmr of the first tier, which is in parts per million. */
const CAP_PPB_OF_PPM = 750;

/**
 * The premium of one tick in parts per billion of the index, rounded towards 0:
 * (max(0, impact bid - index) - max(0, index - impact ask)) / index. An impact price is the average of what `lots`
 * would fill at, given as their sum of ticks x lots; null where the book does not have so many.
 */
export function premiumPpb(
  indexTicks: number,
  lots: number,
  impactBidTickLots: bigint | null,
  impactAskTickLots: bigint | null,
): number {
  const atIndex = BigInt(indexTicks) * BigInt(lots);
  let above = 0n;
  if (impactBidTickLots !== null && impactBidTickLots > atIndex) above += impactBidTickLots - atIndex;
  if (impactAskTickLots !== null && impactAskTickLots < atIndex) above -= atIndex - impactAskTickLots;
  return clamp(Number((above * PPB) / atIndex), MAX_PREMIUM_PPB);
}

/** The average premium of an interval's samples, rounded towards 0; 0 without any. */
export function averagePremiumPpb(sumPpb: number, samples: number): number {
  return samples === 0 ? 0 : Math.trunc(sumPpb / samples);
}

/** F = premium + clamp(0.01% - premium, +-0.05%), no further from 0 than 0.75 x the first tier's maintenance rate. */
export function fundingRatePpb(premium: number, firstMmrPpm: number): number {
  const rate = premium + clamp(FUNDING_INTEREST_PPB - premium, FUNDING_DAMPER_PPB);
  return clamp(rate, fundingCapPpb(firstMmrPpm));
}

/** The largest funding rate of an interval: 0.75 x the first tier's maintenance rate. */
export function fundingCapPpb(firstMmrPpm: number): number {
  return firstMmrPpm * CAP_PPB_OF_PPM;
}

/**
 * The part of an interval's rate that is paid: in proportion to the ticks at which one could trade, `samples` of
 * `expected`. Rounded towards 0, so that payers gain what a part per billion has beyond that.
 */
export function fundingPartPpb(wholePpb: number, samples: number, expected: number): number {
  const counted = Math.min(samples, expected);
  return counted === 0 ? 0 : Number((BigInt(wholePpb) * BigInt(counted)) / BigInt(expected));
}

/** Funding that a payer pays: rounded up. */
export function fundingDue(notional: bigint, ratePpb: number): Amount {
  return mulDivCeil(notional, BigInt(Math.abs(ratePpb)), PPB) as Amount;
}

/** Funding that a receiver gets: rounded down. The remainder of the two roundings goes to the insurance fund. */
export function fundingCredit(notional: bigint, ratePpb: number): Amount {
  return mulDivFloor(notional, BigInt(Math.abs(ratePpb)), PPB) as Amount;
}

function clamp(value: number, bound: number): number {
  return Math.max(-bound, Math.min(bound, value));
}
