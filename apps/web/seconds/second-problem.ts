import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { payoutOf, stakeOf } from '@candor/rules';
import { largestStake, roomNow } from './room.ts';
import type { Offer, Pool, SecondsLimits } from './second-rows.ts';

/** Wide enough for any stake coin; a percent is a hundredth of a rate in parts per million. */
const SCALE = 8;
const PPM_SCALE = 4;

/** Holds all that the ticket of a second contract knows. */
export interface SecondEntry {
  readonly offer: Pick<Offer, 'symbol' | 'minQuantity' | 'maxQuantity'>;
  /** Whole coins; NaN for what is no number. */
  readonly whole: number;
  readonly payoutPpm: number;
  /** Balance of the second wallet; null for a visitor. */
  readonly balance: string | null;
  readonly limits: Pick<SecondsLimits, 'remaining' | 'openPayouts'> | undefined;
  readonly pool: Pool | undefined;
}

/** Why a stake would be refused, with the bound that it passes. */
export type SecondProblem =
  | { readonly kind: 'quantity' | 'balance' | 'unread' }
  /** The rest of the daily loss limit, as decimal text. */
  | { readonly kind: 'loss'; readonly amount: string }
  /** The largest stake whose payout the pool takes on. */
  | { readonly kind: 'room'; readonly most: number };

/** Returns why a stake would be refused, by the rules of acceptance; null where it would not. */
export function secondProblem(entry: SecondEntry): SecondProblem | null {
  const { offer, whole, payoutPpm, balance, limits, pool } = entry;
  if (Number.isNaN(whole)) return { kind: 'unread' };
  if (!(whole >= offer.minQuantity && whole <= offer.maxQuantity)) return { kind: 'quantity' };
  const stake = stakeOf(whole, SCALE);
  if (balance !== null && (parseDecimal(balance, SCALE) ?? 0n) < stake) return { kind: 'balance' };
  if (limits?.remaining != null && (parseDecimal(limits.remaining, SCALE) ?? 0n) < stake) {
    return { kind: 'loss', amount: limits.remaining };
  }
  if (pool === undefined) return null;
  const most = largestStake(roomNow(pool, offer.symbol, limits?.openPayouts ?? null), payoutPpm);
  return whole > most ? { kind: 'room', most } : null;
}

/** Returns the total that a winner gets back, as decimal text; null while the draft is incomplete. */
export function returnedIfRight(quantity: string, payoutPercent: string): string | null {
  const coins = Number(quantity);
  const payoutPpm = parseDecimal(payoutPercent, PPM_SCALE);
  if (quantity === '' || !Number.isSafeInteger(coins) || payoutPpm === null) return null;
  const stake = stakeOf(coins, SCALE);
  return formatDecimalTrimmed((stake + payoutOf(stake, Number(payoutPpm))) as Amount, SCALE);
}
