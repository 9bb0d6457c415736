import { type Call, COMMON_COST } from './define.ts';
import { calls } from './table.ts';

export { COMMON_COST };

/** Candles without a limit are this many, and never more than the second. */
export const DEFAULT_CANDLES = 500;
export const MAX_CANDLES = 1_500;
const CANDLES_PER_POINT = 150;

/** The documentation and the document for machines. */
export const DOCS_COST = 5;

/** Cost of candles, in words for the documentation. */
export const CANDLES_COST_WORDS = `1 and 1 more for each ${CANDLES_PER_POINT} candles or part of them`;

/** The points that a call costs. `limit` is how many candles it asks for, as it came, so it may be anything. */
export function callCost({ name, cost }: Pick<Call, 'name' | 'cost'>, limit: unknown): number {
  if (name !== calls.getCandles.name) return cost;
  const asked = limit === undefined ? DEFAULT_CANDLES : Number(limit);
  const candles = asked >= 1 ? Math.min(asked, MAX_CANDLES) : 1;
  return COMMON_COST + Math.ceil(candles / CANDLES_PER_POINT);
}
