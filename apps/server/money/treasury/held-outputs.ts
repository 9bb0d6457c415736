import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';

/** An output that pays the hot wallet. */
interface HotOutput {
  readonly hash: string;
  readonly index: number;
  readonly amount: bigint;
  readonly addressIndex: null;
}

/**
 * Returns the outputs of the hot wallet on a chain of outputs that are as deep as their confirmations, spent ones too. Coins
 * that nobody explained are left out: they stay where they are for the support list.
 */
export async function hotOutputs(trx: Trx, chain: string): Promise<readonly HotOutput[]> {
  const { rows } = await sql<{ hash: string; index: number; amount: string }>`
    select transaction_hash as hash, ordinal as index, amount from treasury.receipt
    where chain = ${chain} and class = 'hot' and state in ('seen', 'booked') and kind <> 'stranger'
      and block_number + confirmations_needed - 1 <=
        (select max(number) from deposits.block where chain = ${chain})
    order by receipt_no`.execute(trx);
  return rows.map(({ hash, index, amount }) => ({ hash, index, amount: BigInt(amount), addressIndex: null }));
}
