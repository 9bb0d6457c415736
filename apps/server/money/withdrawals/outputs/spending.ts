import type { Selection } from '@candor/chains';
import type { Selectable } from 'kysely';
import type { InputKey } from '../../../../signer/index.ts';
import type { Database, Trx } from '../../../base/database/index.ts';
import { type SpendableCoin, spendsOf } from './coins.ts';
import type { OutputRoom } from './room.ts';

export type Spend = Selectable<Database['withdrawals.spend']>;

/** A version of a payment that is built and in no table yet. */
export interface NewSpend
  extends Omit<Spend, 'withdrawal_no' | 'at' | 'raw' | 'ended_at' | 'block_hash' | 'left_at'> {
  readonly inputs: readonly SpendableCoin[];
}

/** Builds the unsigned transaction of a selection. Throws ChainError if the node does not know where an input comes from. */
export async function buildSpend(
  { adapter, chain, hotAddress }: OutputRoom,
  { inputs, change, fee }: Selection<SpendableCoin>,
  pays: { readonly to: string; readonly amount: bigint } | null,
  rate: bigint,
): Promise<NewSpend> {
  const previous = await Promise.all(
    inputs.map(async ({ hash, index }) => {
      const raw = await adapter.rawTransaction(hash);
      if (raw === null) throw new Error(`The node does not know ${hash}, which made an output of ours`);
      return { hash, index, previous: raw };
    }),
  );
  const back = change > 0n ? [{ to: hotAddress, amount: change }] : [];
  const outputs = [...(pays === null ? [] : [pays]), ...back];
  const { unsigned, hash } = adapter.buildPayment({ inputs: previous, outputs });
  const keys = inputs.map(({ addressIndex }): InputKey => addressIndex ?? 'hot');
  return {
    chain: chain.key,
    hash,
    psbt: unsigned,
    keys: JSON.stringify(keys),
    inputs,
    fee: `${fee}`,
    rate: `${rate}`,
    change: `${change}`,
    change_index: outputs.length - 1,
  };
}

/**
 * Stores a version and binds its inputs, in the caller's transaction. Throws Error where one of them is bound to another
 * payment: whoever came second takes nothing.
 */
export async function storeSpend(
  trx: Trx,
  withdrawalNo: number | null,
  { inputs, ...spend }: NewSpend,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('withdrawals.spend')
    .values({
      ...spend,
      withdrawal_no: withdrawalNo,
      raw: null,
      at,
      ended_at: null,
      block_hash: null,
      left_at: null,
    })
    .execute();
  for (const { hash, index, amount, addressIndex } of inputs) {
    const bound = await trx
      .insertInto('withdrawals.spend_input')
      .values({
        chain: spend.chain,
        hash,
        index,
        withdrawal_no: withdrawalNo,
        amount: `${amount}`,
        address_index: addressIndex,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['chain', 'hash', 'index'])
          .doUpdateSet({ amount: `${amount}` })
          .where(
            'withdrawals.spend_input.withdrawal_no',
            '=',
            withdrawalNo === null ? null : BigInt(withdrawalNo),
          ),
      )
      .returning('hash')
      .executeTakeFirst();
    if (bound === undefined) throw new Error(`${hash}:${index} is bound to another payment`);
  }
}

/** Forgets versions that nothing was signed for, and frees their inputs. */
export async function forgetUnsigned(trx: Trx, chain: string, withdrawalNo: number): Promise<void> {
  await trx
    .deleteFrom('withdrawals.spend')
    .where('chain', '=', chain)
    .where('withdrawal_no', '=', BigInt(withdrawalNo))
    .where('raw', 'is', null)
    .execute();
  await trx
    .deleteFrom('withdrawals.spend_input')
    .where('chain', '=', chain)
    .where('withdrawal_no', '=', BigInt(withdrawalNo))
    .execute();
}

/** Forgets one version that was not signed. Its inputs stay bound to the payment: the next version spends them too. */
export async function forgetVersion(
  room: OutputRoom,
  { chain, hash }: Pick<Spend, 'chain' | 'hash'>,
): Promise<void> {
  await spendsOf(room)
    .deleteFrom('withdrawals.spend')
    .where('chain', '=', chain)
    .where('hash', '=', hash)
    .where('raw', 'is', null)
    .execute();
}

/** The versions of a payment, oldest first: each pays more than the one before, whatever the clock was. */
export function versionsOf(room: OutputRoom, withdrawalNo: number): Promise<Spend[]> {
  return spendsOf(room)
    .selectFrom('withdrawals.spend')
    .selectAll()
    .where('chain', '=', room.chain.key)
    .where('withdrawal_no', '=', BigInt(withdrawalNo))
    .orderBy('fee')
    .execute();
}
