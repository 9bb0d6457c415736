import { ChainError, type FeeEstimate, type UnsignedTransaction } from '@candor/chains';
import { SignerError } from '../../signer/index.ts';
import { move, waitFor } from './clock.ts';
import { type PayerRoom, releaseUnsigned, requireOwnChain, stopWallet } from './payer-room.ts';
import { paymentOf } from './payment.ts';
import { approvedOf, toReview } from './rounds.ts';
import type { StoredWithdrawal } from './rows.ts';
import { toChain } from './units.ts';

/**
 * Signs a withdrawal: fees and gas first, then the nonce under the wallet's row lock, then the signature, then the bytes
 * into the database. A payer that was killed in between finds the nonce bound and asks for the same bytes. Returns true
 * once the bytes are stored.
 */
export async function signPayment(
  room: PayerRoom,
  withdrawal: StoredWithdrawal,
  fee: FeeEstimate,
): Promise<boolean> {
  const { adapter, chain, db, hotAddress, signer, now } = room;
  if (!(await maySign(room, withdrawal))) return false;
  const no = Number(withdrawal.withdrawal_no);
  const asset = chain.assets.find(({ code }) => code === withdrawal.coin);
  if (asset === undefined) throw new Error(`${withdrawal.coin} is not listed on ${chain.key} any more`);
  const { scale } = room.catalogues.current().assetById(withdrawal.asset_id);
  const amount = toChain(BigInt(withdrawal.amount), scale, asset.decimals);
  if (withdrawal.nonce === null) {
    if (await isShort(room, withdrawal)) return false;
    const head = await adapter.head();
    if ((await adapter.balanceAt(hotAddress, asset, head.hash)) < amount) {
      if (withdrawal.reason !== 'refill') room.alarm(`The hot wallet awaits a refill of ${asset.code}`);
      await db.transaction().execute((trx) => waitFor(trx, no, 'refill'));
      return false;
    }
  }
  const build = (nonce: number) =>
    adapter.buildPayment({ from: hotAddress, to: withdrawal.address, asset, amount, nonce, fee });
  let bound = boundOf(withdrawal);
  if (bound === null) {
    let unsigned: UnsignedTransaction;
    try {
      unsigned = await build(0);
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== 'WOULD_FAIL') throw error;
      await releaseUnsigned(room, no, 'token');
      return false;
    }
    bound = await takeNonce(room, no, `${unsigned.gas}`, fee);
  }
  if (bound === null) return false;
  const { nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = bound;
  const approved = await approvedOf(db, withdrawal);
  const request = {
    ...paymentOf(withdrawal, chain, room.catalogues.current()),
    ...{ nonce, gas, maxFeePerGas, maxPriorityFeePerGas },
    ...(approved === null ? {} : { approved }),
  };
  let signed: Awaited<ReturnType<typeof signer.sign>>;
  try {
    signed = await signer.sign(request);
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    await refused(room, withdrawal, nonce, error);
    return false;
  }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('withdrawals.transaction')
      .values({
        ...{ hash: signed.hash, withdrawal_no: no, raw: signed.raw, gas: request.gas },
        ...{ max_fee: request.maxFeePerGas, tip: request.maxPriorityFeePerGas, signed_at: new Date(now()) },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await move(trx, no, ['signing'], 'broadcast', now());
  });
  return true;
}

/** True where the chain is ours and the owner can be asked for a step-up; without one, two operators look. */
async function maySign(room: PayerRoom, withdrawal: StoredWithdrawal): Promise<boolean> {
  const { db, isSteppedUp, reviews, now } = room;
  await requireOwnChain(room);
  // Operators have looked at one that was in a review.
  if (withdrawal.review_round > 0 || withdrawal.nonce !== null) return true;
  if (await isSteppedUp(Number(withdrawal.user_id))) return true;
  await db.transaction().execute((trx) => toReview(trx, reviews, withdrawal, 'signing', 'hold', now()));
  return false;
}

/** True while custody of the coin is short on its chain: the withdrawal waits, with that reason. */
async function isShort({ core, db, alarm }: PayerRoom, withdrawal: StoredWithdrawal): Promise<boolean> {
  const no = Number(withdrawal.withdrawal_no);
  const none = { depositNos: [], fundingNos: [], costNos: [], withdrawalNos: [] };
  const { assets } = await core.ask('custodyFigures', [withdrawal.asset_id], none);
  const short = (assets[0]?.shortage ?? 0n) > 0n;
  if (short && withdrawal.reason !== 'books') alarm(`Withdrawal ${no} waits: ${withdrawal.coin} is short`);
  if (short) await db.transaction().execute((trx) => waitFor(trx, no, 'books'));
  return short;
}

/** Input of a withdrawal's first signature; the same again after a kill. */
interface Bound {
  readonly nonce: number;
  readonly gas: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

function boundOf({ nonce, first_gas, first_max_fee, first_tip }: StoredWithdrawal): Bound | null {
  if (nonce === null || first_gas === null || first_max_fee === null || first_tip === null) return null;
  return { nonce, gas: first_gas, maxFeePerGas: first_max_fee, maxPriorityFeePerGas: first_tip };
}

/**
 * Gives out the wallet's next nonce, with the gas and fees that it is signed for. Null where the withdrawal was cancelled
 * meanwhile, or the wallet is stopped.
 */
async function takeNonce(
  { db, chain }: PayerRoom,
  no: number,
  gas: string,
  fee: FeeEstimate,
): Promise<Bound | null> {
  const maxFeePerGas = `${fee.maxFeePerGas}`;
  const maxPriorityFeePerGas = `${fee.maxPriorityFeePerGas}`;
  return db.transaction().execute(async (trx) => {
    const wallet = await trx
      .selectFrom('withdrawals.wallet')
      .selectAll()
      .where('chain', '=', chain.key)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (wallet.stopped !== null) return null;
    const nonce = wallet.next_nonce;
    const bound = await trx
      .updateTable('withdrawals.withdrawal')
      .set({
        ...{ nonce, reason: null, first_gas: gas },
        ...{ first_max_fee: maxFeePerGas, first_tip: maxPriorityFeePerGas },
      })
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
    return { nonce, gas, maxFeePerGas, maxPriorityFeePerGas };
  });
}

/** Gives back a nonce that nothing was signed for: the last one given out, as one withdrawal is signed at a time. */
async function giveNonceBack({ db, chain }: PayerRoom, no: number, nonce: number): Promise<void> {
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
  });
}

/** The signer refused by its own policy: nothing was signed, or something that we do not know. */
async function refused(
  room: PayerRoom,
  withdrawal: StoredWithdrawal,
  nonce: number,
  error: SignerError,
): Promise<void> {
  const { db, now, alarm, reviews } = room;
  const no = Number(withdrawal.withdrawal_no);
  switch (error.code) {
    case 'BOUND_OTHERWISE':
    case 'NONCE_NOT_NEXT':
    case 'FEE_NOT_RAISED':
      // Signer and database contradict each other: one was restored from a backup. A person decides.
      return stopWallet(room, error.message);
    case 'APPROVALS_NEEDED':
    case 'APPROVALS_EXPIRED':
    case 'LIMIT_REACHED': {
      const reason = error.code === 'APPROVALS_EXPIRED' ? 'expired' : 'limit';
      await giveNonceBack(room, no, nonce);
      await db.transaction().execute((trx) => toReview(trx, reviews, withdrawal, 'signing', reason, now()));
      return;
    }
    case 'ADDRESS_REFUSED':
    case 'AMOUNT_INVALID':
      await giveNonceBack(room, no, nonce);
      await releaseUnsigned(room, no, 'address');
      return;
    default:
      await giveNonceBack(room, no, nonce);
      alarm(`The signer refuses withdrawal ${no}: ${error.message}`);
  }
}

/** Sends the newest signed version. What the node says of it decides nothing: only its chain does. */
export async function sendPayment(room: PayerRoom, withdrawal: StoredWithdrawal): Promise<void> {
  const newest = await room.db
    .selectFrom('withdrawals.transaction')
    .selectAll()
    .where('withdrawal_no', '=', withdrawal.withdrawal_no)
    .orderBy('signed_at', 'desc')
    .executeTakeFirst();
  if (newest === undefined) return;
  try {
    await room.adapter.broadcast(newest.raw as `0x${string}`);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    if (error.code !== 'NONCE_USED') room.alarm(`A node did not take ${newest.hash}: ${error.message}`);
  }
}
