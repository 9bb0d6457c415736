import { type ChainAdapter, ChainError } from '@candor/chains';
import { InvariantError } from '@candor/money';
import { type Selectable, sql } from 'kysely';
import type { SignerError } from '../../../signer/index.ts';
import { type Database, idOf } from '../../base/database/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { assertHeld, assertPays, readOf } from './asserts.ts';
import { waitFor } from './clock.ts';
import { giveNumbersBack } from './numbers.ts';
import {
  haltWithdrawal,
  type PayerRoom,
  type PaymentRoom,
  releaseUnsigned,
  requireOwnChain,
  stopWallet,
} from './payer-room.ts';
import { paymentOf } from './payment.ts';
import { isApproved, toReview } from './rounds.ts';
import type { StoredWithdrawal } from './rows.ts';

/** True where the chain is ours and the owner can be asked for a step-up; without one, two operators look. */
export async function maySign(
  room: PaymentRoom & { readonly adapter: Pick<ChainAdapter, 'checkChain'> },
  withdrawal: StoredWithdrawal,
): Promise<boolean> {
  await requireOwnChain(room);
  return isPaidUnseen(room, withdrawal);
}

/**
 * True where two operators approved it in its present round, or the owner can be asked for a step-up and no hold began since
 * the checks, and no payment to the address failed in its own code; else operators look now. One with a number goes on: it may be signed already.
 */
export async function isPaidUnseen(room: PaymentRoom, withdrawal: StoredWithdrawal): Promise<boolean> {
  const { db, isHeld, isSteppedUp, reviews, now } = room;
  // A round alone says nothing: one that waits for the signer's next day leaves its review without an operator.
  if (withdrawal.nonce !== null || (await isApproved(db, withdrawal))) return true;
  const userId = idOf(withdrawal.user_id);
  const isFree = (await isSteppedUp(userId)) && !(await isHeld(userId));
  if (isFree && !(await hasFailed(room, withdrawal))) return true;
  const reason = isFree ? 'failedBefore' : 'hold';
  await db.transaction().execute((trx) => toReview(trx, reviews, withdrawal, 'signing', reason, now()));
  return false;
}

/** True for an address whose own code failed when somebody was paid there: it burns gas again only if two operators say so. */
export async function hasFailed(
  { db, chain }: PaymentRoom,
  { address }: Pick<StoredWithdrawal, 'address'>,
): Promise<boolean> {
  const failed = await db
    .selectFrom('withdrawals.withdrawal')
    .select('withdrawal_no')
    .where('chain', '=', chain.key)
    .where('address', '=', address)
    .where('reason', '=', 'recipient')
    .limit(1)
    .executeTakeFirst();
  return failed !== undefined;
}

/** True while custody of the coin is short on its chain: the withdrawal waits, with that reason. */
export async function isShort(
  { core, db, alarm }: PaymentRoom,
  withdrawal: StoredWithdrawal,
): Promise<boolean> {
  const no = idOf(withdrawal.withdrawal_no);
  const none = { depositNos: [], fundingNos: [], costNos: [], withdrawalNos: [] };
  const { assets } = await core.ask('custodyFigures', [withdrawal.asset_id], none);
  const short = (assets[0]?.shortage ?? 0n) > 0n;
  if (short && withdrawal.reason !== 'books') alarm(`Withdrawal ${no} waits: ${withdrawal.coin} is short`);
  if (short) await db.transaction().execute((trx) => waitFor(trx, no, 'books'));
  return short;
}

/** Returns those withdrawals that the ledger holds as they are stored. The others are halted: nothing is paid for them. */
export async function withHolds(
  room: PaymentRoom,
  withdrawals: readonly StoredWithdrawal[],
): Promise<StoredWithdrawal[]> {
  if (withdrawals.length === 0) return [];
  const held = await room.core.ask(
    'heldWithdrawals',
    withdrawals.map(({ withdrawal_no }) => idOf(withdrawal_no)),
  );
  const kept: StoredWithdrawal[] = [];
  for (const [at, withdrawal] of withdrawals.entries())
    try {
      assertHeld(withdrawal, held[at] ?? null);
      kept.push(withdrawal);
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error;
      await haltWithdrawal(room, withdrawal.withdrawal_no, error);
    }
  return kept;
}

/**
 * Returns those withdrawals whose owner's deposits of the coin all stand. The others wait with that reason: the chain took
 * a deposit back, and a part of it is not there any more. Where the owner has that part again, it is held now, and the
 * next round goes on.
 */
export async function withDeposits(
  room: PaymentRoom,
  withdrawals: readonly StoredWithdrawal[],
): Promise<StoredWithdrawal[]> {
  const { core, db, alarm } = room;
  if (withdrawals.length === 0) return [];
  const asked = await core.ask(
    'missingOfDeposits',
    withdrawals.map(({ user_id, asset_id }) => ({ userId: idOf(user_id), assetId: asset_id })),
  );
  const kept: StoredWithdrawal[] = [];
  const fillable = new Map<number, number>();
  for (const [at, withdrawal] of withdrawals.entries()) {
    if (asked[at]?.missing === 0n) {
      kept.push(withdrawal);
      continue;
    }
    for (const { depositNo, turn } of asked[at]?.fillable ?? []) fillable.set(depositNo, turn);
    const no = idOf(withdrawal.withdrawal_no);
    if (withdrawal.reason !== 'takenBack')
      alarm(`Withdrawal ${no} waits: a deposit of user ${withdrawal.user_id} left its chain`);
    await db.transaction().execute((trx) => waitFor(trx, no, 'takenBack'));
  }
  await holdAgain(room, fillable);
  return kept;
}

/** Promises to raise holds of taken-back deposits, by their numbers and turns. */
export async function holdAgain(
  { db, promises, now }: Pick<PaymentRoom, 'db' | 'now'> & { readonly promises: Pick<Promises, 'promise'> },
  deposits: ReadonlyMap<number, number>,
): Promise<void> {
  for (const [depositNo, turn] of deposits)
    await db.transaction().execute((trx) =>
      promises.promise(trx, {
        key: `deposit-hold:${depositNo}:${turn}:again:${now()}`,
        userId: 0,
        body: { type: 'holdDeposit', depositNo, turn },
      }),
    );
}

/**
 * The signer refused by its own policy: nothing was signed, or something that we do not know. Payments that were bound
 * behind it give their numbers back with it. Returns false where the wallet is stopped.
 */
export async function refused(
  room: PaymentRoom,
  withdrawal: StoredWithdrawal,
  nonce: number,
  error: SignerError,
  behind: readonly StoredWithdrawal[] = [],
): Promise<boolean> {
  const { db, now, alarm, reviews } = room;
  const no = idOf(withdrawal.withdrawal_no);
  const giveBack = () =>
    giveNumbersBack(room, [no, ...behind.map(({ withdrawal_no }) => idOf(withdrawal_no))], nonce);
  switch (error.code) {
    case 'BOUND_OTHERWISE':
    case 'NONCE_NOT_NEXT':
    case 'FEE_NOT_RAISED':
    case 'INPUTS_MISSING':
      // Signer and database contradict each other: one was restored from a backup. A person decides.
      await stopWallet(room, 'signer', error.message);
      return false;
    case 'INVARIANT':
      await stopWallet(room, 'invariant', error.message);
      return false;
    case 'APPROVALS_NEEDED':
    case 'APPROVALS_EXPIRED':
    case 'LIMIT_REACHED': {
      const reason = error.code === 'APPROVALS_EXPIRED' ? 'expired' : 'limit';
      await giveBack();
      await db.transaction().execute((trx) => toReview(trx, reviews, withdrawal, 'signing', reason, now()));
      return true;
    }
    case 'ADDRESS_REFUSED':
    case 'AMOUNT_INVALID':
      await giveBack();
      await releaseUnsigned(room, no, 'address');
      return true;
    default:
      await giveBack();
      alarm(`The signer refuses withdrawal ${no}: ${error.message}`);
      return true;
  }
}

/** Answer of a node to signed bytes. `underpriced`: the block's price is above what they pay. */
export type Sent = 'taken' | 'underpriced' | 'refused';

/** Asserts that the bytes of a version make the payment of its withdrawal. @throws InvariantError */
export function assertBytes(
  { adapter, catalogues, chain }: PayerRoom,
  withdrawal: StoredWithdrawal,
  {
    hash,
    raw,
    gas,
    max_fee: maxFee,
    tip,
  }: Pick<Selectable<Database['withdrawals.transaction']>, 'hash' | 'raw' | 'gas' | 'max_fee' | 'tip'>,
): void {
  const { to, asset, amount } = paymentOf(withdrawal, chain, catalogues.current());
  const signed = readOf(withdrawal, () => adapter.readSigned(raw as `0x${string}`));
  assertPays(withdrawal, signed, {
    hash,
    chainId: adapter.chainId,
    nonce: withdrawal.nonce,
    to,
    contract: asset.contract,
    amount: BigInt(amount),
    gas,
    maxFee,
    tip,
  });
}

/** Sends the newest signed version, the one with the highest fee. @throws InvariantError where its bytes are not those of the withdrawal */
export async function sendPayment(room: PayerRoom, withdrawal: StoredWithdrawal): Promise<Sent> {
  const newest = await room.db
    .selectFrom('withdrawals.transaction')
    .selectAll()
    .where('withdrawal_no', '=', withdrawal.withdrawal_no)
    .orderBy(sql`max_fee::numeric`, 'desc')
    .executeTakeFirst();
  if (newest === undefined) return 'refused';
  assertBytes(room, withdrawal, newest);
  return sendRaw(room, { hash: newest.hash, raw: newest.raw as `0x${string}` });
}

/** Sends signed bytes. What the node says of them decides nothing: only its chain does. */
export async function sendRaw(
  { adapter, alarm }: Pick<PayerRoom, 'adapter' | 'alarm'>,
  { hash, raw }: { readonly hash: string; readonly raw: `0x${string}` },
): Promise<Sent> {
  try {
    await adapter.broadcast(raw);
    return 'taken';
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    if (error.code !== 'NONCE_USED') alarm(`A node did not take ${hash}: ${error.message}`);
    return error.code === 'UNDERPRICED' ? 'underpriced' : 'refused';
  }
}
