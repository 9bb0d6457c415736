import { InvariantError } from '@candor/money';
import { sql } from 'kysely';
import { type Signed, SignerError, type SignRequest } from '../../../signer/index.ts';
import { idOf } from '../../base/database/index.ts';
import { moveAll } from './clock.ts';
import { type Estimated, estimateAll, type Look, type SigningRoom } from './estimating.ts';
import { takeNumbers } from './numbers.ts';
import { type PayerRoom, releaseUnsigned, requireOwnChain } from './payer-room.ts';
import { paymentOf } from './payment.ts';
import { remembered } from './remembered.ts';
import { approvedOf } from './rounds.ts';
import type { StoredWithdrawal } from './rows.ts';
import { assertBytes, isPaidUnseen, refused } from './sending.ts';

/** A payment whose bytes are stored. */
export interface StoredPayment extends Signed {
  readonly withdrawalNo: number;
}

/** A withdrawal whose number is bound, with what it is signed for. */
interface Bound extends Estimated {
  readonly nonce: number;
}

/**
 * Signs withdrawals together: fees and gas first, then their nonces under the wallet's row lock, then the signatures, then
 * the bytes into the database. A payer that was killed in between finds the nonces bound and asks for the same bytes.
 * Returns what was stored.
 */
export async function signPayments(
  room: SigningRoom,
  withdrawals: readonly StoredWithdrawal[],
  look: Look,
): Promise<readonly StoredPayment[]> {
  await requireOwnChain(room);
  const known = withdrawals.filter(({ nonce }) => nonce !== null).map(boundOf);
  const fresh = withdrawals.filter(({ nonce }) => nonce === null);
  const built = await estimateAll(room, await undelegated(room, await unseen(room, fresh)), look);
  const stored = await signRow(room, known);
  // One that was refused holds up none behind it.
  for (let left = built; stored.isWhole && left.length > 0; ) {
    const numbers = await takeNumbers(room, left, (await room.spendable()).mined);
    const row = left.flatMap((each) => {
      const nonce = numbers.get(each.withdrawalNo);
      return nonce === undefined ? [] : [{ ...each, nonce }];
    });
    const { payments, isWhole, behind } = await signRow(room, row);
    stored.payments.push(...payments);
    stored.isWhole = isWhole;
    left = left.filter(({ withdrawalNo }) => behind.has(withdrawalNo));
  }
  return stored.payments;
}

/** Those that may be paid without a look of operators. */
async function unseen(
  room: PayerRoom,
  withdrawals: readonly StoredWithdrawal[],
): Promise<StoredWithdrawal[]> {
  const [isSteppedUp, isHeld] = [remembered(room.isSteppedUp), remembered(room.isHeld)];
  const kept: StoredWithdrawal[] = [];
  for (const withdrawal of withdrawals)
    if (await isPaidUnseen({ ...room, isSteppedUp, isHeld }, withdrawal)) kept.push(withdrawal);
  return kept;
}

/** Those whose recipient can be paid as when it was asked for; the others end, and their owners read how to go on. */
async function undelegated(
  room: PayerRoom,
  withdrawals: readonly StoredWithdrawal[],
): Promise<StoredWithdrawal[]> {
  const paid = withdrawals.map(({ withdrawal_no, user_id, address }) => ({
    withdrawalNo: idOf(withdrawal_no),
    userId: idOf(user_id),
    address,
  }));
  const found = (await room.delegated?.(paid)) ?? new Set<number>();
  for (const no of found) await releaseUnsigned(room, no, 'delegated');
  return withdrawals.filter(({ withdrawal_no }) => !found.has(idOf(withdrawal_no)));
}

/**
 * Has the signer sign bound payments in the order of their nonces, and stores the bytes. `isWhole` is false where the
 * wallet was stopped; `behind` names those that gave their numbers back because of one before them.
 */
async function signRow(room: PayerRoom, row: readonly Bound[]) {
  const { adapter, catalogues, chain, db, signer } = room;
  const payments: StoredPayment[] = [];
  const nothing = { payments, isWhole: true, behind: new Set<number>() };
  if (row.length === 0) return nothing;
  const ordered = row.toSorted((left, right) => left.nonce - right.nonce);
  const requests: SignRequest[] = [];
  for (const { withdrawal, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } of ordered) {
    const approved = await approvedOf(db, withdrawal);
    requests.push({
      ...paymentOf(withdrawal, chain, catalogues.current()),
      chainId: adapter.chainId,
      nonce,
      gas,
      maxFeePerGas,
      maxPriorityFeePerGas,
      ...(approved === null ? {} : { approved }),
    });
  }
  const answer = await signer.signRow(requests);
  for (const [at, signed] of answer.signed.entries()) {
    requireBytes(room, ordered[at]!, signed);
    payments.push({ ...signed, withdrawalNo: ordered[at]!.withdrawalNo });
  }
  await store(room, ordered.slice(0, payments.length), payments);
  const [first, ...behind] = ordered.slice(payments.length);
  if (answer.refused === null || first === undefined) return nothing;
  const { code, message } = answer.refused;
  const isWhole = await refused(
    room,
    first.withdrawal,
    first.nonce,
    new SignerError(code, message),
    behind.map(({ withdrawal }) => withdrawal),
  );
  return { payments, isWhole, behind: new Set(behind.map(({ withdrawalNo }) => withdrawalNo)) };
}

/** Compares what the signer gave with what was asked for. @throws InvariantError of the wallet: nothing is stored or sent */
function requireBytes(room: PayerRoom, { withdrawal, ...fees }: Bound, { hash, raw }: Signed): void {
  const { nonce, gas, maxFeePerGas: max_fee, maxPriorityFeePerGas: tip } = fees;
  try {
    assertBytes(room, { ...withdrawal, nonce }, { hash, raw, gas, max_fee, tip });
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error;
    throw new InvariantError(`WALLET_SIGNED_OTHERWISE: ${error.code}`, error.facts);
  }
}

/** Stores signed bytes, and moves their withdrawals on. */
async function store(
  { db, now }: PayerRoom,
  bound: readonly Bound[],
  payments: readonly StoredPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  const nos = bound.map(({ withdrawalNo }) => withdrawalNo);
  const at = new Date(now());
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into "withdrawals"."transaction" (hash, withdrawal_no, raw, gas, max_fee, tip, signed_at)
      select hash, withdrawal_no, raw, gas, max_fee, tip, ${at}::timestamptz
      from unnest(
        ${payments.map(({ hash }) => hash)}::text[], ${nos}::bigint[], ${payments.map(({ raw }) => raw)}::text[],
        ${bound.map(({ gas }) => gas)}::text[], ${bound.map(({ maxFeePerGas }) => maxFeePerGas)}::text[],
        ${bound.map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas)}::text[]
      ) as t (hash, withdrawal_no, raw, gas, max_fee, tip)
      on conflict do nothing`.execute(trx);
    await moveAll(trx, nos, 'signing', 'broadcast', now());
  });
}

function boundOf(withdrawal: StoredWithdrawal): Bound {
  const { withdrawal_no, nonce, first_gas, first_max_fee, first_tip } = withdrawal;
  if (nonce === null || first_gas === null || first_max_fee === null || first_tip === null)
    throw new InvariantError('WITHDRAWAL_FIRST_FEES', { withdrawal: withdrawal_no });
  return {
    withdrawal,
    withdrawalNo: idOf(withdrawal_no),
    nonce,
    gas: first_gas,
    maxFeePerGas: first_max_fee,
    maxPriorityFeePerGas: first_tip,
  };
}
