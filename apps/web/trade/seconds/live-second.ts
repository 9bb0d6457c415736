import type { SecondRow } from '@candor/contract';
import { parseDecimal } from '@candor/money';

const SCALE = 12;

/**
 * A contract that runs, at the index that the page shows: what it would win or lose if it closed there. Until it opens,
 * and once it is being priced, the row says what the server said.
 */
export function liveSecond(contract: SecondRow, index: string | null | undefined): SecondRow {
  const { status, openPrice, side, stake, payout } = contract;
  if (status !== 'countdown' || openPrice === null || index === undefined) return contract;
  if (index === null) return { ...contract, currentPrice: null, profitLoss: null };
  const gap = (parseDecimal(index, SCALE) ?? 0n) - (parseDecimal(openPrice, SCALE) ?? 0n);
  const won = side === 'up' ? gap > 0n : gap < 0n;
  return { ...contract, currentPrice: index, profitLoss: gap === 0n ? '0' : won ? payout : `-${stake}` };
}
