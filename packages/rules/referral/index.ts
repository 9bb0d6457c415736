const PPM = 1_000_000n;

/** Highest sum of all shares of a trading fee, in parts per million: what the safety fund leaves. */
export const MAX_REFERRAL_CAP_PPM = 900_000;

/** Shares of a trading fee in parts per million: those of the inviter, the inviter's inviter, and theirs. */
export type ReferralShares = readonly [first: number, second: number, third: number];

/** Published terms of referral. */
export interface ReferralTerms {
  readonly sharesPpm: ReferralShares;
  /** Highest sum of all shares of one fee. */
  readonly capPpm: number;
}

/** Returns true if the terms are whole, in order, and pay no more than their cap. */
export function isReferralTerms({ sharesPpm, capPpm }: ReferralTerms): boolean {
  if (!isWithin(capPpm, MAX_REFERRAL_CAP_PPM) || sharesPpm.length !== 3) return false;
  let sum = 0;
  let above = MAX_REFERRAL_CAP_PPM;
  for (const ppm of sharesPpm) {
    if (!isWithin(ppm, above)) return false;
    above = ppm;
    sum += ppm;
  }
  return sum <= capPpm;
}

/** Returns true if the share may be an agent's own: 0 for who is none. */
export function isAgentShare(sharePpm: number): boolean {
  return isWithin(sharePpm, MAX_REFERRAL_CAP_PPM);
}

/**
 * Returns an agent's own share of a fee, in parts per million: cut so that it and the shares of those `generations` that
 * have an inviter stay within the published cap.
 */
export function agentShare(
  sharePpm: number,
  { sharesPpm, capPpm }: ReferralTerms,
  generations: number,
): number {
  let room = capPpm;
  for (const [place, ppm] of sharesPpm.entries()) if (place < generations) room -= ppm;
  return Math.min(sharePpm, room);
}

/** A payment out of what one payer's fees have earned one generation, and the rest in millionths of a base unit. */
export interface Rebate {
  readonly paid: bigint;
  readonly rest: bigint;
}

/**
 * Rebate of one more fee: `rest` are the millionths of a unit that earlier fees left, the fee is in base units. The rest
 * is kept, so all payments add up to the share of all fees, rounded down once: less than one unit stays with Candor.
 */
export function rebateOf(rest: bigint, fee: bigint, sharePpm: number): Rebate {
  const millionths = rest + fee * BigInt(sharePpm);
  const paid = millionths / PPM;
  return { paid, rest: millionths - paid * PPM };
}

function isWithin(ppm: number, highest: number): boolean {
  return Number.isSafeInteger(ppm) && ppm >= 0 && ppm <= highest;
}
