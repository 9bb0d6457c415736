import { DAY_SECONDS } from './terms.ts';

const PPM = 1_000_000n;
const SECOND_UNDER = BigInt(DAY_SECONDS) * PPM;

/** Overdue interest of so many seconds, exactly, in parts of a base unit that `overdueCharged` takes. */
export function overdueExact(principal: bigint, overduePpm: number, seconds: number): bigint {
  return principal * BigInt(overduePpm) * BigInt(seconds);
}

/** Limit of an instalment's overdue interest: a part of the principal that fell due with it, rounded down. */
export function overdueCap(principal: bigint, overdueCapPpm: number): bigint {
  return (principal * BigInt(overdueCapPpm)) / PPM;
}

/** Overdue interest of an instalment so far in base units: rounded up once over its life, at most its limit. */
export function overdueCharged(exact: bigint, cap: bigint): bigint {
  const charged = (exact + SECOND_UNDER - 1n) / SECOND_UNDER;
  return charged < cap ? charged : cap;
}
