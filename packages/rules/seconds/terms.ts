import { type Amount, mulDivFloor } from '@candor/money';
import { INDEX_GRID_MS } from '@candor/prices';

/** The only formula so far; an acceptance names the one that it will be settled by. */
export const SECONDS_FORMULA = 1;

/**
 * A contract opens at the first index tick at least this long after its acceptance: past the worst lag of the venues,
 * so that nobody who sees a venue before we do knows the opening price.
 */
export const OPENING_DELAY_MS = 3_000;
/** The last ticks of a contract, of which the closing price is made. */
export const CLOSING_TICKS = 5;
/** Fewer valid closing ticks than these make the contract void. */
export const CLOSING_TICKS_MIN = 3;

export const MIN_PERIOD_S = 5;
export const MAX_PERIOD_S = 86_400;
/** A payout of at most the stake again: nobody is offered more than even. */
export const MAX_PAYOUT_PPM = 1_000_000;
const PPM = 1_000_000n;
const TICKS_PER_S = 1_000 / INDEX_GRID_MS;

/** The tick at which a contract that was accepted at this time opens: the first on the grid 3 s later or more. */
export function openingTick(acceptedMs: number): number {
  return Math.ceil((acceptedMs + OPENING_DELAY_MS) / INDEX_GRID_MS);
}

/** The five ticks, ascending, that end at the opening plus the period. */
export function closingTicks(openTickNo: number, periodS: number): number[] {
  const last = openTickNo + periodS * TICKS_PER_S;
  const ticks: number[] = [];
  for (let back = CLOSING_TICKS - 1; back >= 0; back--) ticks.push(last - back);
  return ticks;
}

/** Returns the time of a tick of the grid, in ms since 1970. */
export function tickTimeMs(tickNo: number): number {
  return tickNo * INDEX_GRID_MS;
}

/** Base units of a whole number of coins. */
export function stakeOf(quantity: number, scale: number): Amount {
  return (BigInt(quantity) * 10n ** BigInt(scale)) as Amount;
}

/** Payout beside the stake: stake x payout rate rounded down, so that the pool keeps less than one base unit. */
export function payoutOf(stake: Amount, payoutPpm: number): Amount {
  return mulDivFloor(stake, BigInt(payoutPpm), PPM) as Amount;
}

/**
 * The part of contracts that must win for nothing to be lost: 1 / (1 + payout rate), in parts per million rounded up,
 * so that what is shown is never too good.
 */
export function breakEvenPpm(payoutPpm: number): number {
  return Number((PPM * PPM + PPM + BigInt(payoutPpm) - 1n) / (PPM + BigInt(payoutPpm)));
}
