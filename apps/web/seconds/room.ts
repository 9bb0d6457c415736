import { parseDecimal } from '@candor/money';
import type { Offer, Pool } from './second-rows.ts';

/** Wide enough for any stake coin. */
const SCALE = 8;
const COIN = 10n ** BigInt(SCALE);
const PPM = 1_000_000n;
/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;

/** The bound that limits a new contract first: the market's cap, that of all markets, the pool, or the user's own. */
export type Bound = 'market' | 'all' | 'pool' | 'user';

export interface Room {
  /** Maximum payout of a new contract, in base units. */
  readonly payout: bigint;
  readonly bound: Bound;
}

const unitsOf = (text: string) => parseDecimal(text, SCALE) ?? 0n;

/** Returns the largest payout that the pool takes on now, by its rules. `openPayouts` is null for a visitor. */
export function roomNow(pool: Pool, symbol: string, openPayouts: string | null): Room {
  const left = (of: string | null) => {
    const exposure = pool.exposures.find((each) => each.symbol === of);
    return exposure === undefined ? 0n : unitsOf(exposure.cap) - unitsOf(exposure.reserved);
  };
  const bounds: (readonly [Bound, bigint])[] = [
    ['market', left(symbol)],
    ['all', left(null)],
    ['pool', unitsOf(pool.available)],
  ];
  if (pool.userCap !== null) bounds.push(['user', unitsOf(pool.userCap) - unitsOf(openPayouts ?? '0')]);
  const [bound, payout] = bounds.reduce((least, next) => (next[1] < least[1] ? next : least));
  return { payout: payout < 0n ? 0n : payout, bound };
}

/** Returns true if not even the smallest stake fits, at the lowest rate that is offered. */
export function isFull(
  room: Room,
  { minQuantity, periods }: Pick<Offer, 'minQuantity' | 'periods'>,
): boolean {
  const rates = periods.map(({ payoutPercent }) => Number(parseDecimal(payoutPercent, PPM_SCALE) ?? 0n));
  return largestStake(room, Math.min(...rates)) < minQuantity;
}

/** The most whole coins whose payout, rounded down, fits. */
export function largestStake({ payout }: Room, payoutPpm: number): number {
  if (payoutPpm <= 0) return 0;
  return Number(((payout + 1n) * PPM - 1n) / (COIN * BigInt(payoutPpm)));
}
