import { type Trx, waitFor } from './clock.ts';
import type { PaymentRoom } from './payer-room.ts';
import type { StoredWithdrawal } from './rows.ts';

/** Input of a withdrawal's first signature, bound with its number. */
type FirstSignature = Pick<StoredWithdrawal, 'first_gas' | 'first_max_fee' | 'first_tip'>;

/**
 * Gives out the wallet's next number, a nonce on chains of accounts, with what it is signed for and what `also` binds in the
 * same transaction. Null where the withdrawal was cancelled meanwhile, the wallet is stopped, or the number before is bound
 * and not signed: the signer takes numbers in their order, and would take a gap for a database of another time.
 */
export async function takeNumber(
  { db, chain }: PaymentRoom,
  no: number,
  first: FirstSignature,
  also: (trx: Trx) => Promise<void> = async () => {},
): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const wallet = await trx
      .selectFrom('withdrawals.wallet')
      .selectAll()
      .where('chain', '=', chain.key)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (wallet.stopped !== null) return null;
    const unsigned = await trx
      .selectFrom('withdrawals.withdrawal')
      .select('withdrawal_no')
      .where('chain', '=', chain.key)
      .where('state', '=', 'signing')
      .where('nonce', 'is not', null)
      .where('ended_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (unsigned !== undefined) {
      await waitFor(trx, no, 'unreachable');
      return null;
    }
    const nonce = wallet.next_nonce;
    const bound = await trx
      .updateTable('withdrawals.withdrawal')
      .set({ nonce, reason: null, ...first })
      .where('withdrawal_no', '=', no)
      .where('state', '=', 'signing')
      .where('nonce', 'is', null)
      .returning('nonce')
      .executeTakeFirst();
    if (bound === undefined) return null;
    await trx
      .updateTable('withdrawals.wallet')
      .set({ next_nonce: nonce + 1 })
      .where('chain', '=', chain.key)
      .execute();
    await also(trx);
    return nonce;
  });
}

/** Gives back a number that nothing was signed for: the last one given out, as one withdrawal is signed at a time. */
export async function giveNumberBack(
  { db, chain, unbind }: PaymentRoom,
  no: number,
  nonce: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const given = await trx
      .updateTable('withdrawals.wallet')
      .set({ next_nonce: nonce })
      .where('chain', '=', chain.key)
      .where('next_nonce', '=', nonce + 1)
      .returning('chain')
      .executeTakeFirst();
    if (given === undefined) throw new Error(`Nonce ${nonce} is not the last one given out`);
    await trx
      .updateTable('withdrawals.withdrawal')
      .set({ nonce: null, first_gas: null, first_max_fee: null, first_tip: null })
      .where('withdrawal_no', '=', no)
      .execute();
    await unbind?.(trx, no);
  });
}
