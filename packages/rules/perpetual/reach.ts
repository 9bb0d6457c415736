import { MAX_PRICE_TICKS } from '../order-terms.ts';
import type { PositionTerms } from './position.ts';
import type { TierStep } from './tiers.ts';

const PPM = 1_000_000;
/** One part in so many: doubles err by 2^-53 a step, less than a thousandth of this over all steps below. */
const ERROR_PARTS = 1_000_000_000_000;

/** A tier in doubles. */
export interface ReachStep {
  readonly mmrPpm: number;
  readonly deductionMicros: number;
}

export function reachSteps(steps: readonly TierStep[]): ReachStep[] {
  return steps.map(({ mmrPpm, deductionMicros }) => ({ mmrPpm, deductionMicros: Number(deductionMicros) }));
}

/**
 * A whole tick that a mark reaches no later than the exact one of `liquidationTicks`: a long's is at or above it, a
 * short's at or below, as a rule by less than a tick. In doubles, which is enough to find what to look at and decides
 * nothing. Null where no mark reaches it.
 */
export function reachTicks(
  position: PositionTerms,
  collateral: bigint,
  steps: readonly ReachStep[],
): number | null {
  const units = position.lots * position.unitsPerTickLot;
  if (position.sign === 1) {
    const lost = Number(position.entryCost - collateral) * PPM;
    let highest = 0;
    for (const { mmrPpm, deductionMicros } of steps) {
      const divisor = units * (PPM - mmrPpm);
      const price = (lost - deductionMicros) / divisor;
      const error = ((lost < 0 ? -lost : lost) + deductionMicros) / ERROR_PARTS;
      highest = Math.max(highest, price + error / divisor);
    }
    if (highest < 1) return null;
    return Math.min(Math.ceil(highest), MAX_PRICE_TICKS);
  }
  const stake = Number(position.entryCost + collateral) * PPM;
  let lowest = Number.POSITIVE_INFINITY;
  for (const { mmrPpm, deductionMicros } of steps) {
    const owed = stake + deductionMicros;
    lowest = Math.min(lowest, (owed - owed / ERROR_PARTS) / (units * (PPM + mmrPpm)));
  }
  const ticks = Math.max(1, Math.floor(lowest));
  return ticks > MAX_PRICE_TICKS ? null : ticks;
}
