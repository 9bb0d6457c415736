import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import { walletAsserts } from './asserts.ts';
import { waitFor } from './clock.ts';
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
    if (await isOneUnsigned(trx, chain.key)) {
      await waitFor(trx, no, 'unreachable');
      return null;
    }
    const nonce = wallet.next_nonce;
    await assertNext(trx, chain.key, nonce);
    const bound = await trx
      .updateTable('withdrawals.withdrawal')
      .set({ nonce, reason: null, ...first })
      .where('withdrawal_no', '=', BigInt(no))
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

/** Holds the terms for which a payment of an account is signed at first. */
export interface FirstFees {
  readonly withdrawalNo: number;
  readonly gas: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

/**
 * Gives out the wallet's next numbers in the order of the withdrawals, each with what it is signed for, in one transaction.
 * One that was cancelled meanwhile gets none and leaves no gap; none does while the wallet is stopped or an earlier number
 * is bound and not signed. `mined` is the chain's count of the wallet's payments. Returns the numbers by withdrawal.
 * @throws InvariantError of the wallet
 */
export async function takeNumbers(
  { db, chain }: PaymentRoom,
  payments: readonly FirstFees[],
  mined: number,
): Promise<ReadonlyMap<number, number>> {
  if (payments.length === 0) return new Map();
  return db.transaction().execute(async (trx) => {
    const {
      next_nonce: next,
      seen_nonce: seen,
      stopped,
    } = await trx
      .selectFrom('withdrawals.wallet')
      .select(['next_nonce', 'seen_nonce', 'stopped'])
      .where('chain', '=', chain.key)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (stopped !== null) return new Map();
    if (await isOneUnsigned(trx, chain.key)) {
      const nos = payments.map(({ withdrawalNo }) => withdrawalNo);
      for (const no of nos.toSorted((left, right) => left - right)) await waitFor(trx, no, 'unreachable');
      return new Map();
    }
    walletAsserts.next(next, { mined, seen });
    await assertNext(trx, chain.key, next);
    const { rows } = await sql<{ no: bigint; nonce: number }>`
      with locked as (
        select withdrawal_no from withdrawals.withdrawal
        where withdrawal_no = any(${payments.map(({ withdrawalNo }) => withdrawalNo)}::bigint[])
          and state = 'signing' and nonce is null order by withdrawal_no for update
      ), numbered as (
        select withdrawal_no, gas, max_fee, tip,
          ${next}::integer - 1 + row_number() over (order by place)::integer as nonce
        from locked join unnest(
          ${payments.map(({ withdrawalNo }) => withdrawalNo)}::bigint[], ${payments.map(({ gas }) => gas)}::text[],
          ${payments.map(({ maxFeePerGas }) => maxFeePerGas)}::text[],
          ${payments.map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas)}::text[]
        ) with ordinality as p (withdrawal_no, gas, max_fee, tip, place) using (withdrawal_no)
      )
      update "withdrawals"."withdrawal" set "nonce" = n.nonce, reason = null, first_gas = n.gas,
        first_max_fee = n.max_fee, first_tip = n.tip
      from numbered n where withdrawal.withdrawal_no = n.withdrawal_no
      returning withdrawal.withdrawal_no as no, withdrawal.nonce`.execute(trx);
    walletAsserts.given(
      next,
      rows.map(({ nonce }) => nonce),
    );
    await trx
      .updateTable('withdrawals.wallet')
      .set({ next_nonce: next + rows.length })
      .where('chain', '=', chain.key)
      .execute();
    return new Map(rows.map(({ no, nonce }) => [idOf(no), nonce]));
  });
}

/** Gives back numbers that nothing was signed for: the last ones given out, from the first of them on. */
export async function giveNumbersBack(
  { db, chain, unbind }: PaymentRoom,
  withdrawalNos: readonly number[],
  firstNonce: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const given = await trx
      .updateTable('withdrawals.wallet')
      .set({ next_nonce: firstNonce })
      .where('chain', '=', chain.key)
      .where('next_nonce', '=', firstNonce + withdrawalNos.length)
      .returning('chain')
      .executeTakeFirst();
    walletAsserts.isLast(given !== undefined, firstNonce);
    const { signed } = await trx
      .selectFrom('withdrawals.transaction')
      .select(({ fn }) => fn.countAll<bigint>().as('signed'))
      .where('withdrawal_no', 'in', withdrawalNos.map(BigInt))
      .executeTakeFirstOrThrow();
    walletAsserts.unsigned(Number(signed), firstNonce);
    const back = await trx
      .updateTable('withdrawals.withdrawal')
      .set({ nonce: null, first_gas: null, first_max_fee: null, first_tip: null })
      .where('withdrawal_no', 'in', withdrawalNos.map(BigInt))
      .where('state', '=', 'signing')
      .where('nonce', '>=', firstNonce)
      .returning('withdrawal_no')
      .execute();
    walletAsserts.isLast(back.length === withdrawalNos.length, firstNonce);
    for (const no of withdrawalNos) await unbind?.(trx, no);
  });
}

/** Asserts that no payment is bound to a number from the next one on. @throws InvariantError of the wallet */
async function assertNext(trx: Trx, chain: string, next: number): Promise<void> {
  const { last } = await trx
    .selectFrom('withdrawals.withdrawal')
    .select(({ fn }) => fn.max('nonce').as('last'))
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  walletAsserts.last(last, next);
}

/** True where a number is bound and nothing is signed for it yet. */
async function isOneUnsigned(trx: Trx, chain: string): Promise<boolean> {
  const unsigned = await trx
    .selectFrom('withdrawals.withdrawal')
    .select('withdrawal_no')
    .where('chain', '=', chain)
    .where('state', '=', 'signing')
    .where('nonce', 'is not', null)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return unsigned !== undefined;
}
