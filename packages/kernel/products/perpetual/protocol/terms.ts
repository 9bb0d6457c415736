import type { PriceTicks } from '@candor/money';

/** Direction in which a position wins. */
export type Direction = 'long' | 'short';

/**
 * Inputs of a mark price, at one index tick. Prices in ticks, house quotes and fills left out of bid, ask and
 * last; null where there is none.
 */
export interface MarkInputs {
  readonly tickNo: number;
  readonly indexTicks: PriceTicks;
  readonly bidTicks: PriceTicks | null;
  readonly askTicks: PriceTicks | null;
  readonly lastTicks: PriceTicks | null;
  /** The average distance of the mid from the index, in BASIS_SCALE-ths of a half tick. */
  readonly basisAverage: number;
  /** The last settled funding rate in parts per billion, and what is left of the present interval. */
  readonly fundingPpb: number;
  readonly fundingLeftMs: number;
  readonly fundingIntervalMs: number;
  readonly clampPpm: number;
}
