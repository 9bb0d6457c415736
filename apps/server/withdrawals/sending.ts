import { type ChainAdapter, ChainError, type FeeEstimate, type UnsignedTransaction } from '@candor/chains';
import { SignerError } from '../../signer/index.ts';
import { move, waitFor } from './clock.ts';
import { giveNumberBack, takeNumber } from './numbers.ts';
import {
  type PayerRoom,
  type PaymentRoom,
  releaseUnsigned,
  requireOwnChain,
  stopWallet,
} from './payer-room.ts';
import { paymentOf } from './payment.ts';
import type { Purse } from './purse.ts';
import { approvedOf, toReview } from './rounds.ts';
import type { StoredWithdrawal } from './rows.ts';
import { termsOf } from './terms.ts';
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
  readPurse: () => Promise<Purse>,
): Promise<boolean> {
  const { adapter, chain, db, hotAddress, signer, now } = room;
  if (!(await maySign(room, withdrawal))) return false;
  const no = Number(withdrawal.withdrawal_no);
  const asset = chain.assets.find(({ code }) => code === withdrawal.coin);
  if (asset === undefined) throw new Error(`${withdrawal.coin} is not listed on ${chain.key} any more`);
  const { scale } = room.catalogues.current().assetById(withdrawal.asset_id);
  const amount = toChain(BigInt(withdrawal.amount), scale, asset.decimals);
  const build = (nonce: number) =>
    adapter.buildPayment({ from: hotAddress, to: withdrawal.address, asset, amount, nonce, fee });
  const building = withdrawal.nonce === null ? build(0) : null;
  // It may fail for what is said in other words first: a shortage, or an empty wallet.
  building?.catch(() => {});
  if (withdrawal.nonce === null) {
    if (await isShort(room, withdrawal)) return false;
    const purse = await readPurse();
    const networkFee = (termsOf(withdrawal.coin)?.gas ?? 0n) * fee.maxFeePerGas;
    if (!purse.covers(asset, amount, networkFee)) {
      if (withdrawal.reason !== 'refill')
        room.alarm(
          `The hot wallet awaits a refill: withdrawal ${no} of ${asset.code} and its gas are not covered`,
        );
      await db.transaction().execute((trx) => waitFor(trx, no, 'refill'));
      return false;
    }
    purse.take(asset, amount, networkFee);
  }
  let bound = boundOf(withdrawal);
  if (bound === null) {
    let unsigned: UnsignedTransaction;
    try {
      unsigned = await (building ?? build(0));
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== 'WOULD_FAIL') throw error;
      await releaseUnsigned(room, no, 'token');
      return false;
    }
    const first = {
      ...{ first_gas: `${unsigned.gas}`, first_max_fee: `${fee.maxFeePerGas}` },
      first_tip: `${fee.maxPriorityFeePerGas}`,
    };
    const nonce = await takeNumber(room, no, first);
    bound = nonce === null ? null : boundOf({ nonce, ...first });
  }
  if (bound === null) return false;
  const { nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = bound;
  const approved = await approvedOf(db, withdrawal);
  const request = {
    ...paymentOf(withdrawal, chain, room.catalogues.current()),
    ...{ chainId: adapter.chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas },
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
export async function maySign(
  room: PaymentRoom & { readonly adapter: Pick<ChainAdapter, 'checkChain'> },
  withdrawal: StoredWithdrawal,
): Promise<boolean> {
  const { db, isSteppedUp, reviews, now } = room;
  await requireOwnChain(room);
  // Operators have looked at one that was in a review.
  if (withdrawal.review_round > 0 || withdrawal.nonce !== null) return true;
  if (await isSteppedUp(Number(withdrawal.user_id))) return true;
  await db.transaction().execute((trx) => toReview(trx, reviews, withdrawal, 'signing', 'hold', now()));
  return false;
}

/** True while custody of the coin is short on its chain: the withdrawal waits, with that reason. */
export async function isShort(
  { core, db, alarm }: PaymentRoom,
  withdrawal: StoredWithdrawal,
): Promise<boolean> {
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

function boundOf({
  nonce,
  first_gas,
  first_max_fee,
  first_tip,
}: Pick<StoredWithdrawal, 'nonce' | 'first_gas' | 'first_max_fee' | 'first_tip'>): Bound | null {
  if (nonce === null || first_gas === null || first_max_fee === null || first_tip === null) return null;
  return { nonce, gas: first_gas, maxFeePerGas: first_max_fee, maxPriorityFeePerGas: first_tip };
}

/** The signer refused by its own policy: nothing was signed, or something that we do not know. */
export async function refused(
  room: PaymentRoom,
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
    case 'INPUTS_MISSING':
      // Signer and database contradict each other: one was restored from a backup. A person decides.
      return stopWallet(room, 'signer', error.message);
    case 'APPROVALS_NEEDED':
    case 'APPROVALS_EXPIRED':
    case 'LIMIT_REACHED': {
      const reason = error.code === 'APPROVALS_EXPIRED' ? 'expired' : 'limit';
      await giveNumberBack(room, no, nonce);
      await db.transaction().execute((trx) => toReview(trx, reviews, withdrawal, 'signing', reason, now()));
      return;
    }
    case 'ADDRESS_REFUSED':
    case 'AMOUNT_INVALID':
      await giveNumberBack(room, no, nonce);
      await releaseUnsigned(room, no, 'address');
      return;
    default:
      await giveNumberBack(room, no, nonce);
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
