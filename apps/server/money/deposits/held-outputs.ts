import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';

/** An output that pays a user's address and is credited, or counts as dust. */
interface DepositOutput {
  readonly hash: string;
  readonly index: number;
  readonly amount: bigint;
  readonly addressIndex: number;
}

/** Returns the outputs of confirmed deposits on a chain of outputs, spent ones too. */
export async function depositOutputs(trx: Trx, chain: string): Promise<readonly DepositOutput[]> {
  const { rows } = await sql<{ hash: string; index: number; amount: string; address_index: bigint }>`
    select d.transaction_hash as hash, d.ordinal as index, d.amount, a.derivation_index as address_index
    from deposits.deposit d join deposits.address a on a.chain = d.chain and a.address = d.address
    where d.chain = ${chain} and d.state in ('credited', 'dust')
    order by d.deposit_no`.execute(trx);
  return rows.map(({ hash, index, amount, address_index }) => ({
    hash,
    index,
    amount: BigInt(amount),
    addressIndex: idOf(address_index),
  }));
}
