import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import type { Trx } from '../../base/database/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import type { ListedChain } from '../chains/index.ts';
import { type ListedTransfer, placeOf } from './users-transfers.ts';

/**
 * Notes deposits for their owners that a block has and that await their confirmations. One below the minimum is not told:
 * whoever knows an address could fill its owner's list.
 */
export async function noteSeen(
  trx: Trx,
  chain: ListedChain,
  transfers: readonly ListedTransfer[],
): Promise<void> {
  for (const transfer of transfers) {
    const listed = chain.assets.find(({ code }) => code === transfer.coin);
    const units = BigInt(transfer.amount);
    if (listed === undefined || units < (parseDecimal(listed.minimum, listed.decimals) ?? 0n)) continue;
    await noteNotice(trx, {
      userId: Number(transfer.user_id),
      key: `deposit-seen:${chain.key}:${placeOf(transfer)}`,
      kind: 'deposit-seen',
      timeMs: null,
      facts: {
        method: 'chain',
        coin: transfer.coin,
        network: chain.key,
        amount: formatDecimalTrimmed(units, listed.decimals),
        transactionHash: transfer.transaction_hash,
        confirmationsNeeded: transfer.confirmations_needed,
      },
    });
  }
}
