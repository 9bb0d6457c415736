import type { SecondRow } from '@candor/api';
import { parseDecimal } from '@candor/money';

const SCALE = 12;

/**
 * Values a running contract at the index on the page: its profit or loss if it closed there. Before it opens, and
 * once it is being priced, the row keeps the server's values.
 */
export function liveSecond(contract: SecondRow, index: string | null | undefined): SecondRow {
  const { status, openPrice, side, stake, payout } = contract;
  if (status !== 'countdown' || openPrice === null || index === undefined) return contract;
  if (index === null) return { ...contract, currentPrice: null, profitLoss: null };
  const gap = (parseDecimal(index, SCALE) ?? 0n) - (parseDecimal(openPrice, SCALE) ?? 0n);
  const won = side === 'up' ? gap > 0n : gap < 0n;
  return { ...contract, currentPrice: index, profitLoss: gap === 0n ? '0' : won ? payout : `-${stake}` };
}
